"""Jobs of accounts: nightly deletion, and mails."""

from datetime import timedelta

from django.conf import settings
from django.contrib.sessions.models import Session
from django.utils import timezone
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts.models import Invitation, Mailbox, OpenSession, SignIn
from accounts.services import passwords
from jobs.registry import job

WAITING = timedelta(days=1)


@job("accounts.forget", daily_at="04:20", seconds=600)
def forget() -> str:
    """Deletes expired sessions, and old sign-ins, attempts and invitations."""
    now = timezone.now()
    ended = Session.objects.filter(expire_date__lt=now).delete()[0]
    alive = Session.objects.values("session_key")
    OpenSession.objects.exclude(session_key__in=alive).delete()
    before = now - timedelta(days=settings.SIGN_IN_DAYS)
    old = SignIn.objects.filter(at__lt=before).delete()[0]
    Invitation.objects.filter(expires_at__lt=before).delete()
    TOTPDevice.objects.filter(confirmed=False, created_at__lt=now - WAITING).delete()
    Mailbox.objects.filter(email="", asked_at__lt=now - WAITING).delete()
    Mailbox.objects.filter(asked_at__lt=now - WAITING).exclude(wanted="").update(wanted="")
    return f"{ended} sessions and {old} sign-ins forgotten."


job("accounts.confirm_mailbox", attempts=5, backoff=30)(passwords.send_confirmation)
job("accounts.send_reset", attempts=5, backoff=30)(passwords.send_reset)
