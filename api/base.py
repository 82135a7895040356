"""What every view of the API starts from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.http import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from rest_framework.authentication import SessionAuthentication
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from api.authentication import DeviceAuthentication, TokenAuthentication
from tournament import queries
from tournament.queries import TournamentView
from tournament.rules.actors import Actor

# Part of every ETag: raise it when answers change their shape.
SHAPE = 1
SHARED_FOR_A_SECOND = "public, max-age=1"


class Open(APIView):
    """Everybody may ask. Who is signed in may see more."""

    authentication_classes = [TokenAuthentication, SessionAuthentication]
    permission_classes = [AllowAny]


class SignedIn(Open):
    """For accounts; whether this account organizes this tournament is asked when fetching it."""

    permission_classes = [IsAuthenticated]


class AtTheTable(APIView):
    """For a table's device alone."""

    authentication_classes = [DeviceAuthentication]
    permission_classes = [IsAuthenticated]


def given(request: Request, serializer: type[Serializer[Any]]) -> dict[str, Any]:
    """The body as `serializer` reads it. Raises ValidationError naming every wrong field."""
    reading = serializer(data=request.data)
    reading.is_valid(raise_exception=True)
    return dict(reading.validated_data)


def asked(request: Request, serializer: type[Serializer[Any]]) -> dict[str, Any]:
    """The query parameters as `serializer` reads them. Raises ValidationError."""
    reading = serializer(data=request.query_params.dict())
    reading.is_valid(raise_exception=True)
    return dict(reading.validated_data)


def user_of(request: Request) -> AbstractBaseUser | AnonymousUser:
    """Who asks: an account, or nobody."""
    return request.user


def organizer(request: Request) -> Actor:
    """Whoever is signed in, as the log names them."""
    user = request.user
    return Actor("user", user.pk, f"organizer {user.get_username()}")


def organized(request: Request, slug: str) -> TournamentView:
    """The tournament, for one of its organizers. Raises NotFound, NotAllowed."""
    return queries.get_for_organizer(user=request.user, slug=slug)


def shown(serializer: type[Serializer[Any]], what: Any, *, status: int = 200) -> Response:
    """`what` written by `serializer`; a list or tuple as a list."""
    many = isinstance(what, list | tuple)
    return Response(serializer(what, many=many).data, status=status)


def unless_known(
    request: Request, tournament: TournamentView, build: Callable[[], HttpResponseBase]
) -> HttpResponseBase:
    """`build()`'s answer, or 304 when the asker has it: nothing changes without an event.

    Only for answers that are the same for everybody.
    """
    etag = f'W/"{SHAPE}.{tournament.id}.{tournament.event_number}.{get_language()}"'
    known = get_conditional_response(request._request, etag=etag)
    answer: HttpResponseBase = build() if known is None else known
    answer["ETag"] = etag
    answer["Cache-Control"] = SHARED_FOR_A_SECOND
    return answer
