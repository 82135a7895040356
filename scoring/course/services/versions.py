"""Writing versions of hands: the only place where hands and penalties are created."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Count, Max, Q
from django.utils import timezone

from mus.sides import LEVEL, SIDES, Outcome, Side, side_of
from scoring.course.models import Game, Hand, Penalty
from scoring.course.queries.statements import SAID, statements_of
from scoring.course.queries.states import BLOCKING, open_kinds
from scoring.course.queries.stored import FALSE_CLAIM, VALUES, match_may_turn
from scoring.rulings.models import Ruling
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules.roles import Actor
from tournament.log.services import lock_match
from tournament.matches.models import Match
from tournament.matches.services import matches


@dataclass(frozen=True, slots=True)
class Writing:
    """Who writes a version, when and why, with its key and the digest of its content. `sets_aside`:
    the later matches that the actor has agreed to set aside; `released`: the matches whose question
    about a repetition falls away with this version (`end_released`)."""

    actor: Actor
    at: datetime
    reason: str = ""
    key: str = ""
    sets_aside: tuple[int, ...] = ()
    digest: str = ""
    released: list[int] = field(default_factory=list, compare=False)


def writing_of(
    *,
    actor: Actor,
    reason: str,
    expected_version: int | None = None,
    sets_aside: Sequence[int] = (),
) -> Writing:
    """What an official's act (`tournament.acts`) writes, now. Raises Refusal (reason_required)."""
    why = rights.given_reason(reason)
    return Writing(actor, timezone.now(), why, sets_aside=tuple(sets_aside))


def new_version(
    *, game: Game, number: int, writing: Writing, previous: Hand | None, **values: Any
) -> Hand:
    """The next version of a hand, counted in its game. Neither is stored yet: the caller saves the
    game, and then the hand by `write_version`. Hands that become void are the last of a game, in
    ascending order."""
    if values.get("is_void"):
        game.hand_count = min(game.hand_count, number - 1)
    else:
        game.hand_count = max(game.hand_count, number)
    game.last_number = max(game.last_number, number)
    return Hand(
        game=game,
        number=number,
        version=1 if previous is None else previous.version + 1,
        previous=previous,
        key=writing.key,
        digest=writing.digest,
        reason=writing.reason,
        actor_kind=writing.actor.kind,
        actor_id=writing.actor.id,
        actor_label=writing.actor.label[:120],
        at=writing.at,
        **values,
    )


def write_version(hand: Hand) -> Hand:
    """Stores a new version of a hand, in effect from now on, with its penalties; returns it."""
    if hand.previous_id is not None:
        # First, because only one version of a hand may be current.
        Hand.objects.filter(pk=hand.previous_id).update(is_current=False)
    hand.save(force_insert=True)
    penalties = [] if hand.is_void else hand.settlement.get("penalties", [])
    if penalties:
        match = hand.game.match
        Penalty.objects.bulk_create(
            Penalty(
                hand=hand,
                pair=match.pair_a if side_of(p["seat"]) is Side.A else match.pair_b,
                clause=p["clause"],
                lance=p["lance"] or "",
                seat=p["seat"],
                counts=p["clause"] == FALSE_CLAIM,
            )
            for p in penalties
        )
    return hand


def write_again(*, hand: Hand, previous: Hand, writing: Writing, is_void: bool = False) -> Hand:
    """Writes the values of an earlier version again, as the version after `previous`; returns it.
    `is_void`: the hand no longer counts, and stays readable."""
    values = {name: getattr(hand, name) for name in VALUES}
    version = new_version(
        game=hand.game,
        number=hand.number,
        writing=writing,
        previous=previous,
        is_void=is_void,
        **values,
    )
    return write_version(version)


def recount(*, match: Match) -> None:
    """Recounts the hands of a match's games after versions were written by `write_again`."""
    counting = Count("hands", filter=Q(hands__is_current=True, hands__is_void=False))
    games = Game.objects.filter(match=match).annotate(counting=counting, last=Max("hands__number"))
    for game in games.order_by("number"):
        game.hand_count, game.last_number = game.counting, game.last or 0
        game.save(update_fields=["hand_count", "last_number"])


# Brings games and matches into line with the stones of their hands.


def set_game(
    *, game: Game, score: tuple[int, int], winner: Side | None, ended_by: str = "hands"
) -> None:
    """Sets a game's score and winner; None: no winner (any more). The caller saves it."""
    game.score_a, game.score_b = score
    won = "" if winner is None else str(winner)
    if (game.winner, game.ended_by) != (won, ended_by if won else ""):
        game.winner = won
        game.ended_by = ended_by if won else ""
        game.finished_at = timezone.now() if won else None


