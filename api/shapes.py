"""Makes serializers, and so OpenAPI schemas, from frozen dataclasses.

Pages, API and stream share the queries' dataclasses. Serializers written by hand would come to
differ from them.
"""

import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from datetime import UTC, date, datetime
from enum import Enum
from functools import partial
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from django.utils.functional import Promise
from rest_framework import serializers

from scoring.course.queries.statements import Statement
from scoring.explain.queries import hands as hand_pages
from scoring.explain.queries import pages
from scoring.matchdays.queries.calendar import Chance, Day, League, Meeting
from scoring.pace.queries import ClockNow
from scoring.rulings.queries.cases import CaseLine, PairRecord
from scoring.rulings.services.previews import VerdictPreview
from scoring.statements.queries import Terms, WaitingResult
from season.queries.circuits import CircuitView
from season.queries.known import CountedTournament
from season.rules.points import Band
from tournament.championship.queries.tournaments import OrganizerView, TournamentView
from tournament.consolation.queries import Proposal
from tournament.entries.queries import EntryLine, EntryPreview, PairAtDesk, PairView
from tournament.errors import Problem
from tournament.formats.regulations import Regulation
from tournament.log.queries.log import EventPage
from tournament.matches.queries.cascades import CascadeView
from tournament.matches.queries.matches import BracketView, MatchCard, RoundView, SectionView
from tournament.matches.queries.undone import CascadeOnRecord
from tournament.standings.queries import GroupTable, StandingLine
from tournament.tables.queries import DeviceView, TableView


@dataclass(frozen=True, slots=True)
class Shape:
    """How the API shows a dataclass: under which `name`, which properties `also`, `without` which
    fields."""

    name: str
    also: tuple[str, ...] = ()
    without: frozenset[str] = frozenset()


# Complete before the first serializer is made, so names do not depend on the order of imports. A
# dataclass that is not listed keeps its own name and all its fields.
SHAPES: Mapping[type, Shape] = {
    Regulation: Shape("Regulation", without=frozenset({"format"})),
    MatchCard: Shape("Match", also=("label", "is_bye", "is_level")),
    TournamentView: Shape("Tournament", also=("best_of_if_drawn_now",)),
    PairView: Shape("Pair"),
    PairAtDesk: Shape("PairWithContact"),
    EntryLine: Shape("Entry"),
    RoundView: Shape("Round"),
    BracketView: Shape("Bracket", without=frozenset({"sections"})),
    SectionView: Shape("Section"),
    ClockNow: Shape("Clock"),
    GroupTable: Shape("GroupTable"),
    StandingLine: Shape("Standing", also=("games_difference",)),
    DeviceView: Shape("Device"),
    TableView: Shape("Table", also=("unsent",)),
    Proposal: Shape("ConsolationProposal"),
    EventPage: Shape("LogPage"),
    OrganizerView: Shape("Organizer"),
    EntryPreview: Shape("EntryPreview", also=("is_ready",)),
    hand_pages.RulingLine: Shape("Ruling", also=("is_open",)),
    hand_pages.HandPage: Shape("HandWithReasons"),
    pages.GamePage: Shape("GameWithHands", also=("verified",)),
    CascadeView: Shape("Cascade"),
    CascadeOnRecord: Shape("CascadeOnRecord"),
    PairRecord: Shape("PairRecord"),
    Statement: Shape("StatementOfPair"),
    Terms: Shape("ResultTerms"),
    Meeting: Shape("LeagueMatch", also=("is_open",)),
    Day: Shape("MatchDay", also=("done",)),
    Chance: Shape("LeagueLine"),
    League: Shape("League", also=("is_exact",)),
    WaitingResult: Shape("WaitingResult", also=("is_overdue", "needs_desk")),
    CaseLine: Shape("TribunalCase", also=("is_decided",)),
    VerdictPreview: Shape("VerdictPreview", without=frozenset({"consequences"})),
    CircuitView: Shape("Circuit"),
    CountedTournament: Shape("CountedTournament", also=("counts",)),
    Band: Shape("PointsBand"),
}


class Fault(serializers.Serializer[Any]):
    """One fault: where it is, and how to mend it."""

    code = serializers.CharField(help_text="Stable, for programs.")
    path = serializers.CharField(
        allow_blank=True, help_text="The field it is about (`bets.grande[1]`), or empty."
    )
    message = serializers.CharField(help_text="For people, in the language of Accept-Language.")


