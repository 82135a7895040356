"""The second step of a sign-in: an app's code of six digits, a passkey, or a recovery code.

A passkey is a key of a telephone, a computer or a stick. The browser signs a challenge for the host
of its page, so a false page gets nothing that works elsewhere. `webauthn` checks the answer. It is
imported inside functions, because its libraries cost memory.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.translation import gettext_lazy as _
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts.models import Passkey, RecoveryCode
from accounts.queries import digest, second_step_of
from accounts.services.signins import lock_account
from tournament import limits
from tournament.errors import NotFound, Refusal
from tournament.limits import Limit

if TYPE_CHECKING:
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor

CODES = 10
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # without letters that look alike
TRIES = Limit("second-step", 10, 900)
MOST_PASSKEYS = 10
ADDING = Limit("passkeys", 20, 3600)
SECONDS = 300  # for the answer of a browser

log = logging.getLogger(__name__)


@transaction.atomic
def turn_off(*, user: AbstractBaseUser) -> None:
    """Turns the second step off: the password alone is enough. A second call changes nothing."""
    TOTPDevice.objects.filter(user_id=user.pk).delete()
    Passkey.objects.filter(user_id=user.pk).delete()
    RecoveryCode.objects.filter(user_id=user.pk).delete()


# --- codes of an app, and recovery codes ------------------------------------------------------


@transaction.atomic
def begin_app(*, user: AbstractBaseUser) -> TOTPDevice:
    """The key for an app; the same one until one of its codes has been confirmed. Until then it has
    no effect."""
    device, _made = TOTPDevice.objects.select_for_update().get_or_create(
        user_id=user.pk, confirmed=False, defaults={"name": "app"}
    )
    return device


@transaction.atomic
def confirm_app(*, user: AbstractBaseUser, code: str) -> list[str]:
    """Turns the second step on. Returns the recovery codes, which are shown only once. Raises
    Refusal (wrong_code), TooOften."""
    limits.spend(TRIES, user.pk)
    device = TOTPDevice.objects.select_for_update().filter(user_id=user.pk, confirmed=False).first()
    if device is None or not device.verify_token(_digits(code)):
        raise _wrong_code()
    TOTPDevice.objects.filter(user_id=user.pk, confirmed=True).delete()
    device.confirmed = True
    device.save(update_fields=["confirmed"])
    return new_codes(user=user)


@transaction.atomic
def new_codes(*, user: AbstractBaseUser) -> list[str]:
    """Replaces the recovery codes by ten new ones; returns them."""
    RecoveryCode.objects.filter(user_id=user.pk).delete()
    codes = [
        "-".join("".join(secrets.choice(LETTERS) for _letter in range(4)) for _part in range(3))
        for _number in range(CODES)
    ]
    RecoveryCode.objects.bulk_create(
        RecoveryCode(user_id=user.pk, code_hash=_hash(code)) for code in codes
    )
    return codes


def pass_with_code(*, user: AbstractBaseUser, code: str) -> str:
    """Checks a code; returns its kind, "code" or "recovery". Raises Refusal (wrong_code),
    TooOften."""
    limits.spend(TRIES, user.pk)
    digits = _digits(code)
    with transaction.atomic():
        apps = TOTPDevice.objects.select_for_update().filter(user_id=user.pk, confirmed=True)
        app = apps.first()
        if app is not None and len(digits) == app.digits and app.verify_token(digits):
            return "code"
    codes = RecoveryCode.objects.filter(user_id=user.pk, code_hash=_hash(code), used_at=None)
    if not codes.update(used_at=timezone.now()):
        raise _wrong_code()
    return "recovery"


def _hash(code: str) -> str:
    """The hash of a recovery code. Capitals, spaces and dashes do not count."""
    return digest("".join(letter for letter in code.lower() if letter.isalnum()))


def _digits(code: str) -> str:
    return "".join(letter for letter in code if letter.isascii() and letter.isdigit())


def _wrong_code() -> Refusal:
    message = _("This code is not right, or was used. Wait for the next one and type that.")
    return Refusal.one("code", "wrong_code", message)


# --- passkeys ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PasskeyOrigin:
    """Where a passkey is made and used: its host, and the browser's origin."""

    rp_id: str
    origin: str


def ask_to_make(*, user: AbstractBaseUser, place: PasskeyOrigin) -> str:
    """The request to a browser, as JSON, to make a passkey that this account does not have yet."""
    import webauthn
    from webauthn.helpers import structs

    options = webauthn.generate_registration_options(
        rp_id=place.rp_id, rp_name=place.rp_id, user_name=user.get_username(),
        user_id=salted_hmac("accounts.passkey", str(user.pk), algorithm="sha256").digest(),
        timeout=SECONDS * 1000, exclude_credentials=_known(user, place),
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.PREFERRED,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
    )  # fmt: skip
    return webauthn.options_to_json(options)


