"""What those who run a circuit do, and organizers who offer a tournament to one."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import SignedIn, actor_of, parse, respond
from api.fields import Choice, Input, Nothing, Slug, Text, Whole, YesNo
from api.schema import described
from api.shapes import shape_of
from api.views.circuits import Circuit, CircuitViewSet, Heads
from scoring.proof.rules.entries import ASKED_BY
from season.models import Circuit as Row
from season.models import FinalInvitation
from season.queries.alike import (
    AlikeNames,
    DifferenceLine,
    alike,
    differences_of,
    likenesses,
    seen_of,
)
from season.queries.circuits import (
    CircuitEntry,
    CircuitRunner,
    CircuitView,
    entries_of,
    get_for_runner,
    get_public,
    offers_of,
    runners_of,
)
from season.queries.divisions import NextSeason
from season.queries.divisions import next_season as shown_season
from season.queries.erasures import AskedErasure, erasures_for, erasures_of
from season.queries.invitations import InvitationList, invitation_list, proposed
from season.queries.published import published_heads
from season.queries.ranking import (
    KnownPerson,
    MergeLine,
    Qualifiers,
    known_people,
    merges_of,
    qualifiers,
)
from season.queries.registry import Registered, registry
from season.services import circuits, entering, erasing, inviting, merging, publishing, registering
from season.services.circuits import LONGEST_TABLE, MOST_BEST_OF
from tournament.championship.queries.tournaments import get_public as get_tournament


@dataclass(frozen=True, slots=True)
class WhoIsWho:
    """Everybody in a circuit whose name is known, the equal names that are not one person, two by
    two those that are alike (`likenesses`), and what those who run it said. `seen`: of the
    proposals, to be sent back with the act on all of them."""

    people: tuple[KnownPerson, ...]
    proposals: tuple[AlikeNames, ...]
    seen: str
    likenesses: tuple[AlikeNames, ...]
    merges: tuple[MergeLine, ...]
    differences: tuple[DifferenceLine, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """Who would be entered, or was. `seen`: to be sent back to enter exactly these."""

    entering: int
    names: tuple[str, ...]
    seen: str


Entry, AnyRunner = shape_of(CircuitEntry), shape_of(CircuitRunner)
People, ShownList = shape_of(WhoIsWho), shape_of(Shown)
Invitations = shape_of(InvitationList)


class ChangeRequest(Input):
    """Settings of a circuit; what is left out stays."""

    name = Text(required=False, max_length=120)
    carried_by = Choice(Row.CarriedBy.values, required=False, help_text="Who gets the points.")
    same_names = Choice(
        Row.SameNames.values, required=False, help_text="When equal names are one person."
    )
    points = Text(
        max_length=LONGEST_TABLE, required=False, trim_whitespace=False, allow_blank=True,
        help_text="A line for each place or range of places, such as 5-8: 20.",
    )  # fmt: skip
    taking_part = Whole(required=False)
    best_of = Whole(
        required=False, allow_null=True, min_value=1, max_value=MOST_BEST_OF,
        help_text="How many results count; null: all.",
    )  # fmt: skip


class SettingsRequest(ChangeRequest):
    """Settings of a new circuit."""

    name = Text(max_length=120)


class OfferRequest(Input):
    tournament = Slug(max_length=80)


class RunnerRequest(Input):
    username = Text(max_length=150)


class MergeRequest(Input):
    one = Text(max_length=40, help_text="The key of a person.")
    other = Text(max_length=40, help_text="The key of another one.")


class AlikeRequest(Input):
    keys = Text(
        default="", allow_blank=True, max_length=10_000,
        help_text="Of one proposal, a space between two; empty: all proposals.",
    )  # fmt: skip
    seen = Text(default="", allow_blank=True, max_length=64, help_text="Needed for all of them.")


class PartRequest(Input):
    keys = Text(max_length=10_000, help_text="Of one proposal, a space between two.")


class ApartRequest(Input):
    person = Text(max_length=40, help_text="The key of a person.")
    entry = Text(max_length=40, help_text="The `entry` of one of its results.")


class SplitRequest(Input):
    whole_act = YesNo(default=False, help_text="True: all that were merged with the same act.")


class QualifyRequest(OfferRequest):
    first = Whole(min_value=1)
    of_each = YesNo(default=False, help_text="So many of each finished tournament.")
    seen = Text(
        default="", allow_blank=True, max_length=40_000,
        help_text="Of the answer without it, which enters nobody.",
    )  # fmt: skip


class InviteRequest(OfferRequest):
    first = Whole(min_value=1)
    seen = Text(
        default="", allow_blank=True, max_length=40_000,
        help_text="Of the answer without it, which invites nobody.",
    )  # fmt: skip


class InvitationAnswerRequest(Input):
    answer = Choice(
        FinalInvitation.Answer.values, help_text="Empty: no answer yet.", allow_blank=True
    )
    seen = Text(
        default="", allow_blank=True, max_length=20,
        help_text="`seen` of the list: the reserve who moves up when they decline.",
    )  # fmt: skip


class PartnerRequest(Input):
    partner = Text(max_length=40, help_text="The key of a player.")


class EnterRequest(OfferRequest):
    seen = Text(max_length=4_000, help_text="The ids of those to enter, a space between two.")


class ChosenDivision(Input):
    pair = Whole(min_value=1, help_text="The id of a pair of the last season.")
    division = Whole(min_value=0, help_text="From 1; 0: in none.")


MOST_CHOSEN = 500


class RegisterRequest(Input):
    person = Text(max_length=40, help_text="The key of a person.")
    name = Text(
        default="", allow_blank=True, max_length=40,
        help_text="The `entry` of one of its names; empty: as in the latest tournament.",
    )  # fmt: skip
    licence = Text(default="", allow_blank=True, max_length=registering.LONGEST_LICENCE)


class Search(Input):
    q = Text(required=False, allow_blank=True, max_length=120, help_text="What to look for.")


AnyRegistered = shape_of(Registered)


class EraseRequest(Input):
    name = Text(max_length=120, help_text="Of a player, as it stands in a tournament.")
    asked_by = Choice(ASKED_BY, help_text="Who asked for it.")
    reason = Text(max_length=500, help_text="Everybody can read it: name nobody.")


Erasures = shape_of(AskedErasure)
Erased = shape_of(erasing.ErasedName)


class SeasonRequest(Input):
    last = serializers.ListField(
        child=Slug(max_length=80), max_length=entering.MOST_DIVISIONS,
        help_text="Tournaments of the last season, the best division first.",
    )  # fmt: skip
    coming = serializers.ListField(
        child=Slug(max_length=80), max_length=entering.MOST_DIVISIONS,
        help_text="Those of the next one, in the same order.",
    )  # fmt: skip
    moves = Whole(help_text="How many go up, and as many down.")
    gone_go_down = YesNo(
        default=True, help_text="A pair that left takes one of the places that go down."
    )
    sizes = Choice(
        ["equal", "kept"], default="equal",
        help_text="The divisions are equal, or kept as large as they were.",
    )  # fmt: skip
    chosen = serializers.ListField(
        child=ChosenDivision(), default=list, max_length=MOST_CHOSEN,
        help_text="The pairs that you want in another division than is proposed.",
    )  # fmt: skip
    seen = Text(default="", allow_blank=True, max_length=64, help_text="As for qualifiers.")


class CircuitRowViewSet(CircuitViewSet):
    """A circuit made and changed."""

    @described(Circuit, body=SettingsRequest, status=201)
    def create(self, request: Request) -> Response:
        """Create a circuit without tournaments. You run it."""
        values = parse(SettingsRequest, request.data)
        circuit = circuits.create(actor=actor_of(request), owner=request.user, **values)
        return respond(Circuit, get_public(slug=circuit.slug), status=201)

    @described(Circuit, body=ChangeRequest)
    def change(self, request: Request, circuit: str) -> Response:
        """Change the settings of a circuit; what is left out stays. The ranking follows at once."""
        circuit_view = get_for_runner(user=request.user, slug=circuit)
        values = parse(ChangeRequest, request.data)
        circuits.change(circuit_id=circuit_view.id, actor=actor_of(request), **values)
        return respond(Circuit, get_public(slug=circuit))


class CircuitActViewSet(SignedIn):
    """Only those who run the circuit; an offer is an organizer's."""

    tag = "circuits"

    @described(status=204, body=Nothing)
    def remove(self, request: Request, circuit: str) -> Response:
        """Delete a circuit in which no tournament is."""
        _perform(request, circuit, circuits.remove, Nothing)
        return Response(status=204)

    @described(Heads(many=True), body=Nothing)
    def publish_ranking(self, request: Request, circuit: str) -> Response:
        """Publish the ranking as it stands, with date and number; it stays readable as it is."""
        circuit_view = _perform(request, circuit, publishing.publish_ranking, Nothing)
        return respond(Heads, published_heads(circuit_id=circuit_view.id))

    @described(Entry(many=True), body=OfferRequest)
    def offer(self, request: Request, circuit: str) -> Response:
        """Offer a tournament of yours; where you run the circuit it is in at once. Answers with
        your tournaments in circuits."""
        return self._of_organizer(request, circuit, circuits.offer)

    @described(Entry(many=True), body=OfferRequest)
    def withdraw_offer(self, request: Request, circuit: str) -> Response:
        """Take back an offer that was not taken."""
        return self._of_organizer(request, circuit, circuits.withdraw_offer)

    @described(Entry(many=True), operation_id="circuits.entries.get")
    def entries(self, request: Request, circuit: str) -> Response:
        """List the tournaments of a circuit, and those offered to it."""
        circuit_view = get_for_runner(user=request.user, slug=circuit)
        return respond(Entry, entries_of(circuit_id=circuit_view.id))

    @described(Entry(many=True), body=OfferRequest)
    def take_in(self, request: Request, circuit: str) -> Response:
        """Admit a tournament that was offered."""
        return self._of_runner(request, circuit, circuits.take_in)

    @described(Entry(many=True), body=OfferRequest)
    def take_out(self, request: Request, circuit: str) -> Response:
        """Take a tournament out; it stays offered."""
        return self._of_runner(request, circuit, circuits.take_out)

    @described(AnyRunner(many=True), body=RunnerRequest)
    def add_runner(self, request: Request, circuit: str) -> Response:
        """Let another account run the circuit too."""
        circuit_view = _perform(request, circuit, circuits.add_runner, RunnerRequest)
        return respond(AnyRunner, runners_of(circuit_id=circuit_view.id))

    @described(AnyRunner(many=True), body=Nothing)
    def remove_runner(self, request: Request, circuit: str, user_id: int) -> Response:
        """Take the right to run the circuit away; never from the last one."""
        circuit_view = _perform(request, circuit, circuits.remove_runner, Nothing, user_id=user_id)
        return respond(AnyRunner, runners_of(circuit_id=circuit_view.id))

    def _of_organizer(self, request: Request, circuit: str, act: Callable[..., object]) -> Response:
        circuit_view = get_public(slug=circuit)
        act(circuit_id=circuit_view.id, tournament_id=_tournament(request), actor=actor_of(request))
        return respond(Entry, offers_of(user=request.user))

    def _of_runner(self, request: Request, circuit: str, act: Callable[..., object]) -> Response:
        circuit_view = get_for_runner(user=request.user, slug=circuit)
        act(circuit_id=circuit_view.id, tournament_id=_tournament(request), actor=actor_of(request))
        return respond(Entry, entries_of(circuit_id=circuit_view.id))


