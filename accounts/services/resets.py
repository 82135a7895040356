"""Forgotten passwords: a link that sets a new one, from the operator or by e-mail."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator
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
from tournament.mailing import send as send_mail

OF_ADDRESS = Limit("reset-from", 20, 3600)
OF_MAILBOX = Limit("reset-to", 3, 3600)


class Links(PasswordResetTokenGenerator):
    """A link stops working after a day, after a sign-in, and when the password or the confirmed
    e-mail address has changed."""

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        mailbox = Mailbox.objects.filter(user_id=user.pk).values_list("email", flat=True).first()
        return f"{super()._make_hash_value(user, timestamp)}{mailbox or ''}"


links = Links()


def link_of(user: User) -> list[str]:
    """The two parts of the link: the user's id, and the token."""
    return [urlsafe_base64_encode(force_bytes(user.pk)), links.make_token(user)]


@transaction.atomic
def ask(*, email: str, site: str, caller: Caller) -> None:
    """Queues a mail with a link to the account with this confirmed address. Neither the answer nor
    its time reveals whether there is one, because a job does the search. `site`: the URL of the
    page, without the link.

    Raises TooOften for too many requests from one network address. For too many requests for one
    e-mail address nothing is sent, silently.
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
    """Sends each user a link; returns a line for the operator. Raises NotSent, so that
    the job is tried again."""
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
    send_mail(subject=subject, text=f"{words}\n\n{link}", to=mailbox.email)
