"""Saves a run of hands of one match together, such as a tablet without network sends later.

Hand by hand, most of the time is spent on reading and writing the same few rows again. A run reads
and writes them once. What is stored, logged and answered is the same as with `hands.record` for
each hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils import timezone

from mus.course import HandCourse, tally
from scoring.course.models import Game, Hand
from scoring.course.queries.states import Answer, NextHand, current_state, hand_json, state_of
from scoring.course.queries.stored import recorded_under, scope_of, submitted_under, values_of
from scoring.course.services import submissions, versions
from scoring.course.services.versions import Writing, new_version
from scoring.hands.queries import HandContext, OpenedMatch, opened, settle_posted
from scoring.hands.services.hands import (
    game_of,
    hand_event,
    must_be_next,
    submitted,
    with_games,
)
from scoring.rulings.models import Ruling
from tournament.errors import Refusal
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules.roles import Actor
from tournament.log.services import lock


@dataclass(frozen=True, slots=True)
class Sent:
    """A hand as it was sent. `expected`: its (game, hand) in the sender's belief; `key`: "" for
    none."""

    key: str
    record: object
    expected: tuple[int, int]


@dataclass(slots=True)
class _Run:
    """The hands of a run so far, not yet written."""

    at: OpenedMatch
    actor: Actor
    hands: list[Hand] = field(default_factory=list)
    events: list[events.NewEvent] = field(default_factory=list)
    games: dict[int, Game] = field(default_factory=dict)
    answers: list[Answer] = field(default_factory=list)


@transaction.atomic
def record_run(*, match_id: int, sent: Sequence[Sent], actor: Actor) -> tuple[Answer, ...]:
    """Saves hands in order, up to the first hand that does more than add stones or win a game.

    The run ends before a hand that was sent before, is refused, wins the match, or raises a
    question: the caller gives that one to `hands.record`. Returns the answers of the hands saved.
    Raises NotFound, NotAllowed, Refusal (bad_text).
    """
    tournament = lock(match_id=match_id)
    keys = [one.key for one in sent]
    at = opened(tournament=tournament, match_id=match_id, actor=actor, keys=keys)
    return record_run_in(at, sent=sent, actor=actor)


def record_run_in(at: OpenedMatch, *, sent: Sequence[Sent], actor: Actor) -> tuple[Answer, ...]:
    """As `record_run`, in a match that was opened for these keys under the caller's lock.

    Nothing is written before the last check, so a refusal needs no savepoint. `at` is kept up to
    date; after a refusal it must not be used again. Raises what `record_run` raises.
    """
    rights.official_or_table(
        tournament=at.match.tournament, match=at.match, actor=actor, seen_at=at.seen_at
    )
    known = _known(at, sent, actor)
    run = _Run(at, actor)
    if not any(game.has_void for game in at.rows.games):
        for one in sent:
            if one.key in known or not _enter(run, one):
                break
            known |= {one.key} - {""}
    if run.hands:
        _write(run)
    return tuple(run.answers)


def _known(at: OpenedMatch, sent: Sequence[Sent], actor: Actor) -> set[str]:
    """The keys of these hands that have been used before. Usually none, known without a query."""
    keys = [one.key for one in sent if one.key]
    if not at.used and at.taken.isdisjoint(keys):
        return set()
    recorded = recorded_under(actor=actor, keys=keys).values_list("key", flat=True)
    submitted = submitted_under(scope_of(actor), keys).values_list("key", flat=True)
    return {*recorded, *submitted}


def _enter(run: _Run, one: Sent) -> bool:
    """Adds a hand to the run; False when it is for `hands.record`."""
    match = run.at.match
    state = state_of(match, run.at.rows, history=False)
    try:
        standing = must_be_next(match, state, one.expected, run.actor)
        place = HandContext(match.pk, state.ruleset, standing)
        _entered, settled = settle_posted(one.record, at=place, current={})
        digest = submissions.digest(submitted(match.pk, one.expected, one.record))
    except Refusal:
        return False
    if not _is_plain(settled) or not _goes_on(run.at, settled):
        return False
    writing = Writing(run.actor, timezone.now(), key=one.key, digest=digest if one.key else "")
    _take(run, standing, settled, writing)
    return True


def _is_plain(settled: HandCourse) -> bool:
    """Whether the hand raises no question to an official."""
    settlement: Any = settled.settlement
    claim = settlement.get("claim")
    return (
        not settlement["penalties"]
        and not settlement["needs_ruling"]
        and (claim is None or claim["agrees"])
    )


def _goes_on(at: OpenedMatch, settled: HandCourse) -> bool:
    """Whether the match goes on after the hand. It does not when the hand wins the match, or wins a
    game while a claim is open, which could change the game's winner (S8)."""
    if settled.game_winner is None:
        return True
    winners = (*(game.winner for game in at.rows.games), settled.game_winner)
    won = tally(winners, vaca=at.match.vaca)
    return at.match.winner_with(won) is None and Ruling.Kind.CLAIM not in at.rows.open_kinds


def _take(run: _Run, standing: NextHand, settled: HandCourse, writing: Writing) -> None:
    match, rows = run.at.match, run.at.rows
    game = game_of(match, standing, settled, rows, writing)
    hand = new_version(
        game=game, number=standing.hand, writing=writing, previous=None, **values_of(settled)
    )
    versions.set_game(game=game, score=settled.score, winner=settled.game_winner)
    match.version += 1
    run.hands.append(hand)
    run.games[standing.game] = game
    run.events.append(hand_event(match, hand, ()))
    if settled.game_winner is not None:
        run.events.append(with_games(match, rows))
    answer = {"hand": hand_json(hand), "rulings": [], "state": current_state(match, rows)}
    run.answers.append(Answer(answer))


def _write(run: _Run) -> None:
    # The log comes first: only it can still refuse (bad_text), while nothing is written yet.
    match = run.at.match
    events.append_all(tournament=match.tournament, actor=run.actor, entries=run.events)
    for game in run.games.values():
        game.save()
    Hand.objects.bulk_create(run.hands)
    won = any(hand.game_winner for hand in run.hands)
    match.save(update_fields=["version", *(("games_a", "games_b") if won else ())])
    run.at.taken.update(hand.key for hand in run.hands)
