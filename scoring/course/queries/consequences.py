"""What follows from a change in a match: every later hand, every game, and the result.

Nothing is written here. The service that carries out a change uses exactly this answer.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from django.utils.translation import gettext_lazy as _

from mus.course import EnteredGame, GameLeftOpen, HandCourse, HandImpossible, MatchCourse, tally
from mus.faults import RecordRefused
from mus.sides import SIDES, Side
from scoring import wording
from scoring.course.models import Game, Hand
from scoring.course.queries.stored import StoredMatch, values_of
from tournament.errors import Problem, Refusal, lazy_text
from tournament.matches.models import Match
from tournament.matches.queries import guards
from tournament.matches.queries.cascades import NOTHING, CascadeView

# Whether the hands of a match may still be changed, and whether its result would follow.


def must_be_correctable(match: Match) -> None:
    """Raises Refusal (not_playing, set_aside) when no hand of this match may be changed."""
    guards.must_hold_its_slot(match)
    if match.status in (Match.Status.WAITING, Match.Status.READY):
        raise Refusal.one("match", "not_playing", _("This match has not begun. Start it first."))


def must_be_decidable(match: Match) -> None:
    """Raises Refusal (also ended_otherwise, result_entered) when no game of this match may be
    decided, because its result does not come from its games."""
    must_be_correctable(match)
    if match.status != Match.Status.FINISHED or follows_its_hands(match, games_won(match)):
        return
    if match.ended_by != Match.EndedBy.GAMES:
        raise Refusal.one(
            "match",
            "ended_otherwise",
            _("This match was not ended by its games. Reopen it, with a reason, to change it."),
        )
    raise result_entered()


def result_entered() -> Refusal:
    """The Refusal of a change of hands that the entered result of their match does not fit."""
    return Refusal.one(
        "match",
        "result_entered",
        _(
            "The result of this match was entered as it stands, not hand by hand. Reopen the "
            "match, with a reason, to change its games."
        ),
    )


def follows_its_hands(match: Match, won: tuple[int, int]) -> bool:
    """Whether a finished match ended by the games that its hands won (`won`). Any other result is
    an official's decision, which a change of hands does not undo."""
    return (
        match.status == Match.Status.FINISHED
        and match.ended_by == Match.EndedBy.GAMES
        and won == (match.games_a, match.games_b)
    )


def games_won(match: Match) -> tuple[int, int]:
    """The games won by A and B, by hands or by an official's decision on a game. A result that was
    entered without games does not count."""
    games = match.played_games.order_by("number")
    return tally(games.values_list("winner", flat=True), vaca=match.vaca)


Held = Literal["", "open", "over"]
"""A match that stays open or over, whatever its hands say."""


@dataclass(frozen=True, slots=True)
class HandChange:
    """A hand before and after the change; `after` is None when the hand becomes void."""

    game: int
    number: int
    version: int
    is_target: bool
    before: Hand
    after: Hand | HandCourse | None


@dataclass(frozen=True, slots=True)
class GameChange:
    """A game before and after the change. Scores of A and B; `winner` is "A", "B" or ""."""

    number: int
    score_before: tuple[int, int]
    score_after: tuple[int, int]
    winner_before: str
    winner_after: str

    @property
    def outcome_changes(self) -> bool:
        return self.winner_before != self.winner_after


