"""The fields of one hand, and the hand record that they make."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from mus import RuleSet, card_from, holding_of
from tournament.errors import Problem, StrOrPromise
from web.forms import ListedForm, Said
from web.handform import bets
from web.handform.bets import BetEnd
from web.handform.problems import field_of, in_words, is_of_one_field, without_follow_ons
from web.handform.typed import spaced

LANCES = ("grande", "chica", "pares", "juego")
DECLARED = ("pares", "juego")
BET_FIELDS = ("bet", "by", "stake", "before")

LANCE_NAMES: Mapping[str, StrOrPromise] = {
    "grande": _("Grande"),
    "chica": _("Chica"),
    "pares": _("Pares"),
    "juego": _("Juego or punto"),
}
ENDS = (
    (bets.PASO, _("passed")),
    (bets.SEEN, _("bet, the other pair accepts")),
    (bets.REFUSED, _("bet, the other pair refuses")),
    (bets.ORDAGO_SEEN, _("órdago, the other pair accepts")),
    (bets.ORDAGO_REFUSED, _("órdago, the other pair refuses")),
)
SAID = (("auto", _("as the cards")), ("yes", _("yes")), ("no", _("no")))


SIDES = (("A", "A"), ("B", "B"))


def mano_field(seats: Sequence[str]) -> forms.TypedChoiceField:
    """The field for the mano of a game's first hand; its values are seats."""
    return forms.TypedChoiceField(
        label=_("Mano"),
        coerce=int,
        choices=list(enumerate(seats)),
        help_text=_("First hand of the game: the player who cuts mus is mano (H4)."),
    )


def initial_of(record: Mapping[str, Any], mano: int) -> dict[str, Any]:
    """A stored record as the form's first values."""
    initial: dict[str, Any] = {"mano": record.get("mano", mano)}
    for seat, four in enumerate(record.get("cards") or ()):
        initial[f"cards_{seat}"] = four if isinstance(four, str) else " ".join(four)
    for lance, words in (record.get("declared") or {}).items():
        for seat, word in enumerate(words):
            initial[f"declared_{lance}_{seat}"] = "yes" if word else "no"
    for lance, calls in (record.get("bets") or {}).items():
        end = bets.end_of(calls)
        initial |= {
            f"bet_{lance}": end.how,
            f"by_{lance}": end.by,
            f"stake_{lance}": end.stake,
            f"before_{lance}": end.before,
        }
    for infraction in record.get("infractions") or ():
        initial[f"false_claim_{infraction['seat']}"] = True
    if record.get("claim"):
        initial["claim_a"], initial["claim_b"] = record["claim"]
    return initial


def quick_initial_of(record: Mapping[str, Any], mano: int) -> dict[str, Any]:
    """A stored record without cards as the form's first values."""
    quick = record.get("quick") or {}
    stones = quick.get("stones") or (None, None)
    return {
        "mano": record.get("mano", mano),
        "stones_a": stones[0],
        "stones_b": stones[1],
        "game_winner": quick.get("game_winner") or "",
    }


