"""Pairs agree when and where they meet.

| a meeting is | propose | accept | decline |
|---|---|---|---|
| open | proposed | refused | refused |
| proposed by this pair | proposed anew | refused | open, or as agreed before |
| proposed by the other pair | counter-proposal | agreed | open, or as agreed before |
| agreed | proposed; what was agreed stands until the answer | refused | refused |

What was agreed is called off by either pair (`call_off`), and changed or called off by an organizer
(`appoint`); an open proposal stands, but for an organizer's new appointment, which closes it.
"""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from mus.sides import Side
from scoring.matchdays.models import Appointment
from scoring.matchdays.queries.calendar import last_day_of
from scoring.matchdays.services.mails import ask_mail
from scoring.matchdays.services.schedule import must_be_ahead, must_be_open
from scoring.statements.queries import side_of
from scoring.statements.services import lock_link, match_of_pair
from tournament import limits, wording
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.errors import Refusal
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules import text as texts
from tournament.log.rules.events import stamp
from tournament.log.rules.roles import Actor
from tournament.log.services import lock_match
from tournament.matches.models import Match
from tournament.signup.services.sign_ups import THE_PAIR

BY_ONE_PAIR = limits.Limit("appointment", most=40, seconds=3600)
"""Each proposal and each answer is an event in the log. Spent by the pages and the API, for a
link."""


@transaction.atomic
def propose(*, link: str, match_id: int, at: datetime, venue: str) -> Appointment:
    """The pair of a link proposes when and where to play its match, in place of what either pair
    has proposed before; returns what stands. The same again changes nothing.

    Raises NotFound (no_such_link, no_such_match), Refusal (no_match_days, match_finished,
    pairs_unknown, in_the_past, too_far, beyond_match_day, and the text's faults).
    """
    tournament, pair, match = _own_match(link, match_id)
    side = side_of(match, pair)
    venue = _must_suit(match, at, venue)
    meeting = Appointment.objects.filter(match=match).first() or Appointment(match=match)
    if (meeting.new_at, meeting.new_venue, meeting.new_by) == (at, venue, side):
        return meeting
    meeting.new_at, meeting.new_venue, meeting.new_by = at, venue, side
    meeting.save()
    _tell(tournament, match, pair, "appointment.proposed", meets_at=stamp(at), venue=venue)
    ask_mail(match, Side(side).other.value, "proposed", at)
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
            _("The other pair has changed its proposal. Look at it, then answer."),
        )
    meeting.meets_at, meeting.venue = at, venue
    meeting.new_at, meeting.new_venue, meeting.new_by = None, "", ""
    meeting.save()
    _tell(tournament, match, pair, "appointment.agreed", meets_at=stamp(at), venue=venue)
    ask_mail(match, Side(side_of(match, pair)).other.value, "agreed", at)
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


@transaction.atomic
def call_off(*, link: str, match_id: int) -> Appointment:
    """The pair of a link calls off what both agreed on. Its way back: both agree again. Raises as
    `propose`, and Refusal (nothing_agreed)."""
    tournament, pair, match = _own_match(link, match_id)
    meeting = _agreed(match)
    meeting.meets_at, meeting.venue = None, ""
    meeting.save()
    _tell(tournament, match, pair, "appointment.changed", meets_at=None, venue="")
    ask_mail(match, Side(side_of(match, pair)).other.value, "called_off", timezone.now())
    return meeting


@transaction.atomic
def appoint(
    *, match_id: int, at: datetime | None, actor: Actor, reason: str, venue: str = ""
) -> Appointment:
    """An organizer says when and where a match is played, in place of what its pairs agreed on;
    None: that is called off. A new appointment closes what a pair proposes. The same again changes
    nothing.

    Raises NotFound, NotAllowed, Refusal (reason_required, nothing_agreed, no_match_days,
    match_finished, pairs_unknown, in_the_past, too_far, beyond_match_day, and the text's faults).
    """
    tournament, match = lock_match(match_id=match_id, official=actor)
    must_be_open(match)
    why = rights.given_reason(reason)
    if at is None:
        meeting, venue = _agreed(match), ""
    else:
        venue = _must_suit(match, at, venue)
        meeting = Appointment.objects.filter(match=match).first() or Appointment(match=match)
    closes = bool(at and meeting.new_by)
    if (meeting.meets_at, meeting.venue) == (at, venue) and not closes:
        return meeting
    meeting.meets_at, meeting.venue = at, venue
    if closes:
        meeting.new_at, meeting.new_venue, meeting.new_by = None, "", ""
    meeting.save()
    events.append(
        tournament=tournament,
        kind="appointment.changed",
        actor=actor,
        data={
            "match": events.match_ref(match),
            "meets_at": stamp(at) if at else None,
            "venue": venue,
            "reason": why,
            **({"closes_proposal": True} if closes else {}),
        },
    )
    for side in Side:
        ask_mail(match, side.value, "agreed" if at else "called_off", at or timezone.now())
    return meeting


def _must_suit(match: Match, at: datetime, venue: str) -> str:
    """The cleaned name of the place. Raises Refusal unless a match can be played then and there."""
    venue, fault = texts.clean(venue, field="venue", longest=120, required=True)
    wording.refuse([fault] if fault else [])
    must_be_ahead(at, "at")
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
    return venue


def _agreed(match: Match) -> Appointment:
    meeting = Appointment.objects.filter(match=match, meets_at__isnull=False).first()
    if meeting is None:
        raise Refusal.one(
            "match", "nothing_agreed", _("There is no appointment any more. Reload this page.")
        )
    return meeting


def _proposed(match: Match) -> Appointment:
    meeting = Appointment.objects.filter(match=match, new_at__isnull=False).first()
    if meeting is None:
        raise Refusal.one(
            "match", "nothing_proposed", _("There is no proposal any more. Reload this page.")
        )
    return meeting


def _own_match(link: str, match_id: int) -> tuple[Tournament, Pair, Match]:
    """The locked tournament, the pair of a link and its open match, read under the lock."""
    tournament, pair, _terms = lock_link(link=link)
    match = match_of_pair(tournament, pair, match_id)
    must_be_open(match)
    return tournament, pair, match


def _tell(tournament: Tournament, match: Match, pair: Pair, kind: str, **details: object) -> None:
    events.append(
        tournament=tournament,
        kind=kind,
        actor=THE_PAIR,
        data={
            "match": events.match_ref(match),
            "pair": events.pair_ref(pair),
            "side": side_of(match, pair),
            **details,
        },
    )
