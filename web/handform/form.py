"""The fields of one hand, and the hand record that they make."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.rules import RuleSet, card_from, holding_of
from tournament.errors import Problem, StrOrPromise
from web.handform import bets
from web.handform.bets import BetEnd
from web.handform.fields import SIDES, mano_field
from web.handform.typed import spaced

LANCES = ("grande", "chica", "pares", "juego")
DECLARED = ("pares", "juego")

LANCE_NAMES: Mapping[str, StrOrPromise] = {
    "grande": _("Grande"),
    "chica": _("Chica"),
    "pares": _("Pares"),
    "juego": _("Juego or punto"),
}
ENDS = (
    (bets.PASO, _("passed")),
    (bets.SEEN, _("bet, seen")),
    (bets.REFUSED, _("bet, refused")),
    (bets.ORDAGO_SEEN, _("órdago, seen")),
    (bets.ORDAGO_REFUSED, _("órdago, refused")),
)
SAID = (("auto", _("as the cards")), ("yes", _("yes")), ("no", _("no")))


class HandForm(forms.Form):
    """A hand as a referee enters it. `record()` gives the hand record once the form is valid.

    The caller says who sits where (`seats`: a label a seat), the rule set, and whether the mano
    may still be chosen (H4: the first hand of a game).
    """

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        ruleset: RuleSet,
        seats: Sequence[str],
        mano: int,
        mano_free: bool,
        stored: Mapping[str, Any] | None = None,
    ) -> None:
        self.ruleset = ruleset
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
                        "placeholder": "R R 7 4" if not self.ruleset.needs_suits else "Ro Rc 7e 4b",
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
        for side in ("a", "b"):
            self.fields[f"claim_{side}"] = forms.IntegerField(
                label=side.upper(), required=False, min_value=0, max_value=999
            )

    def _add_bet(self, lance: str) -> None:
        self.fields[f"bet_{lance}"] = forms.ChoiceField(
            label=LANCE_NAMES[lance], choices=ENDS, required=False
        )
        self.fields[f"by_{lance}"] = forms.ChoiceField(
            label=_("last bet by"), choices=(("", "–"), *SIDES), required=False
        )
        self.fields[f"stake_{lance}"] = forms.IntegerField(
            label=_("stones"), required=False, min_value=0, max_value=999
        )
        self.fields[f"before_{lance}"] = forms.IntegerField(
            label=_("raised from"),
            required=False,
            min_value=0,
            max_value=999,
            help_text=_("What stood before the last raise; empty when it was the first bet."),
        )

    # What the page shows

    def seats(self) -> list[dict[str, Any]]:
        """For the template: the fields of each seat, with its side."""
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
            for seat, label in enumerate(self.seat_labels)
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
    def has_infraction(self) -> bool:
        """Whether somebody is ticked for a false claim, so that the page shows it unfolded."""
        return any(self[f"false_claim_{s}"].value() for s in range(self.ruleset.seats))

    # Checking

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for lance in LANCES:
            self._clean_bet(lance, cleaned)
        claims = [cleaned.get("claim_a"), cleaned.get("claim_b")]
        if claims.count(None) == 1:
            missing = "claim_a" if claims[0] is None else "claim_b"
            self.add_error(missing, _("Give the stones of both pairs (0 counts), or of neither."))
        return cleaned

    def _clean_bet(self, lance: str, cleaned: dict[str, Any]) -> None:
        how = cleaned.get(f"bet_{lance}") or bets.PASO
        if how == bets.PASO:
            return
        if not cleaned.get(f"by_{lance}"):
            self.add_error(f"by_{lance}", _("Say which pair made the last bet."))

    def put_problems(self, problems: Iterable[Problem]) -> None:
        """Shows what the rules or a service refused at the field it is about."""
        for problem in problems:
            field = field_of(problem.field)
            self.add_error(field if field in self.fields else None, str(problem.message))

    # The record

    def record(self) -> dict[str, Any]:
        """The hand record of a valid form, without rule set and score: the desk knows those."""
        cards = self._cards()
        record: dict[str, Any] = {
            "mano": self.cleaned_data["mano"] if self.mano_free else self.mano,
            "cards": cards,
            "declared": self._declared(cards),
            "bets": self._bets(),
        }
        guilty = [s for s in range(self.ruleset.seats) if self.cleaned_data[f"false_claim_{s}"]]
        if guilty:
            record["infractions"] = [{"kind": "false_claim", "seat": seat} for seat in guilty]
        claim = [self.cleaned_data["claim_a"], self.cleaned_data["claim_b"]]
        if None not in claim:
            record["claim"] = claim
        return record

    def _cards(self) -> list[str] | None:
        typed = [self.cleaned_data[f"cards_{s}"] for s in range(self.ruleset.seats)]
        return [spaced(text) for text in typed] if any(typed) else None

    def _declared(self, cards: list[str] | None) -> dict[str, list[bool]]:
        shown = [self._shown(four) for four in cards] if cards else []
        said: dict[str, list[bool]] = {}
        for lance in DECLARED:
            words = [
                self._word(lance, seat, shown[seat] if shown else None)
                for seat in range(self.ruleset.seats)
            ]
            if None not in words:
                said[lance] = [bool(word) for word in words]
        return said

    def _word(self, lance: str, seat: int, shown: dict[str, bool] | None) -> bool | None:
        word = self.cleaned_data[f"declared_{lance}_{seat}"] or "auto"
        if word != "auto":
            return bool(word == "yes")
        return shown[lance] if shown else None

    def _shown(self, four: str) -> dict[str, bool] | None:
        cards = [card for token in four.split() if (card := card_from(token)) is not None]
        if len(cards) != 4:
            return None
        holding = holding_of(cards, self.ruleset)
        return {"pares": bool(holding.pares), "juego": bool(holding.juego)}

    def _bets(self) -> dict[str, list[dict[str, Any]]]:
        out = {}
        stored = self.stored.get("bets") or {}
        for lance in LANCES:
            data = self.cleaned_data
            how = data[f"bet_{lance}"] or bets.PASO
            ordago = how in (bets.ORDAGO_SEEN, bets.ORDAGO_REFUSED)
            stake = None if ordago else data[f"stake_{lance}"] or self._unsaid(lance)
            end = (
                BetEnd()
                if how == bets.PASO
                else BetEnd(how, data[f"by_{lance}"], stake, data[f"before_{lance}"])
            )
            calls = bets.calls_for(end, stored.get(lance) or ())
            if calls:
                out[lance] = calls
        return out

    def _unsaid(self, lance: str) -> int:
        """An unsaid envido is 2, an unsaid raise 2 more (E1)."""
        return (self.cleaned_data[f"before_{lance}"] or 0) + 2


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


def field_of(path: str) -> str:
    """The form's field for a path of the hand record ("cards[2][0]" → "cards_2")."""
    seat = re.match(r"cards\[(\d+)\]", path)
    if seat:
        return f"cards_{seat[1]}"
    head, _dot, lance = path.partition(".")
    lance = lance.split("[")[0]
    if head == "bets":
        return f"bet_{lance}"
    if head == "declared":
        return f"declared_{lance}_0"
    infraction = re.match(r"infractions\[(\d+)\]", path)
    if infraction:
        return f"false_claim_{infraction[1]}"
    return {"cards": "cards_0", "claim": "claim_a", "mano": "mano"}.get(path, path)
