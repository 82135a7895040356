"""Accounts: the list, a link for a forgotten password, closing, removing; invitations."""

from django import forms
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.queries import invitation_list
from accounts.services import invitations, passwords, second, signins
from operations import queries
from operations.removal import services as removal
from tournament.addresses import absolute_url
from web.access.guard import caller
from web.acting import press
from web.operator.guard import for_operators, searched


class Note(forms.Form):
    note = forms.CharField(label=gettext_lazy("For whom"), max_length=120)


@for_operators("GET")
def page(request: HttpRequest) -> HttpResponse:
    """Accounts by name, and invitations."""
    return _show(request, Note())


@for_operators("POST")
def invite(request: HttpRequest) -> HttpResponse:
    """Creates a link for one new account, and shows it only this once."""
    form = Note(request.POST)
    if not form.is_valid():
        return _show(request, form, status=400)
    raw = invitations.invite(note=form.cleaned_data["note"], by=request.user)
    link = absolute_url(request, reverse("access:invited", args=[raw]))
    return _show(request, Note(), link=link, link_for=form.cleaned_data["note"], status=201)


@for_operators("POST")
def withdraw(request: HttpRequest, invitation_id: int) -> HttpResponse:
    return press(
        request,
        do=lambda: invitations.withdraw(invitation_id=invitation_id),
        done=_("The invitation is withdrawn."),
        to=reverse("operator:accounts"),
    )


@for_operators("POST")
def reset(request: HttpRequest, user_id: int) -> HttpResponse:
    """Creates a link to set a new password, once, within a day. The link is shown only this
    once."""
    user = _user(user_id)
    link = absolute_url(request, reverse("access:reset", args=passwords.link_of(user)))
    signins.note(user=user, how="reset link", caller=caller(request))
    return _show(request, Note(), link=link, link_for=user.get_username(), status=201)


@for_operators("POST")
def second_off(request: HttpRequest, user_id: int) -> HttpResponse:
    """Turns off the second step, for a user who lost telephone and codes: the password alone is
    then enough."""
    user = _user(user_id)

    def off() -> None:
        second.turn_off(user=user)
        signins.note(user=user, how="second off", caller=caller(request))

    done = _("The second step of %(name)s is off.") % {"name": user.get_username()}
    return press(request, do=off, done=done, to=reverse("operator:accounts"))


@for_operators("POST")
def close(request: HttpRequest, user_id: int) -> HttpResponse:
    """Closes an account: nobody can sign in with it."""
    return _close(request, user_id, True, _("The account %(name)s is closed."))


@for_operators("POST")
def reopen(request: HttpRequest, user_id: int) -> HttpResponse:
    return _close(request, user_id, False, _("The account %(name)s is open again."))


def _close(request: HttpRequest, user_id: int, closed: bool, done: str) -> HttpResponse:
    return press(
        request,
        do=lambda: removal.close_account(user_id=user_id, by=request.user, closed=closed),
        done=lambda name: done % {"name": name},
        to=reverse("operator:accounts"),
    )


@for_operators("GET", "POST")
def remove(request: HttpRequest, user_id: int) -> HttpResponse:
    user = _user(user_id)
    back = reverse("operator:accounts")
    if request.method != "POST":
        context = {"tab": "accounts", "person": user, "back": back}
        return render(request, "operator/remove_account.html", context)
    return press(
        request,
        do=lambda: removal.remove_account(user_id=user_id, by=request.user),
        done=lambda name: _("The account %(name)s is removed.") % {"name": name},
        to=back,
    )


def _user(user_id: int) -> AbstractBaseUser:
    user: AbstractBaseUser = get_object_or_404(get_user_model(), pk=user_id)
    return user


def _show(
    request: HttpRequest, form: Note, *, link: str = "", link_for: str = "", status: int = 200
) -> HttpResponse:
    search, at = searched(request)
    rows = queries.account_list(search=search, page=at)
    context = {
        "tab": "accounts", "rows": rows, "search": search, "page": at, "form": form,
        "more": at + 1 if len(rows) == queries.PAGE else None, "link": link,
        "link_for": link_for, "invitations": invitation_list(),
    }  # fmt: skip
    return render(request, "operator/accounts.html", context, status=status)
