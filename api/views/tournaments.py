"""Tournaments: listed, read, created and changed."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import (
    Open,
    SignedIn,
    actor_of,
    for_organizers,
    parse,
    public,
    require_tournament,
    respond,
)
from api.fields import (
    BY_THE_PLACE,
    Choice,
    Input,
    Moment,
    Record,
    Slug,
    Text,
    Whole,
    YesNo,
    by_clock_of,
)
from api.paging import PageRequest, part_of, place_of
from api.schema import described
from api.shapes import AnyTournament, shape_of
from delivery.marks import published
from mus.schema import setting_schema
from operations.removal.services import delete_tournament
from tournament import limits
from tournament.championship.queries.tournaments import (
    OrganizerView,
    TournamentView,
    has,
    organizers_of,
    tournament_detail,
    tournament_list,
    tournaments_of,
)
from tournament.championship.rules import (
    LARGEST_PLACE,
    LONGEST_PRIZE,
    LONGEST_TEXT,
    MOST_DAYS,
    MOST_HOURS,
    MOST_PRIZES,
)
from tournament.championship.services import prizes, tournaments
from tournament.championship.services.tournaments import TEXTS
from tournament.formats.registry import EVERY_FORMAT
from tournament.formats.regulations import REGULATIONS, SETTINGS
from tournament.memory.services import desk_act
from tournament.standings.queries import StandingLine, standings

Organizer = shape_of(OrganizerView)
Standing = shape_of(StandingLine)


class TournamentPage(serializers.Serializer[Any]):
    """A page of tournaments, latest start first."""

    count = serializers.IntegerField(help_text="On all pages.")
    page = serializers.IntegerField()
    pages = serializers.IntegerField()
    results = AnyTournament(many=True)


@extend_schema_field(
    {
        "type": "object",
        "properties": {name: setting_schema(setting) for name, setting in SETTINGS.items()},
        "additionalProperties": False,
    }
)
class Settings(Record):
    """The settings of a tournament's rules by name."""


class TournamentChange(Input):
    """Fields that are left out stay as they are."""

    name = Text(max_length=TEXTS["name"], required=False)
    place = Text(max_length=TEXTS["place"], required=False, allow_blank=True)
    starts_at = Moment(required=False, help_text=BY_THE_PLACE)
    time_zone = Text(
        max_length=64,
        required=False,
        allow_blank=True,
        help_text="The clock of its place, such as Europe/Madrid; empty: the server's.",
    )
    regulation = Choice(list(REGULATIONS), required=False)
    settings = Settings(
        required=False,
        help_text='What differs from the regulation, such as {"games_to_win": 4, "target": 30}.',
    )
    format = Choice(
        ["", *EVERY_FORMAT],
        required=False,
        help_text="How it is played; empty: as the regulation says.",
    )
    format_options = Record(
        required=False,
        help_text='What is chosen about the format, such as {"third_place": true, "seeds": [3]}. '
        "An option that is not named stays as it is; null takes one out.",
    )
    courtesy_minutes = Whole(max_value=240, required=False)
    rules_name = Text(
        max_length=TEXTS["rules_name"],
        required=False,
        allow_blank=True,
        help_text="The club's own name for these rules; empty: the regulation's.",
    )
    house_rules = Text(
        max_length=TEXTS["house_rules"],
        required=False,
        allow_blank=True,
        help_text="What is shown with the rules, a clause a line; no rule of play.",
    )


class TournamentRequest(TournamentChange):
    name = Text(max_length=TEXTS["name"])
    starts_at = Moment(help_text=BY_THE_PLACE)
    tables = Whole(min_value=1, max_value=500, required=False)
    is_rehearsal = YesNo(required=False)
    slug = Slug(max_length=60, required=False)


class Deletion(Input):
    """What is to be deleted for good."""

    name = Text(max_length=TEXTS["name"], help_text="The tournament's name, as it stands.")


class PrizeRequest(Input):
    first = Whole(min_value=1, max_value=LARGEST_PLACE)
    last = Whole(min_value=1, max_value=LARGEST_PLACE, help_text="`first` again for one place.")
    prize = Text(max_length=LONGEST_PRIZE)


class TimetableLineRequest(Input):
    day = Whole(min_value=1, max_value=MOST_DAYS, help_text="1: the day of `starts_at`.")
    time = Text(max_length=5, help_text="By the clock of the place, such as 16:30.")
    what = Text(max_length=LONGEST_PRIZE)


