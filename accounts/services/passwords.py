"""A forgotten password: the e-mail address that a link is sent to, and the link that sets a new
password, by e-mail or from the operator."""

from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, User
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import get_language, gettext_lazy, ngettext, override
from django.utils.translation import gettext as _

from accounts.models import RESET_ASKED, Mailbox
from accounts.services import signins
from accounts.services.signins import Caller
from jobs.services import ask
from tournament import limits
from tournament.errors import NotFound, Refusal
from tournament.limits import Limit
from tournament.mailing import send

ASKING = Limit("mailbox", 5, 3600)
OF_ADDRESS = Limit("reset-from", 20, 3600)
OF_MAILBOX = Limit("reset-to", 3, 3600)
GOOD_FOR = timedelta(days=1)
SALT = "accounts.mailbox"
NO_MAIL = "E-mail is not set up (EMAIL_URL): nothing was sent."


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
def want_email(*, user: AbstractBaseUser, email: str, site: str) -> str:
    """Sends a confirmation link to the address; the address counts once the link is used. `site`:
    the URL of the confirming page, without the link. Returns the address. Raises Refusal
    (bad_email), TooOften."""
    limits.spend(ASKING, user.pk)
    email = email.strip()
    try:
        validate_email(email)
    except ValidationError as error:
        message = gettext_lazy("Write an e-mail address, such as name@example.org.")
        raise Refusal.one("email", "bad_email", message) from error
    Mailbox.objects.update_or_create(
        user_id=user.pk, defaults={"wanted": email, "asked_at": timezone.now()}
    )
    ask("accounts.confirm_mailbox", {"user_id": user.pk, "site": site, "language": get_language()})
    return email


def send_confirmation(*, user_id: int, site: str, language: str) -> str:
    """Sends the confirmation link; returns a line for the operator. Raises NotSent, so that the
    job is tried again."""
    waiting = Mailbox.objects.select_related("user").exclude(wanted="")
    mailbox = waiting.filter(user_id=user_id).first()
    if mailbox is None:
        return "Nobody waits for this mail any more."
    if not settings.EMAIL_HOST:
        return NO_MAIL
    link = site + signing.dumps([user_id, mailbox.wanted], salt=SALT) + "/"
    with override(language or settings.LANGUAGE_CODE):
        subject = _("Is this your e-mail address?")
        words = _(
            "The account %(name)s wants to use this address. Open the link within a day, signed "
            "in, and press the button. If you did not ask for it, do nothing."
        ) % {"name": mailbox.user.get_username()}
    send(subject=subject, text=f"{words}\n\n{link}", to=mailbox.wanted)
    return "Sent."


@transaction.atomic
def confirm_email(*, user: AbstractBaseUser, link: str) -> str:
    """Confirms the address that the link was sent to; returns it. A link works once, within a day.
    Raises NotFound."""
    try:
        signed = signing.loads(link, salt=SALT, max_age=GOOD_FOR)
    except signing.BadSignature:
        signed = None
    mailbox = Mailbox.objects.select_for_update().filter(user_id=user.pk).exclude(wanted="").first()
    if mailbox is None or signed != [user.pk, mailbox.wanted]:
        message = gettext_lazy(
            "This link was used, is too old, or is another account's. Ask for another one."
        )
        raise NotFound.one("", "no_such_link", message)
    mailbox.email, mailbox.wanted, mailbox.confirmed_at = mailbox.wanted, "", timezone.now()
    mailbox.save(update_fields=["email", "wanted", "confirmed_at"])
    return mailbox.email


@transaction.atomic
def remove_email(*, user: AbstractBaseUser) -> None:
    """Removes the address. Nothing is sent any more, and links already sent do not work. A second
    call changes nothing."""
    Mailbox.objects.filter(user_id=user.pk).delete()


@transaction.atomic
def ask_for_reset(*, email: str, site: str, caller: Caller) -> None:
    """Queues a mail with a link to each account with this confirmed address. Neither the answer nor
    its time reveals whether there is one, because a job sends the mail. `site`: the URL of the
    page, without the link.

    Raises TooOften for too many requests from one network address. For too many requests for one
    e-mail address nothing is sent, silently.
    """
    limits.spend(OF_ADDRESS, caller.address)
    email = email.strip()
    is_enough = limits.count(OF_MAILBOX, email.casefold()) > OF_MAILBOX.most
    mailboxes = [] if is_enough or not email or "\0" in email else _confirmed(email__iexact=email)
    for mailbox in mailboxes:
        signins.note(user=mailbox.user, how=RESET_ASKED, caller=caller)
    ids = [mailbox.user_id for mailbox in mailboxes]
    ask("accounts.send_reset", {"user_ids": ids, "site": site, "language": get_language()})


def send_reset(*, user_ids: list[int], site: str, language: str) -> str:
    """Sends each user a link; returns a line for the operator. Raises NotSent, so that
    the job is tried again."""
    if not settings.EMAIL_HOST:
        return NO_MAIL
    for mailbox in _confirmed(user_id__in=user_ids):
        link = site + "/".join(link_of(mailbox.user)) + "/"
        with override(language or settings.LANGUAGE_CODE):
            subject = _("Another password")
            hours = settings.PASSWORD_RESET_TIMEOUT // 3600
            words = ngettext(
                "With this link %(name)s can choose another password, once, within %(hours)s hour. "
                "If you did not ask for it, do nothing: the password stays.",
                "With this link %(name)s can choose another password, once, within %(hours)s "
                "hours. If you did not ask for it, do nothing: the password stays.",
                hours,
            ) % {"name": mailbox.user.get_username(), "hours": hours}
        send(subject=subject, text=f"{words}\n\n{link}", to=mailbox.email)
    return "Done."


def _confirmed(**which: object) -> list[Mailbox]:
    """The confirmed addresses of accounts that are open; at most five accounts share one."""
    mailboxes = Mailbox.objects.select_related("user").filter(user__is_active=True, **which)
    return list(mailboxes.exclude(email="").order_by("user_id")[:5])
