"""Jobs: the mail that confirms a sign-up, and the erasing of old contacts."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from jobs.registry import job
from tournament.signup.services import desk, mail


@job("signup.mail", seconds=60, attempts=6, backoff=30)
def confirm(sign_up_id: int, site: str) -> str:
    """Mails a pair that it is entered, or waits."""
    return mail.confirm(sign_up_id=sign_up_id, site=site)


@job("signup.partner_mail", seconds=60, attempts=6, backoff=30)
def tell_single(single_id: int, site: str) -> str:
    """Mails a player who was asked, or has found a partner."""
    return mail.tell_single(single_id=single_id, site=site)


@job("signup.erase_old_contacts", daily_at="04:10", seconds=300)
def erase_old_contacts() -> str:
    """Erases contacts some time after their tournament."""
    before = timezone.now() - timedelta(days=settings.CONTACT_DAYS)
    return f"{desk.erase_old_contacts(before=before)} tournaments"
