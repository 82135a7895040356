"""The method of the API of each declared act (`scoring/desk/declared/`): its body, its answer, its
text in the document, its address."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.urls import URLPattern, path
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Field as BodyField
from rest_framework.serializers import Serializer
from rest_framework.viewsets import ViewSet

from api.base import SignedIn, actor_of, for_organizers, on_one
from api.fields import (
    BY_THE_PLACE,
    Choice,
    File,
    Input,
    Listing,
    Moment,
    Nothing,
    Text,
    Whole,
    YesNo,
    by_clock_of,
    reason,
    sets_aside,
    two,
    version,
)
from api.schema import described
from api.shapes import AnyCascade, AnyMatch, AnyTournament, shape_of
from api.views.desk import Pause
from api.views.draw import Proposal
from api.views.hands import Consequences
from api.views.individuals import Individuals
from api.views.matchdays import OneMeeting, PairsReminded
from api.views.results import AnyTerms, ResultLink, link_of_pair
from api.views.rulings import (
    MOST_STONES,
    AnyCase,
    Decided,
    DecidedGame,
    counts,
    decide,
    ruling_version,
)
from api.views.tables import JoinLink, RefereeTeam, TableAtDesk, link_of
from api.views.tournaments import Organizer
from scoring.course.services.refolding import match_preview
from scoring.desk.declared import DECLARED
from scoring.desk.declared.act import DeskAct, Field
from scoring.desk.declared.subjects import SUBJECTS
from scoring.matchdays.queries.calendar import meetings_of
from scoring.rulings.queries.cases import case_line
from scoring.statements.queries import link_row
from tournament.championship.queries.tournaments import (
    TournamentView,
    must_organize,
    organizers_of,
    tournament_detail,
)
from tournament.consolation.queries import propose
from tournament.entries import queries as entries
from tournament.matches.queries.matches import match_card
from tournament.matches.services.results import REASON, preview
from tournament.pauses.queries import pause_of, pauses_of
from tournament.referees.queries import team
from tournament.screens.queries import ScreenView, screen_of
from tournament.seatings.queries import day_of_individuals
from tournament.tables.queries import join_token, tables_overview

PairAtDesk = shape_of(entries.PairAtDesk)
Screen = shape_of(ScreenView)
WITH_MORE = ("pairs.reinstate", "matches.replace_result", "tribunal.decide")
"""Acts whose preview says more than what becomes of later matches."""
ABOVE = {
    "tournament": "", "pair": "", "match": "", "game": "match", "ruling": "", "appeal": "",
    "call": "",
}  # fmt: skip
"""What an act's address is listed below, if neither the tournament nor its own subject."""
QUESTIONS = ("ruling", "appeal", "call")
BY_ID = ("pair", "match", "game")
"""Their number in the address is checked without reading more (`on_one`)."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What is sent after an act: `read` gets what the act returned; by name what its method has:
    `view`, `tournament` (but `BY_ID`), and what the address names."""

    shape: type[Serializer[Any]]
    read: Callable[..., object]
    many: bool = False


ANSWERS: Mapping[str, Sent] = {
    "pair": Sent(PairAtDesk, lambda pair, **_more: entries.at_desk([pair])[0]),
    "match": Sent(AnyMatch, lambda _done, match_id, **_more: match_card(match_id=match_id)),
    "meeting": Sent(
        OneMeeting, lambda _done, match_id, **_more: meetings_of(match_ids=[match_id])[match_id]
    ),
    "matches": Sent(
        AnyMatch, lambda done, **_more: [match_card(match_id=one.pk) for one in done], many=True
    ),
    "tournament": Sent(
        AnyTournament,
        lambda _done, tournament, **_more: tournament_detail(tournament_id=tournament.id),
    ),
    "pause": Sent(
        Pause,
        lambda pause, tournament, **_more: pause_of(pause_id=pause.pk, tournament_id=tournament.id),
    ),
    "pauses": Sent(
        Pause, lambda _done, tournament, **_more: pauses_of(tournament_id=tournament.id), many=True
    ),
    "tables": Sent(
        TableAtDesk,
        lambda _done, tournament, **_more: tables_overview(tournament_id=tournament.id),
        many=True,
    ),
    "join_link": Sent(
        JoinLink,
        lambda table, view, **_more: link_of(view.request, table.number, join_token(table)),
    ),
    "pair_of_address": Sent(
        PairAtDesk,
        lambda _done, tournament, pair_id, **_more: entries.pair_at_desk(
            pair_id=pair_id, tournament_id=tournament.id
        ),
    ),
    "pairs": Sent(PairAtDesk, lambda pairs, **_more: entries.at_desk(pairs), many=True),
    "individuals": Sent(
        Individuals,
        lambda _done, tournament, **_more: day_of_individuals(tournament_id=tournament.id),
    ),
    "case": Sent(
        AnyCase,
        lambda _done, tournament, case_id, **_more: case_line(
            case_id=case_id, tournament_id=tournament.id
        ),
    ),
    "link": Sent(
        ResultLink,
        lambda pair, view, **_more: link_of_pair(view.request, link_row(pair_id=pair.pk)),
    ),
    "organizers": Sent(
        Organizer,
        lambda _done, tournament, **_more: organizers_of(tournament_id=tournament.id),
        many=True,
    ),
    "proposal": Sent(
        Proposal, lambda _done, tournament, **_more: propose(tournament_id=tournament.id)
    ),
    "screen": Sent(
        Screen, lambda _done, tournament, **_more: screen_of(tournament_id=tournament.id)
    ),
    "reminded": Sent(PairsReminded, lambda reminded, **_more: reminded),
    "ruling": Sent(Decided, lambda ruling, **_more: ruling),
    "call": Sent(Decided, lambda call, **_more: call),
    "game": Sent(DecidedGame, lambda game, **_more: game),
    "terms": Sent(AnyTerms, lambda terms, **_more: terms),
    "team": Sent(RefereeTeam, lambda _done, tournament, **_more: team(tournament_id=tournament.id)),
}


