"""Invitations: an account where registration is closed."""

import secrets
from datetime import timedelta

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Invitation
from accounts.queries import digest
from tournament.errors import NotFound

DAYS = 7


@transaction.atomic
def invite(*, note: str, by: AbstractBaseUser | None = None) -> str:
    """Creates an invitation for seven days; returns the secret of its link, which is stored
    nowhere."""
    raw, now = secrets.token_urlsafe(24), timezone.now()
    Invitation.objects.create(
        token_hash=digest(raw), note=note[:120], made_by_id=by.pk if by else None, made_at=now,
        expires_at=now + timedelta(days=DAYS),
    )  # fmt: skip
    return raw


@transaction.atomic
def accept(*, raw: str, user: AbstractBaseUser) -> None:
    """Marks the invitation as used. Raises NotFound when it was used before, or has expired."""
    used = Invitation.objects.filter(
        token_hash=digest(raw), used_at=None, expires_at__gt=timezone.now()
    ).update(used_at=timezone.now(), used_by_id=user.pk)
    if not used:
        message = _("This invitation was used or is too old. Ask for another one.")
        raise NotFound.one("", "no_such_invitation", message)


def withdraw(*, invitation_id: int) -> bool:
    """Withdraws an invitation: its link no longer works. False when it was already used or
    withdrawn."""
    invitations = Invitation.objects.filter(pk=invitation_id, used_at=None)
    return bool(invitations.update(expires_at=timezone.now()))
