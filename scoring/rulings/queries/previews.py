"""What an official's decision would change, shown before it is made. Nothing is written."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from mus.course import Ruled
from mus.sides import Side
from scoring.course.models import Game, Hand
from scoring.course.queries.changes import with_decision, with_ruled
from scoring.course.queries.claims import claim_of
from scoring.course.queries.consequences import Consequences, consequences
from scoring.course.queries.correctable import (
    games_won,
    must_be_correctable,
    must_be_decidable,
)
from scoring.course.queries.reaching import reaching
from scoring.course.queries.stored import find_hand, find_match, stored_match
from scoring.rulings.models import Ruling
from scoring.rulings.queries.deciding import game_of, must_change, must_still_count
from scoring.rulings.queries.words import must_be_countable, weigh
from tournament.log.queries import checks
from tournament.matches.models import Match
from tournament.matches.queries import guards
from tournament.matches.queries.cascades import NOTHING, CascadeView, if_won


def hand_ruling_preview(
    *,
    match_id: int,
    game: int,
    number: int,
    stones: tuple[int, int],
    game_winner: str = "",
    counts: Collection[str] = (),
) -> Consequences:
    """What ruling a hand would change (D7). `stones`: of A and B; `game_winner`: "A", "B" or "";
    `counts`: the pairs whose false word in the hand would count as a repetition (G1).

    Raises NotFound, Refusal: what the ruling itself would raise.
    """
    match = find_match(match_id=match_id)
    stored = stored_match(match=match)
    hand = find_hand(stored=stored, game=game, number=number)
    must_be_correctable(match)
    sides = must_be_countable(hand=hand, match=match, counts=counts)
    ruled = Ruled(stones, Side(game_winner) if game_winner else None)
    games = with_ruled(stored, game=game, number=number, ruled=ruled)
    place = (game, number)
    weighed = weigh(stored=stored, hand=hand, games=games, target=place, counts=sides)
    return reaching(stored=stored, found=weighed.found)


def appeal_preview(*, ruling_id: int, stones: tuple[int, int], game_winner: str) -> Consequences:
    """What upholding an appeal against a hand with another outcome would change. Raises
    NotFound (hand_void), and what `hand_ruling_preview` raises."""
    ruling = Ruling.objects.select_related("hand__game").get(pk=ruling_id)
    hand = ruling.hand
    assert hand is not None
    must_still_count(hand)
    return hand_ruling_preview(
        match_id=ruling.match_id,
        game=hand.game.number,
        number=hand.number,
        stones=stones,
        game_winner=game_winner,
    )


def words_preview(
    *, match_id: int, game: int, number: int, counts: Collection[str]
) -> Consequences | None:
    """What follows when a hand's proposal is confirmed and these false words count (G1); None when
    nothing in the match changes. Raises NotFound, Refusal: what the decision would raise."""
    match = find_match(match_id=match_id)
    stored = stored_match(match=match)
    hand = find_hand(stored=stored, game=game, number=number)
    sides = must_be_countable(hand=hand, match=match, counts=counts)
    entered = stored.entered()
    weighed = weigh(stored=stored, hand=hand, games=entered, target=None, counts=sides)
    found = reaching(stored=stored, found=weighed.found, decides=_proposal(hand))
    return None if weighed.loses is None and not found.result_changes else found


def _proposal(hand: Hand) -> int | None:
    """Primary key of the open question whether the proposal for this hand is confirmed."""
    open_ones = Ruling.objects.filter(hand=hand, status=Ruling.Status.OPEN)
    asked = open_ones.filter(kind=Ruling.Kind.NEEDS_RULING)
    return asked.values_list("pk", flat=True).first()


def answer_preview(*, ruling_id: int, match_id: int) -> Consequences | None:
    """What follows when a question is answered without another outcome: its proposal is confirmed,
    or it is dismissed. A won match that waited for this answer alone ends (D7, S8). None when
    nothing in the match changes. Raises NotFound (no_such_match)."""
    match = find_match(match_id=match_id)
    if match.status != Match.Status.PLAYING:
        return None
    stored = stored_match(match=match)
    found = consequences(stored=stored, games=stored.entered(), target=None)
    found = reaching(stored=stored, found=found, decides=ruling_id)
    return found if found.result_changes else None


def claim_preview(*, match_id: int, game: int, number: int) -> Consequences:
    """What follows if the table's claim for a hand is accepted (S8). Raises NotFound, Refusal."""
    match = find_match(match_id=match_id)
    stored = stored_match(match=match)
    hand = find_hand(stored=stored, game=game, number=number)
    must_be_correctable(match)
    ruled = claim_of(stored=stored, hand=hand)
    games = with_ruled(stored, game=game, number=number, ruled=ruled)
    found = consequences(stored=stored, games=games, target=(game, number))
    return reaching(stored=stored, found=found)


def game_decision_preview(
    *,
    match_id: int,
    winner: str,
    game: int | None = None,
    ended_by: str = Game.EndedBy.RULING,
    decides: int | None = None,
) -> tuple[int, Consequences]:
    """The game's number, and what giving the game to `winner` would change (G1, D7). `winner`: "A",
    "B", or "" to take an official's decision back; `game` None: the game in progress, or the next;
    `ended_by`: "ruling" or "forfeit"; `decides`: primary key of the ruling that is decided by it.

    Raises NotFound, Refusal: what the decision itself would raise.
    """
    match = find_match(match_id=match_id)
    must_be_decidable(match)
    stored = stored_match(match=match)
    place, side = game_of(stored, game), Side(winner) if winner else None
    must_change(stored, place, side, ended_by)
    games = with_decision(stored, game=place, winner=side)
    found = consequences(stored=stored, games=games, target=None)
    return place, reaching(stored=stored, found=found, decides=decides)


@dataclass(frozen=True, slots=True)
class ResultPreview:
    """A finished match before and after another result: games of A and B, the winner, and what
    follows in later matches."""

    games_before: tuple[int, int]
    games_after: tuple[int, int]
    winner_before: str
    winner_after: str
    cascade: CascadeView

    @property
    def changes_hands(self) -> bool:
        """Whether the other pair wins the match."""
        return self.winner_before != self.winner_after


def result_preview(*, match_id: int, games: Sequence[int]) -> ResultPreview:
    """What replacing the stored result with this one would change.

    Raises NotFound, Refusal: what the replacement itself would raise.
    """
    match = find_match(match_id=match_id)
    given = games_of_another_result(match, games)
    winner = guards.won_by(match, given).value
    same = winner == match.winner
    return ResultPreview(
        games_before=(match.games_a, match.games_b),
        games_after=given,
        winner_before=match.winner,
        winner_after=winner,
        cascade=NOTHING if same else if_won(match=match, winner=winner),
    )


def games_of_another_result(match: Match, games: Sequence[int]) -> tuple[int, int]:
    """The games of another result for a finished match, checked before anything that would follow
    from them. Raises Refusal (not_finished, is_a_bye, not_a_result, games_taken_away)."""
    guards.must_be(match, "finished")
    guards.must_not_be_a_bye(match)
    given = checks.two_games(games)
    guards.won_by(match, given)
    guards.must_keep_games(games_won(match), given)
    return given
