"""Circuits: listed, and one with its ranking and its ratings."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.cache import patch_cache_control
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Open, SignedIn, actor_of, parse, respond
from api.fields import Choice, Input, Nothing, Text
from api.paging import Page, PageRequest, part_of, place_of
from api.schema import described
from api.shapes import shape_of
from api.views.log import LogCheck, LogPage, Query, page_of
from scoring.statements.queries import MOST_LINK_LENGTH
from season.queries.calendar import CalendarDay, match_days
from season.queries.carrying import LONGEST, circuit_file
from season.queries.circuits import CircuitView, circuit_list, get_for_runner, get_public
from season.queries.claims import AccountClaim, OwnPage, claims_of, own_pages
from season.queries.known import CountedTournament, RankingLine, RatingLine
from season.queries.log import event_page, events_after, verify_log
from season.queries.published import (
    ChangedLine,
    PublishedHead,
    PublishedLine,
    published,
    published_heads,
)
from season.queries.ranking import ranking, ratings
from season.rules.ratings import CalibrationLine
from season.services import carrying, claims


@dataclass(frozen=True, slots=True)
class RankingPage(Page):
    """A page of a ranking; `count`: of its lines on all pages."""

    results: tuple[RankingLine, ...]


@dataclass(frozen=True, slots=True)
class RatingsPage(Page):
    """A page of ratings; `count`: of them on all pages."""

    results: tuple[RatingLine, ...]


@dataclass(frozen=True, slots=True)
class CircuitDetail:
    """A circuit with its tournaments and a page of its ranking."""

    circuit: CircuitView
    tournaments: tuple[CountedTournament, ...]
    ranking: RankingPage


@dataclass(frozen=True, slots=True)
class RatingsDetail:
    """A page of a circuit's ratings. `calibration`: how often the favourites of all ratings won;
    `even`: matches without a favourite."""

    ratings: RatingsPage
    calibration: tuple[CalibrationLine, ...]
    even: int


@dataclass(frozen=True, slots=True)
class CalendarPage(Page):
    """A page of match days; `count`: of them on all pages."""

    results: tuple[CalendarDay, ...]


@dataclass(frozen=True, slots=True)
class PublishedDetail:
    """A ranking as it was published. `changes`: whose rank or points would differ today by the same
    tournaments; `corrected`: those corrected since, each with its corrections."""

    number: int
    at: datetime
    lines: tuple[PublishedLine, ...]
    changes: tuple[ChangedLine, ...]
    corrected: tuple[CountedTournament, ...]


Circuit = shape_of(CircuitView)
Heads, AsPublished = shape_of(PublishedHead), shape_of(PublishedDetail)
Detail = shape_of(CircuitDetail)
Ratings = shape_of(RatingsDetail)
Days = shape_of(CalendarPage)
OwnPlayer = shape_of(OwnPage)
AnyClaim = shape_of(AccountClaim)


class CircuitViewSet(Open):
    tag = "circuits"

    @described(Circuit(many=True), auth=None, operation_id="circuits.index.get")
    def index(self, request: Request) -> Response:
        """List circuits by name."""
        return _revalidated(respond(Circuit, circuit_list()))

    @described(Days, parameters=[PageRequest], auth=None, operation_id="circuits.match_days.get")
    def match_days(self, request: Request, circuit: str) -> Response:
        """List the match days of a circuit's leagues in pages, the first to end first: with the
        divisions of a league, whatever is played by then, and when and where the pairs meet."""
        circuit_view, query = _circuit_and_query(request, circuit)
        days = match_days(circuit_id=circuit_view.id)
        page = CalendarPage(**place_of(query, len(days)), results=days[part_of(query)])
        return _revalidated(respond(Days, page))

    @described(LogPage, auth=None, parameters=[Query], operation_id="circuits.log.get")
    def log(self, request: Request, circuit: str) -> Response:
        """List the events of a circuit's log by number: newest first, or, with `after`, the later
        ones, oldest first. No account is named."""
        circuit_view, query = get_public(slug=circuit), parse(Query, request.query_params.dict())
        page = page_of(query, event_page, events_after, circuit_id=circuit_view.id)
        return _revalidated(respond(LogPage, page))

    @described(LogCheck, auth=None, operation_id="circuits.log.verify.get")
    def verify_log(self, request: Request, circuit: str) -> Response:
        """Verify the hash chain of a circuit's whole log, and that the circuit is stored as its log
        says."""
        return _revalidated(respond(LogCheck, verify_log(circuit_id=get_public(slug=circuit).id)))

    @described(Detail, parameters=[PageRequest], auth=None, operation_id="circuits.detail.get")
    def read(self, request: Request, circuit: str) -> Response:
        """Read a circuit: its tournaments, and its ranking in pages.

        The ranking is computed from the tournaments' standings. The places of a tournament count
        once it is finished.
        """
        circuit_view, query = _circuit_and_query(request, circuit)
        ranked = ranking(circuit=circuit_view, part=part_of(query))
        page = RankingPage(**place_of(query, ranked.count), results=ranked.lines)
        return _revalidated(respond(Detail, CircuitDetail(circuit_view, ranked.tournaments, page)))

    @described(Heads(many=True), auth=None, operation_id="circuits.published.get")
    def published_heads(self, request: Request, circuit: str) -> Response:
        """List the rankings that a circuit has published, the latest first."""
        heads = published_heads(circuit_id=get_public(slug=circuit).id)
        return _revalidated(respond(Heads, heads))

    @described(AsPublished, auth=None, operation_id="circuits.published.detail.get")
    def published(self, request: Request, circuit: str, number: int) -> Response:
        """Read a ranking as it was published, and in what it would differ today."""
        found = published(circuit=get_public(slug=circuit), number=number)
        whole = PublishedDetail(
            number=found.number,
            at=found.at,
            lines=found.lines,
            changes=found.changes,
            corrected=found.corrected,
        )
        return _revalidated(respond(AsPublished, whole))

    @described(Ratings, parameters=[PageRequest], auth=None, operation_id="circuits.ratings.get")
    def ratings(self, request: Request, circuit: str) -> Response:
        """Read the ratings of a circuit in pages, and how often their favourites won.

        Every match that was played to its end is rated.
        """
        circuit_view, query = _circuit_and_query(request, circuit)
        rated = ratings(circuit=circuit_view, part=part_of(query))
        page = RatingsPage(**place_of(query, rated.count), results=rated.lines)
        return _revalidated(respond(Ratings, RatingsDetail(page, rated.calibration, rated.even)))


class CircuitFileRequest(Input):
    text = Text(max_length=LONGEST, trim_whitespace=False, help_text="A circuit's file.")


class CircuitFileViewSet(SignedIn):
    tag = "circuits"

    @described(dict[str, Any], operation_id="circuits.file.get")
    def file(self, request: Request, circuit: str) -> Response:
        """Read a circuit as a file, as one who runs it: its settings, its tournaments by signed
        heads, who is the same and who asked not to be named; with its log and the signed head of
        it."""
        return Response(
            json.loads(circuit_file(circuit=get_for_runner(user=request.user, slug=circuit)))
        )

    @described(Circuit, body=CircuitFileRequest, status=201)
    def bring_in(self, request: Request) -> Response:
        """Make a circuit from the file of one on another installation. Its tournaments are here
        before."""
        text = parse(CircuitFileRequest, request.data)["text"]
        circuit = carrying.bring_in(
            content=text.encode(), actor=actor_of(request), owner=request.user
        )
        return respond(Circuit, get_public(slug=circuit.slug), status=201)


class OwnClaimRequest(Input):
    link = Text(max_length=MOST_LINK_LENGTH, help_text="The link of the pair.")
    seat = Choice([1, 2], help_text="Player 1 or 2 of the pair.")


class PrivateRequest(Input):
    is_private = serializers.BooleanField(help_text="True: the circuit does not name you.")


class OwnViewSet(SignedIn):
    """Which player the account says it is."""

    tag = "me"

    @described(OwnPlayer(many=True), operation_id="me.get")
    def read(self, request: Request) -> Response:
        """Read which player you say you are in each circuit; once that is confirmed, with your
        results and partners."""
        return respond(OwnPlayer, own_pages(user=request.user))

    @described(OwnPlayer(many=True), body=OwnClaimRequest)
    def claim(self, request: Request) -> Response:
        """Say which player of a pair you are, by the pair's link. Those who run the circuit confirm
        it."""
        claims.claim(user=request.user, **parse(OwnClaimRequest, request.data))
        return respond(OwnPlayer, own_pages(user=request.user))

    @described(OwnPlayer(many=True), body=PrivateRequest)
    def set_private(self, request: Request, claim_id: int) -> Response:
        """Ask the circuit to name you to nobody, or to everybody again."""
        body = parse(PrivateRequest, request.data)
        claims.set_private(claim_id=claim_id, user=request.user, **body)
        return respond(OwnPlayer, own_pages(user=request.user))

    @described(OwnPlayer(many=True), body=Nothing)
    def withdraw(self, request: Request, claim_id: int) -> Response:
        """Take back what you said."""
        parse(Nothing, request.data)
        claims.withdraw(claim_id=claim_id, user=request.user)
        return respond(OwnPlayer, own_pages(user=request.user))


class ClaimViewSet(SignedIn):
    """Only those who run the circuit."""

    tag = "circuits"

    @described(AnyClaim(many=True), operation_id="claims.index.get")
    def index(self, request: Request, circuit: str) -> Response:
        """List the accounts that say which player they are."""
        return _claims(request, circuit)

    @described(AnyClaim(many=True), body=Nothing)
    def confirm(self, request: Request, circuit: str, claim_id: int) -> Response:
        """Confirm who an account is."""
        return _claims(request, circuit, claims.confirm, claim_id)

    @described(AnyClaim(many=True), body=Nothing)
    def take_back(self, request: Request, circuit: str, claim_id: int) -> Response:
        """Take a confirmation back: the claim waits again."""
        return _claims(request, circuit, claims.take_back, claim_id)

    @described(AnyClaim(many=True), body=Nothing)
    def dismiss(self, request: Request, circuit: str, claim_id: int) -> Response:
        """Delete a claim that is not confirmed."""
        return _claims(request, circuit, claims.dismiss, claim_id)


def _circuit_and_query(request: Request, slug: str) -> tuple[CircuitView, dict[str, int]]:
    """Returns the circuit and the validated page number of the request."""
    return get_public(slug=slug), parse(PageRequest, request.query_params.dict())


def _claims(
    request: Request, slug: str, act: Callable[..., object] | None = None, claim_id: int = 0
) -> Response:
    circuit = get_for_runner(user=request.user, slug=slug)
    if act is not None:
        parse(Nothing, request.data)
        act(circuit_id=circuit.id, claim_id=claim_id, actor=actor_of(request))
    return respond(AnyClaim, claims_of(circuit_id=circuit.id))


def _revalidated(answer: Response) -> Response:
    """The answer, to be asked for again each time: it changes with any of several tournaments."""
    patch_cache_control(answer, no_cache=True, public=True)
    return answer
