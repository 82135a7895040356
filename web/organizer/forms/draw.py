"""The form for the draw's seed, a text that the room may choose."""

from django import forms
from django.utils.translation import gettext_lazy as _


class DrawForm(forms.Form):
    """The seed of a draw, when the organizers give one."""

    seed = forms.CharField(
        label=_("Words of the room"),
        required=False,
        max_length=200,
        help_text=_(
            "Leave it empty and the program makes one. With the same words and the same pairs "
            "anybody gets the same draw."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