class PeopleViewSet(SignedIn):
    """Who is who: only those who run the circuit."""

    tag = "circuits"

    @described(People, operation_id="circuits.people.get")
    def read(self, request: Request, circuit: str) -> Response:
        """Read who is who in a circuit: everybody, equal names that are proposed as one, and what
        was said of them."""
        return _people(get_for_runner(user=request.user, slug=circuit))

    @described(People, body=MergeRequest)
    def merge(self, request: Request, circuit: str) -> Response:
        """Say that two are the same."""
        return _people(_perform(request, circuit, merging.merge, MergeRequest))

    @described(People, body=AlikeRequest, conflict=True)
    def merge_alike(self, request: Request, circuit: str) -> Response:
        """Say that those of one proposal are the same, or all that are proposed."""
        return _people(_perform(request, circuit, merging.merge_alike, AlikeRequest))

    @described(People, body=SplitRequest)
    def split(self, request: Request, circuit: str, merge_id: int) -> Response:
        """Take back that people are the same."""
        return _people(_perform(request, circuit, merging.split, SplitRequest, merge_id=merge_id))

    @described(People, body=PartRequest, conflict=True)
    def part(self, request: Request, circuit: str) -> Response:
        """Say that those of a proposal are different."""
        return _people(_perform(request, circuit, merging.part, PartRequest))

    @described(People, body=ApartRequest)
    def set_apart(self, request: Request, circuit: str) -> Response:
        """Say that one entry of a person is somebody else of the same name."""
        return _people(_perform(request, circuit, merging.set_apart, ApartRequest))

    @described(People, body=Nothing)
    def rejoin(self, request: Request, circuit: str, difference_id: int) -> Response:
        """Take back that people of equal names are different."""
        part = {"difference_id": difference_id}
        return _people(_perform(request, circuit, merging.rejoin, Nothing, **part))


