"""The account's e-mail address: set with the password, confirmed by a link, removed."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.services import mailboxes, signins
from tournament.addresses import absolute_url
from tournament.errors import Refusal
from web.access.caller import caller
from web.access.forms import NewMailbox
from web.access.guard import for_accounts
from web.access.lockout import locked_out
from web.access.rate import failed, may_try
from web.acting import press, put_refusal

SAMPLE = "-"


@for_accounts("GET", "POST")
def want(request: HttpRequest) -> HttpResponse:
    """Sets the address. It needs the password, because the owner of the address can set a new
    password."""
    if not settings.EMAIL_HOST:
        raise Http404("No mail leaves this server.")
    name = request.user.get_username()
    form = NewMailbox(request.POST or None, user=request.user)
    if request.method == "POST" and not may_try(request, name):
        return locked_out(request)
    status = 200 if request.method == "GET" else 400
    if request.method == "POST" and form.is_valid():
        email = form.cleaned_data["email"]
        try:
            site = site_of(request, "access:confirm_mailbox", SAMPLE)
            mailboxes.want(user=request.user, email=email, site=site)
        except Refusal as refusal:
            put_refusal(form, refusal)
            status = refusal.status
        else:
            said = _("A link is on its way to %(email)s. Open it within a day.")
            messages.success(request, said % {"email": email})
            return HttpResponseRedirect(reverse("access:account"))
    if "password" in form.errors:
        failed(request, name)
    return render(request, "access/mailbox.html", {"form": form}, status=status)


@for_accounts("GET", "POST")
def confirm(request: HttpRequest, link: str) -> HttpResponse:
    """Confirms the address by the link of the mail. The page has a button, because programs that
    scan mail open links too."""
    if request.method == "GET":
        return render(request, "access/mailbox_confirm.html")

    def do() -> str:
        email = mailboxes.confirm(user=request.user, link=link)
        signins.note(user=request.user, how="mail on", caller=caller(request))
        return email

    return press(
        request,
        do=do,
        done=lambda email: _("%(email)s is confirmed.") % {"email": email},
        to=reverse("access:account"),
    )


@for_accounts("POST")
def remove(request: HttpRequest) -> HttpResponse:
    """Removes the address; nothing is sent to it any more."""

    def do() -> None:
        mailboxes.remove(user=request.user)
        signins.note(user=request.user, how="mail off", caller=caller(request))

    done = _("The e-mail address is removed.")
    return press(request, do=do, done=done, to=reverse("access:account"))


def site_of(request: HttpRequest, view: str, *samples: str) -> str:
    """The absolute URL of a page whose path ends in a secret link, without that link."""
    path = reverse(view, args=samples)
    path = path.removesuffix("/".join(samples) + "/")
    return absolute_url(request, path)
