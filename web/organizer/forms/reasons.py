"""Forms for reasons, which the public log keeps."""

from django import forms
from django.utils.translation import gettext_lazy as _

LONGEST = 500


class Nothing(forms.Form):
    """A confirmation without fields."""


class Reason(forms.Form):
    """A reason, kept in the log."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST,
        help_text=_("Everybody can read it in the log."),
        error_messages={"required": _("Say why, in a few words: it stays on the record.")},
        widget=forms.Textarea(attrs={"rows": 3}),
    )
