"""The next season of a league: its divisions with promotion and relegation, entered in one act."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from season.queries.circuits import could_enter
from season.queries.divisions import finished_leagues
from season.queries.divisions import next_season as shown_season
from season.services import entering
from tournament.errors import lazy_text
from web.acting import submit
from web.forms import Number
from web.once import new_once
from web.organizer.guard import actor_of, only

OF_A_PAIR = "pair_"
"""Begins the name of the field that says in which division a pair is."""


def is_small(text: str) -> bool:
    """Whether this is written as a number that a database holds."""
    return text.isascii() and text.isdigit() and len(text) < 18


class DivisionsForm(forms.Form):
    """How many go up and down, and each division's last and next tournament, the best first."""

    moves = Number(
        label=gettext_lazy("Pairs that go up, and as many down"),
        min_value=0,
        max_value=entering.MOST_MOVES,
        initial=2,
    )
    sizes = forms.ChoiceField(
        label=gettext_lazy("Size of the divisions"),
        choices=[
            ("equal", gettext_lazy("as equal as can be")),
            ("kept", gettext_lazy("as in the last season")),
        ],
        initial="equal",
        required=False,
    )
    gone_go_down = forms.TypedChoiceField(
        label=gettext_lazy("A pair that left during the season"),
        choices=[
            ("1", gettext_lazy("takes one of the places that go down")),
            ("0", gettext_lazy("takes none: as many others go down")),
        ],
        initial="1",
        empty_value="1",
        required=False,
    )
    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    def __init__(self, *args: Any, finished: Any, entry: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        for number in range(1, min(entering.MOST_DIVISIONS, len(finished), len(entry)) + 1):
            for name, label, choices in (
                (f"last_{number}", gettext_lazy("Division %(number)s: last season"), finished),
                (f"next_{number}", gettext_lazy("Division %(number)s: next season"), entry),
            ):
                self.fields[name] = forms.TypedChoiceField(
                    label=lazy_text(label, number=number),
                    coerce=int,
                    required=number == 1,
                    empty_value=None,
                    choices=[("", "—"), *choices],
                )

    def chosen(self) -> dict[str, Any]:
        """The arguments of the service, without what was shown."""
        data = self.cleaned_data
        numbers = range(1, entering.MOST_DIVISIONS + 1)
        return {
            "moves": data["moves"],
            "sizes": data["sizes"] or "equal",
            "gone_go_down": data["gone_go_down"] != "0",
            "chosen": self.wanted,
            "last": [one for n in numbers if (one := data.get(f"last_{n}"))],
            "coming": [one for n in numbers if (one := data.get(f"next_{n}"))],
        }

    @property
    def wanted(self) -> dict[int, int]:
        """Pair → the division, from 1, or 0 for none, in which the page has it."""
        sent = ((name, self.data[name]) for name in self.data if name.startswith(OF_A_PAIR))
        return {
            int(pair): int(number)
            for name, number in sent
            if is_small(pair := name.removeprefix(OF_A_PAIR)) and is_small(number)
        }

    def clean(self) -> dict[str, Any]:
        """Checks that each division has both tournaments, and each tournament one place."""
        data = super().clean() or self.cleaned_data
        for number in range(1, entering.MOST_DIVISIONS + 1):
            if bool(data.get(f"last_{number}")) != bool(data.get(f"next_{number}")):
                self.add_error(
                    None, _("Choose for each division its last and its next tournament.")
                )
                break
        chosen = [value for name, value in data.items() if value and name[:5] in ("last_", "next_")]
        if len(set(chosen)) < len(chosen):
            self.add_error(None, _("Choose each tournament once."))
        return data


@only("GET", "POST")
def next_season(request: HttpRequest) -> HttpResponse:
    """Shows the lists of the next season; then, when they were shown, enters them."""
    finished, entry = finished_leagues(user=request.user), could_enter(user=request.user)
    posted = request.method == "POST"
    form_data = request.POST if posted else request.GET if "moves" in request.GET else None
    form = DivisionsForm(form_data, finished=finished, entry=entry)

    def again(status: int) -> HttpResponse:
        season = shown_season(**form.chosen()) if form.is_bound and form.is_valid() else None
        context = {
            "form": form, "shown": season, "finished": finished, "entry": entry, "once": new_once(),
        }  # fmt: skip
        return render(request, "circuits/next_season.html", context, status=status)

    if not posted or "look" in request.POST:
        return again(200 if not form.is_bound or form.is_valid() else 400)
    return submit(
        request,
        form,
        do=lambda **data: entering.next_season(
            **form.chosen(), seen=data["seen"], actor=actor_of(request)
        ),
        done=_("The lists are entered. The draws can follow."),
        to=reverse("organizer:mine"),
        again=again,
    )
