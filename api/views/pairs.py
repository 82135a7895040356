"""Pairs: entered singly or as a list, changed, withdrawn and brought back. Only organizers see
contacts."""

from dataclasses import asdict, replace
from functools import partial
from typing import Any, get_args

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Field

from api.base import (
    Open,
    SignedIn,
    actor_of,
    for_organizers,
    on_one,
    respond,
)
from api.fields import Choice, File, Input, Listing, Reasoned, Text, Whole, YesNo, reason
from api.schema import described
from api.shapes import AnyCascade, AnyMatch, Remark, shape_of
from delivery.marks import published
from tournament.championship.queries.meetings import Meetings, meetings_of
from tournament.championship.queries.tournaments import (
    TournamentView,
    get_public,
    may_organize,
)
from tournament.entries import queries as entries_queries
from tournament.entries.files import read_file, sheet_of
from tournament.entries.models import ENTERED, PRIVATE
from tournament.entries.queries import (
    MEANINGS,
    PairView,
    at_desk,
    in_again,
    pair_at_desk,
    pair_view,
    pairs_at_desk,
    pairs_list,
)
from tournament.entries.rules.headers import MOST_COLUMNS
from tournament.entries.rules.lists import MOST_LINES
from tournament.entries.services import departures, latecomers, pairs
from tournament.matches.queries.matches import match_card, matches_of_pair
from tournament.matches.queries.openings import Opening, OtherWay, Way, openings, ways_in
from tournament.matches.services.results import REASON, preview
from tournament.signup.services.desk import enter_list, preview_list

AnyPair = shape_of(PairView)
PairAtDesk = shape_of(entries_queries.PairAtDesk)
HeadToHead = shape_of(Meetings)
EntryPreview = shape_of(entries_queries.EntryPreview)
FreePlace = shape_of(Opening)
WayIn = shape_of(OtherWay)


class PairOrMore(AnyPair):  # type: ignore[misc,valid-type]
    """A pair; its contact only for organizers."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """The public fields, and those that only organizers get."""
        private = {name: serializers.CharField(required=False) for name in PRIVATE}
        return {**super().get_fields(), **private}


class IfBack(AnyCascade):  # type: ignore[misc,valid-type]
    """What a reinstatement would change, and the problems it is refused for without
    `allow_duplicate`."""

    problems = Remark(many=True)


SAME_NAMES = (
    "Yes: pairs and players whose names are entered already are other people with the same names."
)


class PairChange(Input):
    """Fields that are left out stay as they are."""

    is_new = False

    def get_fields(self) -> dict[str, Field[Any, Any, Any, Any]]:
        """The texts of a pair, then the fields of this class."""
        of_pair: dict[str, Field[Any, Any, Any, Any]] = {
            field.name: Text(
                max_length=field.max_length,
                required=self.is_new and not field.blank and field.name != "player_2",
                allow_blank=field.blank or field.name == "player_2",  # a club alone has none
            )
            for field in ENTERED
        }
        return {**of_pair, **super().get_fields()}


class PairMend(PairChange):
    reason = reason(required=False)


class Substitution(Reasoned):
    """Another person in place of player `out`."""

    out = Choice([1, 2])
    player = Text(max_length=80)
    leaves = Text(
        max_length=80,
        required=False,
        help_text="Who is in the seat, as you saw it: refused (409) when somebody else is by now.",
    )
    beyond_rule = YesNo(
        required=False,
        help_text="Although the tournament's rules allow no more, or none so late, or nobody of "
        "another pair of the day or of the circuit (T6).",
    )


class PairRequest(PairChange):
    is_new = True

    allow_duplicate = YesNo(required=False, help_text=SAME_NAMES)


class CameLate(PairChange):
    """A late pair: its texts, or the `pair_number` of one that was entered and not drawn."""

    pair_number = Whole(
        required=False, min_value=1, help_text="A pair that was entered and not drawn."
    )
    reason = reason()
    allow_duplicate = YesNo(required=False, help_text=SAME_NAMES)


class LatePair(CameLate):
    match = Whole(
        required=False,
        min_value=1,
        help_text="The match of a free place, as `places/` lists it; without it the place is drawn "
        "by lot.",
    )
    side = Choice(["A", "B"], required=False, help_text="The side of the free place.")
    inherits = YesNo(
        required=False,
        help_text="In a league: yes when it takes over the results of the pair that left the place "
        "(T10); otherwise it begins without points.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        attrs = super().validate(attrs)
        if ("match" in attrs) != ("side" in attrs):
            missing = "side" if "match" in attrs else "match"
            raise serializers.ValidationError(
                {missing: self.fields[missing].error_messages["required"]}, code="required"
            )
        return attrs


class Joining(CameLate):
    into = Choice(get_args(Way), help_text="A way in that `join/` lists.")


class EntryText(Input):
    """A list, one pair a line: pasted or the text of a CSV file, or a file."""

    text = Text(max_length=400_000, trim_whitespace=False, required=False)
    file = File(
        required=False,
        help_text="In place of `text`: the bytes of a spreadsheet (.xlsx, .ods, .xls) or a text, "
        "in base64. A line is then a row of the sheet.",
    )
    sheet = Text(
        max_length=200,
        required=False,
        allow_blank=True,
        help_text="The name of the sheet to read; without it the first that holds anything.",
    )
    meanings = Listing(
        child=Choice(MEANINGS),
        required=False,
        max_length=MOST_COLUMNS,
        help_text="What each column holds, in place of what its header says: a field of a pair, "
        "`pair` (both players), `first_1`, `last_1`, `first_2`, `last_2`, `number`, `seed`, `paid` "
        "or `unknown` (left out). Disregarded unless there is one for each column.",
    )
    ignored = Listing(
        child=Whole(min_value=1),
        required=False,
        max_length=MOST_LINES,
        help_text="The numbers of lines to leave out, from 1.",
    )
    looked_at = Listing(
        child=Whole(min_value=1),
        required=False,
        max_length=MOST_LINES,
        help_text="The numbers of lines to read without the remarks that are asked about.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """The list as `text`, also of a file, and the names of the file's `sheets`."""
        attrs = super().validate(attrs)
        file, name = attrs.pop("file", None), attrs.pop("sheet", "")
        if (file is None) == ("text" not in attrs):
            words = _("Give the text of the list, or a file: one of the two.")
            raise serializers.ValidationError({"text": words}, code="required")
        if file is None:
            return attrs
        read = read_file(file)
        one = sheet_of(read, name) if name else read
        return {**attrs, "text": one.text, "sheets": (read.name, *dict(read.others))}


