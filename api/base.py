"""Base classes and helpers of the API's views."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from api.authentication import DeviceAuthentication, TokenAuthentication
from publication.pages import NOT_KEPT
from publication.stamp import etag, stamp_of
from tournament.championship.queries.tournaments import (
    TournamentView,
    get_for_organizer,
    must_organize,
)
from tournament.entries.models import Pair
from tournament.log.rules.roles import Actor
from tournament.matches.models import Match

FOR_ONE = "private, no-cache"
SHARED_FOR_A_SECOND = "public, max-age=1"


class Open(APIView):
    """Everybody may ask. Who is signed in may see more."""

    authentication_classes = [TokenAuthentication, SessionAuthentication]
    permission_classes = [AllowAny]

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        """Keeps Django's own request: its user is known without trying a refused token again."""
        super().setup(request, *args, **kwargs)
        self.plain_request = request

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """Marks an answer to somebody who is signed in as that person's own, unless the view has
        said that it is the same for everybody."""
        answer: Response = super().finalize_response(request, response, *args, **kwargs)
        user = self.plain_request.user
        if user.is_authenticated and not answer.has_header("Cache-Control"):
            answer["Cache-Control"] = FOR_ONE
        return answer


class SignedIn(Open):
    """For accounts; whether this account organizes this tournament is asked when fetching it."""

    permission_classes = [IsAuthenticated]


class AtTheTable(APIView):
    """For a table's device alone."""

    authentication_classes = [DeviceAuthentication]
    permission_classes = [IsAuthenticated]


def given(request: Request, serializer: type[Serializer[Any]]) -> dict[str, Any]:
    """The body as `serializer` reads it. Raises ValidationError naming every wrong field."""
    return _read(serializer, request.data)


def asked(request: Request, serializer: type[Serializer[Any]]) -> dict[str, Any]:
    """The query parameters as `serializer` reads them. Raises ValidationError."""
    return _read(serializer, request.query_params.dict())


def _read(serializer: type[Serializer[Any]], data: Any) -> dict[str, Any]:
    if isinstance(data, dict):
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


def user_of(request: Request) -> AbstractBaseUser | AnonymousUser:
    """The user of the request, perhaps anonymous."""
    return request.user


def organizer(request: Request) -> Actor:
    """The signed-in user as an Actor for the log."""
    user = request.user
    return Actor("user", user.pk, f"organizer {user.get_username()}")


def organized(request: Request, slug: str) -> TournamentView:
    """The tournament, for one of its organizers. Raises NotFound, NotAllowed."""
    return get_for_organizer(user=request.user, slug=slug)


def organized_match(request: Request, slug: str, match_id: int) -> int:
    """Checks that the match is in this tournament and that the user organizes it; returns the
    tournament's primary key. Raises NotFound, NotAllowed."""
    return must_organize(user=request.user, slug=slug, model=Match, pk=match_id)


def organized_pair(request: Request, slug: str, pair_id: int) -> int:
    """Checks that the pair is in this tournament and that the user organizes it; returns the
    tournament's primary key. Raises NotFound, NotAllowed."""
    return must_organize(user=request.user, slug=slug, model=Pair, pk=pair_id)


def shown(serializer: type[Serializer[Any]], what: Any, *, status: int = 200) -> Response:
    """`what` written by `serializer`; a list or tuple as a list."""
    many = isinstance(what, list | tuple)
    return Response(serializer(what, many=many).data, status=status)


def not_kept(answer: Response) -> Response:
    """Marks an answer as not to be cached: something in it is still being worked out, so it changes
    without an event."""
    answer["Cache-Control"] = NOT_KEPT
    return answer


def unless_known(
    request: Request, tournament: TournamentView, build: Callable[[], HttpResponseBase]
) -> HttpResponseBase:
    """The answer of `build()`, or 304 when the client already has it: answers change only with an
    event. A `not_kept` answer is always sent.

    Only for answers that are the same for everybody.
    """
    shown = etag(stamp_of(tournament), request.get_full_path(), get_language())
    known = get_conditional_response(request, etag=shown)
    answer: HttpResponseBase = build() if known is None else known
    if answer.get("Cache-Control") == NOT_KEPT:
        return answer
    answer["ETag"] = shown
    answer["Cache-Control"] = SHARED_FOR_A_SECOND
    return answer
