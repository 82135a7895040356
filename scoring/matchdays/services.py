"""Match days are set, matches postponed, and pairs agree when and where they meet.

| a meeting is | propose | accept | decline |
|---|---|---|---|
| open | proposed | refused | refused |
| proposed by this pair | proposed anew | refused | open, or as agreed before |
| proposed by the other pair | counter-proposal | agreed | open, or as agreed before |
| agreed | proposed; what was agreed stands until the answer | refused | refused |
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.matchdays.models import Appointment, MatchDay, Postponement
from scoring.matchdays.queries import dates_of, last_day_of
from scoring.matchdays.rules import are_in_order
from scoring.statements.queries import pair_of_link, side_of
from tournament import limits, wording
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.errors import NotFound, Refusal
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules import text as texts
from tournament.log.rules.events import stamp
from tournament.log.rules.roles import Actor
from tournament.log.services import lock, lock_match
from tournament.matches.models import Match
from tournament.matches.queries import guards
from tournament.signup.services.sign_ups import THE_PAIR

MOST_DAYS = 60
LONGEST = timedelta(days=3 * 366)
"""No date lies further from today."""
BY_ONE_PAIR = limits.Limit("appointment", most=40, seconds=3600)
"""Each proposal and each answer is an event in the log. Spent by the pages and the API, for a
link."""


@transaction.atomic
def set_days(*, tournament_id: int, days: Sequence[datetime], actor: Actor) -> dict[int, datetime]:
    """Sets until when the rounds are to be played, the first one first, in place of what was set;
    returns round → last day. None: no match days. The same again changes nothing. Postponed matches
    keep their own date.

    Raises NotFound, NotAllowed, Refusal (too_many_days, not_in_order, too_far).
    """
    tournament = lock(tournament_id=tournament_id)
    rights.official(tournament=tournament, actor=actor)
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
        data={"days": [stamp(one) for one in days]},
        topics=("tournament", "bracket", "desk"),
    )
    return wanted


@transaction.atomic
def postpone(*, match_id: int, until: datetime | None, actor: Actor, reason: str = "") -> Match:
    """Lets a match be played until another date than its match day's, for a reason; None: until its
    match day again.

    Raises NotFound, NotAllowed, Refusal (match_finished, not_of_a_match_day, in_the_past, too_far,
    reason_required, not_postponed).
    """
    tournament, match = lock_match(match_id=match_id)
    rights.official(tournament=tournament, actor=actor)
    _must_be_open(match)
    found = Postponement.objects.filter(match=match)
    why = ""
    if until is None:
        if not found.exists():
            raise Refusal.one(
                "match", "not_postponed", _("This match is played by its match day already.")
            )
        found.delete()
    else:
        why = rights.given_reason(reason)
        if last_day_of(match) is None:
            raise Refusal.one(
                "match",
                "not_of_a_match_day",
                _("Its round has no match day yet. Set the match days first."),
            )
        _must_be_ahead(until, "until")
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
        topics=("bracket", f"match:{match.pk}", "desk"),
    )
    return match


@transaction.atomic
def propose(*, link: str, match_id: int, at: datetime, venue: str) -> Appointment:
    """The pair of a link proposes when and where to play its match, in place of what either pair
    has proposed before; returns what stands. The same again changes nothing.

    Raises NotFound (no_such_link, no_such_match), Refusal (no_match_days, match_finished,
    pairs_unknown, in_the_past, too_far, beyond_match_day, and the text's faults).
    """
    tournament, pair, match = _own_match(link, match_id)
    side = side_of(match, pair)
    venue, fault = texts.clean(venue, field="venue", longest=120, required=True)
    wording.refuse([fault] if fault else [])
    _must_be_ahead(at, "at")
    until = last_day_of(match)
    if until is None:
        raise Refusal.one(
            "match", "no_match_days", _("No date is set for this match. Ask the organizers.")
        )
    if at > until:
        raise Refusal.one(
            "at",
            "beyond_match_day",
            _("That is after its last day. Choose an earlier date, or ask to postpone the match."),
        )
    meeting = Appointment.objects.filter(match=match).first() or Appointment(match=match)
    if (meeting.new_at, meeting.new_venue, meeting.new_by) == (at, venue, side):
        return meeting
    meeting.new_at, meeting.new_venue, meeting.new_by = at, venue, side
    meeting.save()
    _tell(tournament, match, pair, "appointment.proposed", meets_at=stamp(at), venue=venue)
    return meeting


@transaction.atomic
def accept(*, link: str, match_id: int, at: datetime, venue: str) -> Appointment:
    """The pair of a link accepts what the other one proposes: `at` and `venue` as it has seen them.

    Raises as `propose`, and Refusal (nothing_proposed, proposed_meanwhile).
    """
    tournament, pair, match = _own_match(link, match_id)
    meeting = _proposed(match)
    if meeting.new_by == side_of(match, pair):
        raise Refusal.one(
            "match", "nothing_proposed", _("This is your own proposal: the other pair answers it.")
        )
    if (meeting.new_at, meeting.new_venue) != (at, venue):
        raise Refusal.one(
            "match",
            "proposed_meanwhile",
            _("The other pair proposes something else by now. Look at it, then answer."),
        )
    meeting.meets_at, meeting.venue = at, venue
    meeting.new_at, meeting.new_venue, meeting.new_by = None, "", ""
    meeting.save()
    _tell(tournament, match, pair, "appointment.agreed", meets_at=stamp(at), venue=venue)
    return meeting


@transaction.atomic
def decline(*, link: str, match_id: int) -> Appointment:
    """The pair of a link declines what the other one proposes, or takes back its own proposal. What
    both agreed on before stands. Raises as `accept`."""
    tournament, pair, match = _own_match(link, match_id)
    meeting = _proposed(match)
    meeting.new_at, meeting.new_venue, meeting.new_by = None, "", ""
    meeting.save()
    _tell(tournament, match, pair, "appointment.declined")
    return meeting


def _proposed(match: Match) -> Appointment:
    meeting = Appointment.objects.filter(match=match, new_at__isnull=False).first()
    if meeting is None:
        raise Refusal.one(
            "match", "nothing_proposed", _("Nothing is proposed any more. Load this page anew.")
        )
    return meeting


def _own_match(link: str, match_id: int) -> tuple[Tournament, Pair, Match]:
    """The locked tournament, the pair of a link and its open match, read under the lock."""
    tournament = lock(tournament_id=pair_of_link(link=link)[0].tournament_id)
    pair, _terms = pair_of_link(link=link)  # again: it may have been revoked while this waited
    match = Match.objects.filter(tournament=tournament, pk=match_id).first()
    if match is None or pair.pk not in match.pairs:
        raise NotFound.one("match", "no_such_match", _("This is no match of yours."))
    _must_be_open(match)
    return tournament, pair, match


def _must_be_open(match: Match) -> None:
    guards.must_hold_its_slot(match)
    if match.status == Match.Status.FINISHED:
        raise Refusal.one("match", "match_finished", _("This match has ended."))
    if None in match.pairs:
        raise Refusal.one(
            "match", "pairs_unknown", _("It is not known yet which pairs play this match.")
        )


def _must_be_ahead(moment: datetime, field: str) -> None:
    if moment < timezone.now():
        raise Refusal.one(field, "in_the_past", _("That is over. Choose a time to come."))
    _must_be_near(moment, field)


def _must_be_near(moment: datetime, field: str) -> None:
    if abs(moment - timezone.now()) > LONGEST:
        raise Refusal.one(field, "too_far", _("That is years away. Check the year."))


def _tell(tournament: Tournament, match: Match, pair: Pair, kind: str, **said: object) -> None:
    events.append(
        tournament=tournament,
        kind=kind,
        actor=THE_PAIR,
        data={
            "match": events.match_ref(match),
            "pair": events.pair_ref(pair),
            "side": side_of(match, pair),
            **said,
        },
        topics=(f"match:{match.pk}", "bracket", "desk"),
    )
