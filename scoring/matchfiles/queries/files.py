"""Reads a `.mus` text to be imported into a match, and compares it with the match."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext_lazy as _

from jobs.beside import TakesTooMuch, run_beside
from mus.notation import (
    MatchLines,
    MatchText,
    NotationRefused,
    other_way_round,
    read_match_lines,
    ruleset_text,
)
from mus.record import FORMAT
from mus.ruleset import RuleSet, ruleset_from
from scoring.course.models import Hand
from scoring.course.queries.stored import find_match, ruleset_of
from scoring.wording.faults import line, notation_problem
from tournament import wording
from tournament.entries.models import Pair
from tournament.entries.queries import read_list
from tournament.entries.rules.entry import both_players
from tournament.errors import Problem, Refusal, StrOrPromise, lazy_text
from tournament.formats.regulations import REGULATIONS
from tournament.log.rules import text as texts
from tournament.log.rules.events import FieldFault
from tournament.matches.models import Match

# Compares the headers of a match file with the match: rule set, pairs, seats, first mano.


LONGEST_NAME = 200
SEATS = ("Seat0", "Seat1", "Seat2", "Seat3")
"""The headers that name who sits where."""
FIRST_MANO = "FirstMano"
"""The header with the seat that speaks first in the match (H1)."""
SEATS_OF = {"A": (0, 2), "B": (1, 3)}


@dataclass(slots=True)
class Headers:
    """A file's text compared with a match. `problems`: what does not agree; `notes`: what does not
    agree but was allowed by the person who imports."""

    match: Match
    text: MatchText
    lines: MatchLines
    ruleset: object = None
    four_kings: bool = False
    problems: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)

    def must_be_under_its_rules(self) -> None:
        """Notes a problem unless rule set and number of games are the match's. Four kings are
        allowed if both pairs may agree on them (T4)."""
        ruleset = self.text.ruleset
        agreed = self._find_ruleset(ruleset)
        if not agreed:
            self._other_ruleset(self.lines.headers["Ruleset"], ruleset)
        for number, (game, lines) in enumerate(
            zip(self.text.games, self.lines.hands, strict=True), start=1
        ):
            rules = replace(ruleset, target=game.target or ruleset.target)
            if agreed and game.hands and rules.target != self.match.stones_of_game(number):
                self._other_stones(self.lines.games[number - 1], number)
            for hand, at in zip(game.hands, lines, strict=True):
                named = hand.record.get("ruleset")
                if named is not None and not _same(ruleset_from(named), rules):
                    self._other_ruleset(at, ruleset_from(named))
        if self.text.vaca != self.match.vaca:
            self._problem(
                "BestOf",
                "other_vaca",
                _('This match is played in vacas of %(right)s games. Write [Vaca "%(right)s"].'),
                right=self.match.vaca,
            )
        if self.text.best_of != self.match.best_of:
            self._problem(
                "BestOf",
                "other_best_of",
                _(
                    "The file is best of %(given)s games, and this match best of %(right)s. Write "
                    "%(right)s if the header is wrong."
                ),
                given=self.text.best_of,
                right=self.match.best_of,
            )

    def sides(self, wanted: str | None) -> str:
        """The file's A and B, as sides of the match. `wanted`: the sides that the caller names;
        None compares the names of the pairs."""
        names = [self._clean(letter) for letter in "AB"]
        called = {sides: self._called(names, sides) for sides in ("AB", "BA")}
        if wanted is None:
            best = max(called, key=lambda sides: sum(called[sides]))
            for letter, name, agrees in zip("AB", names, called[best], strict=True):
                if name and not agrees:
                    self._other_players(letter, name)
            return best
        for letter, name, side, agrees in zip("AB", names, wanted, called[wanted], strict=True):
            if not agrees:
                self._note(
                    letter,
                    "other_names",
                    _("The file says “%(given)s”; its hands go to %(pair)s, as you say."),
                    given=name,
                    pair=self._pair(side).name,
                )
        return wanted

    def names(self, sides: str) -> tuple[str, str]:
        """The names that the file gives A and B of the match."""
        a, b = ("AB"[sides.index(side)] for side in "AB")
        return self.text.headers[a], self.text.headers[b]

    def seating(self, sides: str) -> dict[str, list[int]]:
        """Side → its players in seat order, as the file says; otherwise player 1 sits first."""
        return {side: self._seated(side, sides) for side in "AB"}

    def first_mano(self, sides: str) -> int:
        """The first mano of the match: from the header, or from the first hand."""
        header = self.text.headers.get(FIRST_MANO)
        if header not in (None, "0", "1", "2", "3"):
            self._problem(
                FIRST_MANO,
                "bad_first_mano",
                _("“%(given)s” is no seat. Write 0, 1, 2 or 3, or take this header out."),
                given=str(header)[:LONGEST_NAME],
            )
            return 0
        first = self.text.games[0].hands[:1]
        mano = header or str(first[0].record["mano"] if first else 0)
        return (int(mano) + (sides == "BA")) % len(SEATS)

    def _find_ruleset(self, ruleset: RuleSet) -> bool:
        """Finds the rule set that the file was played under among those allowed; False for none."""
        tournament = self.match.tournament
        regulation = REGULATIONS[tournament.regulation]
        agreed = (False, True) if regulation.offers_four_kings(tournament.settings) else (False,)
        for four_kings in reversed(agreed):
            self.four_kings = four_kings
            self.ruleset = ruleset_of(
                match=self.match, tournament=tournament, four_kings=four_kings
            )
            if _same(ruleset_from(self.ruleset), ruleset):
                return True
        return False

    def _clean(self, letter: str) -> str:
        """The name of a pair in the file, cleaned so that it can be shown and stored."""
        name, fault = texts.clean(
            self.text.headers[letter], field=letter, longest=LONGEST_NAME, required=True
        )
        if fault is not None:
            problem = wording.problem(fault)
            where = line(self.lines.headers[letter])
            self.problems.append(Problem(where, problem.code, problem.message))
        return name[:LONGEST_NAME]

    def _called(self, names: Sequence[str], sides: str) -> list[bool]:
        return [_is_called(name, self._pair(side)) for name, side in zip(names, sides, strict=True)]

    def _seated(self, side: str, sides: str) -> list[int]:
        """The players of a side in seat order. When the file's A is the match's B, every seat
        number in the file is one lower."""
        headers = [SEATS[(seat - (sides == "BA")) % len(SEATS)] for seat in SEATS_OF[side]]
        letter = "AB"[sides.index(side)]
        first, second = (self._player(header, side, letter) for header in headers)
        if first is not None and first == second:
            self._problem(
                headers[1],
                "bad_seat",
                _("%(player)s cannot sit at two seats. Correct one of them."),
                player=self.text.headers[headers[1]],
            )
        if first is None:
            first = 1 if second is None else 3 - second
        return [first, 3 - first]

    def _player(self, header: str, side: str, letter: str) -> int | None:
        """The player of a side whom a header names; None when it names nobody."""
        name, pair = self.text.headers.get(header), self._pair(side)
        if name is None:
            return None
        keys = [texts.folded(player) for player in pair.players]
        if texts.folded(name) in keys:
            return keys.index(texts.folded(name)) + 1
        if _is_called(self.text.headers[letter], pair):
            self._problem(
                header,
                "bad_seat",
                _(
                    "“%(given)s” does not play in %(pair)s. Correct the name, or take this header "
                    "out."
                ),
                given=name[:LONGEST_NAME],
                pair=pair.name,
            )
        # Nobody of the pair is named at all, and that is already noted as a problem.
        return None

    def _pair(self, side: str) -> Pair:
        pair = self.match.pair_a if side == "A" else self.match.pair_b
        assert pair is not None
        return pair

    def _other_players(self, letter: str, name: str) -> None:
        self._problem(
            letter,
            "other_players",
            _(
                "“%(given)s” does not play this match: its pairs are %(a)s and %(b)s. Correct the "
                "header, or say yourself which pair the file's A is."
            ),
            given=name,
            a=self._pair("A").name,
            b=self._pair("B").name,
        )

    def _other_stones(self, at: int, number: int) -> None:
        message = lazy_text(
            _("Game %(game)s of this match is to %(stones)s stones. Write “Game %(game)s%(to)s”."),
            game=number,
            stones=(stones := self.match.stones_of_game(number)),
            to="" if stones == self.match.tournament.target else f" to {stones}",
        )
        self.problems.append(Problem(line(at), "other_stones", message))

    def _other_ruleset(self, number: int, ruleset: RuleSet) -> None:
        message = lazy_text(
            _(
                "This is played under %(given)s, and the match under %(right)s. Write the rule set "
                "of the match if this one is wrong; otherwise these hands do not belong here."
            ),
            given=ruleset_text(ruleset)[1:],
            right=ruleset_text(ruleset_from(self.ruleset))[1:],
        )
        self.problems.append(Problem(line(number), "other_ruleset", message))

    def _problem(self, header: str, code: str, message: StrOrPromise, **params: object) -> None:
        self.problems.append(self._at(header, code, message, params))

    def _note(self, header: str, code: str, message: StrOrPromise, **params: object) -> None:
        self.notes.append(self._at(header, code, message, params))

    def _at(
        self, header: str, code: str, message: StrOrPromise, params: dict[str, object]
    ) -> Problem:
        return Problem(line(self.lines.headers[header]), code, lazy_text(message, **params))


def _is_called(name: str, pair: Pair) -> bool:
    """Whether a text names this pair: its two players, in any order, case or accents."""
    both = (pair.player_1, pair.player_2)
    if len(name) > LONGEST_NAME:
        return False
    if texts.folded(name) in {texts.folded(" ".join(names)) for names in (both, both[::-1])}:
        return True
    if not pair.player_2:
        return False
    return any(entry.players == both_players(*both) for entry in read_list(name).entries)


def _same(one: RuleSet, other: RuleSet) -> bool:
    """Whether two rule sets have the same settings, whatever regulation they began from."""
    return replace(one, preset=other.preset) == other


LONGEST_TEXT = 200_000
READ_HERE = 20_000
"""Letters of a text that is read in this process: 400 hands with their cards."""
MOST_HANDS = 1_000
MOST_PROBLEMS = 100
SIDES = ("AB", "BA")
"""The file's A and B, as sides of the match."""


