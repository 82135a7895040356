"""Why a record is refused: every fault at once, each with a code, a path and the remedy.

The codes are those of the hand record format ("mus-hand/1"). A message is made from the template
of its code and the fault's parameters, so that a translation needs the templates alone.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from .invalid import MOST_SHOWN, cut_short
from .remade import Remade

TEMPLATES: Mapping[str, str] = MappingProxyType(
    {
        "bad_json": "%(path)s: not understood. Send one JSON object with the fields of the hand "
        "record and no others.",
        "bad_ruleset": "%(path)s: there is no such rule set or setting. Name a preset, or a preset "
        "and settings with their allowed values.",
        "bad_mano": "%(path)s: the mano is a seat, a whole number from 0 to %(last)s.",
        "bad_score": "%(path)s: give two whole numbers, each from 0 to %(last)s: the stones of A "
        "and B before the hand.",
        "bad_cards": "%(path)s: give %(seats)s seats of four cards each.",
        "bad_card": "%(path)s: “%(given)s” is no card here. Ranks are R C S 7 6 5 4 3 2 A, suits "
        "o c e b where the rule set needs them.",
        "bad_call": "%(path)s: a call has “by” (A or B), “call” (envido, ordago, quiero, "
        "no_quiero) and, for an envido, “stake” (stones).",
        "bad_lance": "%(path)s: there is no such lance here. The lances are grande, chica, pares "
        "and juego.",
        "bad_claim": "%(path)s: give two whole numbers, 0 or more: the stones A and B say they "
        "took.",
        "bad_infraction": "%(path)s: an infraction has “kind” (false_claim) and “seat” (0 to "
        "%(last)s).",
        "too_many_of_rank": "%(path)s: there are %(count)s cards of rank %(rank)s; the pack has "
        "%(most)s. Check the cards of every seat.",
        "duplicate_card": "%(path)s: the card %(card)s appears twice. Check its suit.",
        "joker_unresolved": "%(path)s: %(card)s is a joker: say what it stands for, %(card)s=R or "
        "%(card)s=A.",
        "bet_too_small": "%(path)s: a first bet is at least 2 stones, not %(stake)s.",
        "raise_too_small": "%(path)s: a raise states a total at least 2 above the last: at least "
        "%(least)s, not %(stake)s.",
        "out_of_turn": "%(path)s: pair %(by)s would be answering itself. The other pair answers.",
        "nothing_to_answer": "%(path)s: there is no bet standing to answer. Begin with an envido "
        "or an órdago.",
        "bet_over_ordago": "%(path)s: after an órdago only quiero or no quiero.",
        "call_after_close": "%(path)s: the bet on this lance was closed before this call. Remove "
        "it.",
        "bet_unanswered": "%(path)s: the last bet was never answered. Add quiero or no quiero.",
        "no_betting": "%(path)s: there is no betting here: not both pairs declared. Remove the "
        "bets or mend the declarations.",
        "not_eligible": "%(path)s: %(by)s may not bet on this lance.",
        "bets_after_game_over": "%(path)s: the game had ended before this lance. Remove its bets.",
        "declaration_required": "%(path)s: this lance was reached: say for each of the %(seats)s "
        "seats, true or false, what it declared.",
        "cards_required": "%(path)s: a lance has to be compared: give the cards of every seat.",
    }
)


class Fault(NamedTuple):
    """One thing wrong with a record: its code, where it stands, and what the message needs."""

    code: str
    path: str
    params: Mapping[str, object]

    @property
    def message(self) -> str:
        """What is wrong and what to do, in English."""
        return TEMPLATES[self.code] % self.params

    def to_json(self) -> dict[str, str]:
        return {"code": self.code, "path": self.path, "message": self.message}


class RecordRefused(Remade, ValueError):
    """A record that cannot be true, refused whole; `faults` names what was found, the first
    `MOST_FAULTS` of it."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        self.faults = faults[:MOST_FAULTS]
        super().__init__("; ".join(f"{f.code} at {f.path or 'record'}" for f in self.faults))


MOST_FAULTS = 50
"""More than any hand can have by mistake: what is no hand at all must not be answered at length."""


def fault(code: str, path: str, **params: object) -> Fault:
    """A fault with its path among the parameters, and long input cut short for the message."""
    if "given" in params:
        params["given"] = _value_text(params["given"])
    return Fault(code, path, {"path": path or "record", **params})


def _value_text(value: object) -> str:
    """The value as text for a message; of lists and objects only the kind, they can be endless."""
    if isinstance(value, str):
        return cut_short(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if value is None or isinstance(value, bool | float):
        return str(value)
    if isinstance(value, int):
        return str(value) if abs(value) < 10**MOST_SHOWN else "…"
    return "[…]" if isinstance(value, list) else "{…}"
