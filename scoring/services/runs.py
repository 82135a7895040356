"""A run of hands of one match, saved together: what a tablet that was away brings back.

Hand by hand, most of the time goes into reading and writing the same few rows again. In a run
they are read once and written once; what is stored, logged and answered is the same as if
`hands.record` had been called for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils import timezone

from scoring.models import Hand
from scoring.queries.entering import Place, settle_posted
from scoring.queries.states import GameRow, Rows, Standing, read_rows, state_of
from scoring.rules.course import HandCourse
from scoring.services import closing, submissions
from scoring.services.answers import Answer, current_state, hand_json
from scoring.services.hands import game_row, hand_event, must_be_next, submitted
from scoring.services.versions import Writing, first_version, write_all
from tournament.errors import Refusal
from tournament.models import Match
from tournament.rules.actors import Actor
from tournament.services import checks, events
from tournament.services.locking import lock_match
from tournament.services.matches import games_entry


@dataclass(frozen=True, slots=True)
class Sent:
    """A hand as it was sent, believed to be `expected` (game, hand); `key` "" when it has none."""

    key: str
    record: object
    expected: tuple[int, int]


@dataclass(slots=True)
class _Run:
    """The hands of a run so far, not yet written."""

    match: Match
    rows: Rows
    actor: Actor
    hands: list[Hand] = field(default_factory=list)
    events: list[events.Entry] = field(default_factory=list)
    games: dict[int, GameRow] = field(default_factory=dict)
    answers: list[Answer] = field(default_factory=list)
    answered: list[tuple[str, object, dict[str, Any]]] = field(default_factory=list)


@transaction.atomic
def record_run(*, match_id: int, sent: Sequence[Sent], actor: Actor) -> tuple[Answer, ...]:
    """Saves hands in order, up to the first from which more follows than stones and a game.

    A hand that was sent before, is refused, wins the match, or leaves something to an official
    ends the run before it: `hands.record` is for that one. The answers are those of the hands
    saved. Raises NotFound, NotAllowed, Refusal (bad_text).
    """
    _tournament, match = lock_match(match_id=match_id)
    checks.official_or_table(tournament=match.tournament, match=match, actor=actor)
    known = submissions.known_keys(actor=actor, keys=[one.key for one in sent if one.key])
    run = _Run(match, read_rows(match), actor)
    if not any(row.has_void for row in run.rows.games):
        for one in sent:
            if one.key in known or not _enter(run, one):
                break
            known |= {one.key} - {""}
    if run.hands:
        _write(run)
    return tuple(run.answers)


def _enter(run: _Run, one: Sent) -> bool:
    """Takes a hand into the run, unless it is for `hands.record`."""
    match, rows = run.match, run.rows
    state = state_of(match, rows, history=False)
    try:
        standing = must_be_next(match, state, one.expected, run.actor)
        place = Place(match.pk, state.ruleset, standing)
        _entered, settled = settle_posted(one.record, at=place, current={})
    except Refusal:
        return False
    if not _is_plain(settled) or _wins_match(run, settled):
        return False
    _take(run, one, standing, settled)
    return True


def _is_plain(settled: HandCourse) -> bool:
    """Whether nothing is left to an official."""
    settlement: Any = settled.settlement
    claim = settlement.get("claim")
    return (
        not settlement["penalties"]
        and not settlement["needs_ruling"]
        and (claim is None or claim["agrees"])
    )


def _wins_match(run: _Run, settled: HandCourse) -> bool:
    if settled.game_winner is None:
        return False
    return run.rows.games_won()[settled.game_winner.position] + 1 >= run.match.wins_needed


def _take(run: _Run, one: Sent, standing: Standing, settled: HandCourse) -> None:
    writing = Writing(run.actor, timezone.now(), key=one.key)
    row = game_row(run.match, standing, settled, run.rows, writing)
    hand = first_version(game=row.game, number=standing.hand, course=settled, writing=writing)
    row.game.score_a, row.game.score_b = settled.score
    row.hands += 1
    run.match.version += 1
    run.hands.append(hand)
    run.events.append(hand_event(run.match, hand, ()))
    run.games[standing.game] = row
    if settled.game_winner is not None:
        _close_game(run, row, settled)
    answer = {
        "hand": hand_json(hand),
        "rulings": [],
        "state": current_state(run.match, run.rows),
    }
    run.answers.append(Answer(answer))
    if one.key:
        run.answered.append((one.key, submitted(run.match.pk, one.expected, one.record), answer))


def _close_game(run: _Run, row: GameRow, settled: HandCourse) -> None:
    match = run.match
    closing.move_game(game=row.game, score=settled.score, winner=settled.game_winner)
    match.games_a, match.games_b = run.rows.games_won()
    match.version += 1
    run.events.append(games_entry(match))


def _write(run: _Run) -> None:
    match = run.match
    write_all(run.hands)
    for row in run.games.values():
        if not row.game.winner:
            score = (row.game.score_a, row.game.score_b)
            closing.move_game(game=row.game, score=score, winner=None)
    match.save(update_fields=["games_a", "games_b", "version"])
    events.append_all(tournament=match.tournament, actor=run.actor, entries=run.events)
    submissions.keep_answers(actor=run.actor, answered=run.answered)
