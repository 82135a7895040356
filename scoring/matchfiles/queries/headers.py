"""Compares the headers of a match file with the match: rule set, pairs, seats, first mano."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext_lazy as _

from mus.notation import MatchLines, MatchText, ruleset_text
from mus.ruleset import RuleSet, ruleset_from
from scoring.course.queries.stored import ruleset_of
from scoring.wording.notation import line
from tournament import wording
from tournament.entries.models import Pair
from tournament.entries.queries import read_list
from tournament.entries.rules.lists import both_players
from tournament.errors import Problem, StrOrPromise, said
from tournament.formats.regulations import REGULATIONS
from tournament.log.rules import text as texts
from tournament.matches.models import Match

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
        given = self.text.ruleset
        agreed = self._find_ruleset(given)
        if not agreed:
            self._other_ruleset(self.lines.headers["Ruleset"], given)
        for game, lines in zip(self.text.games, self.lines.hands, strict=True):
            for hand, number in zip(game.hands, lines, strict=True):
                named = hand.record.get("ruleset")
                if named is not None and not _same(ruleset_from(named), given):
                    self._other_ruleset(number, ruleset_from(named))
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
            found = max(called, key=lambda sides: sum(called[sides]))
            for letter, name, agrees in zip("AB", names, called[found], strict=True):
                if name and not agrees:
                    self._other_players(letter, name)
            return found
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
        """Side → its players in seat order, as the file says; where it says nothing, player 1 sits
        first."""
        return {side: self._seated(side, sides) for side in "AB"}

    def first_mano(self, sides: str) -> int:
        """The seat that speaks first in the match: from the header, or the mano of the first
        hand."""
        given = self.text.headers.get(FIRST_MANO)
        if given not in (None, "0", "1", "2", "3"):
            self._problem(
                FIRST_MANO,
                "bad_first_mano",
                _("“%(given)s” is no seat. Write 0, 1, 2 or 3, or take this header out."),
                given=str(given)[:LONGEST_NAME],
            )
            return 0
        first = self.text.games[0].hands[:1]
        mano = given or str(first[0].record["mano"] if first else 0)
        return (int(mano) + (sides == "BA")) % len(SEATS)

    def _find_ruleset(self, given: RuleSet) -> bool:
        """Finds the rule set that the file was played under among those allowed; False for none."""
        tournament = self.match.tournament
        regulation = REGULATIONS[tournament.regulation]
        agreed = (False, True) if regulation.offers_four_kings(tournament.settings) else (False,)
        for four_kings in reversed(agreed):
            self.four_kings = four_kings
            self.ruleset = ruleset_of(
                match=self.match, tournament=tournament, four_kings=four_kings
            )
            if _same(ruleset_from(self.ruleset), given):
                return True
        return False

    def _clean(self, letter: str) -> str:
        """The name of a pair in the file, cleaned so that it can be shown and stored."""
        given, fault = texts.clean(
            self.text.headers[letter], field=letter, longest=LONGEST_NAME, required=True
        )
        if fault is not None:
            found = wording.problem(fault)
            where = line(self.lines.headers[letter])
            self.problems.append(Problem(where, found.code, found.message))
        return given[:LONGEST_NAME]

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
        keys = [texts.folded(player) for player in (pair.player_1, pair.player_2)]
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

    def _other_ruleset(self, number: int, given: RuleSet) -> None:
        message = said(
            _(
                "This is played under %(given)s, and the match under %(right)s. Write the rule set "
                "of the match if this one is wrong; otherwise these hands do not belong here."
            ),
            given=ruleset_text(given)[1:],
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
        return Problem(line(self.lines.headers[header]), code, said(message, **params))


def _is_called(name: str, pair: Pair) -> bool:
    """Whether a text names this pair: its two players, in any order, case or accents."""
    both = (pair.player_1, pair.player_2)
    if len(name) > LONGEST_NAME:
        return False
    if texts.folded(name) in {texts.folded(" ".join(names)) for names in (both, both[::-1])}:
        return True
    return any(entry.players == both_players(*both) for entry in read_list(name).entries)


def _same(one: RuleSet, other: RuleSet) -> bool:
    """Whether two rule sets have the same settings, whatever regulation they began from."""
    return replace(one, preset=other.preset) == other
