"""The forms of accounts: signing in, registering, codes, e-mail, passkeys, tokens."""

from typing import Any

from django import forms
from django.contrib.auth.forms import (
    AuthenticationForm,
    PasswordChangeForm,
    UserCreationForm,
    UsernameField,
)
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from web.access.guard import trying_own_password


class Login(AuthenticationForm):
    """Name and password. An error does not say which of the two was wrong."""

    # Django's own form sets the length for the browser only.
    username = UsernameField(
        label=_("Name"), max_length=150, widget=forms.TextInput(attrs={"autofocus": True})
    )
    error_messages = {
        "invalid_login": _(
            "The name or the password is wrong. Check both: capital letters matter."
        ),
        "inactive": _("This account is closed. Ask the operator of this server to open it again."),
    }


class Register(UserCreationForm):
    """A new account. An e-mail address can be given on its page, and need not be."""

    class Meta:
        model = User
        fields = ("username",)
        labels = {"username": _("Name")}
        help_texts = {"username": _("What you will sign in with. Letters, digits and @ . + - _")}
        error_messages = {
            "username": {
                "unique": _("Somebody already has this name. Choose another one, or sign in.")
            }
        }

    def create(self) -> User | None:
        """Creates the account. None, with an error at the name, when somebody took it since the
        form was checked: the hash of the password takes its time."""
        try:
            with transaction.atomic():
                user: User = self.save()
        except IntegrityError:
            self.add_error("username", self.Meta.error_messages["username"]["unique"])
            return None
        return user


class Code(forms.Form):
    """The code that the app shows, or a recovery code."""

    code = forms.CharField(
        label=_("Code"),
        max_length=40,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "inputmode": "text", "autofocus": True}
        ),
    )


class Email(forms.Form):
    email = forms.EmailField(
        label=_("E-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class WithPassword(forms.Form):
    """Asks for the account's password, so that an open browser alone is not enough. Where
    `with_password` is False it is not asked for."""

    password = forms.CharField(
        label=_("Password"),
        strip=False,
        max_length=4096,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(
        self, *args: Any, request: HttpRequest, with_password: bool = True, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.request = request
        if not with_password:
            del self.fields["password"]

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        with trying_own_password(self.request):
            if not self.request.user.check_password(password):
                raise ValidationError(_("This is not your password."), code="wrong_password")
        return password

    def clean(self) -> dict[str, Any]:
        """What is asked for besides: a password goes no further than here."""
        data = super().clean() or self.cleaned_data
        return {name: value for name, value in data.items() if name != "password"}


class ChangePassword(PasswordChangeForm):
    """The old password and a new one, and whether programs go on with their tokens."""

    keeps_tokens = forms.BooleanField(label=_("My programs keep their tokens"), required=False)

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request

    def clean_old_password(self) -> str:
        with trying_own_password(self.request):
            return super().clean_old_password()


class NewMailbox(WithPassword, Email):
    """A new e-mail address for the account, with the account's password."""

    field_order = ["email", "password"]


class NewApp(WithPassword, Code):
    """Adds an app: one of its codes."""

    field_order = ["code", "password"]


class Answer(forms.Form):
    """What a browser answers when it is asked to make or to use a passkey."""

    answer = forms.CharField(max_length=20_000, required=False, widget=forms.HiddenInput)


class NewPasskey(WithPassword, Answer):
    """A passkey: its name, chosen by the owner, and the browser's answer."""

    name = forms.CharField(
        label=_("Name of the passkey"),
        max_length=80,
        help_text=_("So that you recognize it: my phone, the key on my key ring."),
    )
    field_order = ["name", "password"]


class NewToken(WithPassword):
    """A token for a program: what it may do, and for how long."""

    name = forms.CharField(label=_("What will use it"), max_length=80)
    scope = forms.ChoiceField(
        label=_("What it may do"),
        choices=[("read", _("Only read")), ("write", _("Read and write"))],
    )
    days = forms.TypedChoiceField(
        label=_("For how long"),
        choices=[("30", _("A month")), ("365", _("A year")), ("", _("Until it is revoked"))],
        coerce=int,
        empty_value=None,
        initial="30",
        required=False,
    )
    field_order = ["name", "scope", "days", "password"]
