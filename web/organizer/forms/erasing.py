"""The form for erasing names."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.proof.rules.entries import ASKED_BY as MAY_ASK
from web.organizer.forms.reasons import Reason
from web.words import ASKED_BY


class Erasing(Reason):
    """The names to search for, who asked for it, and why."""

    words = forms.CharField(
        label=_("Names"),
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off"}),
        help_text=_("One a line, each as it stands. Other spellings need a line of their own."),
    )
    asked_by = forms.ChoiceField(
        label=_("Who asked for it"),
        choices=[(who, ASKED_BY[who]) for who in MAY_ASK],
        widget=forms.RadioSelect,
    )
    sure = forms.BooleanField(label=_("Yes, erase all that was found"))
    field_order = ("words", "asked_by", "reason", "sure")
