"""Queries on accounts: tokens, sessions, sign-ins, second steps, invitations."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from django.contrib.auth.models import AbstractBaseUser
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.db.models import Max, Q
from django.utils import timezone
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts.models import (
    RESET_ASKED,
    ApiToken,
    Invitation,
    Mailbox,
    OpenSession,
    Passkey,
    RecoveryCode,
    SignIn,
)

MOST_SIGN_INS = 50
SIGNED_IN_AT = "signed_in_at"
LATELY = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class SecondStep:
    """Whether an account asks for more than its password, and how many recovery codes are left."""

    with_app: bool
    passkeys: int
    codes_left: int

    @property
    def is_on(self) -> bool:
        return self.with_app or self.passkeys > 0


def is_signed_in_lately(*, session: SessionBase) -> bool:
    """Whether this session began in the last ten minutes. What opens the account for others (a
    token, a passkey, an app) asks an older one for the password: a browser that was left open is
    not enough."""
    began: int = session.get(SIGNED_IN_AT, 0)
    return timezone.now().timestamp() - began < LATELY.total_seconds()


def tokens_of(*, user: AbstractBaseUser) -> list[ApiToken]:
    """The user's tokens, oldest first, revoked ones included."""
    return list(ApiToken.objects.filter(user_id=user.pk))


def token_of(*, raw: str) -> ApiToken | None:
    """The valid token with this text, with its user; None when there is none."""
    is_of_today = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
    return (
        ApiToken.objects.select_related("user")
        .filter(is_of_today, token_hash=digest(raw), revoked_at=None, user__is_active=True)
        .first()
    )


def digest(raw: str) -> str:
    """The stored hash of a token. A token is long and random, so one round of SHA-256 is enough."""
    return sha256(raw.encode()).hexdigest()


def sessions_of(*, user: AbstractBaseUser) -> list[OpenSession]:
    """The signed-in browsers, newest first, without expired sessions."""
    alive = Session.objects.filter(expire_date__gt=timezone.now()).values("session_key")
    return list(OpenSession.objects.filter(user_id=user.pk, session_key__in=alive))


def sign_ins_of(*, user: AbstractBaseUser) -> list[SignIn]:
    """The account's newest sign-ins and attempts, at most 50."""
    return list(SignIn.objects.filter(user_id=user.pk)[:MOST_SIGN_INS])


def wrong_passwords(*, name: str, address: str, since: datetime) -> int:
    """The wrong passwords for a name from an address, after its last sign-in from there."""
    entries = SignIn.objects.filter(at__gte=since, name=name, address=address)
    # Anybody may ask for a reset: that proves nothing, and clears no count.
    proved = entries.filter(succeeded=True).exclude(how=RESET_ASKED)
    signed_in = proved.aggregate(last=Max("pk"))["last"] or 0
    return entries.filter(how="password", succeeded=False, pk__gt=signed_in).count()


def second_step_of(*, user: AbstractBaseUser) -> SecondStep:
    """What the account asks for after its password."""
    has_app = TOTPDevice.objects.filter(user_id=user.pk, confirmed=True).exists()
    passkeys = Passkey.objects.filter(user_id=user.pk).count()
    left = RecoveryCode.objects.filter(user_id=user.pk, used_at=None).count()
    return SecondStep(has_app, passkeys, left if has_app or passkeys else 0)


def passkeys_of(*, user: AbstractBaseUser) -> list[Passkey]:
    """The account's passkeys, oldest first. Each works only for its host, `rp_id`."""
    return list(Passkey.objects.filter(user_id=user.pk))


def mailbox_of(*, user: AbstractBaseUser) -> Mailbox | None:
    """The owner's e-mail addresses, confirmed or not; None without any."""
    return Mailbox.objects.filter(user_id=user.pk).first()


def invitation_list() -> list[Invitation]:
    """All invitations, newest first; their links were shown once."""
    return list(Invitation.objects.select_related("used_by"))


def open_invitation(*, raw: str) -> Invitation | None:
    """The invitation of this link; None when it cannot be used."""
    invitation = Invitation.objects.filter(token_hash=digest(raw)).first()
    return invitation if invitation and invitation.is_open else None
