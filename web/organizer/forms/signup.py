"""Forms for the sign-up page."""

from django import forms
from django.utils.translation import gettext_lazy as _


class SignUpTerms(forms.Form):
    """Whether sign-up is open, the most pairs, the fee."""

    is_open = forms.BooleanField(label=_("Pairs can sign up by themselves"), required=False)
    cap = forms.IntegerField(
        label=_("Places"),
        required=False,
        min_value=2,
        max_value=512,
        help_text=_("Later pairs join the waiting list. Empty: no limit."),
    )
    fee = forms.CharField(label=_("Fee"), required=False, max_length=60)
    note = forms.CharField(
        label=_("What pairs should know"),
        required=False,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class Contacts(forms.Form):
    """A confirmation that contacts are erased for good."""

    sure = forms.BooleanField(label=_("Yes, erase every telephone number and e-mail address"))
