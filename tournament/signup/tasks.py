"""Jobs: the mail that confirms a sign-up, and the erasing of old contacts."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from jobs.registry import job
from tournament.signup.services import desk, mail

job("signup.mail", attempts=6, backoff=30)(mail.confirm)
job("signup.partner_mail", attempts=6, backoff=30)(mail.tell_single)


@job("signup.erase_old_contacts", daily_at="04:10", seconds=300)
def erase_old_contacts() -> str:
    """Erases contacts some time after their tournament."""
    before = timezone.now() - timedelta(days=settings.CONTACT_DAYS)
    return f"{desk.erase_old_contacts(before=before)} tournaments"
