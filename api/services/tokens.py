"""Making, using and revoking the tokens of programs."""

from __future__ import annotations

import secrets

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from api.models import ApiToken
from api.queries import digest
from tournament.errors import NotFound, Refusal, said

MOST_TOKENS = 20


@transaction.atomic
def make(*, user: AbstractBaseUser, name: str) -> tuple[ApiToken, str]:
    """A new token and its text, which is told here and never again.

    Raises Refusal (too_many_tokens) above 20 valid ones.
    """
    if ApiToken.objects.filter(user_id=user.pk, revoked_at=None).count() >= MOST_TOKENS:
        raise Refusal.one(
            "",
            "too_many_tokens",
            said(
                _("An account may have %(most)s tokens. Revoke one you no longer use."),
                most=MOST_TOKENS,
            ),
        )
    raw = secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        user_id=user.pk, name=name, token_hash=digest(raw), made_at=timezone.now()
    )
    return token, raw


@transaction.atomic
def revoke(*, user: AbstractBaseUser, token_id: int) -> ApiToken:
    """The token is of no use from now on. Revoking twice changes nothing. Raises NotFound."""
    token = ApiToken.objects.select_for_update().filter(user_id=user.pk, pk=token_id).first()
    if token is None:
        raise NotFound.one(
            "", "no_such_token", _("You have no such token. Choose one from your list.")
        )
    if token.revoked_at is None:
        token.revoked_at = timezone.now()
        token.save(update_fields=["revoked_at"])
    return token


def used(*, token: ApiToken) -> None:
    """Notes the day of its last use: one write a day, so that reading stays reading."""
    today = timezone.localdate()
    if token.last_used_on != today:
        ApiToken.objects.filter(pk=token.pk).update(last_used_on=today)
