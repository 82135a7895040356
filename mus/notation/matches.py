"""A whole match as one text file, `.mus`: headers, then games and their hands line by line."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..course import (
    EnteredGame,
    EnteredHand,
    GameLeftOpen,
    HandImpossible,
    MatchCourse,
    content_of,
    follow,
)
from ..invalid import InvalidValue, require_whole
from ..play.showing import ruleset_json
from ..ruleset import SETTINGS, RuleSet, ruleset_from, with_target
from ..sides import Side
from .faults import Faults
from .headers import NAMING, OWN, header_text, read_header, verify_headers
from .lines import (
    DEFAULT,
    HandLine,
    hand_line_text,
    read_hand_line,
    remark_text,
    split_remark,
)
from .pieces import read_ruleset_word, ruleset_text

MATCH_FORMAT = "mus-match/1"
PLAYED = "Played"
"""The header that says "all" where every game of the match is played."""
VACA = "Vaca"
"""The header with the games that win a vaca (1 to 9), where the match is played in vacas."""
_REQUIRED = (*NAMING, *OWN)
_GAME = re.compile(r"Game ([0-9]+)(?: to ([0-9]{1,3}))?")
_STONES = SETTINGS["target"].choices


@dataclass(frozen=True, slots=True)
class GameText:
    """The hands of a game in order. `decided`: won by an official's word (G1, D7), not by hands;
    `remark` stands beside that word. `target`: as in `EnteredGame`."""

    hands: tuple[HandLine, ...]
    decided: Side | None = None
    remark: str = ""
    target: int | None = None


@dataclass(frozen=True, slots=True)
class MatchText:
    """A match as it is written: who, where and when in `headers` (A and B name the pairs).

    `headers` holds neither Format, Ruleset nor BestOf: those are `ruleset` and `best_of`. Raises
    `InvalidValue` for what could not be read back.
    """

    headers: Mapping[str, str]
    ruleset: RuleSet
    best_of: int
    games: tuple[GameText, ...] = field(default=())

    def __post_init__(self) -> None:
        require_whole("best_of", self.best_of, least=1, most=99)
        verify_headers(self.headers)
        if self.headers.get(VACA, "1") not in "123456789":
            raise InvalidValue("headers", self.headers[VACA], "Give Vaca as a number from 1 to 9.")
        _verify_hands(self.games, self.ruleset)

    @property
    def all_played(self) -> bool:
        """Whether every game is played, even when one pair cannot be caught: an even number of them
        always is."""
        return self.best_of % 2 == 0 or self.headers.get(PLAYED) == "all"

    @property
    def vaca(self) -> int:
        """The games that win a vaca, where the match is played in vacas; otherwise 1."""
        return int(self.headers.get(VACA, "1"))

    def course(self) -> MatchCourse:
        """Every hand settled where the match stood: the ledger, the scores, the winner.

        Raises what `follow` raises: `GameLeftOpen`, `HandImpossible`.
        """
        entered = [
            EnteredGame(
                tuple(
                    _entered(hand, game_number, number)
                    for number, hand in enumerate(game.hands, start=1)
                ),
                game.decided,
                game.target,
            )
            for game_number, game in enumerate(self.games, start=1)
        ]
        first = self.games[0].hands[0].record["mano"] if self.games and self.games[0].hands else 0
        assert isinstance(first, int)
        return follow(
            entered,
            ruleset=ruleset_json(self.ruleset),
            best_of=self.best_of,
            first_mano=first,
            all_played=self.all_played,
            vaca=self.vaca,
        )


@dataclass(frozen=True, slots=True)
class MatchLines:
    """On which line of its text everything of a match stands, counted from 1.

    `headers` by name; `games`: the line that opens each; `hands` by game; `decisions`: None where
    a game has none.
    """

    headers: Mapping[str, int]
    games: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    decisions: tuple[int | None, ...]


def _verify_hands(games: Sequence[GameText], ruleset: RuleSet) -> None:
    """Raises `InvalidValue` for a hand under another rule set than its match."""
    for game in games:
        plain = with_target(ruleset_json(ruleset), game.target)
        for hand in game.hands:
            own = hand.record.get("ruleset", plain)
            if own != plain and ruleset_from(own) != ruleset_from(plain):
                remedy = "Leave the rule set of a hand out: it is the match's."
                raise InvalidValue("games", own, remedy)


def _entered(hand: HandLine, game: int, number: int) -> EnteredHand:
    mano = hand.record["mano"]
    assert isinstance(mano, int)
    return EnteredHand(
        name=f"{game}.{number}",
        content=content_of(hand.record),
        mano=mano if number == 1 else None,
        ruled=hand.ruled,
    )


def match_text(match: MatchText) -> str:
    """The match as a `.mus` text, ending in a line break."""
    own = {
        "Format": MATCH_FORMAT,
        **match.headers,
        "Ruleset": ruleset_text(match.ruleset)[1:],
        "BestOf": str(match.best_of),
    }
    lines = [header_text(name, value) for name, value in own.items()]
    for number, game in enumerate(match.games, start=1):
        lines += ["", f"Game {number}" + (f" to {game.target}" if game.target else "")]
        lines += [hand_line_text(hand, ruleset=match.ruleset) for hand in game.hands]
        if game.decided is not None:
            lines.append(f"Decided {game.decided}{remark_text(game.remark)}")
    return "\n".join(lines) + "\n"


def read_match(text: str) -> MatchText:
    """The match that a `.mus` text holds.

    Raises `NotationRefused` with every fault of every line. An empty line, or one that begins
    with “;”, says nothing. Blanks at the beginning of a line are ignored.
    """
    return read_match_lines(text)[0]


def read_match_lines(text: str) -> tuple[MatchText, MatchLines]:
    """The match that a `.mus` text holds, and on which line each part of it stands.

    Raises `NotationRefused` as `read_match` does.
    """
    reader = _MatchReader()
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        reader.faults.line = number
        reader.take(line.removesuffix("\r"))
    return reader.match(), reader.lines()


class _MatchReader:
    """Reads the lines of a match in order."""

    def __init__(self) -> None:
        self.faults = Faults()
        self.headers: dict[str, str] = {}
        self.ruleset = DEFAULT
        self.games: list[GameText] = []
        self._hands: list[HandLine] = []
        self._decided: Side | None = None
        self._remark = ""
        self._target: int | None = None
        self._in_game = False
        self._header_lines: dict[str, int] = {}
        self._game_lines: list[int] = []
        self._hand_lines: list[list[int]] = []
        self._decision_lines: list[int | None] = []

    def take(self, line: str) -> None:
        """Reads a line. Blanks before its first word mean nothing; columns count them."""
        word = line.lstrip()
        blanks = len(line) - len(word)
        if not word or word.startswith(";"):
            return
        if word.startswith("["):
            self._header(word, blanks)
        elif word.startswith("Game"):
            self._game(word)
        elif word.startswith("Decided"):
            self._decision(word)
        elif not self._in_game:
            self.faults.add("no_game", 1)
        else:
            self._hand(line)

    def match(self) -> MatchText:
        self._close_game()
        self.faults.line = 1
        for name in _REQUIRED:
            if name not in self.headers:
                self.faults.add("missing_header", 1, name=name)
        self.faults.raise_if_any()
        match = MatchText(
            headers={n: v for n, v in self.headers.items() if n not in OWN},
            ruleset=self.ruleset,
            best_of=int(self.headers["BestOf"]),
            games=tuple(self.games),
        )
        self._check_course(match)
        self.faults.raise_if_any()
        return match

    def lines(self) -> MatchLines:
        return MatchLines(
            self._header_lines,
            tuple(self._game_lines),
            tuple(map(tuple, self._hand_lines)),
            tuple(self._decision_lines),
        )

    def _check_course(self, match: MatchText) -> None:
        """Every hand must stand where the hands before it lead (H5, S1, S2)."""
        try:
            course = match.course()
        except GameLeftOpen as left:
            self.faults.line = self._game_lines[left.game - 1]
            self.faults.add("game_open", 1)
            return
        except HandImpossible as impossible:
            self.faults.line = self._hand_lines[impossible.game - 1][impossible.hand - 1]
            for fault in impossible.faults:
                self.faults.add_refused(fault)
            return
        for game, written, lines in zip(course.games, match.games, self._hand_lines, strict=True):
            for hand, line, number in zip(game.hands, written.hands, lines, strict=False):
                line_place = _where(line.record["mano"], line.record["score"])
                course_place = _where(hand.record["mano"], hand.record["score"])
                if line_place != course_place:
                    self.faults.line = number
                    self.faults.add("bad_course", 1, given=line_place, course=course_place)

    def _header(self, line: str, blanks: int) -> None:
        header = read_header(line)
        if header is None or self._in_game:
            self.faults.add("bad_header", 1, given=line)
            return
        name, value, at = header[0], header[1], blanks + header[2]
        if name in self.headers:
            self.faults.add("double_header", 1, name=name)
        self.headers[name] = value
        self._header_lines[name] = self.faults.line
        if name == "Ruleset":
            ruleset = read_ruleset_word(value)
            if ruleset is None:
                self.faults.add("bad_ruleset", at + 1, given=value)
            self.ruleset = ruleset or DEFAULT
        elif name == "BestOf" and not (
            value.isascii() and value.isdigit() and (len(value) < 3 and int(value) > 0)
        ):
            self.faults.add("bad_best_of", at + 1, given=value)
        elif name == VACA and value not in "123456789":
            self.faults.add("bad_header", 1, given=line)
        elif name == "Format" and value != MATCH_FORMAT:
            self.faults.add("bad_format", at + 1, given=value)

    def _game(self, line: str) -> None:
        self._close_game()
        self._in_game = True
        self._game_lines.append(self.faults.line)
        self._hand_lines.append([])
        self._decision_lines.append(None)
        expected = len(self.games) + 1
        match = _GAME.fullmatch(line.rstrip())
        target = match and match[2]
        if not match or match[1] != str(expected) or (target and int(target) not in _STONES):
            self.faults.add("bad_game", 1, given=line, expected=expected)
        elif target:
            self._target = int(target)

    def _decision(self, line: str) -> None:
        code, remark = split_remark(line)
        winner = code.rstrip().removeprefix("Decided ")
        if winner not in tuple(Side) or not self._in_game or self._decided is not None:
            self.faults.add("bad_decision", 1, given=line)
        else:
            self._decided, self._remark = Side(winner), remark
            self._decision_lines[-1] = self.faults.line

    def _hand(self, line: str) -> None:
        if self._decided is not None:
            self.faults.add("bad_decision", 1, given=line)
        self._hand_lines[-1].append(self.faults.line)
        rules = replace(self.ruleset, target=self._target or self.ruleset.target)
        self._hands.append(read_hand_line(line, rules, self.faults, in_match=True))

    def _close_game(self) -> None:
        if self._in_game:
            self.games.append(
                GameText(tuple(self._hands), self._decided, self._remark, self._target)
            )
        self._hands, self._decided, self._remark, self._target = [], None, "", None


def _where(mano: object, score: object) -> str:
    assert isinstance(score, list)
    return f"{mano} {score[0]}-{score[1]}"