class Remark(Fault):
    """A fault made from a query's Problem."""

    path = serializers.CharField(source="field", allow_blank=True)


class Errors(serializers.Serializer[Any]):
    """The request was refused; nothing was changed."""

    errors = Fault(many=True)


class ConflictErrors(Errors):
    """Somebody else was first; nothing was changed."""

    current = serializers.JSONField(required=False, help_text="The state as it now stands.")


Field = serializers.Field[Any, Any, Any, Any]
_PLAIN: dict[Any, Callable[..., Field]] = {
    bool: serializers.BooleanField,
    int: serializers.IntegerField,
    float: serializers.FloatField,
    str: serializers.CharField,
    datetime: partial(serializers.DateTimeField, default_timezone=UTC),
    date: serializers.DateField,
    Promise: serializers.CharField,
}


# Each dataclass has one serializer, wherever it is nested.
_made: dict[type, type[serializers.Serializer[Any]]] = {}


def shape_of(of: type) -> type[serializers.Serializer[Any]]:
    """Returns the serializer of dataclass `of`, always the same class, with the name and fields
    from `SHAPES`. Raises TypeError when its name is already another dataclass's."""
    if of not in _made:
        _made[of] = _make(of, SHAPES.get(of) or Shape(of.__name__))
    return _made[of]


def _make(of: type, shape: Shape) -> type[serializers.Serializer[Any]]:
    _name_must_be_free(of, shape.name)
    hints = get_type_hints(of)
    body: dict[str, Any] = {
        f.name: field_of(hints[f.name]) for f in fields(of) if f.name not in shape.without
    }
    for property_name in shape.also:
        getter = getattr(of, property_name).fget
        body[property_name] = field_of(get_type_hints(getter)["return"])
    body["__doc__"] = of.__doc__
    return type(shape.name, (serializers.Serializer,), body)


def _name_must_be_free(of: type, name: str) -> None:
    named = {shape.name: other for other, shape in SHAPES.items()}
    named |= {shape.__name__: other for other, shape in _made.items()}
    other = named.get(name, of)
    if other is not of:
        raise TypeError(
            f"{other.__qualname__} is shape as {name} already: give {of.__qualname__} another "
            "name in SHAPES"
        )


def field_of(hint: Any, *, null: bool = False) -> Field:
    """The field that writes values of a type hint."""
    plain = _PLAIN.get(hint)
    if plain is not None:
        return plain(allow_null=null)
    if hint is Problem:
        return Remark(allow_null=null)
    if is_dataclass(hint):
        return shape_of(hint)(allow_null=null)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return serializers.ChoiceField([str(m.value) for m in hint], allow_null=null)
    return _of_generic(get_origin(hint), get_args(hint), null=null)


def _of_generic(origin: Any, args: tuple[Any, ...], *, null: bool) -> Field:
    if origin in (Union, types.UnionType):
        inner = [arg for arg in args if arg is not types.NoneType]
        null = null or len(inner) < len(args)
        # str | Promise: a lazily translated text.
        hint = str if Promise in inner else inner[0]
        return field_of(hint, null=null) if len(inner) == 1 or hint is str else _json(null)
    if origin is Literal:
        return serializers.ChoiceField(list(args), allow_null=null)
    if origin in (list, tuple, Sequence) and len({*args} - {Ellipsis}) == 1:
        child = args[0]
        if child is Problem:
            return Remark(many=True, allow_null=null)
        if is_dataclass(child):
            return shape_of(child)(many=True, allow_null=null)
        return serializers.ListField(child=field_of(child), allow_null=null)
    if origin in (dict, Mapping) and args and args[1] is not Any:
        return serializers.DictField(child=field_of(args[1]), allow_null=null)
    return _json(null)


def _json(null: bool) -> Field:
    return serializers.JSONField(allow_null=null)


AnyMatch = shape_of(MatchCard)
AnyTournament = shape_of(TournamentView)
AnyCascade = shape_of(CascadeView)


def two_numbers(help_text: str) -> serializers.ListField:
    """A list of two whole numbers, of A and of B."""
    return serializers.ListField(
        child=serializers.IntegerField(),
        min_length=2,
        max_length=2,
        help_text=help_text,
    )
