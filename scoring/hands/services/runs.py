"""Saves a run of hands of one match together, such as a tablet without network sends later.

Hand by hand, most of the time is spent on reading and writing the same few rows again. A run reads
and writes them once. What is stored, logged and answered is the same as with `hands.record` for
each hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from mus.course import tally
from scoring.course.models import Game, Hand
from scoring.course.queries.states import Answer, current_state, hand_json, state_of
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
    """A hand as sent. `expected`: the (game, hand) that the sender names; `key`: "" for none."""

    key: str
    record: object
    expected: tuple[int, int]


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
    match, rows = at.match, at.rows
    keys = [one.key for one in sent if one.key]
    known: set[str] = set()
    if at.used or not at.taken.isdisjoint(keys):
        known.update(recorded_under(actor=actor, keys=keys).values_list("key", flat=True))
        known.update(submitted_under(scope_of(actor), keys).values_list("key", flat=True))
    hands: list[Hand] = []
    games: dict[int, Game] = {}
    entries: list[events.NewEvent] = []
    answers: list[Answer] = []
    for one in () if any(game.has_void for game in rows.games) else sent:
        if one.key in known:
            break
        state = state_of(match, rows, history=False)
        try:
            standing = must_be_next(match, state, one.expected, actor)
            place = HandContext(match.pk, state.ruleset, standing)
            _entered, settled = settle_posted(one.record, at=place, current={})
            digest = submissions.digest(submitted(match.pk, one.expected, one.record))
        except Refusal:
            break
        settlement: Any = settled.settlement
        claim = settlement.get("claim")
        disputed = claim is not None and not claim["agrees"]
        if settlement["penalties"] or settlement["needs_ruling"] or disputed:
            break  # it raises a question to an official
        if settled.game_winner is not None:
            winners = (*(game.winner for game in rows.games), settled.game_winner)
            is_over = match.outcome_with(tally(winners, vaca=match.vaca)) is not None
            # An open claim could change the winner of the game (S8).
            if is_over or Ruling.Kind.CLAIM in rows.open_kinds:
                break
        writing = Writing(actor, timezone.now(), key=one.key, digest=digest if one.key else "")
        game = game_of(match, standing, settled, rows, writing)
        hand = new_version(
            game=game, number=standing.hand, writing=writing, previous=None, **values_of(settled)
        )
        versions.set_game(game=game, score=settled.score, winner=settled.game_winner)
        match.version += 1
        hands.append(hand)
        games[standing.game] = game
        entries.append(hand_event(match, hand, ()))
        if settled.game_winner is not None:
            entries.append(with_games(match, rows))
        body = {"hand": hand_json(hand), "rulings": [], "state": current_state(match, rows)}
        answers.append(Answer(body))
        known |= {one.key} - {""}
    if hands:
        # The log comes first: only it can still refuse (bad_text), while nothing is written yet.
        events.append_all(tournament=match.tournament, actor=actor, entries=entries)
        with connection.cursor() as cursor:
            for game in games.values():
                if game.pk and not game.winner:
                    scores = (game.mano, game.score_a, game.score_b)
                    counts = (game.hand_count, game.last_number)
                    cursor.execute(GO_ON, [*scores, *counts, game.pk])
                else:
                    game.save()
            Hand.objects.bulk_create(hands)
            cursor.execute(SAVE, [match.version, match.games_a, match.games_b, match.pk])
        at.taken.update(hand.key for hand in hands)
    return tuple(answers)


# By hand, because they come with every hand of a tablet (docs/decisions/0120).
GO_ON = """
UPDATE scoring_game SET mano = %s, score_a = %s, score_b = %s, hand_count = %s, last_number = %s
WHERE id = %s"""
SAVE = "UPDATE tournament_match SET version = %s, games_a = %s, games_b = %s WHERE id = %s"
