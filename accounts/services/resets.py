"""A forgotten password: a link that sets another one, by the operator or by e-mail."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core.mail import send_mail
from django.db import transaction
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import get_language, ngettext, override
from django.utils.translation import gettext as _

from accounts.models import Mailbox
from accounts.services import signins
from accounts.services.mailboxes import NO_MAIL
from accounts.services.signins import Caller
from jobs.services import ask as ask_for
from tournament import limits
from tournament.limits import Limit

OF_ADDRESS = Limit("reset-from", 20, 3600)
OF_MAILBOX = Limit("reset-to", 3, 3600)


class Links(PasswordResetTokenGenerator):
    """A link is of no use once the password, or the address that it may have been sent to, is
    another; somebody signed in; or after a day."""

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        mailbox = Mailbox.objects.filter(user_id=user.pk).values_list("email", flat=True).first()
        return f"{super()._make_hash_value(user, timestamp)}{mailbox or ''}"


links = Links()


def link_of(user: User) -> list[str]:
    """The two parts of the link: whose, and what proves it."""
    return [urlsafe_base64_encode(force_bytes(user.pk)), links.make_token(user)]


@transaction.atomic
def ask(*, email: str, site: str, caller: Caller) -> None:
    """Sends a link to whoever has this confirmed address. Whether anybody has is not said, nor
    seen by how long it takes: a job looks. `site`: the address of the page, up to its link.

    Raises TooOften for the address that asks; an address for mail that was asked for too often
    gets nothing, and that is not said either.
    """
    limits.spend(OF_ADDRESS, caller.address)
    wanted = email.strip()
    is_enough = limits.count(OF_MAILBOX, wanted.casefold()) > OF_MAILBOX.most
    found = [] if is_enough else _owners(wanted)
    for mailbox in found:
        signins.note(user=mailbox.user, how="reset asked", caller=caller)
    arguments = {"user_ids": [one.user_id for one in found], "site": site}
    ask_for("accounts.send_reset", {**arguments, "language": get_language()})


def send(*, user_ids: list[int], site: str, language: str) -> str:
    """Sends each of them their link; returns a line for the operator. Raises what the mail server
    says, so that it is tried again."""
    if not settings.EMAIL_HOST:
        return NO_MAIL
    mailboxes = Mailbox.objects.select_related("user").filter(
        user_id__in=user_ids, user__is_active=True
    )
    for mailbox in mailboxes.exclude(email=""):
        _send(mailbox, site + "/".join(link_of(mailbox.user)) + "/", language)
    return "Done."


def _owners(email: str) -> list[Mailbox]:
    if not email or "\0" in email:
        return []
    found = Mailbox.objects.select_related("user").filter(email__iexact=email, user__is_active=True)
    return list(found.order_by("user_id")[:5])


def _send(mailbox: Mailbox, link: str, language: str) -> None:
    with override(language or settings.LANGUAGE_CODE):
        subject = _("Another password")
        hours = settings.PASSWORD_RESET_TIMEOUT // 3600
        words = ngettext(
            "By this link %(name)s chooses another password, once, within %(hours)s hour. If you "
            "did not ask for it, do nothing: the password stays.",
            "By this link %(name)s chooses another password, once, within %(hours)s hours. If you "
            "did not ask for it, do nothing: the password stays.",
            hours,
        ) % {"name": mailbox.user.get_username(), "hours": hours}
    send_mail(subject, f"{words}\n\n{link}", settings.DEFAULT_FROM_EMAIL, [mailbox.email])
