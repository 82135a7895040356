"""Signing in, signing out and making an account."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login as start_session
from django.contrib.auth.views import LoginView, LogoutView
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from web.access.forms import Login, Register
from web.access.next_url import next_url
from web.access.rate import may_register


@method_decorator(never_cache, name="dispatch")
class login(LoginView):  # noqa: N801  (used as a view, named like one)
    template_name = "access/login.html"
    authentication_form = Login
    redirect_authenticated_user = True

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
    if request.method == "POST" and form.is_valid():
        user = form.save()
        start_session(request, user, backend=settings.AUTHENTICATION_BACKENDS[-1])
        messages.success(request, _("Welcome, %(name)s.") % {"name": user.username})
        return HttpResponseRedirect(home)
    status = 400 if form.errors else 200
    return render(request, "access/register.html", {"form": form, "next": home}, status=status)
