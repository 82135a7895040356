"""Jobs: the mail that confirms a sign-up, and the erasing of old contacts."""

from django.conf import settings

from jobs.registry import days_ago, job
from tournament.signup.services import desk as sign_up_desk
from tournament.signup.services import mail

job("signup.mail", attempts=6, backoff=30)(mail.confirm)
job("signup.partner_mail", attempts=6, backoff=30)(mail.tell_single)


@job("signup.erase_old_contacts", daily_at="04:10", seconds=300)
def erase_old_contacts() -> str:
    """Erases contacts some time after their tournament."""
    return f"{sign_up_desk.erase_old_contacts(before=days_ago(settings.CONTACT_DAYS))} tournaments"