@dataclass(frozen=True, slots=True)
class MatchFile:
    """What a file says of a match, translated to the match's own sides and seats.

    `sides`: the file's A and B, as sides of the match; `names`: how the file names A and B of the
    match. The match is started with `seating`, `first_mano` and `four_kings`. `written`: the lines
    of the text. `notes`: differences from the match that were allowed.
    """

    text: MatchText
    lines: MatchLines
    written: tuple[str, ...]
    sides: str
    names: tuple[str, str]
    ruleset: object
    four_kings: bool
    seating: dict[str, list[int]]
    first_mano: int
    notes: tuple[Problem, ...]


def read_match_file(*, match: Match, text: object, sides: object = None) -> MatchFile:
    """The text as it would be imported into the match. `match` was read with its pairs.

    `sides`: "AB" or "BA" says which pairs of the match the file's A and B are, whatever their
    names; None compares names. Raises Refusal with every problem and its line.
    """
    if sides not in (None, *SIDES):
        raise Refusal.one(
            "sides",
            "bad_sides",
            _("Say AB or BA: which pairs of this match the file's A and B are."),
        )
    written = _lines(text)
    read, lines = _read("\n".join(written))
    _must_have_hands(read)
    headers = Headers(match, read, lines)
    headers.must_be_under_its_rules()
    file_sides = headers.sides(None if sides is None else str(sides))
    seating, first_mano = headers.seating(file_sides), headers.first_mano(file_sides)
    if headers.problems:
        raise refusal(headers.problems)
    return MatchFile(
        text=other_way_round(read) if file_sides == "BA" else read,
        lines=lines,
        written=written,
        sides=file_sides,
        names=headers.names(file_sides),
        ruleset=headers.ruleset,
        four_kings=headers.four_kings,
        seating=seating,
        first_mano=first_mano,
        notes=tuple(headers.notes),
    )


