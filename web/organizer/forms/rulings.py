"""Forms for decisions of officials (D7)."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.rulings.queries.words import GAME, NOTHING, WON, FalseWord
from tournament.errors import StrOrPromise
from web.forms import Number
from web.organizer.forms.reasons import Reason

MOST_STONES = 9_999
CONFIRM, REPLACE, CLAIM, DISMISS, CLOSE = "confirm", "replace", "claim", "dismiss", "close"

# Kind of question → its possible decisions, the likeliest first.
DECISIONS: dict[str, tuple[tuple[str, StrOrPromise], ...]] = {
    "needs_ruling": (
        (CONFIRM, _("What the program proposes stands")),
        (REPLACE, _("Another outcome stands")),
    ),
    "claim": (
        (CONFIRM, _("The rules' count stands")),
        (CLAIM, _("The table's claim stands")),
        (REPLACE, _("Another outcome stands")),
    ),
    "repetition": (
        (CONFIRM, _("It counts: what the program proposes happens")),
        (DISMISS, _("It does not count")),
    ),
    "call": ((CLOSE, _("The table has been answered")),),
    "attention": ((DISMISS, _("It has been dealt with: nothing more to enter")),),
}
# Decisions that need no reason, because the rules themselves give it.
NEEDS_NO_REASON = {("needs_ruling", CONFIRM), ("repetition", CONFIRM), ("call", CLOSE)}


def what_it_takes(word: FalseWord) -> StrOrPromise:
    """What counting a false word would cost, in words (G1)."""
    if word.tribunal:
        sentence = gettext(
            "It would be number %(n)s of the tournament: the case goes to the Disciplinary "
            "Tribunal."
        )
        return sentence % {"n": word.time}
    if word.time == 1:
        return _("It would be the first of the tournament: nothing is taken.")
    return {
        GAME: _("It would be the second of the tournament: the pair loses the game in progress."),
        WON: _(
            "It would be the second of the tournament: the pair won this game, and loses it "
            "instead."
        ),
        NOTHING: _(
            "It would be the second of the tournament: it counts, and nothing more is taken."
        ),
    }[word.takes]


class Outcome(Reason):
    """Stones for both pairs, or the pair that wins the game; and the false words that count."""

    stones_a = Number(label=_("Stones for A"), min_value=0, max_value=MOST_STONES, required=False)
    stones_b = Number(label=_("Stones for B"), min_value=0, max_value=MOST_STONES, required=False)
    game_winner = forms.ChoiceField(
        label=_("This hand wins the game for"), required=False, widget=forms.RadioSelect
    )
    counts = forms.MultipleChoiceField(
        label=_("A false declaration that counts as a repetition"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    field_order = ["stones_a", "stones_b", "game_winner", "counts", "reason"]

    def __init__(
        self,
        *args: Any,
        pairs: Sequence[tuple[str, str]] = (),
        words: Sequence[FalseWord] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        names = dict(pairs)
        self.fields["counts"].choices = [
            (str(word.side), f"{names.get(str(word.side), '')}. {what_it_takes(word)}")
            for word in words
        ]
        if not words:
            del self.fields["counts"]
        self.fields["game_winner"].choices = [("", _("nobody yet, by these stones")), *pairs]
        for side in ("a", "b"):
            if side.upper() in names:
                self.fields[f"stones_{side}"].label = _("Stones for %s") % names[side.upper()]

    def check_outcome(self, data: dict[str, Any]) -> None:
        """Checks that both numbers or a winner are given: one number alone is a mistake."""
        has_stones = [data.get("stones_a") is not None, data.get("stones_b") is not None]
        if all(has_stones) or (data.get("game_winner") and not any(has_stones)):
            return
        empty = "stones_a" if not has_stones[0] else "stones_b"
        self.add_error(empty, _("Give the stones of both pairs, or say who wins the game."))

    def stones(self) -> tuple[int, int] | None:
        data = self.cleaned_data
        if data.get("stones_a") is None:
            return None
        return data["stones_a"], data["stones_b"]


class Overrule(Outcome):
    """Another outcome for any hand."""

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not self.errors.keys() & {"stones_a", "stones_b", "game_winner"}:
            self.check_outcome(data)
        return data


class Decision(Outcome):
    """A decision on one open question."""

    decision = forms.ChoiceField(label=_("Decision"), widget=forms.RadioSelect)
    field_order = ["decision", "stones_a", "stones_b", "game_winner", "counts", "reason"]

    def __init__(self, *args: Any, kind: str = "claim", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind = kind
        self.fields["decision"].choices = list(DECISIONS.get(kind, ()))
        self.fields["reason"].required = False
        if not self.may_replace:
            for name in ("stones_a", "stones_b", "game_winner"):
                del self.fields[name]

    @property
    def may_replace(self) -> bool:
        return any(value == REPLACE for value, _name in DECISIONS.get(self.kind, ()))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        decision = data.get("decision")
        if decision == REPLACE and not self.errors.keys() & {"stones_a", "stones_b"}:
            self.check_outcome(data)
        says_why = (self.kind, decision) in NEEDS_NO_REASON and not data.get("counts")
        if decision and not says_why and not data.get("reason"):
            self.add_error("reason", self.fields["reason"].error_messages["required"])
        return data


class CaseForm(Reason):
    """What the Tribunal heard, or its verdict."""

    verdict = forms.ChoiceField(
        label=_("Verdict"),
        required=False,
        widget=forms.RadioSelect,
        choices=[
            ("", _("only heard, no verdict yet")),
            ("cleared", _("cleared: the claim does not count")),
            ("warned", _("warned: nothing is taken")),
            ("game", _("loses the game")),
            ("match", _("loses the match")),
            ("disqualified", _("disqualified")),
        ],
    )
    field_order = ["verdict", "reason"]


class AppealForm(Reason):
    """Who appeals, against what, and why."""

    side = forms.ChoiceField(label=_("Who appeals"), widget=forms.RadioSelect)
    about = forms.ChoiceField(label=_("Against"), required=False)
    field_order = ["side", "about", "reason"]

    def __init__(
        self,
        *args: Any,
        pairs: Sequence[tuple[str, str]] = (),
        places: Sequence[tuple[int, int]] = (),
        **kwargs: Any,
    ) -> None:
        """`places`: game and number of each hand that counts."""
        super().__init__(*args, **kwargs)
        self.fields["side"].choices = list(pairs)
        hands = [
            (
                f"{game}-{number}",
                gettext("game %(game)s, hand %(number)s") % {"game": game, "number": number},
            )
            for game, number in reversed(places)
        ]
        self.fields["about"].choices = [("", _("the result of the match")), *hands]


REJECT, RESULT, UPHOLD = "reject", "result", "uphold"


class AppealDecision(Outcome):
    """A decision on an appeal: rejected, another outcome of the hand, another result, or upheld
    without a change."""

    decision = forms.ChoiceField(label=_("Decision"), widget=forms.RadioSelect)
    games_a = forms.IntegerField(min_value=0, max_value=9, required=False)
    games_b = forms.IntegerField(min_value=0, max_value=9, required=False)
    field_order = [
        "decision", "stones_a", "stones_b", "game_winner", "games_a", "games_b", "reason",
    ]  # fmt: skip

    def __init__(
        self, *args: Any, of_a_hand: bool = False, is_over: bool = False, **kwargs: Any
    ) -> None:
        """`of_a_hand`: the appeal is about a hand; `is_over`: the match has a result."""
        super().__init__(*args, **kwargs)
        self.of_a_hand, self.is_over = of_a_hand, is_over
        names = dict(kwargs.get("pairs", ()))
        choices = [(REJECT, _("Rejected: what was appealed against stands"))]
        if of_a_hand:
            choices.append((REPLACE, _("Upheld: another outcome of the hand stands")))
        if is_over:
            choices.append((RESULT, _("Upheld: another result of the match stands")))
        choices.append((UPHOLD, _("Upheld: what was wrong is corrected separately")))
        self.fields["decision"].choices = choices
        gone = [] if of_a_hand else ["stones_a", "stones_b", "game_winner"]
        for name in [*gone, *([] if is_over else ["games_a", "games_b"])]:
            del self.fields[name]
        for side in ("a", "b") if is_over else ():
            self.fields[f"games_{side}"].label = gettext("Games for %s") % names.get(
                side.upper(), ""
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        decision = data.get("decision")
        if decision == REPLACE and not self.errors.keys() & {"stones_a", "stones_b"}:
            self.check_outcome(data)
        if decision == RESULT and not self.errors.keys() & {"games_a", "games_b"}:
            for name in ("games_a", "games_b"):
                if data.get(name) is None:
                    self.add_error(name, _("Give the games of both pairs."))
        return data

    def games(self) -> tuple[int, int]:
        return self.cleaned_data["games_a"], self.cleaned_data["games_b"]
