"""Reads the words of a hand's line, in order, into a hand record; every fault with its column."""

import re

from ..betting import Call
from ..course import Ruled
from ..lances import DECLARED_LANCES, Lance
from ..play.showing import ruleset_json
from ..quick import QUICK
from ..ruleset import RuleSet
from ..sides import Side
from .faults import Faults
from .pieces import NUMBER, read_calls, read_id, read_ruleset_word, read_stones, read_table

LANCE_OF = {"G": Lance.GRANDE, "C": Lance.CHICA, "P": Lance.PARES, "J": Lance.JUEGO}
"""The letter with which a lance's word begins."""
_SEAT = re.compile(r"[0-9]")
_PAIR = re.compile(rf"({NUMBER})-({NUMBER})", re.ASCII)
_OUTCOME = re.compile(rf"({NUMBER})-({NUMBER})([AB]?)", re.ASCII)
_WORDS = re.compile(r"(\?|[+-]+)(.*)", re.DOTALL)


class LineReader:
    """Reads the words of a line in order into a hand record."""

    def __init__(self, ruleset: RuleSet, faults: Faults, *, in_match: bool) -> None:
        self.faults = faults
        self.ruleset = self._around = ruleset
        self._in_match = in_match
        self.ruled: Ruled | None = None
        self.record: dict[str, object] = {}
        self._due = ["mano", "score", "cards"]
        self._declared: dict[str, object] = {}
        self._bets: dict[str, object] = {}
        self._seen: set[str] = set()

    def take(self, word: str, column: int) -> None:
        if len(self._due) == 3 and word[0] == "#" and "id" not in self.record:
            self._id(word, column)
        elif len(self._due) == 3 and word[0] == "@":
            self._ruleset(word, column)
        elif self._due:
            getattr(self, f"_{self._due.pop(0)}")(word, column)
        else:
            self._later(word, column)

    def end(self, column: int) -> None:
        if self._due:
            self.faults.add("bad_hand", column)
        if QUICK in self.record and self.ruleset == self._around:
            return
        self.record["ruleset"] = ruleset_json(self.ruleset)
        if QUICK in self.record:
            return
        self.record["declared"] = self._declared
        self.record["bets"] = self._bets

    def _id(self, word: str, column: int) -> None:
        boxed_id = read_id(word[1:])
        if boxed_id is None:
            self.faults.add("bad_id", column, given=word)
        else:
            self.record["id"] = boxed_id[0]

    def _ruleset(self, word: str, column: int) -> None:
        ruleset = read_ruleset_word(word[1:])
        if ruleset is None:
            self.faults.add("bad_ruleset", column, given=word)
        elif self._in_match and ruleset != self.ruleset:
            self.faults.add("other_ruleset", column, given=word)
        else:
            self.ruleset = ruleset

    def _mano(self, word: str, column: int) -> None:
        if _SEAT.fullmatch(word) and int(word) < self.ruleset.seats:
            self.record["mano"] = int(word)
        else:
            self.faults.add("bad_mano", column, given=word)

    def _score(self, word: str, column: int) -> None:
        score = _pair(word)
        if score:
            self.record["score"] = list(score)
        else:
            self.faults.add("bad_score", column, given=word)

    def _cards(self, word: str, column: int) -> None:
        if word[0] == "Q":
            self._quick(word, column)
        elif word != "*":
            seats = read_table(word)
            if seats is None:
                self.faults.add("bad_cards", column, given=word)
            else:
                self.record["cards"] = seats

    def _quick(self, word: str, column: int) -> None:
        stones_and_winner = _outcome(word[1:])
        if stones_and_winner is None:
            self.faults.add("bad_quick", column, given=word)
            return
        stones, winner = stones_and_winner
        outcome: dict[str, object] = {"stones": list(stones)}
        if winner is not None:
            outcome["game_winner"] = str(winner)
        self.record[QUICK] = outcome

    def _later(self, word: str, column: int) -> None:
        mark = word[0]
        if mark != "!" and mark in self._seen:
            self.faults.add("bad_token", column, given=word)
            return
        self._seen.add(mark)
        if mark == "~":
            self._ruling(word, column)
        elif QUICK in self.record:
            self.faults.add("bad_token", column, given=word)
        elif mark in LANCE_OF:
            self._lance(LANCE_OF[mark], word, column)
        elif mark == "!" and _SEAT.fullmatch(word[1:]):
            infractions = self.record.setdefault("infractions", [])
            assert isinstance(infractions, list)
            infractions.append({"kind": "false_claim", "seat": int(word[1:])})
        elif mark == "=" and (claim := _pair(word[1:])):
            self.record["claim"] = list(claim)
        else:
            self.faults.add("bad_token", column, given=word)

    def _lance(self, lance: Lance, word: str, column: int) -> None:
        rest = word[1:]
        if lance in DECLARED_LANCES:
            match = _WORDS.fullmatch(rest)
            if match is None:
                self.faults.add("bad_declaration", column, given=word)
                return
            if match[1] != "?":
                self._declared[str(lance)] = [sign == "+" for sign in match[1]]
            rest = match[2]
        calls = read_calls(rest)
        if calls is None:
            self.faults.add("bad_calls", column, given=word)
        elif calls:
            self._bets[str(lance)] = [_call_json(call) for call in calls]

    def _ruling(self, word: str, column: int) -> None:
        stones_and_winner = _outcome(word[1:])
        if stones_and_winner is None:
            self.faults.add("bad_ruling", column, given=word)
        else:
            self.ruled = Ruled(*stones_and_winner)


def _pair(text: str) -> tuple[int, int] | None:
    match = _PAIR.fullmatch(text)
    return read_stones(match[1], match[2]) if match else None


def _outcome(text: str) -> tuple[tuple[int, int], Side | None] | None:
    match = _OUTCOME.fullmatch(text)
    stones = read_stones(match[1], match[2]) if match else None
    return (stones, Side(match[3]) if match[3] else None) if match and stones else None


def _call_json(call: Call) -> dict[str, object]:
    out: dict[str, object] = {"by": str(call.by), "call": str(call.kind)}
    return out if call.stake is None else {**out, "stake": call.stake}
