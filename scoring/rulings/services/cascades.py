"""Takes a whole cascade back: hands, results, matches and pairs."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from scoring.course.queries.states import hand_json
from scoring.course.services import questions, versions
from scoring.course.services.questions import ask_settled
from scoring.course.services.refolding import current_hands, games_json, go_back
from scoring.course.services.versions import Writing
from scoring.rulings.models import Ruling
from scoring.rulings.services import tribunal
from scoring.rulings.services.departures import (
    BY_LEAVING,
    Stopped,
    ask_what_leaving_settled,
    catch_up,
    stopped_by,
    stopped_by_leaving,
)
from tournament.errors import Conflict
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules.kinds import kind_of_leaving, step_of
from tournament.log.rules.roles import Actor
from tournament.matches.models import Cascade
from tournament.matches.services import undoing


@transaction.atomic
def take_back(
    *, cascade_id: int, actor: Actor, reason: str, sets_aside: Sequence[int] = ()
) -> Cascade:
    """Restores everything as it was before one change: its match, and every later match that it set
    aside. Matches played in their place meanwhile are kept for the record; `sets_aside` names them.
    If a verdict made the change, the verdict is taken back and its case is open again. If the
    change brought a pair back, the pair has left again, and questions about it are closed; if the
    pair had left with the change, it is in again, and asked again. False claims of the pairs are
    counted anew (G1). An organizer whose role does not allow such a change may not take it back
    either.

    Raises NotFound, NotAllowed, Refusal (reason_required, later_match_begun), Conflict
    (already_undone, changed_since, cascade_changed).
    """
    tournament, cascade = undoing.to_take_back(cascade_id=cascade_id, actor=actor)
    why = rights.given_reason(reason)
    match, play = cascade.match, cascade.play
    rights.must_reach(tournament=tournament, actor=actor, kinds=_acts(cascade))
    writing = Writing(actor, timezone.now(), why)
    data = {}
    if match is not None and play is not None and "since" in play:
        if current_hands(match) != play["since"]:
            raise undoing.changed_since(cascade)
        written = go_back(match=match, play=play, writing=writing)
        questions.ask_anew(hands=written, match=match, writing=writing)
        data = {
            "hands": [hand_json(hand, for_log=True) for hand in written],
            "games": games_json(match),
        }
    stopped = _stopped(cascade)
    restored = undoing.restore(
        tournament=tournament, cascade=cascade, actor=actor, reason=why, sets_aside=sets_aside
    )
    going_on = Ruling.objects.filter(match__in=restored.matches, match__status="playing")
    ask_settled(going_on.filter(BY_LEAVING), writing)
    event = events.append(
        tournament=tournament,
        kind="cascade.undone",
        actor=actor,
        data={
            "match": events.match_ref(match) if match else None,
            **restored.to_json(),
            **data,
            **_reopen(cascade, writing),
            "reason": why,
        },
    )
    restored.followed.store_event_number(event)
    for pair in undoing.changed_pairs(cascade):
        if not pair.is_in:
            tribunal.settle_departure(pair, writing)
    catch_up(stopped=stopped, actor=actor)
    versions.end_released(writing=writing)
    return cascade


def take_back_unless_changed(*, cascade_id: int | None, writing: Writing) -> bool:
    """Takes a cascade back, if there is one, and its match is as the change left it; returns
    whether. For services that take back the act that began it. Raises what `take_back` raises."""
    if cascade_id is None:
        return False
    try:
        with transaction.atomic():
            take_back(
                cascade_id=cascade_id,
                actor=writing.actor,
                reason=writing.reason,
                sets_aside=writing.sets_aside,
            )
    except Conflict as conflict:
        if conflict.codes != ("changed_since",):
            raise
        return False
    return True


def cascade_begun_by(*, tournament_id: int, event: int | None) -> int | None:
    """Primary key of the cascade that this event began, if it has not been taken back."""
    live = Cascade.objects.filter(tournament_id=tournament_id, undone_at=None, event_number=event)
    return live.values_list("pk", flat=True).first() if event is not None else None


def _acts(cascade: Cascade) -> list[str]:
    """Kinds of the events that made the change, or that it took back."""
    acts = [cascade.what]
    if "case" in (cascade.play or {}):
        acts.append("tribunal.decided")
    if step_of(cascade.what) == "reinstate":
        acts += map(kind_of_leaving, cascade.before.get("pairs", {}).values())
    return acts


def _stopped(cascade: Cascade) -> Stopped:
    """The matches that may go on once the cascade is taken back."""
    stopped = stopped_by(cascade)
    for pk in cascade.pair_ids:
        stopped = {**stopped_by_leaving(pk), **stopped}
    return stopped


def _reopen(cascade: Cascade, writing: Writing) -> dict[str, Any]:
    """Opens again what the change had decided; returns what the event tells of it."""
    event_data = tribunal.ask_again(cascade)
    match, pairs = cascade.match, undoing.changed_pairs(cascade)
    if match is not None and step_of(cascade.what) == "finish":
        ask_settled(match.rulings.all(), writing)
    if step_of(cascade.what) == "reinstate":
        return event_data
    cases: list[dict[str, Any]] = []
    for pair in pairs:
        cases += tribunal.ask_about(pair.pk) if step_of(cascade.what) == "disqualify" else []
        if pair.is_in:
            ask_what_leaving_settled(pair, writing)
    return {**event_data, **({"cases": cases} if cases else {})}
