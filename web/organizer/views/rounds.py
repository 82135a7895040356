"""The round just drawn, changed by hand."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext_lazy

from scoring.desk.declared.own_pages import PAIR_BY_HAND
from tournament.championship.queries.tournaments import TournamentView
from tournament.errors import Refusal
from tournament.matches.queries.pairing import Pairings, RoundByHand, Warned, to_change
from tournament.matches.services import pairing
from web.acting import say_refusal
from web.organizer.acting import page_of
from web.organizer.considering import consider
from web.organizer.forms.reasons import Reason
from web.organizer.guard import actor_of, for_organizers
from web.seen import whole

NOBODY = ("", gettext_lazy("– nobody: a bye –"))


class RoundByHandForm(Reason):
    """Two pairs for each match of `next_round`, or one for a bye; at first those that stand."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)
    looked_at = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, next_round: RoundByHand, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.next_round = next_round
        self.fields["seen"].initial = as_text(next_round.now)
        nobody = [NOBODY] if any(None in both for both in next_round.own) else []
        pairs = [(str(n), f"{n}. {one.name}") for n, one in sorted(next_round.pairs.items())]
        for index, both in enumerate(next_round.now):
            for side, number in zip("ab", both, strict=True):
                field = forms.ChoiceField(
                    label=gettext_lazy("Pair") if side == "a" else gettext_lazy("plays pair"),
                    choices=[*nobody, *pairs],
                    required=False,
                    initial=str(number or ""),
                )
                self.fields[f"{side}{index}"] = field

    def lines(self) -> list[dict[str, Any]]:
        """The program's own matches, in words, beside the fields."""
        return [
            {
                "own": [self.next_round.pairs[number] for number in both if number is not None],
                "sides": [self[f"a{index}"], self[f"b{index}"]],
            }
            for index, both in enumerate(self.next_round.own)
        ]

    def chosen_matches(self) -> list[list[int | None]]:
        """The matches as they were chosen; a line without any pair is left out."""
        lines = [
            [
                int(value) if (value := self.cleaned_data[f"{side}{index}"]) else None
                for side in "ab"
            ]
            for index in range(len(self.next_round.now))
        ]
        return [both for both in lines if both != [None, None]]

    def seen_matches(self) -> list[list[int | None]]:
        """The matches that the page showed as those that stand."""
        text = self.cleaned_data["seen"] or as_text(self.next_round.now)
        return [[whole(one) for one in both.split("-")] for both in text.split()]

    def look(self) -> None:
        """Marks what is chosen now as what the warnings shown are about."""
        self.data = self.data.copy()
        self.data.update({"looked_at": as_text(self.chosen_matches())})

    def was_looked_at(self) -> bool:
        """Whether the warnings of exactly these matches were shown."""
        return bool(self.cleaned_data["looked_at"] == as_text(self.chosen_matches()))


def as_text(matches: Pairings | list[list[int | None]]) -> str:
    """Matches as a line, such as "3-7 2-"."""
    return " ".join(f"{a or ''}-{b or ''}" for a, b in matches)


@for_organizers("GET", "POST")
def pair_by_hand(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The program's own matches beside lists to choose others; what speaks against these is shown
    before they are made."""
    next_round = _round(request, tournament)
    desk = page_of(tournament, "desk")
    if next_round is None:
        return HttpResponseRedirect(desk)
    form = RoundByHandForm(request.POST or None, next_round=next_round)

    def look(**_: Any) -> tuple[Warned, ...]:
        warned = pairing.preview_pairing(
            tournament_id=tournament.id,
            matches=form.chosen_matches(),
            instead_of=form.seen_matches(),
            actor=actor_of(request),
        )
        form.look()
        return warned

    return consider(
        request,
        "pair_by_hand.html",
        form,
        look=look,
        do=lambda **data: PAIR_BY_HAND.do(
            tournament_id=tournament.id,
            round=next_round.round,
            matches=form.chosen_matches(),
            instead_of=form.seen_matches(),
            despite_warnings=form.was_looked_at(),
            reason=data["reason"],
            actor=actor_of(request),
        ),
        done=PAIR_BY_HAND.done,
        to=desk,
        tab="desk",
        found=next_round,
    )


def _round(request: HttpRequest, tournament: TournamentView) -> RoundByHand | None:
    """The round that may be changed now; None, with a message, where there is none."""
    try:
        return to_change(tournament_id=tournament.id)
    except Refusal as refusal:
        say_refusal(request, refusal)
        return None
