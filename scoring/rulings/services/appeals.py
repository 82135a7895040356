"""Appeals of a pair against a hand, a ruling or a result: entered at the desk, and decided.

    state    act                                                state after
    -------  -------------------------------------------------  -----------
    -        `enter`, within the time for appeals               open
    open     `reject`                                           dismissed
    open     `withdraw`: entered by mistake, or given up        dismissed
    open     `uphold` with other stones or another result       replaced
    open     `uphold` with neither: a separate act corrects it  confirmed

All of it is by the official's word (D7). A decision is taken back by the undo of its act; where a
hand changed with it, by `taking_back.take_back`. A pair has at most one appeal open in a match.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Unpack

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.course.models import Hand
from scoring.course.queries.stored import find_hand, stored_match
from scoring.course.services.versions import Writing, decide, new_ruling, writing_of
from scoring.rulings.models import AppealWindow, Ruling
from scoring.rulings.queries.deciding import must_still_count
from scoring.rulings.queries.review import ruling_json, window_minutes
from scoring.rulings.services.decisions import (
    log_ruling,
    must_have_none_open,
    open_ruling,
    read_outcome,
    rule_hand,
)
from tournament.acts import Act, Decision
from tournament.entries.models import Pair
from tournament.errors import Refusal
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules.roles import Actor
from tournament.log.services import lock, lock_match
from tournament.matches.models import Match
from tournament.matches.queries import guards
from tournament.matches.services import results

Kind, Status = Ruling.Kind, Ruling.Status


@transaction.atomic
def enter(
    *,
    match_id: int,
    side: str,
    reason: str,
    actor: Actor,
    game: int | None = None,
    number: int | None = None,
) -> Ruling:
    """Enters an appeal of the pair of this side, with its reason. With `game` and `number` it is
    against that hand and its ruling, otherwise against the result. Until the decision everybody
    sees the match as under review.

    Raises NotFound, NotAllowed, Refusal (reason_required, bad_side, not_begun, set_aside, is_a_bye,
    no_window, too_late, already_open).
    """
    _tournament, match = lock_match(match_id=match_id, official=actor)
    writing = writing_of(actor=actor, reason=reason)
    pair = _pair(match, side)
    _must_be_in_time(match, writing.at)
    must_have_none_open(Ruling(kind=Kind.APPEAL, match=match, pair=pair))
    hand, proposed = _about(match, game, number), {"reason": writing.reason}
    ruling = new_ruling(match, Kind.APPEAL, writing, hand=hand, pair=pair, proposed=proposed)
    _log(ruling, actor, "appeal.entered", reason=writing.reason)
    return ruling


@transaction.atomic
def reject(*, ruling_id: int, **act: Unpack[Decision]) -> Ruling:
    """Rejects an appeal: nothing changes. Raises NotFound, NotAllowed, Conflict (already_decided,
    changed_meanwhile), Refusal (reason_required, other_kind)."""
    ruling, writing = _open(ruling_id, act)
    decide(ruling, Status.DISMISSED, {}, writing)
    log_ruling(ruling, writing.actor)
    return ruling


@transaction.atomic
def uphold(
    *,
    ruling_id: int,
    stones: Sequence[int] | None = None,
    game_winner: str | None = None,
    games: Sequence[int] | None = None,
    **act: Unpack[Act],
) -> Ruling:
    """Upholds an appeal: with other `stones`, or another winner of the game, for its hand; with
    other `games` as the result of the match; or with neither, when a separate act corrects the
    mistake. `sets_aside`: the later matches that are set aside by it.

    Raises NotFound (also hand_void), NotAllowed, Conflict (already_decided, changed_meanwhile,
    cascade_changed), Refusal (reason_required, other_kind, bad_outcome, about_no_hand, and what
    replacing a hand's outcome or a result can meet).
    """
    ruling, writing = _open(ruling_id, act)
    of_a_hand = stones is not None or bool(game_winner)
    if of_a_hand and games is not None:
        raise Refusal.one(
            "games", "one_change", _("Change the hand or the result, one of the two.")
        )
    if of_a_hand:
        _must_be_about_a_hand(ruling)
        rule_hand(ruling, read_outcome(stones, game_winner), Status.REPLACED, writing)
        return ruling
    new_outcome = {"upheld": True} if games is None else {"games": list(rights.two_games(games))}
    decide(ruling, Status.CONFIRMED if games is None else Status.REPLACED, new_outcome, writing)
    log_ruling(ruling, writing.actor)
    if games is not None:
        results.replace_result(
            match_id=ruling.match_id,
            games=games,
            actor=writing.actor,
            reason=writing.reason,
            sets_aside=writing.sets_aside,
        )
    return ruling


@transaction.atomic
def withdraw(*, ruling_id: int, **act: Unpack[Decision]) -> Ruling:
    """Takes an open appeal back: it was entered by mistake, or the pair gives it up. Raises
    NotFound, NotAllowed, Conflict (already_decided, changed_meanwhile), Refusal (reason_required,
    other_kind)."""
    ruling, writing = _open(ruling_id, act)
    decide(ruling, Status.DISMISSED, {"withdrawn": True}, writing)
    _log(ruling, writing.actor, "appeal.withdrawn", **ruling_json(ruling))
    return ruling


def _open(ruling_id: int, act: Decision) -> tuple[Ruling, Writing]:
    ruling = open_ruling(ruling_id, act["actor"], act.get("expected_version"))
    _must_be_an_appeal(ruling)
    return ruling, writing_of(**act)


def _must_be_an_appeal(ruling: Ruling) -> None:
    if ruling.kind != Kind.APPEAL:
        raise Refusal.one(
            "ruling", "other_kind", _("This is no appeal. Choose one of the appeals at the desk.")
        )


def _must_be_about_a_hand(ruling: Ruling) -> None:
    if ruling.hand_id is None:
        raise Refusal.one(
            "stones",
            "about_no_hand",
            _("This appeal is against the result, not a hand. Give the games of both pairs."),
        )
    must_still_count(ruling.hand)


def _must_be_in_time(match: Match, now: datetime) -> None:
    """Raises Refusal unless the match is being played, or ended within the time for appeals."""
    guards.must_hold_its_slot(match)
    guards.must_not_be_a_bye(match)
    if match.status == Match.Status.PLAYING:
        return
    if match.status != Match.Status.FINISHED or match.finished_at is None:
        raise Refusal.one(
            "match",
            "not_begun",
            _("This match has not begun. There is nothing to appeal against."),
        )
    minutes = window_minutes(tournament_id=match.tournament_id)
    if not minutes:
        raise Refusal.one(
            "match",
            "no_window",
            _(
                "Results are final at once here, so there is no appeal. Set a time for appeals on "
                "the page of the rulings, or reopen the match."
            ),
        )
    if now > match.finished_at + timedelta(minutes=minutes):
        raise Refusal.one(
            "match",
            "too_late",
            _(
                "The time for appeals, %(minutes)s minutes after the end, is over: the "
                "result is final. The organizers can still reopen the match, with a "
                "reason."
            ),
            minutes=minutes,
        )


def _pair(match: Match, side: str) -> Pair:
    pair = {"A": match.pair_a, "B": match.pair_b}.get(side if isinstance(side, str) else "")
    if pair is None:
        raise Refusal.one("side", "bad_side", _("Say which pair: A or B."))
    return pair


def _about(match: Match, game: int | None, number: int | None) -> Hand | None:
    """The hand of an appeal; None for an appeal against the result."""
    if game is None and number is None:
        return None
    if game is None or number is None:
        raise Refusal.one(
            "number" if number is None else "game",
            "half_a_place",
            _("Say both the game and the hand, or neither."),
        )
    return find_hand(stored=stored_match(match=match), game=game, number=number)


def _log(ruling: Ruling, actor: Actor, kind: str, /, **data: Any) -> None:
    assert ruling.pair is not None
    events.append(
        tournament=ruling.match.tournament,
        kind=kind,
        actor=actor,
        data={
            "match": events.match_ref(ruling.match),
            "pair": events.pair_record(ruling.pair),
            "appeal": ruling.pk,
            **ruling.place,
            **data,
        },
    )


# Sets how long results are provisional.


MOST_MINUTES = 1440


@transaction.atomic
def set_window(*, tournament_id: int, minutes: int, actor: Actor) -> int:
    """Sets for how many minutes a result can be appealed; 0: results are final at once.

    Raises NotFound, NotAllowed, Refusal (out_of_range).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    rights.whole_number(minutes, field="minutes", least=0, most=MOST_MINUTES)
    AppealWindow.objects.update_or_create(tournament=tournament, defaults={"minutes": minutes})
    events.append(
        tournament=tournament, kind="appeals.window_set", actor=actor, data={"minutes": minutes}
    )
    return minutes
