"""Saves a hand: settles it, stores it and updates game and match in one transaction."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from mus.course import HandCourse, Ruled, tally
from mus.version import RULES_VERSION
from scoring.course.models import Game, Hand
from scoring.course.queries.states import (
    Answer,
    MatchState,
    NextHand,
    Rows,
    current_state,
    hand_json,
    rulings_json,
    state_of,
)
from scoring.course.queries.stored import recorded_under, values_of
from scoring.course.services import questions, submissions, versions
from scoring.course.services.versions import (
    Writing,
    decide,
    new_ruling,
    new_version,
    write_version,
)
from scoring.hands.queries import HandContext, OpenedMatch, opened, settle_posted
from scoring.rulings.models import Ruling
from scoring.rulings.services.decisions import ruling_event
from scoring.wording.reasons import waits_for
from tournament.acts import Steps
from tournament.errors import Conflict, Refusal, StrOrPromise
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules.roles import Actor
from tournament.log.services import lock, lock_match
from tournament.matches.models import Match
from tournament.matches.services import matches


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
    """Saves the next hand of a match, settled at the match's present score.

    `record`: a hand record, or `{"quick": …}`. It may leave out what the match knows: rule set,
    score, and mano except in a game's first hand. `expected`: (game, hand) the sender believes to
    be next. A game or match won with the hand is closed in the same transaction. `ruled`: an
    official's decision that comes with the hand and replaces its settlement, with its `reason`
    (D7).

    Raises NotFound, NotAllowed (not_this_table, not_an_organizer), Refusal with every fault of
    the record (and reason_required), Conflict with the current state (hand_already_there,
    hand_out_of_order, match_finished…, key_reused).
    """
    tournament = lock(match_id=match_id)
    at = opened(tournament=tournament, match_id=match_id, actor=actor, keys=[key])
    return record_in(
        at, record=record, actor=actor, key=key, expected=expected, ruled=ruled, reason=reason
    )


def record_in(
    at: OpenedMatch,
    *,
    record: object,
    actor: Actor,
    key: str = "",
    expected: Sequence[int] | None = None,
    ruled: Ruled | None = None,
    reason: str = "",
) -> Answer:
    """As `record`, in a match that was opened for this key under the caller's lock.

    `at` is kept up to date for the next hand. After a refusal `at` must not be used again. Raises
    what `record` raises.
    """
    match = at.match
    body = submitted(match.pk, expected, record)
    if ruled is not None:
        body = [body, ruled.to_json(), reason]
    submissions.check_key(actor, key)
    if at.used or key in at.taken:
        earlier = answer_to_a_repeat(at=at, actor=actor, key=key, body=body)
        if earlier is not None:
            return earlier
    tournament = match.tournament
    rights.official_or_table(tournament=tournament, match=match, actor=actor, seen_at=at.seen_at)
    why = ""
    if ruled is not None:
        rights.official(tournament=tournament, actor=actor)
        why = rights.given_reason(reason)
    state = state_of(match, at.rows, history=False)
    standing = must_be_next(match, state, expected, actor)
    _entered, settled = settle_posted(
        record,
        at=HandContext(match.pk, state.ruleset, standing),
        current=state.to_json(),
        ruled=ruled,
    )
    digest = submissions.digest(body) if key else ""
    writing = Writing(actor, timezone.now(), why, key, digest=digest)
    answer = _save(at, standing, settled, writing)
    at.taken.add(key)
    return Answer(answer)


def submitted(match_id: int, expected: Sequence[int] | None, record: object) -> object:
    """The content that is compared when a hand's key comes again: the record and its place."""
    return ["hand", match_id, expected, record]


def must_be_next(
    match: Match, state: MatchState, expected: Sequence[int] | None, actor: Actor
) -> NextHand:
    """The game and number of the next hand. Raises Conflict or Refusal when none can be entered."""
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
        game, number = wanted
        written = Hand.objects.filter(game__match=match, game__number=game, number=number)
        there = written.filter(is_current=True).select_related("game").first()
        # With its key: a device recognizes its own hand by the key.
        hand = None if there is None else {**hand_json(there), "key": there.key}
        raise Conflict.over(
            "expected",
            "hand_already_there",
            _(
                "Somebody has already entered this hand. Compare it with yours, then keep it or "
                "correct it."
            ),
            current={**state.to_json(), "hand": hand},
        )
    if wanted > following:
        raise Conflict.over(
            "expected",
            "hand_out_of_order",
            _("A hand before this one is missing. Enter the hands in order."),
            current=state.to_json(),
        )
    return state.next


def _nothing_to_enter(match: Match, state: MatchState) -> Conflict:
    message: StrOrPromise
    if match.status == Match.Status.FINISHED:
        code, message = "match_finished", _("This match has ended. Correct its last hand instead.")
    elif state.awaiting_ruling:
        code, message = "awaiting_ruling", waits_for(is_won=state.is_won)
    elif match.status == Match.Status.PLAYING:
        code, message = "match_won", _("This match is over. There is no hand to enter.")
    else:
        code, message = "not_playing", _("This match has not begun. Start it first.")
    return Conflict.over("match", code, message, current=state.to_json())


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


