"""Base classes of the API's views with their permissions, and helpers."""

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import cache, wraps
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import ValidationError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.permissions import AllowAny, IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.viewsets import ViewSet

from api.authentication import DeviceAuthentication, TokenAuthentication
from api.parsing import BadBody
from api.schema import described
from delivery.cache import NOT_KEPT
from delivery.marks import published
from delivery.stamps import etag, stamp_of
from scoring.course.queries.states import Answer
from tournament.championship.queries.tournaments import (
    TournamentView,
    get_for_organizer,
    get_public,
    must_organize,
)
from tournament.log.rules.roles import Actor
from tournament.memory.services import desk_act

KEY = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="Made by you (idempotency key): the same key and content get the first answer.",
)
FOR_ONE = "private, no-cache"
SHARED_FOR_A_SECOND = "public, max-age=1"


class Open(ViewSet):
    """Everybody may read, and accounts may see more; only accounts may write."""

    authentication_classes = [TokenAuthentication, SessionAuthentication]
    permission_classes = [IsAuthenticatedOrReadOnly]

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Marks an answer to somebody who is signed in as that person's own, unless the view has
        said that it is the same for everybody.

        The user is that of Django's own request, known without trying a refused token again.
        """
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        if request.user.is_authenticated and not answer.has_header("Cache-Control"):
            answer["Cache-Control"] = FOR_ONE
        return answer


class SignedIn(Open):
    """Only accounts. `require_tournament` and `must_organize` check that one organizes it."""

    permission_classes = [IsAuthenticated]


class Anybody(ViewSet):
    """Without an account; where a link is needed, it is in the address or the body."""

    authentication_classes = []
    permission_classes = [AllowAny]


class AtTheTable(ViewSet):
    """Only devices of a table."""

    authentication_classes = [DeviceAuthentication]
    permission_classes = [IsAuthenticated]


def parse(serializer: type[Serializer[Any]], data: Any) -> dict[str, Any]:
    """Returns the validated body or query parameters of a request. Raises ValidationError naming
    every wrong field, and BadBody for a list or a bare value."""
    if not isinstance(data, dict):
        raise BadBody(_("Send one JSON object with the fields of this address."))
    try:
        return dict(_reader(serializer).run_validation(data))
    except ValidationError:
        pass  # reported again below, in the API's form
    reading = serializer(data=data)
    reading.is_valid(raise_exception=True)
    return dict(reading.validated_data)


@cache
def _reader(serializer: type[Serializer[Any]]) -> Serializer[Any]:
    """One cached instance for all requests: making its fields takes longer than reading with
    them."""
    return serializer()


def actor_of(request: Request) -> Actor:
    """Returns the signed-in user as an Actor for the log."""
    user = request.user
    return Actor("user", user.pk, f"organizer {user.get_username()}")


def require_tournament(request: Request, slug: str) -> TournamentView:
    """Returns the tournament, for one of its organizers. Raises NotFound, NotAllowed."""
    return get_for_organizer(user=request.user, slug=slug)


def respond(serializer: type[Serializer[Any]], what: Any, *, status: int = 200) -> Response:
    """Returns the answer with `what` serialized; a list or tuple as a list."""
    many = isinstance(what, list | tuple)
    return Response(serializer(what, many=many).data, status=status)


def uncached(answer: Response) -> Response:
    """Marks an answer as not to be cached: it changes without an event, when work in the
    background ends."""
    answer["Cache-Control"] = NOT_KEPT
    return answer


def not_modified_or(
    request: Request, tournament: TournamentView, build: Callable[[], HttpResponseBase]
) -> HttpResponseBase:
    """Returns 304 when the client's cached answer is current, else the answer of `build()`. An
    `uncached` answer is always sent.

    Only for answers that are the same for everybody and change only with an event.
    """
    current = etag(stamp_of(tournament), request.get_full_path(), get_language())
    not_modified = get_conditional_response(request, etag=current)
    answer: HttpResponseBase = build() if not_modified is None else not_modified
    if answer.get("Cache-Control") == NOT_KEPT:
        return answer
    answer["ETag"] = current
    answer["Cache-Control"] = SHARED_FOR_A_SECOND
    return answer


def public(
    answer: Any, *names: str, many: bool = False, **document: Any
) -> Callable[[Callable[..., Any]], Callable[..., HttpResponseBase]]:
    """A read that is the same for everybody and changes only with an event. The method gets the
    tournament, and returns what `answer` writes, or an answer of its own. `names`: query parameters
    with which it is published too."""

    def decorate(read: Callable[..., Any]) -> Callable[..., HttpResponseBase]:
        @published(*names)
        @described(answer(many=True) if many else answer, **document)
        @wraps(read)
        def view(self: ViewSet, request: Request, slug: str, **parts: Any) -> HttpResponseBase:
            tournament = get_public(slug=slug)

            def build() -> HttpResponseBase:
                result = read(self, tournament, **parts)
                return result if isinstance(result, HttpResponseBase) else respond(answer, result)

            return not_modified_or(request, tournament, build)

        return view

    return decorate


Acting = Callable[[Callable[..., Any]], Callable[..., HttpResponseBase]]


def on_one(answer: Any, **document: Any) -> Acting:
    """As `for_organizers`, for an address that names a match (`match_id`) or a pair (`pair_id`) of
    the tournament. The method gets that in place of the tournament."""
    return for_organizers(answer, is_on_one=True, **document)


def by_key(answer: Any, **document: Any) -> Acting:
    """As `on_one`, for an act that is carried out once for each key: the method gets the `key` and
    returns the service's answer, which is sent as 201, or as 200 when it was given before."""
    document |= {"status": 201, "conflict": True, "also": {200: answer}, "parameters": [KEY]}
    return for_organizers(answer, is_on_one=True, is_keyed=True, **document)


def for_organizers(
    answer: Any,
    *,
    body: Any = None,
    many: bool = False,
    status: int = 200,
    is_on_one: bool = False,
    is_keyed: bool = False,
    **document: Any,
) -> Acting:
    """A method for a tournament's organizers. It gets the tournament, what else the address names
    and, where it takes a `body`, the fields of that and the actor. It returns what `answer` writes,
    or an answer of its own; the request is `self.request`."""

    def decorate(act: Callable[..., Any]) -> Callable[..., HttpResponseBase]:
        shape = answer(many=True) if many else answer

        @described(shape, body=body, status=status, **document)
        @wraps(act)
        def view(self: ViewSet, request: Request, slug: str, **parts: Any) -> HttpResponseBase:
            place: tuple[TournamentView, ...] = ()
            if is_on_one:
                match_id, pair_id = parts.get("match_id"), parts.get("pair_id", 0)
                must_organize(request.user, slug, match_id=match_id, pair_id=pair_id)
            else:
                place = (require_tournament(request, slug),)
            if body is not None:
                parts |= {"actor": actor_of(request), **parse(body, request.data)}
            if is_keyed:
                parts["key"] = request.headers.get(KEY.name, "")
            with desk_act() if body is not None else nullcontext():
                result = act(self, *place, **parts)
            if isinstance(result, Answer):
                return Response(result.body, status=200 if result.repeated else status)
            is_answer = isinstance(result, HttpResponseBase)
            return result if is_answer else respond(answer, result, status=status)

        return view

    return decorate


class OneForm(BaseContentNegotiation):
    """Content negotiation for an answer with one format, whatever `Accept` says; refusals are
    JSON."""

    def select_parser(self, request: Request, parsers: Sequence[Any]) -> Any:
        return parsers[0] if parsers else None

    def select_renderer(
        self, request: Request, renderers: Sequence[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        return renderers[0], renderers[0].media_type
