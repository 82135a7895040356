"""Saving a hand: settled, stored, and followed up in one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.models import Game, Hand, Ruling
from scoring.queries.entering import Place, settle_posted
from scoring.queries.states import GameRow, MatchState, Rows, Standing, read_rows, state_of
from scoring.rules.course import HandCourse, Ruled
from scoring.services import closing, questions, submissions
from scoring.services.answers import Answer, current_state, hand_json, rulings_json
from scoring.services.decisions import decide, log_ruling
from scoring.services.versions import Writing, last_version, write_version
from tournament.errors import Conflict, Refusal
from tournament.models import Match, Tournament
from tournament.rules.actors import Actor
from tournament.services import checks, events, records
from tournament.services.locking import lock_match


@transaction.atomic
def record(
    *,
    match_id: int,
    record: object,
    actor: Actor,
    key: str = "",
    expected: Sequence[int] | None = None,
    ruled: Ruled | None = None,
    reason: str = "",
) -> Answer:
    """Saves the next hand of a match, settled where the match stands.

    `record`: a hand record without what the match knows (rule set, score, and mano but in a
    game's first hand), or `{"quick": …}`. `expected`: (game, hand) the sender believes to be
    next. A game or match that is won with it closes in the same transaction. `ruled`: an
    official's word that comes with the hand and counts in place of its settlement, with its
    `reason` (D7).

    Raises NotFound, NotAllowed (not_this_table, not_an_organizer), Refusal with every fault of
    the record (and reason_required), Conflict with the current state (hand_already_there,
    hand_out_of_order, match_finished…, key_reused).
    """
    tournament, match = lock_match(match_id=match_id)
    body = submitted(match_id, expected, record)
    if ruled is not None:
        body = [body, ruled.to_json(), reason]
    earlier = submissions.earlier_answer(actor=actor, key=key, body=body)
    if earlier is not None:
        return Answer(earlier, repeated=True)
    checks.official_or_table(tournament=tournament, match=match, actor=actor)
    why = _reason_to_rule(tournament, actor, reason) if ruled is not None else ""
    rows = read_rows(match)
    state = state_of(match, rows, history=False)
    standing = must_be_next(match, state, expected, actor)
    _entered, settled = settle_posted(
        record,
        at=Place(match.pk, state.ruleset, standing),
        current=state.to_json(history=False),
        ruled=ruled,
    )
    writing = Writing(actor, timezone.now(), why, key)
    answer = _save(tournament, match, standing, settled, rows, writing)
    submissions.keep_answer(actor=actor, key=key, body=body, answer=answer)
    return Answer(answer)


def _reason_to_rule(tournament: Tournament, actor: Actor, reason: str) -> str:
    checks.official(tournament=tournament, actor=actor)
    return checks.given_reason(reason)


def submitted(match_id: int, expected: Sequence[int] | None, record: object) -> object:
    """What the key of a hand stands for: the same again, for the same place, is the same hand."""
    return ["hand", match_id, expected, record]


def must_be_next(
    match: Match, state: MatchState, expected: Sequence[int] | None, actor: Actor
) -> Standing:
    """Where the hand goes. Raises Conflict or Refusal when it cannot go there."""
    current = state.to_json(history=False)
    if state.next is None:
        raise _nothing_to_enter(match, state)
    if expected is None and actor.kind == "device":
        raise Refusal.one(
            "expected",
            "expected_required",
            _("A device says which game and hand it enters. Send both numbers."),
        )
    if expected is None:
        return state.next
    wanted, following = _game_and_hand(expected), (state.next.game, state.next.hand)
    if wanted < following:
        raise Conflict.over(
            "expected",
            "hand_already_there",
            _(
                "Somebody has already entered this hand. Compare it with yours, then keep it or "
                "correct it."
            ),
            current={**current, "hand": _there(match, wanted)},
        )
    if wanted > following:
        raise Conflict.over(
            "expected",
            "hand_out_of_order",
            _("A hand before this one is missing. Enter the hands in order."),
            current=current,
        )
    return state.next


def _nothing_to_enter(match: Match, state: MatchState) -> Conflict:
    if match.status == Match.Status.FINISHED:
        code, message = "match_finished", _("This match has ended. Correct its last hand instead.")
    elif state.awaiting_ruling:
        code, message = (
            "awaiting_ruling",
            _("This match is won and waits for a ruling. Call the organizer."),
        )
    elif match.status == Match.Status.PLAYING:
        code, message = "match_won", _("This match is won. There is no hand to enter.")
    else:
        code, message = "not_playing", _("This match has not begun. Start it first.")
    return Conflict.over("match", code, message, current=state.to_json(history=False))


def _game_and_hand(expected: object) -> tuple[int, int]:
    if (
        isinstance(expected, list | tuple)
        and len(expected) == 2
        and all(type(number) is int and number > 0 for number in expected)
    ):
        return expected[0], expected[1]
    raise Refusal.one(
        "expected", "bad_expected", _("Give two whole numbers: the game and the hand, from 1.")
    )


def _there(match: Match, place: tuple[int, int]) -> dict[str, Any] | None:
    """The hand that is there, with the key it came under: a device knows its own again by it."""
    hand = (
        Hand.objects.filter(
            game__match=match, game__number=place[0], number=place[1], is_current=True
        )
        .select_related("game")
        .first()
    )
    return None if hand is None else {**hand_json(hand), "key": hand.key}


def _save(
    tournament: Tournament,
    match: Match,
    standing: Standing,
    settled: HandCourse,
    rows: Rows,
    writing: Writing,
) -> dict[str, Any]:
    row = game_row(match, standing, settled, rows, writing)
    void = last_version(game=row.game, number=standing.hand) if row.has_void else None
    hand = write_version(
        game=row.game, number=standing.hand, course=settled, writing=writing, previous=void
    )
    asked = questions.ask(hand=hand, match=match, writing=writing)
    closing.move_game(game=row.game, score=settled.score, winner=settled.game_winner)
    Match.objects.filter(pk=match.pk).update(version=F("version") + 1)
    match.version += 1
    row.hands += 1
    rows.open_kinds.extend(ruling.kind for ruling in asked)
    event = hand_event(match, hand, asked)
    events.append_all(tournament=tournament, actor=writing.actor, entries=[event])
    if settled.ruled is not None:
        _put_on_record(tournament, match, hand, settled.ruled, writing)
    if settled.game_winner is not None:
        _close(match, rows, settled, writing.actor)
    return {
        "hand": hand_json(hand),
        "rulings": rulings_json(asked),
        "state": current_state(match, rows),
    }


def _put_on_record(
    tournament: Tournament, match: Match, hand: Hand, ruled: Ruled, writing: Writing
) -> None:
    """The official's word that the hand came with, beside the rulings made at the desk (D7)."""
    proposed = {name: hand.settlement.get(name) for name in ("stones", "game_winner")}
    ruling = Ruling.objects.create(
        match=match,
        game_id=hand.game_id,
        hand=hand,
        kind=Ruling.Kind.OVERRULE,
        proposed=proposed if hand.settlement["ok"] else {},
        raised_by=writing.actor.label[:120],
        raised_at=writing.at,
    )
    decide(ruling, Ruling.Status.REPLACED, ruled.to_json(), writing)
    log_ruling(tournament, match, ruling, writing.actor)


def game_row(
    match: Match, standing: Standing, settled: HandCourse, rows: Rows, writing: Writing
) -> GameRow:
    """The game the hand belongs to, begun with it when it is the first."""
    if standing.game > len(rows.games):
        game = Game.objects.create(
            match=match, number=standing.game, mano=settled.mano, started_at=writing.at
        )
        rows.games.append(GameRow(game))
    row = rows.games[standing.game - 1]
    if standing.mano_is_free:
        row.game.mano = settled.mano
    row.game.match = match
    return row


def _close(match: Match, rows: Rows, settled: HandCourse, actor: Actor) -> None:
    games = rows.games_won()
    winner = settled.game_winner if max(games) >= match.wins_needed else None
    closing.follow_games(match=match, games=games, winner=winner, actor=actor)


def hand_event(match: Match, hand: Hand, asked: Sequence[Ruling]) -> events.Entry:
    """A saved hand as the log keeps it."""
    return events.Entry(
        "hand.recorded",
        {
            "match": records.match_ref(match),
            "hand": hand_json(hand),
            "rulings": [{"kind": r.kind, "proposed": r.proposed} for r in asked],
        },
        (*records.topics(match), *(("desk",) if asked else ())),
    )
