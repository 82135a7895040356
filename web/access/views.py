"""Signing in, signing out and creating an account."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.queries import second_step_of
from accounts.services import signins
from web.access.caller import caller, let_in
from web.access.forms import Login, Register
from web.access.lockout import locked_out
from web.access.next_url import next_url
from web.access.rate import failed, may_register, may_try, remember
from web.access.second import wait_for


@method_decorator(never_cache, name="dispatch")
class login(LoginView):  # noqa: N801  (used as a view, named like one)
    template_name = "access/login.html"
    authentication_form = Login
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not may_try(request, request.POST.get("username", "")):
            return locked_out(request)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        user, to = form.get_user(), self.get_success_url()
        if second_step_of(user=user).is_on:
            return wait_for(self.request, user, to=to)
        let_in(self.request, user, how="password")
        answer = HttpResponseRedirect(to)
        remember(answer, user.get_username())
        return answer

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        name = self.request.POST.get("username", "")
        failed(self.request, name)
        signins.failed(name=name, how="password", caller=caller(self.request))
        if not may_try(self.request, name):
            return locked_out(self.request)
        return super().form_invalid(form)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | {
            "registration_open": settings.REGISTRATION_OPEN
        }


class logout(LogoutView):  # noqa: N801
    http_method_names = ["post", "options"]


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def register(request: HttpRequest) -> HttpResponse:
    if not settings.REGISTRATION_OPEN:
        raise Http404("Registration is closed on this server.")
    home = next_url(request, default=settings.LOGIN_REDIRECT_URL)
    if request.user.is_authenticated:
        return HttpResponseRedirect(home)
    form = Register(request.POST or None)
    if request.method == "POST" and not may_register(request):
        form.add_error(None, _("Too many accounts were made from here. Try again in an hour."))
        context = {"form": form, "next": home}
        return render(request, "access/register.html", context, status=429)
    if request.method == "POST" and form.is_valid() and (user := form.create()):
        let_in(request, user, how="registration")
        messages.success(request, _("Welcome, %(name)s.") % {"name": user.username})
        return HttpResponseRedirect(home)
    status = 400 if form.errors else 200
    return render(request, "access/register.html", {"form": form, "next": home}, status=status)
