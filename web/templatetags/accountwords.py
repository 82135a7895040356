"""What happened to an account, in the reader's words."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.translation import gettext_lazy

from tournament.errors import StrOrPromise

register = template.Library()

DONE: Mapping[str, StrOrPromise] = {
    "password": gettext_lazy("Signed in with the password"),
    "code": gettext_lazy("Signed in with a code"),
    "recovery": gettext_lazy("Signed in with a recovery code"),
    "passkey": gettext_lazy("Signed in with a passkey"),
    "passkey on": gettext_lazy("Added a passkey"),
    "passkey off": gettext_lazy("Removed a passkey"),
    "reset link": gettext_lazy("Was given a link for another password"),
    "reset asked": gettext_lazy("Asked by e-mail for another password"),
    "mail on": gettext_lazy("Confirmed an e-mail address"),
    "mail off": gettext_lazy("Removed the e-mail address"),
    "registration": gettext_lazy("Made the account"),
    "invitation": gettext_lazy("Made the account by invitation"),
    "change": gettext_lazy("Changed the password"),
    "reset": gettext_lazy("Set another password by a link"),
    "second on": gettext_lazy("Turned the second step on"),
    "new codes": gettext_lazy("Made new recovery codes"),
    "second off": gettext_lazy("Turned the second step off"),
}
FAILED: Mapping[str, StrOrPromise] = {
    "code": gettext_lazy("A wrong code"),
    "passkey": gettext_lazy("A wrong passkey"),
}


@register.filter
def how_words(sign_in: Any) -> StrOrPromise:
    """What was done, or what was wrong with an attempt. An act without words is shown as stored."""
    if not sign_in.succeeded:
        return FAILED.get(sign_in.how, gettext_lazy("A wrong password"))
    return DONE.get(sign_in.how, sign_in.how)
