"""Forms of those who run a circuit."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from season.models import Circuit
from season.queries.circuits import CircuitView
from season.rules.points import LAST_PLACE, MOST_POINTS, USUAL

MOST_BEST_OF = 200


class CircuitForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=120)
    carried_by = forms.ChoiceField(
        label=_("Who gets the points"), choices=Circuit.CarriedBy.choices, initial="pair"
    )
    same_names = forms.ChoiceField(
        label=_("Entries of the same name are one person"),
        choices=Circuit.SameNames.choices,
        initial="club",
        help_text=_("The others are only proposed under Who is who, and you decide."),
    )
    points = forms.CharField(
        label=_("Points by place"),
        help_text=_(
            "One line for each place or range of places: 1: 100, and below it 5-8: 20. A shared "
            "place gets the points of that place."
        ),
        required=False,
        max_length=4_000,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 7, "spellcheck": "false"}),
        initial=USUAL.to_text(),
    )
    taking_part = forms.IntegerField(
        label=_("Points for taking part"),
        help_text=_("For every place that is not above."),
        min_value=0,
        max_value=MOST_POINTS,
        initial=USUAL.taking_part,
    )
    best_of = forms.IntegerField(
        label=_("How many results count"),
        help_text=_("The best ones of each. Empty: all of them."),
        min_value=1,
        max_value=MOST_BEST_OF,
        required=False,
    )

    @staticmethod
    def initial_of(circuit: CircuitView) -> dict[str, Any]:
        """The form's values for a circuit as it is."""
        return {
            "name": circuit.name,
            "carried_by": circuit.carried_by,
            "same_names": circuit.same_names,
            "points": circuit.points.to_text(),
            "taking_part": circuit.points.taking_part,
            "best_of": circuit.best_of,
        }


class OfferForm(forms.Form):
    """One of an organizer's tournaments, and the circuit it is offered to."""

    tournament = forms.TypedChoiceField(label=_("Tournament"), coerce=int)
    circuit = forms.TypedChoiceField(label=_("Circuit"), coerce=int)

    def __init__(self, *args: Any, tournaments: Any, circuits: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.fields["tournament"].choices = tournaments
        self.fields["circuit"].choices = circuits


class Chosen(forms.Form):
    """A tournament named by a button, and for organizers the circuit."""

    tournament = forms.IntegerField(min_value=1, max_value=2**53)
    circuit = forms.IntegerField(min_value=1, max_value=2**53, required=False)


class RunnerForm(forms.Form):
    """Another account that runs the circuit."""

    username = forms.CharField(
        label=_("Their name on this site"),
        max_length=150,
        help_text=_("They need an account first."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )


class MergeForm(forms.Form):
    """Two people of the circuit who are the same."""

    one = forms.ChoiceField(label=_("This one"))
    other = forms.ChoiceField(label=_("is the same as"))

    def __init__(self, *args: Any, people: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        for name in ("one", "other"):
            self.fields[name].choices = [("", "—"), *people]


class AlikeForm(forms.Form):
    """A proposal, by its people's keys, or all proposals that were shown."""

    keys = forms.CharField(required=False, max_length=10_000)
    seen = forms.CharField(required=False, max_length=64)


class ApartForm(forms.Form):
    """An entry of a person that is somebody else's."""

    person = forms.CharField(max_length=40)
    entry = forms.CharField(max_length=40)


class QualifyForm(forms.Form):
    """How many of the ranking go to which tournament. `seen`: who was shown."""

    first = forms.IntegerField(
        label=_("How many qualify"), min_value=1, max_value=LAST_PLACE, initial=16
    )
    tournament = forms.TypedChoiceField(
        label=_("Tournament they enter"),
        coerce=int,
        help_text=_("A tournament of yours that is open for entry."),
    )
    of_each = forms.BooleanField(
        label=_("This many from each finished tournament, instead of from the ranking"),
        required=False,
    )
    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=40_000)

    def __init__(self, *args: Any, tournaments: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.fields["tournament"].choices = tournaments


class CircuitFileForm(forms.Form):
    file = forms.FileField(
        label=_("File (.muscircuit)"),
        help_text=_("From the ranking of the circuit. Import its tournaments first."),
        widget=forms.FileInput(attrs={"accept": ".muscircuit"}),
    )