class EntryList(EntryText):
    allow_duplicates = YesNo(required=False, help_text=SAME_NAMES)


class PairViewSet(Open):
    tag = "pairs"

    @published()
    @described(PairOrMore(many=True), operation_id="pairs.index.get")
    def index(self, request: Request, slug: str) -> Response:
        """List all pairs by number; contacts only for organizers."""
        tournament = get_public(slug=slug)
        if may_organize(user=request.user, tournament_id=tournament.id):
            return respond(PairAtDesk, pairs_at_desk(tournament_id=tournament.id))
        return respond(PairOrMore, pairs_list(tournament_id=tournament.id))

    @for_organizers(PairAtDesk, body=PairRequest, status=201, operation_id="pairs.index.post")
    def enter(self, tournament: TournamentView, **arguments: Any) -> object:
        """Enter a pair under the next number before the draw; afterwards use `late/` or `join/`."""
        pair = pairs.enter(tournament_id=tournament.id, **arguments)
        return at_desk([pair])[0]

    @published()
    @described(PairOrMore, operation_id="pairs.detail.get")
    def read(self, request: Request, slug: str, pair_id: int) -> Response:
        """Read a pair; its contact only for organizers."""
        tournament = get_public(slug=slug)
        if may_organize(user=request.user, tournament_id=tournament.id):
            entry = pair_at_desk(pair_id=pair_id, tournament_id=tournament.id)
            return respond(PairAtDesk, entry)
        pair = pair_view(pair_id=pair_id, tournament_id=tournament.id)
        return respond(PairOrMore, pair)

    @on_one(PairAtDesk, body=PairMend, operation_id="pairs.detail.patch")
    def change(self, **arguments: Any) -> object:
        """Correct names, club or contact; needs a reason once there is a champion."""
        return at_desk([pairs.change(**arguments)])[0]

    @described(HeadToHead)
    def meetings(self, request: Request, slug: str, pair_id: int) -> Response:
        """Read a pair's record against each other pair, over all tournaments of the organizers."""
        tournament = get_public(slug=slug)
        pair = pair_view(pair_id=pair_id, tournament_id=tournament.id)
        return respond(HeadToHead, meetings_of(slug=slug, number=pair.number))

    @published()
    @described(AnyMatch(many=True))
    def matches(self, request: Request, slug: str, pair_id: int) -> Response:
        """List a pair's matches, the championship first."""
        tournament = get_public(slug=slug)
        pair_view(pair_id=pair_id, tournament_id=tournament.id)
        return respond(AnyMatch, matches_of_pair(pair_id=pair_id))


