"""Making, using and revoking the tokens of programs."""

import secrets
from datetime import timedelta

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import ApiToken
from accounts.queries import digest
from accounts.services.signins import lock_account
from tournament.errors import NotFound, Refusal

MOST_TOKENS = 20


@transaction.atomic
def make(
    *, user: AbstractBaseUser, name: str, scope: str = "write", days: int | None = None
) -> tuple[ApiToken, str]:
    """Makes a token; returns it and its text, which is stored nowhere. `scope` "read": it can read
    but change nothing. `days`: it is valid for so long; None: for ever.

    Raises Refusal (too_many_tokens) above 20 valid ones.
    """
    now = timezone.now()
    lock_account(user_id=user.pk)
    valid = ApiToken.objects.filter(user_id=user.pk, revoked_at=None)
    if valid.exclude(expires_at__lte=now).count() >= MOST_TOKENS:
        message = _("An account may have %(most)s tokens. Revoke one you no longer use.")
        raise Refusal.one("", "too_many_tokens", message, most=MOST_TOKENS)
    raw = secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        user_id=user.pk,
        name=name,
        token_hash=digest(raw),
        scope=scope,
        made_at=now,
        expires_at=None if days is None else now + timedelta(days=days),
    )
    return token, raw


@transaction.atomic
def revoke(*, user: AbstractBaseUser, token_id: int) -> ApiToken:
    """Revokes the token. A second call changes nothing. Raises NotFound."""
    token = ApiToken.objects.select_for_update().filter(user_id=user.pk, pk=token_id).first()
    if token is None:
        message = _("You have no such token. Choose one from your list.")
        raise NotFound.one("", "no_such_token", message)
    if token.revoked_at is None:
        token.revoked_at = timezone.now()
        token.save(update_fields=["revoked_at"])
    return token


@transaction.atomic
def revoke_all(*, user: AbstractBaseUser) -> int:
    """Revokes the account's tokens; returns how many."""
    valid = ApiToken.objects.filter(user_id=user.pk, revoked_at=None)
    return valid.update(revoked_at=timezone.now())


def used(*, token: ApiToken) -> None:
    """Stores the day on which a token was last used. At most one write a day, so that read requests
    rarely write."""
    today = timezone.localdate()
    if token.last_used_on != today:
        ApiToken.objects.filter(pk=token.pk).update(last_used_on=today)
