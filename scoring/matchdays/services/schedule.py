"""Match days are set, matches postponed, and those entered that were not played."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Unpack

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from mus.sides import Side
from scoring.course.queries.statements import statements_of
from scoring.matchdays.models import MatchDay, Postponement
from scoring.matchdays.queries.calendar import dates_of, last_day_of, unplayed_rule
from scoring.matchdays.rules import are_in_order
from tournament.acts import Act
from tournament.errors import Refusal
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules.events import stamp
from tournament.log.rules.roles import Actor
from tournament.log.services import lock, lock_match
from tournament.matches.models import Match
from tournament.matches.queries import guards
from tournament.matches.services import results

MOST_DAYS = 60
LONGEST = timedelta(days=3 * 366)
"""No date lies further from today."""


@transaction.atomic
def set_days(*, tournament_id: int, days: Sequence[datetime], actor: Actor) -> dict[int, datetime]:
    """Sets until when the rounds are to be played, the first one first, in place of what was set;
    returns round → last day. None: no match days. The same again changes nothing. Postponed matches
    keep their own date.

    Raises NotFound, NotAllowed, Refusal (too_many_days, not_in_order, too_far).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    if len(days) > MOST_DAYS:
        raise Refusal.one("days", "too_many_days", _("A league has 60 match days at most."))
    if not are_in_order(days):
        raise Refusal.one(
            "days", "not_in_order", _("Each match day ends later than the one before it.")
        )
    for day in days:
        _must_be_near(day, "days")
    was, wanted = dates_of(tournament_id=tournament.pk), dict(enumerate(days, start=1))
    if was == wanted:
        return wanted
    MatchDay.objects.filter(tournament=tournament).delete()
    MatchDay.objects.bulk_create(
        MatchDay(tournament=tournament, round=number, until=until)
        for number, until in wanted.items()
    )
    events.append(
        tournament=tournament,
        kind="matchdays.set",
        actor=actor,
        data={"days": [stamp(day) for day in days]},
    )
    return wanted


@transaction.atomic
def postpone(*, match_id: int, until: datetime | None, actor: Actor, reason: str = "") -> Match:
    """Lets a match be played until another date than its match day's, for a reason; None: until its
    match day again.

    Raises NotFound, NotAllowed, Refusal (match_finished, not_of_a_match_day, in_the_past, too_far,
    reason_required, not_postponed).
    """
    tournament, match = lock_match(match_id=match_id, official=actor)
    must_be_open(match)
    postponements = Postponement.objects.filter(match=match)
    why = ""
    if until is None:
        if not postponements.exists():
            raise Refusal.one(
                "match", "not_postponed", _("This match is played by its match day already.")
            )
        postponements.delete()
    else:
        why = rights.given_reason(reason)
        if last_day_of(match) is None:
            raise Refusal.one(
                "match",
                "not_of_a_match_day",
                _("Its round has no match day yet. Set the match days first."),
            )
        must_be_ahead(until, "until")
        values = {"until": until, "reason": why}
        Postponement.objects.update_or_create(match=match, defaults=values)
    events.append(
        tournament=tournament,
        kind="match.postponed",
        actor=actor,
        data={
            "match": events.match_ref(match),
            "until": stamp(until) if until else None,
            "reason": why,
        },
    )
    return match


@transaction.atomic
def not_played(*, match_id: int, loses: str, **act: Unpack[Act]) -> Match:
    """An organizer says who loses a match that was not played by its last day: the pair "A" or "B",
    or "both". Where the tournament's rule takes a point off, whoever loses has one off. Its way
    back: the match is reopened.

    Raises what `tournament.matches.services.results.unplayed` raises, and Refusal (not_overdue,
    result_waits, bad_choice, both_lose).
    """
    tournament, match = lock_match(match_id=match_id)
    rights.official(tournament=tournament, actor=act["actor"])
    until = last_day_of(match)
    if until is None or until > timezone.now():
        raise Refusal.one(
            "match",
            "not_overdue",
            _("Its last day is not over. Wait for it, or give a walkover."),
        )
    if (statements := statements_of(match)) is not None:
        pair = match.pair_a if statements.first.side == "A" else match.pair_b
        a, b = statements.first.games
        raise Refusal.one(
            "match",
            "result_waits",
            _("%(pair)s reported %(a)s–%(b)s. Enter that result, or have it taken back first."),
            pair=pair.name if pair else "",
            a=a,
            b=b,
        )
    rule = unplayed_rule(tournament)
    if loses not in ("A", "B", "both"):
        raise Refusal.one("loses", "bad_choice", _("Say who loses the match: A, B or both."))
    if rule == "both" and loses != "both":
        raise Refusal.one(
            "loses",
            "both_lose",
            _(
                "By the rule of this tournament both pairs lose this match. Choose that, or give a "
                "walkover."
            ),
        )
    return results.unplayed(
        match_id=match_id,
        winner=None if loses == "both" else Side(loses).other.value,
        costs_point=rule == "point",
        **act,
    )


def must_be_open(match: Match) -> None:
    """Raises Refusal (match_finished, pairs_unknown) for a match that cannot be played any more, or
    not yet."""
    guards.must_hold_its_slot(match)
    if match.status == Match.Status.FINISHED:
        raise Refusal.one("match", "match_finished", _("This match has ended."))
    if None in match.pairs:
        raise Refusal.one(
            "match", "pairs_unknown", _("It is not known yet which pairs play this match.")
        )


def must_be_ahead(moment: datetime, field: str) -> None:
    """Raises Refusal (in_the_past, too_far)."""
    if moment < timezone.now():
        raise Refusal.one(field, "in_the_past", _("That time has passed. Choose a later one."))
    _must_be_near(moment, field)


def _must_be_near(moment: datetime, field: str) -> None:
    if abs(moment - timezone.now()) > LONGEST:
        raise Refusal.one(field, "too_far", _("That is years away. Check the year."))
