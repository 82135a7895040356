"""What is stored for an account besides its name and the hash of its password."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone


class ApiToken(models.Model):
    """A token for a program that acts for an account. Only its SHA-256 is stored; the token itself
    is shown once, when it is made."""

    class Scope(models.TextChoices):
        READ = "read"
        WRITE = "write"

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens"
    )
    name = models.CharField(max_length=80)
    token_hash = models.CharField(max_length=64, unique=True)
    scope = models.CharField(
        max_length=5, choices=Scope.choices, default=Scope.WRITE, db_default=Scope.WRITE
    )
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_on = models.DateField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        db_table = "api_apitoken"  # the table was created by the app `api`
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="api_token_named")]

    def __str__(self) -> str:
        return self.name


RESET_ASKED = "reset asked"
"""Noted in the name of an account, by whoever knows its e-mail address."""


class SignIn(models.Model):
    """A sign-in, an attempt, or a change of how the account can be opened. `how`: password, code,
    recovery, passkey, registration, invitation, reset. `name`: the typed name when no account has
    it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="sign_ins"
    )
    name = models.CharField(max_length=150)
    how = models.CharField(max_length=20)
    succeeded = models.BooleanField()
    address = models.CharField(max_length=45, blank=True, default="")
    agent = models.CharField(max_length=200, blank=True, default="")
    at = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.name} {self.how}"


class OpenSession(models.Model):
    """A signed-in browser, stored so that its session can be ended from another browser."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="open_sessions"
    )
    session_key = models.CharField(max_length=40, unique=True)
    address = models.CharField(max_length=45, blank=True, default="")
    agent = models.CharField(max_length=200, blank=True, default="")
    began_at = models.DateTimeField()

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.user_id} since {self.began_at:%Y-%m-%d}"


class RecoveryCode(models.Model):
    """A code to sign in with when the telephone is lost: used once, stored as a hash."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="recovery_codes"
    )
    code_hash = models.CharField(max_length=64)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "code_hash"], name="recovery_code_once"),
        ]

    def __str__(self) -> str:
        return f"a code of {self.user_id}"


class Passkey(models.Model):
    """A key of a device, asked for after the password. It works only for the host it was made for,
    `rp_id`. Only its public part is stored."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="passkeys"
    )
    name = models.CharField(max_length=80)
    rp_id = models.CharField(max_length=253)
    credential = models.CharField(max_length=1400, unique=True)  # the credential id in base64url
    public_key = models.BinaryField()
    sign_count = models.PositiveBigIntegerField()
    made_at = models.DateTimeField()
    last_used_on = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="passkey_named")]

    def __str__(self) -> str:
        return self.name


class Mailbox(models.Model):
    """The owner's e-mail addresses. `email`: confirmed; `wanted`: not confirmed yet; either may be
    empty."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mailbox"
    )
    email = models.CharField(max_length=254, blank=True, default="", db_index=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    wanted = models.CharField(max_length=254, blank=True, default="")
    asked_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(email="") | Q(confirmed_at__isnull=False), name="mailbox_confirmed"
            )
        ]

    def __str__(self) -> str:
        return f"mailbox of {self.user_id}"


class Invitation(models.Model):
    """A link that creates one account, where registration is closed."""

    token_hash = models.CharField(max_length=64, unique=True)
    note = models.CharField(max_length=120)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.note

    @property
    def is_open(self) -> bool:
        """Whether the link still creates an account."""
        return self.used_at is None and self.expires_at > timezone.now()