class HandForm(ListedForm):
    """A hand as a referee enters it. `record()` gives the hand record.

    The caller gives the pairs (`pairs`), a label for each seat (`seats`), the rule set, and whether
    the mano may still be chosen (H4: the first hand of a game).
    """

    is_quick = False

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        ruleset: RuleSet,
        pairs: Sequence[str],
        seats: Sequence[str],
        mano: int,
        mano_free: bool,
        stored: Mapping[str, Any] | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.pairs = pairs
        self.seat_labels = list(seats)
        self.mano = mano
        self.mano_free = mano_free
        self.stored = dict(stored or {})
        initial = initial_of(self.stored, mano) if stored else {"mano": mano}
        super().__init__(data, initial=initial)
        self._add_fields()

    def _add_fields(self) -> None:
        if self.mano_free:
            self.fields["mano"] = mano_field(self.seat_labels)
        for seat, label in enumerate(self.seat_labels):
            self.fields[f"cards_{seat}"] = forms.CharField(
                label=label,
                required=False,
                max_length=40,
                widget=forms.TextInput(
                    attrs={
                        "autocomplete": "off",
                        "autocapitalize": "characters",
                        "spellcheck": "false",
                        "data-cards": str(seat),
                    }
                ),
            )
            for lance in DECLARED:
                self.fields[f"declared_{lance}_{seat}"] = forms.ChoiceField(
                    label=LANCE_NAMES[lance], choices=SAID, required=False
                )
            self.fields[f"false_claim_{seat}"] = forms.BooleanField(label=label, required=False)
        for lance in LANCES:
            self._add_bet(lance)
        for side, pair in zip("ab", self.pairs, strict=True):
            self.fields[f"claim_{side}"] = forms.IntegerField(
                label=pair, required=False, min_value=0, max_value=999
            )

    def _add_bet(self, lance: str) -> None:
        self.fields[f"bet_{lance}"] = forms.ChoiceField(
            label=LANCE_NAMES[lance], choices=ENDS, required=False
        )
        self.fields[f"by_{lance}"] = forms.ChoiceField(
            label=_("last bet by"),
            choices=(("", "–"), *zip("AB", self.pairs, strict=True)),
            required=False,
        )
        self.fields[f"stake_{lance}"] = forms.IntegerField(
            label=_("stones"), required=False, min_value=0, max_value=999
        )
        self.fields[f"before_{lance}"] = forms.IntegerField(
            label=_("raised from"), required=False, min_value=0, max_value=999
        )

    # What the page shows

    def seats(self) -> list[dict[str, Any]]:
        """For the template: the fields of each seat with its side, from the mano on, as they speak
        and as the tablet has them."""
        count = len(self.seat_labels)
        return [
            {
                "seat": seat,
                "label": label,
                "side": "AB"[seat % 2],
                "is_mano": seat == self.mano and not self.mano_free,
                "cards": self[f"cards_{seat}"],
                "pares": self[f"declared_pares_{seat}"],
                "juego": self[f"declared_juego_{seat}"],
                "false_claim": self[f"false_claim_{seat}"],
            }
            for seat, label in (
                (each % count, self.seat_labels[each % count])
                for each in range(self.mano, self.mano + count)
            )
        ]

    def lances(self) -> list[dict[str, Any]]:
        """For the template: the fields of each lance's betting."""
        return [
            {
                "key": lance,
                "name": LANCE_NAMES[lance],
                "how": self[f"bet_{lance}"],
                "by": self[f"by_{lance}"],
                "stake": self[f"stake_{lance}"],
                "before": self[f"before_{lance}"],
            }
            for lance in LANCES
        ]

    @property
    def example(self) -> str:
        """Four cards as they are typed."""
        return "Ro Rc 7e 4b" if self.ruleset.needs_suits else "R R 7 4"

    @property
    def has_infraction(self) -> bool:
        """Whether a false claim is ticked, so that the page shows that part unfolded."""
        return any(self[f"false_claim_{s}"].value() for s in range(self.ruleset.seats))

    # Checking

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for lance in LANCES:
            self._clean_bet(lance, cleaned)
        claims = [name for name in ("claim_a", "claim_b") if cleaned.get(name, "") is None]
        if len(claims) == 1:
            [missing] = claims
            self.add_error(missing, _("Give the stones of both pairs (0 counts), or of neither."))
        return cleaned

    def _clean_bet(self, lance: str, cleaned: dict[str, Any]) -> None:
        how = cleaned.get(f"bet_{lance}") or bets.PASO
        if how == bets.PASO:
            return
        if not cleaned.get(f"by_{lance}"):
            self.add_error(f"by_{lance}", _("Say which pair made the last bet."))

    def where(self, name: str) -> str:
        """A field's name with its player or lance, because the same label occurs four times."""
        head, _dash, rest = name.partition("_")
        label, (last, _under, seat) = super().where(name), rest.partition("_")
        if head == "declared":
            return f"{self.seat_labels[int(seat)]}, {label}"
        if head in ("by", "stake", "before"):
            return f"{LANCE_NAMES[last]}, {label}"
        return label

    def put_problems(self, problems: Iterable[Problem]) -> None:
        """Shows each problem from the rules or a service at its field.

        On a form with errors of its own, these problems are about the parts that could be read.
        """
        wrong = any(f"cards_{seat}" in self.errors for seat in range(self.ruleset.seats))
        remaining = without_follow_ons(problems, cards_wrong=wrong)
        later = any(problem.code == "later_hand_impossible" for problem in remaining)
        for problem in remaining:
            field = "" if later else field_of(problem.field)
            words = str(problem.message) if later else self._words(problem)
            if field not in self.fields or not is_of_one_field(problem.field):
                self.add_error(None, Said(words, at=field))
            elif words not in self.errors.get(field, ()):
                self.add_error(field, Said(words))

    def _words(self, problem: Problem) -> str:
        return in_words(
            problem,
            typed={s: self[f"cards_{s}"].value() or "" for s in range(self.ruleset.seats)},
            seats=self.seat_labels,
            suits=self.ruleset.needs_suits,
        )

    # The record

    def record(self) -> dict[str, Any]:
        """The hand record, without rule set and score, which the match knows.

        For a form with errors, the record of the parts that could be read.
        """
        cards = self._cards()
        data = self.cleaned_data
        record: dict[str, Any] = {
            "mano": data.get("mano", self.mano) if self.mano_free else self.mano,
            "cards": cards,
            "declared": self._declared(cards),
            "bets": self._bets(),
        }
        guilty = [s for s in range(self.ruleset.seats) if data.get(f"false_claim_{s}")]
        if guilty:
            record["infractions"] = [{"kind": "false_claim", "seat": seat} for seat in guilty]
        claim = [data.get("claim_a"), data.get("claim_b")]
        if None not in claim:
            record["claim"] = claim
        return record

    def _cards(self) -> list[str] | None:
        typed = [self.cleaned_data.get(f"cards_{s}") for s in range(self.ruleset.seats)]
        if None in typed:
            return None
        return [spaced(str(text)) for text in typed] if any(typed) else None

    def _declared(self, cards: list[str] | None) -> dict[str, list[bool]]:
        holdings = [self._holding_flags(four) for four in cards] if cards else []
        declared: dict[str, list[bool]] = {}
        for lance in DECLARED:
            words = [
                self._word(lance, seat, holdings[seat] if holdings else None)
                for seat in range(self.ruleset.seats)
            ]
            if None not in words:
                declared[lance] = [bool(word) for word in words]
        return declared

    def _word(self, lance: str, seat: int, holding: dict[str, bool] | None) -> bool | None:
        word = self.cleaned_data.get(f"declared_{lance}_{seat}") or "auto"
        if word != "auto":
            return bool(word == "yes")
        return holding[lance] if holding else None

    def _holding_flags(self, four: str) -> dict[str, bool] | None:
        cards = [card for token in four.split() if (card := card_from(token)) is not None]
        if len(cards) != 4:
            return None
        holding = holding_of(cards, self.ruleset)
        return {"pares": bool(holding.pares), "juego": bool(holding.juego)}

    def _bets(self) -> dict[str, list[dict[str, Any]]]:
        out = {}
        stored = self.stored.get("bets") or {}
        for lance in LANCES:
            calls = bets.calls_for(self._end(lance), stored.get(lance) or ())
            if calls:
                out[lance] = calls
        return out

    def _end(self, lance: str) -> BetEnd:
        data = self.cleaned_data
        how = data.get(f"bet_{lance}") or bets.PASO
        wrong = any(f"{name}_{lance}" in self.errors for name in BET_FIELDS)
        if how == bets.PASO or wrong:
            return BetEnd()
        ordago = how in (bets.ORDAGO_SEEN, bets.ORDAGO_REFUSED)
        stake = None if ordago else data[f"stake_{lance}"] or self._unsaid(lance)
        return BetEnd(how, data[f"by_{lance}"], stake, data[f"before_{lance}"])

    def _unsaid(self, lance: str) -> int:
        """The stake when none was typed: an envido is 2, a raise 2 more (E1)."""
        return (self.cleaned_data[f"before_{lance}"] or 0) + 2