class PrizesRequest(Input):
    """What is left out is announced no more."""

    places = serializers.ListField(
        child=PrizeRequest(), max_length=MOST_PRIZES, required=False, help_text="First place first."
    )
    consolation = serializers.ListField(
        child=PrizeRequest(), max_length=MOST_PRIZES, required=False
    )
    text = Text(max_length=LONGEST_TEXT, required=False, allow_blank=True)
    timetable = serializers.ListField(
        child=TimetableLineRequest(), max_length=MOST_HOURS, required=False
    )


class Query(PageRequest):
    status = Choice(["entry", "running", "finished"], required=False)
    q = Text(
        max_length=80,
        required=False,
        help_text="Words of the name or the place; case and accents do not matter.",
    )
    mine = Choice(["true", "false"], required=False, help_text="Only those you organize.")
    rehearsals = Choice(["true", "false"], required=False, help_text="Rehearsals, too.")


class TournamentViewSet(Open):
    tag = "tournaments"

    @published("page", "page_size", "status", "rehearsals")
    @described(TournamentPage, parameters=[Query], auth=None, operation_id="tournaments.index.get")
    def index(self, request: Request) -> Response:
        """List tournaments, latest start first."""
        query = parse(Query, request.query_params.dict())
        if query.get("mine") == "true":
            rows = tournaments_of(user=request.user)
        else:
            rows = tournament_list(with_rehearsals=query.get("rehearsals") == "true")
        matching = [row for row in rows if _fits(row, query)]
        page = {**place_of(query, len(matching)), "results": matching[part_of(query)]}
        return respond(TournamentPage, page)

    @described(
        AnyTournament, body=TournamentRequest, status=201, operation_id="tournaments.index.post"
    )
    def create(self, request: Request) -> Response:
        """Create a tournament; you become its first organizer."""
        limits.creating_tournament(
            account=request.user.pk, address=request.META.get("REMOTE_ADDR", "")
        )
        new = parse(TournamentRequest, request.data)
        timed = by_clock_of(new.get("time_zone", ""), new)
        tournament = tournaments.create(owner=request.user, actor=actor_of(request), **timed)
        return _answer(tournament.pk, status=201)

    @public(AnyTournament, operation_id="tournaments.detail.get")
    def read(self, tournament: TournamentView) -> object:
        """Read a tournament."""
        return tournament

    @described(AnyTournament, body=TournamentChange, operation_id="tournaments.detail.patch")
    def change(self, request: Request, slug: str) -> Response:
        """Change a tournament: everything before the draw, little after it."""
        tournament = require_tournament(request, slug)
        new = parse(TournamentChange, request.data)
        timed = by_clock_of(new.get("time_zone", tournament.time_zone), new)
        with desk_act():
            tournaments.change(tournament_id=tournament.id, actor=actor_of(request), **timed)
        return _answer(tournament.id)

    @described(status=204, body=Deletion, operation_id="tournaments.detail.delete")
    def remove(self, request: Request, slug: str) -> Response:
        """Delete a tournament that has no draw, for good; `name` confirms which one.

        Refused while people have signed up for it and it is not called off.
        """
        tournament = require_tournament(request, slug)
        typed = parse(Deletion, request.data)
        delete_tournament(tournament_id=tournament.id, actor=actor_of(request), **typed)
        return Response(status=204)


class TournamentDeskViewSet(SignedIn):
    tag = "tournaments"

    @for_organizers(AnyTournament, body=PrizesRequest)
    def set_prizes(self, tournament: TournamentView, **arguments: Any) -> object:
        """Announce the prizes and the timetable, in place of what was announced before.

        Everybody reads them in the tournament, as `prizes`.
        """
        prizes.set_prizes(tournament_id=tournament.id, **arguments)
        return tournament_detail(tournament_id=tournament.id)

    @for_organizers(Standing, many=True)
    def early_end_preview(self, tournament: TournamentView) -> object:
        """Read the standings as they would be if the tournament were ended now."""
        return standings(tournament_id=tournament.id, if_ended_now=True)

    @for_organizers(Organizer, many=True, operation_id="tournaments.organizers.get")
    def organizers(self, tournament: TournamentView) -> object:
        """List the organizers."""
        return organizers_of(tournament_id=tournament.id)


def _fits(tournament: TournamentView, query: dict[str, Any]) -> bool:
    text = query.get("q", "").strip()
    return query.get("status") in (None, tournament.status) and (
        not text or has(text, tournament.name, tournament.place)
    )


def _answer(tournament_id: int, *, status: int = 200) -> Response:
    tournament = tournament_detail(tournament_id=tournament_id)
    return respond(AnyTournament, tournament, status=status)
