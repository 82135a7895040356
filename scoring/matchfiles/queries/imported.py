"""What importing a file would record: games, hands, and notes to read before."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mus.course import Ruled
from scoring.course.queries.states import BLOCKING
from tournament.errors import Problem


@dataclass(frozen=True, slots=True)
class ImportedHand:
    """A hand as it would be recorded. `posted`: the record for `hands.record`; `questions`: the
    kinds of ruling it would open; `reason`: of an official's decision in the file."""

    game: int
    number: int
    line: int
    written: str
    player: str
    mano: int
    score_before: tuple[int, int]
    posted: Mapping[str, Any]
    record: Mapping[str, Any]
    settlement: Mapping[str, Any]
    ruled: Ruled | None
    reason: str
    stones: tuple[int, int]
    score: tuple[int, int]
    game_winner: str
    verified: bool
    questions: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "number": self.number,
            "line": self.line,
            "verified": self.verified,
            "record": dict(self.record),
            "settlement": dict(self.settlement),
            "ruled": self.ruled and self.ruled.to_json(),
            "stones": list(self.stones),
            "score": list(self.score),
            "game_winner": self.game_winner or None,
            "questions": list(self.questions),
        }


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """A game as it would be recorded. `decided`: by an official, for this `reason`."""

    number: int
    hands: tuple[ImportedHand, ...]
    score: tuple[int, int]
    winner: str
    decided: str
    reason: str

    def to_json(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "hands": [hand.to_json() for hand in self.hands],
            "score": list(self.score),
            "winner": self.winner or None,
            "decided": self.decided or None,
        }


@dataclass(frozen=True, slots=True)
class MatchImport:
    """Everything that importing a file would do. `sides`: the file's A and B, as sides of the
    match; `names`: how the file names A and B of the match; `players`: by seat; `notes`: for the
    organizer to read before confirming."""

    match_id: int
    sides: str
    names: tuple[str, str]
    pairs: tuple[str, str]
    players: tuple[str, ...]
    seating: Mapping[str, list[int]]
    first_mano: int
    four_kings: bool
    games: tuple[ImportedGame, ...]
    games_won: tuple[int, int]
    wins_needed: int
    all_played: bool
    winner: str
    is_level: bool
    notes: tuple[Problem, ...]

    @property
    def hands(self) -> tuple[ImportedHand, ...]:
        return tuple(hand for game in self.games for hand in game.hands)

    @property
    def questions(self) -> int:
        """How many rulings the import would open at the desk."""
        return sum(len(hand.questions) for hand in self.hands)

    @property
    def is_over(self) -> bool:
        """Whether the match would be won or level."""
        return bool(self.winner) or self.is_level

    @property
    def waits(self) -> bool:
        """Whether the match would be over but could not end before an official has ruled."""
        kinds = {kind for hand in self.hands for kind in hand.questions}
        return self.is_over and bool(kinds & set(BLOCKING))

    @property
    def winner_name(self) -> str:
        return self.pairs["AB".index(self.winner)] if self.winner else ""

    def to_json(self) -> dict[str, Any]:
        return {
            "sides": self.sides,
            "names": list(self.names),
            "pairs": list(self.pairs),
            "players": list(self.players),
            "seating": dict(self.seating),
            "first_mano": self.first_mano,
            "four_kings": self.four_kings,
            "games": [game.to_json() for game in self.games],
            "games_won": list(self.games_won),
            "winner": self.winner or None,
            "waits": self.waits,
            "notes": [
                {"code": note.code, "path": note.field, "message": str(note.message)}
                for note in self.notes
            ],
        }