def paths(on: str) -> list[URLPattern]:
    """The addresses of the declared acts on a tournament, or below one."""
    return [
        path(
            _under(act, on) + act.address,
            _viewset(act, _method(act)).as_view({"post": act.name}),
            name=f"{act.tag}.{act.name}",
        )
        for act in _below(on)
    ] + [
        path(
            f"{_under(act, on)}{act.address}preview/",
            _viewset(act, preview_of(act)).as_view({"post" if asked_before(act) else "get": name}),
            name=f"{act.tag}.{name}",
        )
        for act in _below(on)
        if act.reaches and act.method not in WITH_MORE and act.on not in QUESTIONS
        for name in [f"{act.name}_preview"]
    ]


def _under(act: DeskAct, on: str) -> str:
    """The part of its address between that of `on` and its own."""
    if on == act.on:
        return ""
    return SUBJECTS[act.on].address


def _below(on: str) -> list[DeskAct]:
    """The declared acts whose address is their own, on a tournament or on one thing below it."""
    return [
        act
        for act in DECLARED
        if act.is_in_document
        and not act.operation
        and (act.on == on or on == ABOVE.get(act.on, "tournament"))
    ]


def with_acts(views: type[ViewSet]) -> type[ViewSet]:
    """The views of an address that takes declared acts besides other methods."""
    own = {act.name: _method(act) for act in DECLARED if act.operation and act.tag == views.tag}
    return type(views.__name__, (views,), own) if own else views


def _viewset(act: DeskAct, method: Callable[..., Any]) -> type[SignedIn]:
    own = {"tag": act.tag, method.__name__: method}
    return type(f"{act.tag.title()}{method.__name__.title()}", (SignedIn,), own)


def _method(act: DeskAct) -> Callable[..., Any]:
    if act.on in QUESTIONS:
        return _of_question(act)
    return _of_one(act) if act.on in BY_ID and not _reads_tournament(act) else _of_tournament(act)


def _reads_tournament(act: DeskAct) -> bool:
    """Whether it reads the tournament, such as the clock of its place."""
    return act.names is not None or any(field.type in ("moment", "hour") for field in act.fields)


def _of_one(act: DeskAct) -> Callable[..., Any]:
    answer = ANSWERS[act.answers]

    def method(view: Any, **arguments: Any) -> object:
        named = {name: arguments[name] for name in ("pair_id", "match_id") if name in arguments}
        return answer.read(act.do(**arguments), view=view, **named)

    return on_one(answer.shape, **_document(act))(_named(act, method))


def _of_tournament(act: DeskAct) -> Callable[..., Any]:
    answer, subject, fields = ANSWERS[act.answers], SUBJECTS[act.on], {f.name for f in act.fields}

    def method(view: Any, tournament: TournamentView, **arguments: Any) -> object:
        body = fields | {"actor", "sets_aside", "expected_version"}
        parts = {name: value for name, value in arguments.items() if name not in body}
        rest = {name: value for name, value in arguments.items() if name in body}
        thing = subject.find(tournament, **parts)
        timed = by_clock_of(tournament.time_zone, rest)
        done = act.do(**(act.names or subject.names)(tournament, thing), **timed)
        return answer.read(done, view=view, tournament=tournament, **parts)

    return for_organizers(answer.shape, **_document(act))(_named(act, method))


