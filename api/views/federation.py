"""Federation: the key of this installation, and the days it has fetched from others."""

from dataclasses import dataclass

from django.utils.cache import patch_cache_control
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Open, parse, respond
from api.fields import Input, Text
from api.paging import Page, PageRequest, part_of, place_of
from api.schema import described
from api.shapes import shape_of
from operations.federation.queries import TakenDay, taken_count, taken_days
from operations.federation.services import ask_for, must_operate
from tournament.witness.queries import public_key


@dataclass(frozen=True, slots=True)
class TakenDaysPage(Page):
    """A page of the tournaments fetched, the latest first; `count`: of them on all pages."""

    results: tuple[TakenDay, ...]


@dataclass(frozen=True, slots=True)
class Federation:
    """The key of this installation's signed heads, and the tournaments fetched from others."""

    key: str
    days: TakenDaysPage


WholeFederation = shape_of(Federation)


class DayRequest(Input):
    address = Text(max_length=300, help_text="Of a tournament: https://…/t/cup/.")


class FederationViewSet(Open):
    tag = "federation"

    @described(WholeFederation, auth=None, parameters=[PageRequest], operation_id="federation.get")
    def read(self, request: Request) -> Response:
        """Read the key of this installation, and the tournaments it has fetched from others, in
        pages."""
        answer = respond(WholeFederation, _federation(request.query_params.dict()))
        patch_cache_control(answer, no_cache=True, public=True)
        return answer

    @described(WholeFederation, body=DayRequest, status=202, operation_id="federation.post")
    def take_in(self, request: Request) -> Response:
        """Fetch a tournament of an installation that is trusted, behind this answer. Operators
        alone."""
        must_operate(user=request.user)
        ask_for(by=request.user, **parse(DayRequest, request.data))
        return respond(WholeFederation, _federation({}), status=202)


def _federation(query_params: dict[str, str]) -> Federation:
    query = parse(PageRequest, query_params)
    place = place_of(query, taken_count())
    return Federation(public_key(), TakenDaysPage(**place, results=taken_days(part_of(query))))