def _save(
    at: OpenedMatch, standing: NextHand, settled: HandCourse, writing: Writing
) -> dict[str, Any]:
    match, rows = at.match, at.rows
    game = game_of(match, standing, settled, rows, writing)
    void = None
    if game.has_void:
        there = Hand.objects.filter(game=game, number=standing.hand, is_current=True)
        void = there.first()
    hand = new_version(
        game=game, number=standing.hand, writing=writing, previous=void, **values_of(settled)
    )
    versions.set_game(game=game, score=settled.score, winner=settled.game_winner)
    game.save()
    write_version(hand)
    open_questions = questions.ask(hand=hand, match=match, writing=writing)
    rows.open_kinds.extend(ruling.kind for ruling in open_questions)
    entries = [hand_event(match, hand, open_questions)]
    if settled.ruled is not None:
        ruling = _put_on_record(match, hand, settled.ruled, writing)
        entries.append(ruling_event(ruling))
    match.version += 1
    changed = ["version"]
    if settled.game_winner is not None:
        entries.append(with_games(match, rows))
        changed += ["games_a", "games_b"]
    match.save(update_fields=changed)
    events.append_all(tournament=match.tournament, actor=writing.actor, entries=entries)
    if settled.game_winner is not None and (outcome := match.outcome_with(match.games)):
        # The match waits for the other pair's word, or for an open question.
        games = (match.games_a, match.games_b)
        waits = versions.said_alone(match=match, games=games, outcome=outcome, actor=writing.actor)
        if not waits and not (rows.open_kinds and versions.is_blocked(match=match)):
            matches.finish_locked(match=match, outcome=outcome, actor=writing.actor)
    return {
        "hand": hand_json(hand),
        "rulings": rulings_json(open_questions),
        "state": current_state(match, rows),
    }


def _put_on_record(match: Match, hand: Hand, ruled: Ruled, writing: Writing) -> Ruling:
    """Stores the official's decision that came with a hand, like a ruling made at the desk (D7)."""
    proposed = {name: hand.settlement.get(name) for name in ("stones", "game_winner")}
    proposed = proposed if hand.settlement["ok"] else {}
    ruling = new_ruling(match, Ruling.Kind.OVERRULE, writing, hand=hand, proposed=proposed)
    decide(ruling, Ruling.Status.REPLACED, ruled.to_json(), writing)
    return ruling


def game_of(
    match: Match, standing: NextHand, settled: HandCourse, rows: Rows, writing: Writing
) -> Game:
    """The hand's game; a new one for its first hand. The caller saves it."""
    if standing.game > len(rows.games):
        begun = Game(match=match, number=standing.game, mano=settled.mano, started_at=writing.at)
        rows.games.append(begun)
    game = rows.games[standing.game - 1]
    if standing.mano_is_free:
        game.mano = settled.mano
    return game


def with_games(match: Match, rows: Rows) -> events.NewEvent:
    """Sets the games won in `match`; returns their event. The caller saves both."""
    match.games_a, match.games_b = tally((game.winner for game in rows.games), vaca=match.vaca)
    match.version += 1
    return matches.games_entry(match)


def hand_event(match: Match, hand: Hand, rulings: Sequence[Ruling]) -> events.NewEvent:
    """The event of a saved hand."""
    return events.NewEvent(
        "hand.recorded",
        {
            "match": events.match_ref(match),
            "hand": hand_json(hand, for_log=True),
            "rulings": [{"kind": r.kind, "proposed": r.proposed} for r in rulings],
            "engine": RULES_VERSION,
        },
    )


# Answers a hand that is sent again under its key, from the stored hand.


def answer_to_a_repeat(*, at: OpenedMatch, actor: Actor, key: str, body: object) -> Answer | None:
    """The answer to a hand that this sender has sent before; None when the key is new.

    It has the hand as recorded then, the questions it raised, and the match's present state. Raises
    Conflict (key_reused) when the key came with other content, Refusal (bad_json) for content that
    is nested too deeply.
    """
    hand = recorded_under(actor=actor, keys=[key]).select_related("game__match").first()
    if hand is None:
        return submissions.earlier_answer(actor=actor, key=key, body=body)
    # The questions that the hand opened when it was recorded may belong to a later version now.
    raised = Ruling.objects.filter(
        game_id=hand.game_id, hand__number=hand.number, raised_at=hand.at
    ).exclude(kind=Ruling.Kind.OVERRULE)
    first = {"hand": hand_json(hand), "rulings": rulings_json(raised.order_by("id"))}
    if hand.digest != submissions.digest(body):
        raise submissions.key_reused({**first, "state": current_state(at.match, at.rows)})
    return Answer({**first, "state": current_state(at.match, at.rows)}, repeated=True)


# Takes back the start of a match, or of all matches that one act began.


def must_have_no_hands(*, match_id: int, **_act: object) -> Steps:
    """Follow-up of `matches.undo_start`: no hand of the match counts. Seats, mano and kings may be
    chosen again afterwards, so hands settled under the old ones must not exist.

    Raises Refusal (hands_entered).
    """
    lock_match(match_id=match_id)
    counting = Hand.objects.filter(game__match_id=match_id, is_current=True, is_void=False)
    decided = Game.objects.filter(match_id=match_id).exclude(winner="")
    if counting.exists() or decided.exists():
        raise Refusal.one(
            "match",
            "hands_entered",
            _("Hands of this match have been entered. Take them back first, the last one first."),
        )
    yield {}