def _of_question(act: DeskAct) -> Callable[..., Any]:
    """Questions are named without their tournament."""
    body = body_of(act)

    def method(_view: Any, request: Request, ruling_id: int) -> Response:
        return decide(request, ruling_id, body, act.do, what=act.answers)

    return described(ANSWERS[act.answers].shape, body=body, conflict=True)(_named(act, method))


def _document(act: DeskAct) -> dict[str, Any]:
    return {
        "many": ANSWERS[act.answers].many,
        "body": body_of(act),
        "conflict": act.versioned or act.reaches,
        "status": 201 if act.creates else 200,
        **({"operation_id": act.operation} if act.operation else {}),
    }


def preview_of(act: DeskAct) -> Callable[..., Any]:
    """What an act that reaches later matches would do to them: the act, rolled back. By GET where
    it asks for nothing but a reason."""

    def method(view: Any, tournament: TournamentView, **arguments: Any) -> object:
        match_id, pair_id = arguments.get("match_id"), arguments.get("pair_id", 0)
        must_organize(view.request.user, tournament.slug, match_id=match_id, pair_id=pair_id)
        by = {"actor": actor_of(view.request), "reason": REASON}
        would = partial(act.do, **arguments | by)
        if act.considered:
            return Response(match_preview(would, match_id=int(match_id or 0)).to_json())
        return preview(would, tournament_id=tournament.id, but=match_id)

    method.__name__ = f"{act.name}_preview"
    of = "hands and later matches" if act.considered else "later matches"
    method.__doc__ = f"Preview what `{act.address}` does to {of}. Saves nothing."
    asked, (name, _text) = asked_before(act), act.body
    body = type(f"{name}Draft", (Input,), {"__doc__": "", **asked}) if asked else None
    return for_organizers(Consequences if act.considered else AnyCascade, body=body)(method)


def asked_before(act: DeskAct) -> dict[str, BodyField[Any, Any, Any, Any]]:
    """The keys of an act's body that decide what follows."""
    return {field.name: _key(field) for field in _sent_by_programs(act) if field.type != "reason"}


def body_of(act: DeskAct) -> type[Input]:
    """The body: the reason, the later matches agreed to, the version that was seen, the others."""
    fields = _sent_by_programs(act)
    if not fields:
        return Nothing
    parts: dict[str, Any] = {}
    if any(field.type == "reason" for field in fields):
        parts["reason"] = BodyField()  # keeps its place: the first
    if act.reaches:
        parts["sets_aside"] = sets_aside()
    if act.versioned:
        parts["expected_version"] = _version(act)
    parts |= {field.name: _key(field) for field in fields}
    name, text = act.body
    return type(name, (Input,), {"__doc__": text, **parts})


def _sent_by_programs(act: DeskAct) -> list[Field]:
    return [field for field in act.fields if field.only != "page"]


def _version(act: DeskAct) -> Whole:
    if act.on in ("match", "consolation", "game"):
        return version()
    if act.on in QUESTIONS:
        return ruling_version()
    seen = f"The {act.on}'s `version` that the sender has seen: another one is a conflict."
    return Whole(required=False, help_text=seen)


SEVERAL: Mapping[str, Callable[..., BodyField[Any, Any, Any, Any]]] = {
    "games": partial(two, 9, "Games of A and of B."),
    "stones": partial(two, MOST_STONES, "Of A and of B."),
    "sides": lambda **_more: counts(),
    # A child has one parent: each list has a child of its own.
    "numbers": lambda **more: Listing(child=Whole(min_value=1), max_length=500, **more),
}
"""Types of fields that hold several values."""


def _key(field: Field) -> BodyField[Any, Any, Any, Any]:
    more: dict[str, Any] = {"help_text": field.program} if field.program else {}
    if field.type == "reason":
        return reason(required=field.required and not field.omissible)
    if field.nullable:
        more["allow_null"] = True
    elif field.omissible or not field.required:
        more["required"] = False
    if field.type in ("moment", "hour"):
        return Moment(**more | {"help_text": f"{field.program} {BY_THE_PLACE}".strip()})
    if field.type == "lines":
        return Text(max_length=field.most, trim_whitespace=False, **more)
    if field.type == "file":
        return File(**more)
    if field.type == "text":
        return Text(max_length=field.most, allow_blank=not field.required, **more)
    if field.type == "kept":
        return Whole(required=False, min_value=field.least, **more)
    if field.type in SEVERAL:
        return SEVERAL[field.type](**more)
    if field.type == "number":
        return Whole(min_value=field.least, max_value=field.most, **more)
    if field.type == "pair":
        return Whole(min_value=1, **more)
    if field.type in ("choice", "menu"):
        return Choice(list(field.among), **more)
    return YesNo(**more | {"required": False})


def _named(act: DeskAct, method: Callable[..., Any]) -> Callable[..., Any]:
    method.__name__, method.__doc__ = act.name, act.summary
    return method
