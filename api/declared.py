"""The method of the API of each declared act (`scoring/desk/declared.py`): its body, its answer,
its text in the document, its address."""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path
from rest_framework.serializers import Field as BodyField

from api.base import SignedIn, for_organizers, on_one
from api.fields import (
    BY_THE_PLACE,
    Input,
    Moment,
    Nothing,
    Text,
    Whole,
    YesNo,
    by_clock_of,
    reason,
    sets_aside,
)
from api.shapes import AnyMatch, AnyTournament, shape_of
from scoring.desk.declared import DECLARED, DeskAct, Field
from tournament.championship.queries.tournaments import TournamentView, tournament_detail
from tournament.championship.services.tournaments import TEXTS
from tournament.entries import queries as entries
from tournament.matches.queries.matches import match_card

PairAtDesk = shape_of(entries.PairAtDesk)


def paths(on: str) -> list[URLPattern]:
    """The addresses of the declared acts on a pair, or on a tournament."""
    return [
        path(
            act.address,
            _viewset(act).as_view({"post": act.name}),
            name=f"{act.tag}.{act.name}",
        )
        for act in DECLARED
        if act.on == on
    ]


def _viewset(act: DeskAct) -> type[SignedIn]:
    method = _of_pair(act) if act.on == "pair" else _of_tournament(act)
    return type(
        f"{act.tag.title()}{act.name.title()}", (SignedIn,), {"tag": act.tag, act.name: method}
    )


def _of_pair(act: DeskAct) -> Callable[..., Any]:
    def method(_self: Any, **arguments: Any) -> object:
        return entries.at_desk([act.do(**arguments)])[0]

    return on_one(PairAtDesk, body=body_of(act), conflict=True)(_named(act, method))


def _of_tournament(act: DeskAct) -> Callable[..., Any]:
    if act.answers == "tournament":

        def of_one(_self: Any, tournament: TournamentView, **arguments: Any) -> object:
            timed = by_clock_of(tournament.time_zone, arguments)
            act.do(tournament_id=tournament.id, **timed)
            return tournament_detail(tournament_id=tournament.id)

        return for_organizers(AnyTournament, body=body_of(act))(_named(act, of_one))

    def method(_self: Any, tournament: TournamentView, **arguments: Any) -> object:
        done = act.do(tournament_id=tournament.id, **arguments)
        return [match_card(match_id=match.pk) for match in done]

    return for_organizers(AnyMatch, many=True, body=body_of(act))(_named(act, method))


def body_of(act: DeskAct) -> type[Input]:
    """The body: the reason, the later matches agreed to, the version that was seen, the others."""
    if not act.fields:
        return Nothing
    parts: dict[str, Any] = {"reason": reason()}
    if act.reaches:
        parts["sets_aside"] = sets_aside()
    if act.on == "pair":
        parts["expected_version"] = Whole(
            required=False,
            help_text="The pair's `version` that the sender has seen: another one is a conflict.",
        )
    parts |= {field.name: _key(field) for field in act.fields if field.type != "reason"}
    name, text = act.body
    return type(name, (Input,), {"__doc__": text, **parts})


def _key(field: Field) -> BodyField[Any, Any, Any, Any]:
    help_text = {"help_text": field.program} if field.program else {}
    if field.type == "moment":
        return Moment(help_text=BY_THE_PLACE)
    if field.type == "place":
        return Text(max_length=TEXTS["place"], required=False, allow_blank=True, **help_text)
    return YesNo(required=False, **help_text)


def _named(act: DeskAct, method: Callable[..., Any]) -> Callable[..., Any]:
    method.__name__, method.__doc__ = act.name, act.summary
    return method
