"""The e-mail address of an account: requested, confirmed, removed."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy, override
from django.utils.translation import gettext as _

from accounts.models import Mailbox
from jobs.services import ask
from tournament import limits
from tournament.errors import NotFound, Refusal
from tournament.limits import Limit
from tournament.mailing import send

ASKING = Limit("mailbox", 5, 3600)
GOOD_FOR = timedelta(days=1)
SALT = "accounts.mailbox"
NO_MAIL = "E-mail is not set up (EMAIL_URL): nothing was sent."


@transaction.atomic
def want(*, user: AbstractBaseUser, email: str, site: str) -> None:
    """Sends a confirmation link to the address; the address counts once the link is used. `site`:
    the URL of the confirming page, without the link. Raises Refusal (bad_email), TooOften."""
    limits.spend(ASKING, user.pk)
    try:
        validate_email(email.strip())
    except ValidationError as error:
        message = gettext_lazy("Write an e-mail address, such as name@example.org.")
        raise Refusal.one("email", "bad_email", message) from error
    Mailbox.objects.update_or_create(
        user_id=user.pk, defaults={"wanted": email.strip(), "asked_at": timezone.now()}
    )
    ask("accounts.confirm_mailbox", {"user_id": user.pk, "site": site, "language": get_language()})


@transaction.atomic
def confirm(*, user: AbstractBaseUser, link: str) -> str:
    """Confirms the address that the link was sent to; returns it. A link works once, within a day.
    Raises NotFound."""
    try:
        told = signing.loads(link, salt=SALT, max_age=GOOD_FOR)
    except signing.BadSignature as error:
        raise _no_such_link() from error
    found = Mailbox.objects.select_for_update().filter(user_id=user.pk).exclude(wanted="").first()
    if found is None or told != [user.pk, found.wanted]:
        raise _no_such_link()
    found.email, found.wanted, found.confirmed_at = found.wanted, "", timezone.now()
    found.save(update_fields=["email", "wanted", "confirmed_at"])
    return found.email


@transaction.atomic
def remove(*, user: AbstractBaseUser) -> None:
    """Removes the address. Nothing is sent any more, and links already sent do not work. A second
    call changes nothing."""
    Mailbox.objects.filter(user_id=user.pk).delete()


def send_link(*, user_id: int, site: str, language: str) -> str:
    """Sends the confirmation link; returns a line for the operator. Raises NotSent, so that the
    job is tried again."""
    found = Mailbox.objects.select_related("user").filter(user_id=user_id).exclude(wanted="")
    mailbox = found.first()
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


def _no_such_link() -> NotFound:
    return NotFound.one(
        "",
        "no_such_link",
        gettext_lazy(
            "This link was used, is too old, or is another account's. Ask for another one."
        ),
    )
