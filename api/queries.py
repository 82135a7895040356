"""What is asked of the API's own tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from hashlib import sha256
from typing import Any

from django.contrib.auth.models import AbstractBaseUser

from api.models import ApiToken


@dataclass(frozen=True, slots=True)
class Page:
    """Part of a list. `count`: entries on all pages; `page` from 1 to `pages`."""

    count: int
    page: int
    pages: int
    results: tuple[Any, ...]


def page_of(rows: Sequence[Any], page: int, size: int) -> Page:
    """The page of `rows`; beyond the last one there is nothing."""
    pages = max(1, -(-len(rows) // size))
    return Page(len(rows), page, pages, tuple(rows[(page - 1) * size : page * size]))


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A token as its owner sees it in a list; its text is not kept anywhere."""

    id: int
    name: str
    made_at: datetime
    last_used_on: date | None
    revoked_at: datetime | None


def token_list(*, user: AbstractBaseUser) -> list[TokenRow]:
    """The user's tokens, oldest first, revoked ones among them."""
    rows = ApiToken.objects.filter(user_id=user.pk).order_by("id")
    return [row_of(token) for token in rows]


def row_of(token: ApiToken) -> TokenRow:
    return TokenRow(token.pk, token.name, token.made_at, token.last_used_on, token.revoked_at)


def token_of(*, raw: str) -> ApiToken | None:
    """The valid token with this text, its user with it; None when there is none."""
    return (
        ApiToken.objects.select_related("user")
        .filter(token_hash=digest(raw), revoked_at=None, user__is_active=True)
        .first()
    )


def digest(raw: str) -> str:
    """What is kept of a token. It is long and random, so one round of SHA-256 is enough."""
    return sha256(raw.encode()).hexdigest()
