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


class Disqualification(Reason):
    """A reason, and what becomes of the pair's place (T8)."""

    place_stays_empty = forms.BooleanField(
        label=_("Its place stays empty"),
        required=False,
        help_text=_(
            "Otherwise everybody behind moves up one place, even to the title. It matters only "
            "once its last match has been played."
        ),
    )
