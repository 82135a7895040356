"""The match days of a league: read by everybody, set by organizers, agreed on by the pairs."""

from datetime import datetime
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Anybody, Open, for_organizers, parse, public, respond
from api.fields import (
    BY_THE_PLACE,
    Input,
    Listing,
    Moment,
    Text,
    Whole,
    by_clock_of,
)
from api.schema import described
from api.shapes import shape_of
from scoring.matchdays.queries.calendar import League, Meeting, league, meetings_of
from scoring.matchdays.services import appointments, mails, schedule
from scoring.statements.queries import pair_of_link
from tournament import limits
from tournament.championship.queries.tournaments import TournamentView, get_public
from tournament.log.rules.roles import Actor

Calendar = shape_of(League)
OneMeeting = shape_of(Meeting)
PairsReminded = shape_of(mails.Reminded)


class MatchDaysRequest(Input):
    days = Listing(
        child=Moment(),
        max_length=schedule.MOST_DAYS,
        help_text=f"Until when each round is to be played, round 1 first. {BY_THE_PLACE}",
    )


class OwnMeetingRequest(Input):
    match = Whole(min_value=1, help_text="The match's id.")


class MeetingRequest(OwnMeetingRequest):
    at = Moment(help_text=BY_THE_PLACE)
    venue = Text(max_length=120, help_text="Where they meet; everybody can read it.")


class MatchDayViewSet(Open):
    tag = "match_days"

    @public(Calendar, operation_id="match_days.get")
    def read(self, tournament: TournamentView) -> object:
        """Read a league's match days, its matches with when and where the pairs meet, and the best
        and the worst place that each pair can still reach."""
        return league(tournament_id=tournament.id)

    @for_organizers(Calendar, body=MatchDaysRequest, operation_id="match_days.put")
    def set_days(self, tournament: TournamentView, *, days: list[datetime], actor: Actor) -> object:
        """Set until when the rounds are to be played, in place of what was set."""
        clocked = [by_clock_of(tournament.time_zone, {"at": day})["at"] for day in days]
        schedule.set_days(tournament_id=tournament.id, days=clocked, actor=actor)
        return league(tournament_id=tournament.id)


class OwnMeetingViewSet(Anybody):
    """Open: the pair's link is the key."""

    tag = "own_result"

    @described(OneMeeting, body=MeetingRequest, auth=[])
    def propose(self, request: Request, link: str) -> Response:
        """Propose when and where to play a match of the pair, in place of what was proposed."""
        return _say(link, appointments.propose, _timed(link, request))

    @described(OneMeeting, body=MeetingRequest, auth=[])
    def accept(self, request: Request, link: str) -> Response:
        """Accept what the other pair proposes: `at` and `venue` as they were seen."""
        return _say(link, appointments.accept, _timed(link, request))

    @described(OneMeeting, body=OwnMeetingRequest, auth=[])
    def decline(self, request: Request, link: str) -> Response:
        """Decline what the other pair proposes, or take the pair's own proposal back."""
        return _say(link, appointments.decline, parse(OwnMeetingRequest, request.data))

    @described(OneMeeting, body=OwnMeetingRequest, auth=[])
    def call_off(self, request: Request, link: str) -> Response:
        """Call off what both pairs agreed on."""
        return _say(link, appointments.call_off, parse(OwnMeetingRequest, request.data))


def _timed(link: str, request: Request) -> dict[str, Any]:
    slug = pair_of_link(link=link)[0].tournament.slug
    return by_clock_of(get_public(slug=slug).time_zone, parse(MeetingRequest, request.data))


def _say(link: str, act: Any, body: dict[str, Any]) -> Response:
    limits.spend(appointments.BY_ONE_PAIR, link)
    match_id = body.pop("match")
    act(link=link, match_id=match_id, **body)
    answer = respond(OneMeeting, meetings_of(match_ids=[match_id])[match_id])
    answer["Cache-Control"] = "no-store"
    return answer
