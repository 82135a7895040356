"""Corrections: a new version of a hand, and everything after it settled again.

Who may correct: an organizer any hand of the tournament; a tablet the hands of the match at its
own table, but not one that an official has ruled on; a pair's phone only what its pair's phones
entered, while the match is played.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Unpack

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from mus.course import content_of
from mus.ruleset import with_target
from scoring.course.models import Hand
from scoring.course.queries.consequences import (
    Consequences,
    Held,
    Recount,
    consequences,
    must_be_correctable,
    with_hand,
    without_last,
)
from scoring.course.queries.states import (
    Answer,
    NextHand,
    current_state,
    hand_json,
)
from scoring.course.queries.stored import StoredMatch, find_hand, stored_match
from scoring.course.services import submissions
from scoring.course.services.refolding import carry_out, with_changes
from scoring.course.services.versions import Writing, writing_of
from scoring.hands.queries import HandContext, before_correction, settle_posted
from scoring.rulings.queries.deciding import held_as_before
from scoring.rulings.services import cascades
from scoring.rulings.services.decisions import settle_asked_since
from scoring.wording.reasons import reason_kept
from tournament.acts import Act
from tournament.errors import Conflict, NotAllowed, Refusal
from tournament.log.queries import rights
from tournament.log.services import lock_match
from tournament.matches.models import Match
from tournament.tables.models import Device


@transaction.atomic
def correct(
    *,
    match_id: int,
    game: int,
    number: int,
    record: object,
    key: str = "",
    goes_on: bool = False,
    **act: Unpack[Act],
) -> Answer:
    """Replaces the content of a hand; every hand after it is settled again.

    Later hands keep what was entered. Hands after a game or match that is now won earlier become
    void. An official's decision on the hand is replaced too. `sets_aside`: the later matches,
    played or begun, that are set aside by it. `goes_on`: a game that was won and is not won any
    more is played on, and the hands of the games after it become void. `take_back` brings back
    what became void.

    Raises NotFound (no_such_hand), NotAllowed (not_this_table, hand_was_ruled, not_your_hand),
    Conflict (changed_meanwhile, key_reused, cascade_changed), Refusal: faults of the record,
    reason_required, nothing_changed, game_left_open, later_hand_impossible, later_match_begun.
    """
    tournament, match = lock_match(match_id=match_id)
    actor, reason = act["actor"], act["reason"]
    body = ["correction", match_id, game, number, record, reason, *(["goes on"] if goes_on else [])]
    if (earlier := submissions.earlier_answer(actor=actor, key=key, body=body)) is not None:
        return earlier
    rights.official_or_table(tournament=tournament, match=match, actor=actor)
    writing = _writing(key, act)
    stored = stored_match(match=match)
    hand = find_hand(stored=stored, game=game, number=number)
    _must_be_free_to_change(stored, hand, act)
    before: Any = hand.record
    standing = NextHand(game, number, before["mano"], number == 1, tuple(before["score"]))
    ruleset = with_target(stored.ruleset, stored.games[game - 1].target)
    try:
        entered, settled = settle_posted(
            record, at=HandContext(match.pk, ruleset, standing), current={}
        )
    except Conflict as conflict:
        raise Refusal(conflict.problems) from conflict
    same = content_of(before) == entered.content and before["mano"] == settled.mano
    if same and hand.ruled is None:
        raise Refusal.one(
            "record",
            "nothing_changed",
            _("This is what was entered before. Change what was wrong, or leave the hand."),
        )
    # An official's decision on the hand is dropped.
    games = with_hand(
        stored,
        game=game,
        number=number,
        content=entered.content,
        mano=settled.mano if number == 1 else None,
        ruled=None,
    )
    plan = consequences(stored=stored, games=games, target=(game, number), goes_on=goes_on)
    data = {"target": {"game": game, "number": number, "version": hand.version}}
    return _carry_out(stored, plan, writing, "hand.corrected", data, body)


@transaction.atomic
def take_back(*, match_id: int, key: str = "", **act: Unpack[Act]) -> Answer:
    """Takes the last correction of a match back, as one act: the hand as it was entered before, and
    every hand that became void by the correction. Where later matches fell with it, the whole of
    that is taken back, unless the match has changed since. `sets_aside`: as in `correct`.

    Raises NotFound (no_such_match, no_correction), NotAllowed, Conflict (key_reused,
    cascade_changed), Refusal (reason_required, changed_since, not_playing, later_match_begun).
    """
    tournament, match = lock_match(match_id=match_id)
    actor = act["actor"]
    body = ["correction taken back", match_id, act["reason"]]
    if (earlier := submissions.earlier_answer(actor=actor, key=key, body=body)) is not None:
        return earlier
    rights.official(tournament=tournament, actor=actor)
    writing = _writing(key, act)
    must_be_correctable(match)
    before = before_correction(match=match)
    game, number = before.target
    cascade = cascades.cascade_begun_by(tournament_id=tournament.pk, event=before.event)
    if cascade is not None:
        act_back = partial(cascades.take_back_unless_changed, cascade_id=cascade, writing=writing)
        is_back, changes = with_changes(act_back, match=match)
        if is_back:
            hands = [change.after for change in changes.hands if isinstance(change.after, Hand)]
            return _answer(match, hands, changes, writing, body)
    version = find_hand(stored=before.stored, game=game, number=number).version
    plan = consequences(
        stored=before.stored, games=before.games, target=before.target, goes_on=True
    )
    data = {
        "target": {"game": game, "number": number, "version": version},
        "takes_back": before.event,
    }
    stays = held_as_before(match=match, before=before.event)
    return _carry_out(before.stored, plan, writing, "hand.corrected", data, body, stays)


@transaction.atomic
def undo(
    *, match_id: int, key: str = "", expected: Sequence[int] | None = None, **act: Unpack[Act]
) -> Answer:
    """Takes the last hand of the match back: writes a void version, which stays readable.

    `expected`: the (game, hand) that the sender believes to be the last, in `expected_version`.
    Raises NotFound (no_such_hand), NotAllowed, Conflict (changed_meanwhile, key_reused), Refusal.
    """
    tournament, match = lock_match(match_id=match_id)
    actor = act["actor"]
    body = ["undo", match_id, expected, act["reason"]]
    if (earlier := submissions.earlier_answer(actor=actor, key=key, body=body)) is not None:
        return earlier
    rights.official_or_table(tournament=tournament, match=match, actor=actor)
    writing = _writing(key, act)
    stored = stored_match(match=match)
    game, number = _last(stored)
    if expected is not None and list(expected) != [game, number]:
        raise _changed_meanwhile(match)
    hand = find_hand(stored=stored, game=game, number=number)
    _must_be_free_to_change(stored, hand, act)
    plan = consequences(stored=stored, games=without_last(stored, game=game), target=(game, number))
    data = {"target": {"game": game, "number": number, "version": hand.version}}
    return _carry_out(stored, plan, writing, "hand.undone", data, body)


def _writing(key: str, act: Act) -> Writing:
    """As `writing_of`, under this key; a reason that the tablet offers is kept as its code."""
    writing = writing_of(**act)
    return replace(writing, reason=reason_kept(writing.reason), key=key)


def _carry_out(
    stored: StoredMatch,
    plan: Recount,
    writing: Writing,
    kind: str,
    data: dict[str, Any],
    body: object,
    stays: Held = "",
) -> Answer:
    written = carry_out(
        stored=stored, plan=plan, writing=writing, kind=kind, data=data, stays=stays
    )
    settle_asked_since(match=stored.match, writing=writing)
    return _answer(stored.match, written, plan, writing, body)


def _answer(
    match: Match, written: Sequence[Hand], changes: Consequences, writing: Writing, body: object
) -> Answer:
    answer = {
        "hands": [hand_json(hand) for hand in written],
        "changes": changes.to_json(),
        "state": current_state(match),
    }
    return submissions.keep_answer(actor=writing.actor, key=writing.key, body=body, answer=answer)


def _must_be_free_to_change(stored: StoredMatch, hand: Hand, act: Act) -> None:
    match, actor, expected_version = stored.match, act["actor"], act.get("expected_version")
    must_be_correctable(match)
    if expected_version is None and actor.kind == "device":
        raise Refusal.one(
            "version",
            "version_required",
            _("A device says which version of the hand it changes. Send its number."),
        )
    if expected_version is not None and expected_version != hand.version:
        raise _changed_meanwhile(match)
    if hand.ruled is not None and actor.kind == "device":
        raise NotAllowed.one(
            "number",
            "hand_was_ruled",
            _("The organizers have ruled on this hand. Call the organizer to change it."),
        )
    if actor.pair_id is not None and not _is_own_work(stored, hand, actor.pair_id):
        raise NotAllowed.one(
            "number",
            "not_your_hand",
            _(
                "A pair's phone changes only hands that this pair has entered, while the match is "
                "played and nobody else has entered one since. Call the organizer to change this."
            ),
        )


def _is_own_work(stored: StoredMatch, hand: Hand, pair_id: int) -> bool:
    """Whether a pair's phones entered this hand and all after it, which a change of this one would
    settle again, and the match is still played."""
    phones = set(Device.objects.filter(pair=pair_id).values_list("pk", flat=True))
    place = (hand.game.number, hand.number)
    changed = [
        hand
        for row in stored.games
        for hand in row.hands
        if (row.game.number, hand.number) >= place
    ]
    return stored.match.status == Match.Status.PLAYING and all(
        one.actor_kind == "device" and one.actor_id in phones for one in changed
    )


def _changed_meanwhile(match: Match) -> Conflict:
    return Conflict.over(
        "expected_version",
        "changed_meanwhile",
        _("Somebody else has changed this hand. Look at it as it is now, then decide again."),
        current=current_state(match),
    )


def _last(stored: StoredMatch) -> tuple[int, int]:
    for row in reversed(stored.games):
        if row.hands:
            return row.game.number, row.hands[-1].number
    raise Refusal.one(
        "match", "no_hands", _("No hand has been entered in this match. There is nothing to undo.")
    )