class EnteringViewSet(SignedIn):
    """Pairs entered from a ranking or a table, after they were shown."""

    tag = "circuits"

    @described(ShownList, body=QualifyRequest, conflict=True)
    def qualify(self, request: Request, circuit: str) -> Response:
        """Show who qualifies for a tournament of yours; with `seen` of that answer, enter them."""
        circuit_view = get_for_runner(user=request.user, slug=circuit)
        body = parse(QualifyRequest, request.data)
        which = {
            "tournament_id": get_tournament(slug=body["tournament"]).id,
            "first": body["first"],
            "of_each": body["of_each"],
        }
        if body["seen"]:
            actor, seen = actor_of(request), body["seen"]
            entrants = entering.qualify(circuit_id=circuit_view.id, actor=actor, seen=seen, **which)
        else:
            entrants = qualifiers(circuit=circuit_view, **which)
        return respond(ShownList, _qualified(entrants))

    @described(ShownList, body=SeasonRequest, conflict=True)
    def next_season(self, request: Request) -> Response:
        """Show the next season of a league of yours; with `seen` of that answer, enter its
        pairs."""
        body = parse(SeasonRequest, request.data)
        which = {
            name: [get_tournament(slug=slug).id for slug in body[name]]
            for name in ("last", "coming")
        }
        rules = {name: body[name] for name in ("moves", "gone_go_down", "sizes")}
        chosen = {one["pair"]: one["division"] for one in body["chosen"]}
        if body["seen"]:
            actor, seen = actor_of(request), body["seen"]
            season = entering.next_season(actor=actor, seen=seen, chosen=chosen, **which, **rules)
        else:
            season = shown_season(chosen=chosen, **which, **rules)
        return respond(ShownList, _season(season))