def said_alone(*, match: Match, games: tuple[int, int], outcome: Outcome, actor: Actor) -> bool:
    """Whether the winner's own phone has just won the match, or the phone of either pair has ended
    it level. Then the result counts as said by that pair, with its event, and waits for the other
    one (docs/decisions/0122)."""
    sides = SIDES if outcome == LEVEL else (outcome,)
    by = next((side for side in sides if match.pairs[side] == actor.pair_id), None)
    if actor.pair_id is None or by is None:
        return False
    pair = match.pair_a if by is Side.A else match.pair_b
    events.append(
        tournament=match.tournament,
        kind=SAID,
        actor=actor,
        data={
            "match": events.match_ref(match), "pair": events.pair_ref(pair), "side": str(by),
            "said": list(games),
        },
        )  # fmt: skip
    return True


def follow_games(
    *, match: Match, games: tuple[int, int], outcome: Outcome | None, actor: Actor
) -> None:
    """Stores the games won in a match being played, and ends the match when it is over and nothing
    blocks it, or has it wait for the other pair (`said_alone`). `match` is read again afterwards.
    Raises what `matches.set_games` and `matches.finish` raise."""
    if (match.games_a, match.games_b) != games:
        matches.set_games(match_id=match.pk, games=games, actor=actor)
    if outcome is not None:
        alone = said_alone(match=match, games=games, outcome=outcome, actor=actor)
        if not alone and not is_blocked(match=match):
            matches.finish(match_id=match.pk, winner=outcome, actor=actor)
    match.refresh_from_db(
        fields=["status", "winner", "ended_by", "games_a", "games_b", "table", "version"]
    )


def end_released(*, writing: Writing, but: int | None = None) -> None:
    """Ends the matches that were over and waited only for a question that fell away with what was
    written in another match (G1). `but`: a match that was opened again on purpose. For services,
    after the event of what was written. Raises what `results.finish_locked` raises."""
    for match_id in dict.fromkeys(pk for pk in writing.released if pk != but):
        _tournament, match = lock_match(match_id=match_id)
        outcome = match.outcome_with(match.games)
        is_playing = match.status == Match.Status.PLAYING
        if outcome and is_playing and not is_blocked(match=match):
            matches.finish_locked(match=match, outcome=outcome, actor=writing.actor)


def is_blocked(*, match: Match) -> bool:
    """Whether an open ruling blocks the end of the match, an open claim would change its winner
    (S8), or its result is said by one pair and waits for the other one."""
    return is_asked_about(match=match) or statements_of(match) is not None


def is_asked_about(*, match: Match) -> bool:
    """Whether an open ruling blocks the match's end, or an open claim could turn it (S8)."""
    kinds = open_kinds(match)
    if any(kind in BLOCKING for kind in kinds):
        return True
    return Ruling.Kind.CLAIM in kinds and match_may_turn(match=match)


# The row of a question: closed with its outcome, or open again.


def new_ruling(
    match: Match, kind: str, writing: Writing, *, hand: Hand | None = None, **fields: Any
) -> Ruling:
    """Stores a question to officials, open as yet. Only inside a service's transaction."""
    if hand is not None:
        fields |= {"hand": hand, "game_id": hand.game_id}
    return Ruling.objects.create(
        match=match,
        kind=kind,
        raised_by=writing.actor.label[:120],
        raised_at=writing.at,
        **fields,
    )


def decide(ruling: Ruling, status: str, outcome: dict[str, Any], writing: Writing) -> None:
    """Closes a ruling with its outcome. Only inside a service's transaction."""
    ruling.status = status
    ruling.outcome = outcome
    ruling.reason = writing.reason
    ruling.decided_by = writing.actor.label[:120]
    ruling.decided_by_id = writing.actor.id
    ruling.decided_at = writing.at
    ruling.save(
        update_fields=["status", "outcome", "reason", "decided_by", "decided_by_id", "decided_at"]
    )


def ask_again(ruling: Ruling) -> None:
    """Opens a decided ruling again. Only inside a service's transaction."""
    ruling.status = Ruling.Status.OPEN
    ruling.outcome = None
    ruling.reason = ruling.decided_by = ""
    ruling.decided_by_id = ruling.decided_at = None
    ruling.save(
        update_fields=[
            "status", "outcome", "reason", "decided_by", "decided_by_id", "decided_at", "proposed",
        ]
    )  # fmt: skip
