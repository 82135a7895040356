"""Pairs that leave and come back, with the questions to officials that are closed or opened again.

For disqualification see `tribunal.disqualify`.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from scoring.course.services import versions
from scoring.course.services.questions import ask_settled
from scoring.course.services.versions import Writing
from scoring.rulings.models import Ruling
from scoring.rulings.services import tribunal
from scoring.rulings.services.catching_up import catch_up, stopped_by_leaving
from tournament.entries.models import Pair
from tournament.entries.services import departures
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules.roles import Actor
from tournament.log.services import lock_pair
from tournament.matches.models import Match

BY_LEAVING = Q(outcome__settled_by__in=[by.value for by in tribunal.LEFT])


@transaction.atomic
def withdraw(
    *,
    pair_id: int,
    reason: str,
    actor: Actor,
    expected_version: int | None = None,
    sets_aside: Iterable[int] = (),
) -> Pair:
    """As `departures.withdraw` of the tournament; also closes open questions about hands of the
    match that the pair leaves. Raises what `departures.withdraw` raises."""
    pair = departures.withdraw(
        pair_id=pair_id,
        reason=reason,
        actor=actor,
        expected_version=expected_version,
        sets_aside=sets_aside,
    )
    tribunal.settle_departure(pair, rights.given_reason(reason), actor)
    return pair


@transaction.atomic
def both_absent(
    *,
    match_id: int,
    reason: str,
    actor: Actor,
    expected_version: int | None = None,
    sets_aside: Iterable[int] = (),
) -> tuple[Pair, ...]:
    """As `departures.both_absent` of the tournament; also closes open questions about hands of the
    matches that a pair leaves. Raises what `departures.both_absent` raises."""
    pairs = departures.both_absent(
        match_id=match_id,
        reason=reason,
        actor=actor,
        expected_version=expected_version,
        sets_aside=sets_aside,
    )
    for pair in pairs:
        tribunal.settle_departure(pair, rights.given_reason(reason), actor)
    return pairs


@transaction.atomic
def reinstate(
    *,
    pair_id: int,
    reason: str,
    actor: Actor,
    expected_version: int | None = None,
    sets_aside: Iterable[int] = (),
    allow_duplicate: bool = False,
) -> Pair:
    """As `departures.reinstate` of the tournament; also opens again the questions that the pair's
    leaving had closed: about hands of a match that goes on and, for a disqualified pair, its
    repetitions and its cases. A match that goes on and was won by what was decided about it
    meanwhile ends. Raises what `departures.reinstate` raises."""
    lock_pair(pair_id=pair_id)
    cases = tribunal.ask_about(pair_id)
    stopped = stopped_by_leaving(pair_id)
    pair = departures.reinstate(
        pair_id=pair_id,
        reason=reason,
        actor=actor,
        expected_version=expected_version,
        sets_aside=sets_aside,
        cases=cases,
        allow_duplicate=allow_duplicate,
    )
    writing = Writing(actor, timezone.now(), rights.given_reason(reason))
    ask_what_leaving_settled(pair, writing)
    events.tell_rest(tournament=pair.tournament, actor=actor)
    catch_up(stopped=stopped, actor=actor)
    versions.end_released(writing=writing)
    return pair


def ask_what_leaving_settled(pair: Pair, writing: Writing) -> None:
    """Opens again the questions that the leaving of a pair had closed. Only inside a service's
    transaction."""
    of_matches = Q(match__in=_going_on(pair)) & BY_LEAVING
    against = Q(pair=pair, kind=Ruling.Kind.REPETITION, outcome__settled_by="disqualification")
    ask_settled(Ruling.objects.filter(of_matches | against), writing)


def _going_on(pair: Pair) -> list[int]:
    of_pair = Match.objects.filter(Q(pair_a=pair) | Q(pair_b=pair), status=Match.Status.PLAYING)
    return list(of_pair.values_list("pk", flat=True))