def _read(text: str) -> tuple[MatchText, MatchLines]:
    """The match in a text; a long one is read in a separate process. Raises Refusal."""
    try:
        if len(text) <= READ_HERE:
            return read_match_lines(text)
        return run_beside(read_match_lines, text)
    except NotationRefused as refused:
        raise refusal([notation_problem(fault) for fault in refused.faults]) from refused
    except TakesTooMuch as error:
        raise Refusal([wording.problem(FieldFault("text", "takes_too_much"))]) from error


def refusal(problems: Sequence[Problem]) -> Refusal:
    """A Refusal with these problems, or with the first of a very long list."""
    first_problems = list(problems[:MOST_PROBLEMS])
    if len(problems) > MOST_PROBLEMS:
        message = lazy_text(
            _("There are at least %(count)s more mistakes in this text. Mend these first."),
            count=len(problems) - MOST_PROBLEMS,
        )
        first_problems.append(Problem("text", "too_many_problems", message))
    return Refusal(first_problems)


def _lines(text: object) -> tuple[str, ...]:
    """The lines of the text. Raises Refusal when it is no text or too long."""
    if not isinstance(text, str):
        raise Refusal.one("text", "not_text", _("This is not text. Send the text of the file."))
    if len(text) > LONGEST_TEXT:
        raise Refusal.one(
            "text",
            "too_long",
            _("This is too long for a match: at most %(most)s characters. Send one match."),
            most=LONGEST_TEXT,
        )
    if not text.strip("\ufeff \t\r\n"):
        raise _nothing()
    return tuple(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")))


def _must_have_hands(read: MatchText) -> None:
    hands = sum(len(game.hands) for game in read.games)
    if not hands and not any(game.decided for game in read.games):
        raise _nothing()
    if hands > MOST_HANDS:
        raise Refusal.one(
            "text",
            "too_many_hands",
            _("This is too much for a match: at most %(most)s hands. Send one match."),
            most=MOST_HANDS,
        )


def _nothing() -> Refusal:
    return Refusal.one(
        "text",
        "nothing_to_import",
        _("There is no hand and no decided game here. Write the hands under “Game 1”."),
    )


# Hands in the open format, one record per line (docs/hand-format.md).


def match_records(*, match_id: int) -> tuple[dict[str, Any], ...]:
    """The records of a match's hands that count, in order. Raises NotFound.

    Each settles by itself to the same ledger, except those entered without cards
    (`{"quick": …}`), and except where an official has ruled.
    """
    find_match(match_id=match_id)
    hands = Hand.objects.filter(game__match_id=match_id, is_current=True, is_void=False)
    records = hands.order_by("game__number", "number").values_list("record", flat=True)
    return tuple({"format": FORMAT, **record} for record in records)


def match_json_lines(*, match_id: int) -> Iterator[str]:
    """`match_records` as lines of JSON, which `manage.py settle` reads."""
    for record in match_records(match_id=match_id):
        yield json.dumps(record, ensure_ascii=False) + "\n"


def tournament_json_lines(*, tournament_id: int) -> Iterator[str]:
    """The hands of all matches of the tournament, the championship first, as `match_json_lines`.
    One query."""
    hands = Hand.objects.filter(
        game__match__tournament_id=tournament_id, is_current=True, is_void=False
    ).order_by("game__match__kind", "game__match_id", "game__number", "number")
    for record in hands.values_list("record", flat=True).iterator(chunk_size=500):
        yield json.dumps({"format": FORMAT, **record}, ensure_ascii=False) + "\n"