@transaction.atomic
def add_passkey(
    *, user: AbstractBaseUser, place: PasskeyOrigin, name: str, challenge: str, answer: str
) -> list[str]:
    """Adds a passkey; from now on a sign-in asks for one. `challenge`: the one in the request that
    the browser answered. Returns recovery codes, shown only once, when the account had none. Raises
    Refusal (passkey_refused, too_many_passkeys), TooOften."""
    import webauthn

    limits.spend(ADDING, user.pk)
    lock_account(user_id=user.pk)
    before = second_step_of(user=user)
    if before.passkeys >= MOST_PASSKEYS:
        message = _("An account may have %(most)s passkeys. Remove one you no longer use.")
        raise Refusal.one("", "too_many_passkeys", message, most=MOST_PASSKEYS)
    with _reading_the_answer():
        registration = webauthn.verify_registration_response(
            credential=answer, expected_challenge=urlsafe_base64_decode(challenge),
            expected_rp_id=place.rp_id, expected_origin=place.origin,
        )  # fmt: skip
    credential = urlsafe_base64_encode(registration.credential_id)
    if Passkey.objects.filter(credential=credential).exists():
        raise _refused_passkey()
    Passkey.objects.create(
        user_id=user.pk, name=name, rp_id=place.rp_id, credential=credential,
        public_key=registration.credential_public_key, sign_count=registration.sign_count,
        made_at=timezone.now(),
    )  # fmt: skip
    return [] if before.codes_left else new_codes(user=user)


def ask_to_show(*, user: AbstractBaseUser, place: PasskeyOrigin) -> str:
    """The request to a browser, as JSON, to use one of the account's passkeys; empty when none is
    for this host."""
    known = _known(user, place)
    if not known:
        return ""
    import webauthn

    options = webauthn.generate_authentication_options(
        rp_id=place.rp_id, allow_credentials=known, timeout=SECONDS * 1000
    )
    return webauthn.options_to_json(options)


@transaction.atomic
def pass_with_passkey(
    *, user: AbstractBaseUser, place: PasskeyOrigin, challenge: str, answer: str
) -> str:
    """Checks the browser's answer; returns "passkey". Raises Refusal (passkey_refused),
    TooOften."""
    import webauthn
    from webauthn.helpers import parse_authentication_credential_json

    limits.spend(TRIES, user.pk)
    rows = Passkey.objects.select_for_update().filter(user_id=user.pk, rp_id=place.rp_id)
    keys = {key.credential: key for key in rows}
    with _reading_the_answer():
        credential = parse_authentication_credential_json(answer)
        key = keys[urlsafe_base64_encode(credential.raw_id)]
        authentication = webauthn.verify_authentication_response(
            credential=credential, expected_challenge=urlsafe_base64_decode(challenge),
            expected_rp_id=place.rp_id, expected_origin=place.origin,
            credential_public_key=bytes(key.public_key),
            credential_current_sign_count=key.sign_count,
        )  # fmt: skip
    key.sign_count, key.last_used_on = authentication.new_sign_count, timezone.localdate()
    key.save(update_fields=["sign_count", "last_used_on"])
    return "passkey"


@transaction.atomic
def remove_passkey(*, user: AbstractBaseUser, passkey_id: int) -> str:
    """Removes a passkey; returns its name. Raises NotFound, and Refusal (last_passkey): the last
    second step can only be turned off with a code, not by anybody at an open browser."""
    key = Passkey.objects.select_for_update().filter(user_id=user.pk, pk=passkey_id).first()
    if key is None:
        raise NotFound.one("", "no_such_passkey", _("You have no such passkey."))
    step = second_step_of(user=user)
    if not step.with_app and step.passkeys == 1:
        raise Refusal.one(
            "", "last_passkey",
            _("This is your only passkey. Turn the second step off instead: it asks for a code."),
        )  # fmt: skip
    key.delete()
    return key.name


def _known(user: AbstractBaseUser, place: PasskeyOrigin) -> list[PublicKeyCredentialDescriptor]:
    keys = list(Passkey.objects.filter(user_id=user.pk, rp_id=place.rp_id).order_by("id"))
    if not keys:
        return []
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor

    return [PublicKeyCredentialDescriptor(id=urlsafe_base64_decode(key.credential)) for key in keys]


@contextmanager
def _reading_the_answer() -> Iterator[None]:
    """Turns every exception while reading a browser's answer into one Refusal. The decoder raises
    errors of many types, so all are caught; no query runs inside."""
    try:
        yield
    except Exception as error:
        log.info("A passkey was refused: %s", error)
        raise _refused_passkey() from error


def _refused_passkey() -> Refusal:
    message = _("This passkey was not accepted. Try again, or use another one or a code.")
    return Refusal.one("", "passkey_refused", message)
