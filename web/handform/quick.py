"""A hand entered by its outcome alone."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.errors import Problem
from web.forms import ListedForm, Number, Said
from web.handform.form import mano_field, quick_initial_of


class QuickForm(ListedForm):
    """A hand without cards: the stones that each pair took. Stored as unverified.

    `pairs`, `seats`, `mano` and `mano_free` as in `HandForm`: the mano must be known without cards
    too, because it moves on with each hand. `target`: the stones of a game. `stored`: a record for
    the first values.
    """

    is_quick = True

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        pairs: Sequence[str],
        seats: Sequence[str],
        target: int,
        mano: int,
        mano_free: bool,
        stored: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=quick_initial_of(stored or {}, mano))
        self.target = target
        self.mano_free = mano_free
        if mano_free:
            self.fields["mano"] = mano_field(seats)
        for side, pair in zip("ab", pairs, strict=True):
            self.fields[f"stones_{side}"] = Number(
                label=_("Stones for %s") % pair,
                min_value=0,
                max_value=200,
            )
        self.fields["game_winner"] = forms.ChoiceField(
            label=_("Órdago won by"),
            choices=(("", _("no órdago")), *zip("AB", pairs, strict=True)),
            required=False,
        )

    def stones(self) -> tuple[int, int]:
        """The stones of A and B. Only for a valid form."""
        return self.cleaned_data["stones_a"], self.cleaned_data["stones_b"]

    def record(self) -> dict[str, Any]:
        quick: dict[str, Any] = {"stones": list(self.stones())}
        if self.cleaned_data["game_winner"]:
            quick["game_winner"] = self.cleaned_data["game_winner"]
        if self.mano_free:
            return {"mano": self.cleaned_data["mano"], "quick": quick}
        return {"quick": quick}

    def put_problems(self, problems: Iterable[Problem]) -> None:
        """Shows the problems from the rules or a service."""
        for problem in problems:
            at = "stones_a" if problem.field.startswith("quick") else ""
            self.add_error(None, Said(self._words(problem), at=at))

    def _words(self, problem: Problem) -> str:
        if problem.code != "quick_winner_unclear":
            return str(problem.message)
        words = _(
            "Both pairs would have %(target)s stones or more, and the loser of a game stays below "
            "that. Give the pair that lost only the stones it took before."
        )
        return str(words) % {"target": self.target}
