"""The second step of a sign-in: an app's code of six digits, or a recovery code."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts.models import Passkey, RecoveryCode
from accounts.queries import digest
from tournament import limits
from tournament.errors import Refusal
from tournament.limits import Limit

CODES = 10
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # without letters that look alike
TRIES = Limit("second-step", 10, 900)


@dataclass(frozen=True, slots=True)
class Beginning:
    """The key for an app: as an address for its camera, and as a secret to be typed."""

    address: str
    secret: str


@transaction.atomic
def begin(*, user: AbstractBaseUser, issuer: str) -> Beginning:
    """Makes a key for an app. It has no effect until one of its codes has been confirmed."""
    device, _made = TOTPDevice.objects.select_for_update().get_or_create(
        user_id=user.pk, confirmed=False, defaults={"name": "app"}
    )
    secret = _base32(device.bin_key)
    query = urlencode({"secret": secret, "issuer": issuer, "digits": device.digits})
    label = quote(f"{issuer}:{user.get_username()}")
    return Beginning(f"otpauth://totp/{label}?{query}", secret)


@transaction.atomic
def confirm(*, user: AbstractBaseUser, code: str) -> list[str]:
    """Turns the second step on. Returns the recovery codes, which are shown only once. Raises
    Refusal (wrong_code)."""
    limits.spend(TRIES, user.pk)
    device = TOTPDevice.objects.select_for_update().filter(user_id=user.pk, confirmed=False).first()
    if device is None or not device.verify_token(_digits(code)):
        raise _wrong()
    TOTPDevice.objects.filter(user_id=user.pk, confirmed=True).delete()
    device.confirmed = True
    device.save(update_fields=["confirmed"])
    return _new_codes(user)


@transaction.atomic
def new_codes(*, user: AbstractBaseUser) -> list[str]:
    """Replaces the recovery codes by ten new ones; returns them."""
    return _new_codes(user)


@transaction.atomic
def turn_off(*, user: AbstractBaseUser) -> None:
    """Turns the second step off: the password alone is enough. A second call changes nothing."""
    TOTPDevice.objects.filter(user_id=user.pk).delete()
    Passkey.objects.filter(user_id=user.pk).delete()
    RecoveryCode.objects.filter(user_id=user.pk).delete()


def pass_with(*, user: AbstractBaseUser, code: str) -> str:
    """Checks a code; returns its kind, "code" or "recovery". Raises Refusal (wrong_code),
    TooOften."""
    limits.spend(TRIES, user.pk)
    digits = _digits(code)
    with transaction.atomic():
        device = (
            TOTPDevice.objects.select_for_update().filter(user_id=user.pk, confirmed=True).first()
        )
        if device is not None and len(digits) == device.digits and device.verify_token(digits):
            return "code"
    used = RecoveryCode.objects.filter(user_id=user.pk, code_hash=_hash(code), used_at=None).update(
        used_at=timezone.now()
    )
    if not used:
        raise _wrong()
    return "recovery"


def _new_codes(user: AbstractBaseUser) -> list[str]:
    RecoveryCode.objects.filter(user_id=user.pk).delete()
    codes = [_code() for _number in range(CODES)]
    RecoveryCode.objects.bulk_create(
        RecoveryCode(user_id=user.pk, code_hash=_hash(code)) for code in codes
    )
    return codes


def _code() -> str:
    letters = "".join(secrets.choice(LETTERS) for _letter in range(12))
    return f"{letters[:4]}-{letters[4:8]}-{letters[8:]}"


def _hash(code: str) -> str:
    """The hash of a recovery code. Capitals, spaces and dashes do not count."""
    return digest("".join(letter for letter in code.lower() if letter.isalnum()))


def _digits(code: str) -> str:
    return "".join(letter for letter in code if letter.isascii() and letter.isdigit())


def _base32(key: bytes) -> str:
    from base64 import b32encode

    return b32encode(key).decode("ascii")


def _wrong() -> Refusal:
    return Refusal.one(
        "code",
        "wrong_code",
        _("This code is not right, or was used. Wait for the next one and type that."),
    )