class RegistryViewSet(SignedIn):
    """The registry of a circuit: only those who run it."""

    tag = "circuits"

    @described(AnyRegistered(many=True), operation_id="circuits.registry.get", parameters=[Search])
    def index(self, request: Request, circuit: str) -> Response:
        """List everybody with the name that was chosen, all names and the licence; with `q` those
        whom it finds in any spelling."""
        circuit_view = get_for_runner(user=request.user, slug=circuit)
        text = parse(Search, request.query_params).get("q", "")
        return respond(AnyRegistered, registry(circuit=circuit_view, text=text))

    @described(AnyRegistered, body=RegisterRequest)
    def register(self, request: Request, circuit: str) -> Response:
        """Say by which of its names a person is known, and its licence or number."""
        circuit_view = get_for_runner(user=request.user, slug=circuit)
        values, actor = parse(RegisterRequest, request.data), actor_of(request)
        found = registering.register(circuit_id=circuit_view.id, actor=actor, **values)
        return respond(AnyRegistered, found)


class ErasureViewSet(SignedIn):
    """Names erased in all tournaments of a circuit."""

    tag = "circuits"

    @described(Erasures(many=True), operation_id="circuits.erasures.get")
    def index(self, request: Request, circuit: str) -> Response:
        """List the names that organizers are still asked to erase."""
        circuit_view = get_for_runner(user=request.user, slug=circuit)
        return respond(Erasures, erasures_of(circuit_id=circuit_view.id))

    @described(Erased, body=EraseRequest, operation_id="circuits.erasures.post")
    def erase(self, request: Request, circuit: str) -> Response:
        """Erase a player's name in the tournaments of yours, and ask the organizers of the others.

        What is erased is gone for good.
        """
        circuit_view = get_for_runner(user=request.user, slug=circuit)
        values, actor = parse(EraseRequest, request.data), actor_of(request)
        found = erasing.erase_name(circuit_id=circuit_view.id, actor=actor, **values)
        return respond(Erased, found)

    @described(Erasures(many=True), operation_id="me.erasures.get")
    def asked(self, request: Request) -> Response:
        """List the names that circuits ask you to erase in tournaments of yours."""
        return respond(Erasures, erasures_for(user=request.user))

    @described(status=204)
    def erase_asked(self, request: Request, erasure_id: int) -> Response:
        """Erase a name that a circuit asked for."""
        parse(Nothing, request.data)
        erasing.erase_asked(erasure_id=erasure_id, actor=actor_of(request))
        return Response(status=204)

    @described(status=204)
    def discard(self, request: Request, erasure_id: int) -> Response:
        """Ask no more to erase this name: by the circuit that asks, or by you who are asked."""
        parse(Nothing, request.data)
        erasing.discard_erasure(erasure_id=erasure_id, actor=actor_of(request))
        return Response(status=204)


