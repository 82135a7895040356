"""What is wrong with a text: line, column, code and the remedy, up to `MOST_FAULTS` at once."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from ..faults import Fault
from ..invalid import cut_short
from ..remade import Remade

NOTATION_TEMPLATES: Mapping[str, str] = MappingProxyType(
    {
        "bad_cards": "“%(given)s” is not the cards of a table. Write four cards a seat, seats "
        "apart by “/”: 772A/33S2/RRSA/CCC6; “*” when nobody had to show.",
        "bad_calls": "“%(given)s” is not a sequence of calls. Write the pair (A or B), then the "
        "total of an envido, “e” for an unsaid one, “!” for órdago, “q” or “n”: A4B6Aq.",
        "bad_declaration": "“%(given)s” is not a declaration. Write + or - for each seat: P+-++.",
        "bad_id": '“%(given)s” is not an id. Write #name, #7, or a JSON text: #"two words".',
        "bad_mano": "“%(given)s” is no seat. Write the mano first: 0 to 3 (0 to 5 with six).",
        "bad_score": "“%(given)s” is no score. Write the stones of A and B before the hand: 12-33.",
        "bad_token": "“%(given)s” is not understood here. After the cards come G, C, P, J, then "
        "! with the seat of a false claim, = with the claim, ~ with a ruling, each once.",
        "bad_ruleset": "“%(given)s” is no rule set. Write @preset, and settings after commas: "
        "@nabo,target=30.",
        "other_ruleset": "The hand is under “%(given)s”, its match under another rule set. A match "
        "is played under one: take the word out, or correct the header.",
        "bad_header": '“%(given)s” is not a header. Write [Name "value"] before the first game.',
        "missing_header": "The header %(name)s is missing. Write it before the first game.",
        "double_header": "The header %(name)s appears twice. Keep one.",
        "bad_best_of": "“%(given)s” is no number of games. Write a whole number from 1 to 99.",
        "bad_format": "“%(given)s” is not a format this program reads. Write mus-match/1.",
        "bad_game": "“%(given)s” is out of order. Write “Game %(expected)s” here.",
        "no_game": "A hand stands before the first game. Write “Game 1” above it.",
        "bad_decision": "“%(given)s” is no decision. Write “Decided A” or “Decided B” after the "
        "hands of a game, once; a remark may follow after “;”.",
        "bad_course": "The hand is at mano %(given)s, but what stands before it leads to "
        "%(course)s. Correct whichever is wrong, or add the ruling (~) that changed the score.",
        "game_open": "This game is won by nobody, and another follows. Add its hands, or “Decided” "
        "with the pair.",
        "bad_hand": "A hand needs a mano, a score and cards: 0 12-33 772A/33S2/RRSA/CCC6.",
        "bad_deal": "A played hand begins with its mano, its score and its deck: 0 12-33 and then "
        "the forty cards in their order, without spaces.",
        "bad_word": "“%(given)s” is nothing that happens at a table. Write the seat and what it "
        "did: 0m, 1x, 2e4, 3q.",
        "bad_quick": "“%(given)s” is no outcome. Write Q and the stones of A and B, then the pair "
        "that won the game if it did: Q5-2 or Q0-12B.",
        "bad_ruling": "“%(given)s” is no ruling. Write ~ and the stones of A and B, then the pair "
        "that won the game if it did: ~5-0 or ~0-0B.",
        "quick_nothing_taken": "In every hand at least one pair takes stones. Write how many: "
        "Q5-2.",
        "quick_winner_unclear": "The loser of a game stays below %(target)s. Write which pair won "
        "it, and of the other only the stones it took before that: Q0-12B, or ~0-0B in a ruling.",
    }
)
_OF_OUTCOMES = ("quick_nothing_taken", "quick_winner_unclear")
MOST_FAULTS = 500
"""More than any match has by mistake: a text that is no match at all is not read to its end."""

_NOTHING: Mapping[str, object] = {}  # a mappingproxy could not be sent to another process


class NotationFault(NamedTuple):
    """One thing wrong in a text. `line` and `column` count from 1; `message` ends in the remedy.

    For a message in another language: `params` fill the template of `code`, which is one of
    `NOTATION_TEMPLATES`, or, where the rules engine refused the hand of this line, one of the
    engine's own, and `path` the place in its record.
    """

    line: int
    column: int
    code: str
    message: str
    path: str | None = None
    params: Mapping[str, object] = _NOTHING


class NotationRefused(Remade, ValueError):
    """A text that cannot be read, refused whole. `faults` names what was found, in order: all of
    it, or the first `MOST_FAULTS`; what follows them was not looked at."""

    def __init__(self, faults: tuple[NotationFault, ...]) -> None:
        super().__init__("; ".join(f"{f.line}:{f.column} {f.code}" for f in faults))
        self.faults = faults


class Faults:
    """Gathers the faults of a text, line by line. Each way to add one raises `NotationRefused` when
    there are `MOST_FAULTS`."""

    def __init__(self) -> None:
        self.found: list[NotationFault] = []
        self.line = 1

    def add(self, code: str, column: int, **params: object) -> None:
        """A fault of the notation on the current line."""
        text = params.get("given")
        if isinstance(text, str):
            params["given"] = cut_short(text)
        message = NOTATION_TEMPLATES[code] % params
        self._keep(NotationFault(self.line, column, code, message, None, params))

    def add_from_engine(self, code: str, message: str, column: int = 1) -> None:
        """What the play of a hand refuses at a word of the current line."""
        self._keep(NotationFault(self.line, column, code, message, ""))

    def add_refused(self, fault: Fault) -> None:
        """A fault that the rules engine finds in the hand on the current line."""
        if fault.code in _OF_OUTCOMES:
            self.add(fault.code, 1, **fault.params)
            return
        own_fault = NotationFault(self.line, 1, fault.code, fault.message, fault.path, fault.params)
        self._keep(own_fault)

    def raise_if_any(self) -> None:
        """Raise `NotationRefused` when anything was found."""
        if self.found:
            raise NotationRefused(tuple(sorted(self.found, key=lambda fault: fault[:4])))

    def _keep(self, fault: NotationFault) -> None:
        self.found.append(fault)
        if len(self.found) >= MOST_FAULTS:
            self.raise_if_any()
