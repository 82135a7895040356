"""Passkeys: a key of a telephone, a computer or a stick, asked for after the password.

The browser signs a challenge for the host of its page, so a false page gets nothing that works
elsewhere. `webauthn` checks the answer. It is imported inside functions, because its libraries cost
memory.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts.models import Passkey
from accounts.queries import second_step_of
from accounts.services import second
from accounts.services.locking import lock_account
from tournament import limits
from tournament.errors import NotFound, Refusal, said
from tournament.limits import Limit

if TYPE_CHECKING:
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor

MOST_PASSKEYS = 10
ADDING = Limit("passkeys", 20, 3600)
SECONDS = 300

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a passkey is made and used: its host, and the browser's origin."""

    rp_id: str
    origin: str


@dataclass(frozen=True, slots=True)
class Ceremony:
    """The request to the browser, as JSON, and the challenge that its answer must contain."""

    options: str
    challenge: str


def ask_to_make(*, user: AbstractBaseUser, place: Place) -> Ceremony:
    """The request to a browser to make a passkey that this account does not have yet."""
    import webauthn
    from webauthn.helpers import structs

    asked = webauthn.generate_registration_options(
        rp_id=place.rp_id, rp_name=place.rp_id, user_name=user.get_username(),
        user_id=salted_hmac("accounts.passkey", str(user.pk), algorithm="sha256").digest(),
        timeout=SECONDS * 1000, exclude_credentials=_known(user, place),
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.PREFERRED,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
    )  # fmt: skip
    return Ceremony(webauthn.options_to_json(asked), asked.challenge.hex())


@transaction.atomic
def add(
    *, user: AbstractBaseUser, place: Place, name: str, challenge: str, answer: str
) -> list[str]:
    """Adds a passkey; from now on a sign-in asks for one. Returns recovery codes, shown only once,
    when the account had none. Raises Refusal (passkey_refused, too_many_passkeys), TooOften."""
    import webauthn
    from webauthn.helpers import bytes_to_base64url

    limits.spend(ADDING, user.pk)
    lock_account(user_id=user.pk)
    if Passkey.objects.filter(user_id=user.pk).count() >= MOST_PASSKEYS:
        raise _too_many()
    before = second_step_of(user=user)
    with _reading_what_came():
        made = webauthn.verify_registration_response(
            credential=answer, expected_challenge=bytes.fromhex(challenge),
            expected_rp_id=place.rp_id, expected_origin=place.origin,
        )  # fmt: skip
    credential = bytes_to_base64url(made.credential_id)
    if Passkey.objects.filter(credential=credential).exists():
        raise _refused()
    Passkey.objects.create(
        user_id=user.pk, name=name, rp_id=place.rp_id, credential=credential,
        public_key=made.credential_public_key, sign_count=made.sign_count,
        made_at=timezone.now(),
    )  # fmt: skip
    return [] if before.codes_left else second.new_codes(user=user)


def ask_to_show(*, user: AbstractBaseUser, place: Place) -> Ceremony | None:
    """The request to a browser to use one of the account's passkeys; None when none is for this
    host."""
    known = _known(user, place)
    if not known:
        return None
    import webauthn

    asked = webauthn.generate_authentication_options(
        rp_id=place.rp_id, allow_credentials=known, timeout=SECONDS * 1000
    )
    return Ceremony(webauthn.options_to_json(asked), asked.challenge.hex())


@transaction.atomic
def pass_with(*, user: AbstractBaseUser, place: Place, challenge: str, answer: str) -> str:
    """Checks the browser's answer; returns "passkey". Raises Refusal (passkey_refused),
    TooOften."""
    import webauthn
    from webauthn.helpers import bytes_to_base64url, parse_authentication_credential_json

    limits.spend(second.TRIES, user.pk)
    with _reading_what_came():
        shown = parse_authentication_credential_json(answer)
    keys = Passkey.objects.select_for_update().filter(user_id=user.pk, rp_id=place.rp_id)
    key = keys.filter(credential=bytes_to_base64url(shown.raw_id)).first()
    if key is None:
        raise _refused()
    with _reading_what_came():
        seen = webauthn.verify_authentication_response(
            credential=shown, expected_challenge=bytes.fromhex(challenge),
            expected_rp_id=place.rp_id, expected_origin=place.origin,
            credential_public_key=bytes(key.public_key),
            credential_current_sign_count=key.sign_count,
        )  # fmt: skip
    key.sign_count, key.last_used_on = seen.new_sign_count, timezone.localdate()
    key.save(update_fields=["sign_count", "last_used_on"])
    return "passkey"


@transaction.atomic
def remove(*, user: AbstractBaseUser, passkey_id: int) -> str:
    """Removes a passkey; returns its name. Raises NotFound, and Refusal (last_passkey): the last
    second step can only be turned off with a code, not by anybody at an open browser."""
    found = Passkey.objects.select_for_update().filter(user_id=user.pk, pk=passkey_id).first()
    if found is None:
        raise NotFound.one("", "no_such_passkey", _("You have no such passkey."))
    standing = second_step_of(user=user)
    if not standing.with_app and standing.passkeys == 1:
        raise Refusal.one(
            "", "last_passkey",
            _("This is your only passkey. Turn the second step off instead: it asks for a code."),
        )  # fmt: skip
    found.delete()
    return found.name


def _known(user: AbstractBaseUser, place: Place) -> list[PublicKeyCredentialDescriptor]:
    keys = Passkey.objects.filter(user_id=user.pk, rp_id=place.rp_id).order_by("id")
    found = list(keys.values_list("credential", flat=True))
    if not found:
        return []
    from webauthn.helpers import base64url_to_bytes
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor

    return [PublicKeyCredentialDescriptor(id=base64url_to_bytes(one)) for one in found]


@contextmanager
def _reading_what_came() -> Iterator[None]:
    """Turns every exception while reading a browser's answer into one Refusal. The decoder raises
    errors of many types, so all are caught; no query runs inside."""
    try:
        yield
    except Exception as error:
        log.info("A passkey was refused: %s", error)
        raise _refused() from error


def _refused() -> Refusal:
    return Refusal.one(
        "", "passkey_refused",
        _("This passkey was not accepted. Try again, or use another one or a code."),
    )  # fmt: skip


def _too_many() -> Refusal:
    return Refusal.one(
        "", "too_many_passkeys",
        said(
            _("An account may have %(most)s passkeys. Remove one you no longer use."),
            most=MOST_PASSKEYS,
        ),
    )  # fmt: skip