class PairDeskViewSet(SignedIn):
    tag = "pairs"

    @for_organizers(FreePlace, many=True)
    def places(self, tournament: TournamentView) -> object:
        """List the places of round 1 open to a late pair: opposite a bye, or left by a pair that
        withdrew. Empty before the draw."""
        return openings(tournament_id=tournament.id)

    @for_organizers(AnyMatch, body=LatePair, status=201)
    def late(
        self,
        tournament: TournamentView,
        *,
        match: int | None = None,
        side: str = "",
        **arguments: Any,
    ) -> object:
        """Admit a late pair to a free place of round 1, by lot unless `match` and `side` name one.

        Nothing else in the draw changes. The log names the places among which the lot was drawn.
        """
        if match is None:
            taken = latecomers.take_place_by_lot(tournament_id=tournament.id, **arguments)
            return match_card(match_id=taken.pk)
        match_card(match_id=match, tournament_id=tournament.id)
        latecomers.take_place(match_id=match, side=side, **arguments)
        return match_card(match_id=match)

    @for_organizers(WayIn, many=True)
    def ways_in(self, tournament: TournamentView) -> object:
        """List the ways in for a late pair besides the free places, each with what it changes."""
        return ways_in(tournament_id=tournament.id)

    @for_organizers(PairAtDesk, body=Joining, status=201)
    def join(self, tournament: TournamentView, **arguments: Any) -> object:
        """Admit a late pair where no place of round 1 is free, in a way that `join/` lists."""
        pair = latecomers.join_late(tournament_id=tournament.id, **arguments)
        return at_desk([pair])[0]

    @for_organizers(EntryPreview, body=EntryText)
    def preview(self, tournament: TournamentView, **arguments: Any) -> object:
        """Preview a list: the pairs it would enter, and every problem. Saves nothing."""
        sheets = arguments.pop("sheets", ())
        preview = preview_list(tournament_id=tournament.id, **arguments)
        return replace(preview, sheets=sheets)

    @for_organizers(PairAtDesk, many=True, body=EntryList, status=201)
    def bulk(self, tournament: TournamentView, **arguments: Any) -> object:
        """Enter every pair of a list; if any line is wrong, none.

        Problems name their line: `lines[3].player_2`. A column of fees marks who has paid, one of
        seeds adds to the tournament's seeded pairs.
        """
        arguments.pop("sheets", None)
        taken = enter_list(tournament_id=tournament.id, **arguments)
        new = {pair.pk for pair in taken.pairs}
        everybody = pairs_at_desk(tournament_id=tournament.id)
        return [pair for pair in everybody if pair.id in new]

    @for_organizers(PairAtDesk, body=Substitution, conflict=True)
    def substitute(self, tournament: TournamentView, *, pair_id: int, **arguments: Any) -> object:
        """Substitute a player of the pair, on the record."""
        pair_at_desk(pair_id=pair_id, tournament_id=tournament.id)
        pairs.substitute(pair_id=pair_id, **arguments)
        return pair_at_desk(pair_id=pair_id, tournament_id=tournament.id)

    @for_organizers(IfBack)
    def reinstate_preview(self, tournament: TournamentView, pair_id: int) -> object:
        """Preview a reinstatement: what it does to the pair's matches and later ones; `problems`
        says whether its names have been entered again. Saves nothing."""
        problems = in_again(pair_id=pair_id, tournament_id=tournament.id)
        act = partial(
            departures.reinstate,
            pair_id=pair_id,
            reason=REASON,
            actor=actor_of(self.request),
            allow_duplicate=True,
        )
        return {**asdict(preview(act, tournament_id=tournament.id)), "problems": problems}
