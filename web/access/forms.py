"""The forms of coming in: a name and a password, nothing more."""

from django import forms
from django.contrib.auth.forms import AuthenticationForm, BaseUserCreationForm, UsernameField
from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _


class Login(AuthenticationForm):
    """The session's door. Which of the two was wrong is not said."""

    username = UsernameField(label=_("Name"), widget=forms.TextInput(attrs={"autofocus": True}))
    error_messages = {
        "invalid_login": _(
            "This name and password do not belong together. Check both: capitals count."
        ),
        "inactive": _("This account is closed. Ask whoever runs this server to open it again."),
    }


class Register(BaseUserCreationForm):
    """A new account. The e-mail address stays out: nothing is sent."""

    class Meta:
        model = User
        fields = ("username",)
        labels = {"username": _("Name")}
        help_texts = {"username": _("What you will sign in with. Letters, digits and @ . + - _")}

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"]
        # Names that differ only in capitals would be taken for one another.
        if User.objects.filter(username__iexact=username).exists():
            raise forms.ValidationError(
                _("Somebody already has this name. Choose another one, or sign in."), code="taken"
            )
        return username