@dataclass(frozen=True, slots=True)
class Consequences:
    """Everything that changes. `hands`: only hands that change; `games`: all games of the match;
    `winner_before`, `winner_after`: "A", "B", "level", or "" while nobody has won the match;
    `cascade`: what follows in other matches, which people confirm.
    """

    hands: tuple[HandChange, ...]
    games: tuple[GameChange, ...]
    games_won_before: tuple[int, int]
    games_won_after: tuple[int, int]
    winner_before: str
    winner_after: str
    cascade: CascadeView = NOTHING

    @property
    def anything(self) -> bool:
        """Whether a hand, a game, the result or another match changes."""
        games = any(game.outcome_changes for game in self.games)
        return bool(self.hands or games or self.result_changes or self.cascade.matches)

    @property
    def result_changes(self) -> bool:
        return self.winner_before != self.winner_after

    @property
    def stays_in_its_hand(self) -> bool:
        """Whether at most the stones of the one hand change, which the act names itself."""
        return not (
            self.result_changes
            or self.cascade.matches
            or any(game.outcome_changes for game in self.games)
            or any(not hand.is_target for hand in self.hands)
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "hands": [
                {
                    "game": h.game,
                    "number": h.number,
                    "version": h.version,
                    "target": h.is_target,
                    "before": in_effect(h.before),
                    "after": in_effect(h.after) if h.after else None,
                }
                for h in self.hands
            ],
            "games": [
                {
                    "number": g.number,
                    "before": {"score": list(g.score_before), "winner": g.winner_before or None},
                    "after": {"score": list(g.score_after), "winner": g.winner_after or None},
                }
                for g in self.games
            ],
            "before": {
                "games": list(self.games_won_before),
                "winner": self.winner_before if self.winner_before in SIDES else None,
            },
            "after": {
                "games": list(self.games_won_after),
                "winner": self.winner_after if self.winner_after in SIDES else None,
            },
            "cascade": asdict(self.cascade),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Recount(Consequences):
    """The consequences within the match, by its hands. `course`: the match after them."""

    course: MatchCourse = field(repr=False)


def consequences(
    *,
    stored: StoredMatch,
    games: Sequence[EnteredGame],
    target: tuple[int, int] | None,
    goes_on: bool = False,
) -> Recount:
    """What changes when the match has these games instead of its own. `target`: (game, number) of
    the hand that is changed. `goes_on`: a game that is then not won is played on, and the hands of
    the games after it become void.

    Raises Refusal: the faults of the changed hand; game_left_open; later_hand_impossible.
    """
    try:
        try:
            course = stored.course(games)
        except GameLeftOpen as left:
            later = games[left.game :]
            # What an official decided about a later game is not for a correction to set aside.
            if not goes_on or any(game.decided is not None for game in later):
                raise
            course = stored.course([*games[: left.game], *(EnteredGame(()) for _game in later)])
    except GameLeftOpen as left:
        raise _left_open(left) from left
    except HandImpossible as impossible:
        raise _impossible(impossible, target) from impossible
    except RecordRefused as refused:
        raise Refusal(wording.problems(refused.faults)) from refused
    match = stored.match
    won_before = tally((row.game.winner for row in stored.games), vaca=match.vaca)
    leads = match.outcome_with(won_before) or ""
    stands = match.status == Match.Status.FINISHED and not follows_its_hands(match, won_before)
    winner_after = course.outcome or ""
    hands, changed = [], []
    for place, after in enumerate(course.games):
        row = stored.games[place] if place < len(stored.games) else None
        for index, hand in enumerate(row.hands if row else ()):
            now = after.hands[index] if index < len(after.hands) else None
            values = None if now is None else values_of(now)
            if (
                hand.is_void
                or values is None
                or any(getattr(hand, name) != values[name] for name in values)
            ):
                at = (place + 1, hand.number)
                hands.append(HandChange(*at, hand.version, at == target, hand, now))
        was = row.game if row else Game()
        scores = (was.score_a, was.score_b), after.score
        changed.append(GameChange(place + 1, *scores, was.winner, str(after.winner or "")))
    return Recount(
        hands=tuple(hands),
        games=tuple(changed),
        games_won_before=won_before,
        games_won_after=course.games_won,
        winner_before=match.outcome or leads,
        winner_after=match.outcome if stands else winner_after,
        course=course,
    )


def _left_open(left: GameLeftOpen) -> Refusal:
    return Refusal.one(
        "game",
        "game_left_open",
        _(
            "After this change nobody has won game %(game)s, but game %(later)s has already been "
            "played. Either let game %(game)s go on, which sets the hands of game %(later)s aside, "
            "or rule who wins game %(game)s and give a reason."
        ),
        game=left.game,
        later=left.later,
    )


def _impossible(impossible: HandImpossible, target: tuple[int, int] | None) -> Refusal:
    problems = wording.problems(impossible.faults)
    if target == (impossible.game, impossible.hand):
        return Refusal(problems)
    first = Problem(
        "number",
        "later_hand_impossible",
        lazy_text(
            _(
                "With its new score, hand %(hand)s of game %(game)s could not have been played as "
                "it was entered. Overrule that hand first: give the stones each pair takes for it."
            ),
            hand=impossible.hand,
            game=impossible.game,
        ),
    )
    return Refusal((first, *problems))


def in_effect(hand: Hand | HandCourse) -> dict[str, Any]:
    """The values of a hand in effect: stones and score after it, and the winner of the game."""
    return {
        "mano": hand.record["mano"],
        "stones": list(hand.stones),
        "score": list(hand.score),
        "game_winner": hand.game_winner or None,
    }


# The games of a match as they would be entered after one change.


def with_hand(stored: StoredMatch, *, game: int, number: int, **changes: Any) -> list[EnteredGame]:
    """The entered games with these fields of one hand changed: its content and `mano`, or `ruled`,
    an official's decision on it (D7)."""
    games = stored.entered()
    hands = list(games[game - 1].hands)
    hands[number - 1] = replace(hands[number - 1], **changes)
    games[game - 1] = replace(games[game - 1], hands=tuple(hands))
    return games


def without_last(stored: StoredMatch, *, game: int) -> list[EnteredGame]:
    """The entered games without the last hand of game `game`."""
    games = stored.entered()
    games[game - 1] = replace(games[game - 1], hands=games[game - 1].hands[:-1])
    return games


def with_decision(stored: StoredMatch, *, game: int, winner: Side | None) -> list[EnteredGame]:
    """The entered games with one game decided by an official; None: by its hands again."""
    games = stored.entered()
    if game == len(games) + 1:
        games.append(EnteredGame(()))
    games[game - 1] = replace(games[game - 1], decided=winner)
    return games