class InvitationViewSet(SignedIn):
    """Who is invited to a final: only those who run the circuit."""

    tag = "circuits"

    @described(Invitations, operation_id="circuits.invitations.get")
    def read(self, request: Request, circuit: str, slug: str) -> Response:
        """Read who is invited to a final, who accepted or declined, and who moves up."""
        circuit_view = get_for_runner(user=request.user, slug=circuit)
        tournament_id = get_tournament(slug=slug).id
        found = invitation_list(circuit=circuit_view, tournament_id=tournament_id)
        return respond(Invitations, found)

    @described(ShownList, body=InviteRequest, conflict=True)
    def invite(self, request: Request, circuit: str) -> Response:
        """Show who would be invited to a tournament of yours; with `seen` of that answer, invite
        them."""
        circuit_view = get_for_runner(user=request.user, slug=circuit)
        body = parse(InviteRequest, request.data)
        which = {
            "tournament_id": get_tournament(slug=body["tournament"]).id,
            "first": body["first"],
        }
        shown = proposed(circuit=circuit_view, **which)
        if body["seen"]:
            actor, seen = actor_of(request), body["seen"]
            inviting.invite(circuit_id=circuit_view.id, actor=actor, seen=seen, **which)
        return respond(ShownList, Shown(shown.places, shown.names[: shown.places], shown.seen))

    @described(Invitations, body=InvitationAnswerRequest, conflict=True)
    def answer_invitation(self, request: Request, circuit: str, invitation_id: int) -> Response:
        """Note whether somebody accepts or declines an invitation."""
        return self._act(
            request, circuit, inviting.answer_invitation, InvitationAnswerRequest, invitation_id
        )

    @described(Invitations, body=PartnerRequest)
    def choose_partner(self, request: Request, circuit: str, invitation_id: int) -> Response:
        """Say with whom a player comes who is invited."""
        return self._act(request, circuit, inviting.choose_partner, PartnerRequest, invitation_id)

    @described(Invitations, body=EnterRequest, conflict=True)
    def enter_invited(self, request: Request, circuit: str) -> Response:
        """Enter those who have accepted in the final."""
        circuit_view = get_for_runner(user=request.user, slug=circuit)
        body = parse(EnterRequest, request.data)
        of = {"tournament_id": get_tournament(slug=body["tournament"]).id}
        actor, seen = actor_of(request), body["seen"]
        inviting.enter_invited(circuit_id=circuit_view.id, actor=actor, seen=seen, **of)
        return respond(Invitations, invitation_list(circuit=circuit_view, **of))

    @described(status=204, body=OfferRequest)
    def discard_invitations(self, request: Request, circuit: str) -> Response:
        """Delete the list of a final with its answers."""
        circuit_view = get_for_runner(user=request.user, slug=circuit)
        of = {"tournament_id": _tournament(request), "circuit_id": circuit_view.id}
        inviting.discard_invitations(actor=actor_of(request), **of)
        return Response(status=204)

    def _act(
        self,
        request: Request,
        circuit: str,
        act: Callable[..., object],
        body: type[Input],
        invitation_id: int,
    ) -> Response:
        circuit_view = get_for_runner(user=request.user, slug=circuit)
        values, actor = parse(body, request.data), actor_of(request)
        found = act(circuit_id=circuit_view.id, invitation_id=invitation_id, actor=actor, **values)
        return respond(Invitations, found)


def _tournament(request: Request) -> int:
    return get_tournament(slug=parse(OfferRequest, request.data)["tournament"]).id


def _perform(
    request: Request, slug: str, act: Callable[..., object], body: type[Input], **parts: Any
) -> CircuitView:
    """The circuit, after an act of somebody who runs it."""
    circuit = get_for_runner(user=request.user, slug=slug)
    values = parse(body, request.data)
    act(circuit_id=circuit.id, actor=actor_of(request), **parts, **values)
    return circuit


def _people(circuit: CircuitView) -> Response:
    proposals = alike(circuit=circuit)
    whole = WhoIsWho(
        people=known_people(circuit=circuit),
        proposals=proposals,
        seen=seen_of(proposals),
        likenesses=likenesses(circuit=circuit),
        merges=merges_of(circuit=circuit),
        differences=differences_of(circuit=circuit),
    )
    return respond(People, whole)


def _qualified(entrants: Qualifiers) -> Shown:
    return Shown(
        entrants.entering, tuple(line.person.name for line in entrants.lines), entrants.keys
    )


def _season(season: NextSeason) -> Shown:
    entrants = [entrant for division in season.divisions for entrant in division.entrants]
    return Shown(len(entrants), tuple(entrant.name for entrant in entrants), season.keys)
