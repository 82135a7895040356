"""Authentication: by a user's session or token, or by a table's device.

A view accepts either `Authorization: Token …` or `Authorization: Device …`, never both. Sessions
also need Django's CSRF token.
"""

from dataclasses import dataclass
from typing import Any, Literal

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from accounts import queries
from accounts.models import ApiToken
from accounts.services import tokens
from tournament.errors import NotAllowed
from tournament.tables.queries import DeviceIdentity, authenticate


class HeaderAuthentication(BaseAuthentication):
    """`Authorization: <keyword> <text>`; a header that is absent or has another keyword is left to
    others."""

    keyword: str

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        word, _space, raw = get_authorization_header(request).partition(b" ")
        if word.lower() != self.keyword.lower().encode():
            return None
        return self.holder_of(raw.strip().decode("latin-1"), request)

    def authenticate_header(self, request: Request) -> str:
        return self.keyword

    def holder_of(self, raw: str, request: Request) -> tuple[Any, Any]:
        """The user and the means of authentication of the text in the header. Raises
        AuthenticationFailed."""
        raise NotImplementedError


class TokenAuthentication(HeaderAuthentication):
    """`Authorization: Token <text>`: acts for the account that made it."""

    keyword = "Token"

    def holder_of(self, raw: str, request: Request) -> tuple[AbstractBaseUser, ApiToken]:
        token = queries.token_of(raw=raw)
        if token is None:
            raise exceptions.AuthenticationFailed(
                _("This token is not known, or was revoked. Make a new one at /api/v1/tokens/."),
                code="token_unknown",
            )
        if token.scope == ApiToken.Scope.READ and request.method not in SAFE_METHODS:
            raise _read_only_refusal()
        tokens.used(token=token)
        return token.user, token


def require_write_scope(request: Request) -> None:
    """Refuses a read-only token where the answer contains a secret that lets its holder write.
    Raises PermissionDenied (token_reads)."""
    if is_read_only(request):
        raise _read_only_refusal()


def is_read_only(request: Request) -> bool:
    """Returns True for a request with a read-only token."""
    return isinstance(request.auth, ApiToken) and request.auth.scope == ApiToken.Scope.READ


def refuse_tokens(request: Request) -> None:
    """Refuses tokens: a token that made other tokens would live on after it expired or was revoked.
    Raises PermissionDenied (token_makes_none)."""
    if isinstance(request.auth, ApiToken):
        raise exceptions.PermissionDenied(
            _("A token makes no other tokens. Sign in, and make it on the page of your account."),
            code="token_makes_none",
        )


def require_fresh_sign_in(request: Request) -> None:
    """Refuses a session that is older than ten minutes where something is made that opens the
    account for others. Raises PermissionDenied (sign_in_again)."""
    if not queries.is_signed_in_lately(session=request.session):
        raise exceptions.PermissionDenied(
            _("You signed in more than ten minutes ago. Sign in again, then repeat this."),
            code="sign_in_again",
        )


def _read_only_refusal() -> exceptions.PermissionDenied:
    return exceptions.PermissionDenied(
        _("This token may only read. Make one that may write at /api/v1/tokens/."),
        code="token_reads",
    )


@dataclass(frozen=True, slots=True)
class DeviceUser:
    """`request.user` for a device."""

    device: DeviceIdentity
    is_authenticated: Literal[True] = True
    is_active: Literal[True] = True
    pk: None = None


class DeviceAuthentication(HeaderAuthentication):
    """`Authorization: Device <text>`: 401 for an unknown device, 403 for a revoked one."""

    keyword = "Device"

    def holder_of(self, raw: str, request: Request) -> tuple[DeviceUser, DeviceIdentity]:
        try:
            device = authenticate(raw)
        except NotAllowed as refusal:
            if "device_revoked" in refusal.codes:
                raise
            raise exceptions.AuthenticationFailed(
                str(refusal.problems[0].message), code="device_unknown"
            ) from refusal
        return DeviceUser(device), device
