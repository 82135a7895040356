"""Players who look for a partner: what organizers do with them, and what they do themselves."""

from typing import Any

from django.conf import settings
from django.utils.translation import get_language
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Anybody, SignedIn, for_organizers, parse, respond, uncached
from api.fields import Input, Nothing, Text, Whole, YesNo
from api.schema import described
from api.shapes import shape_of
from tournament import limits
from tournament.addresses import absolute_url
from tournament.championship.queries.tournaments import TournamentView, get_public
from tournament.log.rules.roles import Actor
from tournament.signup.queries import Alone, SinglePage, single_link_of, single_page, singles
from tournament.signup.services import partners
from tournament.signup.services.sign_ups import BY_ONE_ADDRESS

AnySingle = shape_of(Alone)
OwnSingle = shape_of(SinglePage)


class PairUpRequest(Input):
    first = Whole(min_value=1, help_text="The id of a player who looks for a partner.")
    second = Whole(min_value=1, help_text="The id of another one.")


class SingleViewSet(SignedIn):
    tag = "singles"

    @for_organizers(AnySingle, many=True)
    def index(self, tournament: TournamentView) -> object:
        """List the players who look for a partner, earliest first, with their contacts."""
        return singles(tournament_id=tournament.id, with_contact=True)

    @for_organizers(AnySingle, many=True, body=PairUpRequest)
    def pair_up(
        self, tournament: TournamentView, *, first: int, second: int, actor: Actor
    ) -> object:
        """Sign two of them up as a pair. Its way back: the pair is withdrawn."""
        partners.pair_up(
            tournament_id=tournament.id, first=first, second=second, actor=actor,
            site=_own_pages(self.request),
        )  # fmt: skip
        return self._left(tournament)

    @for_organizers(AnySingle, many=True, body=Nothing)
    def remove(self, tournament: TournamentView, *, single_id: int, actor: Actor) -> object:
        """Take a player off the list, who can come again."""
        partners.remove(tournament_id=tournament.id, who=single_id, actor=actor)
        return self._left(tournament)

    def _left(self, tournament: TournamentView) -> object:
        return singles(tournament_id=tournament.id, with_contact=True)


class SingleRequest(Input):
    player = Text(max_length=80)
    club = Text(max_length=80, required=False, allow_blank=True)
    note = Text(
        max_length=200, required=False, allow_blank=True,
        help_text="Everybody can read it, with the name and the club.",
    )  # fmt: skip
    phone = Text(
        max_length=60, required=False, allow_blank=True,
        help_text="A telephone or an e-mail is needed; only the organizers see them.",
    )  # fmt: skip
    email = Text(max_length=120, required=False, allow_blank=True)
    wants_mail = YesNo(
        required=False,
        help_text="Yes: a mail when somebody asks. Without effect where no mail is sent.",
    )


class AskRequest(Input):
    whom = Whole(min_value=1, help_text="The id of another player who looks for a partner.")


class AnswerRequest(Input):
    who = Whole(min_value=1, help_text="The id of a player who asks.")
    yes = YesNo(help_text="Yes: both are signed up as a pair.")


class SingleLink(serializers.Serializer[Any]):
    """The link of a player: its holder speaks for the player."""

    id = serializers.IntegerField()
    link = serializers.CharField()
    url = serializers.CharField(help_text="The player's own page.")


class OwnSingleViewSet(Anybody):
    """Open: the player's link is the key."""

    tag = "own_single"

    @described(AnySingle(many=True), auth=[])
    def index(self, request: Request, slug: str) -> Response:
        """List the players who look for a partner, earliest first, without their contacts."""
        return uncached(respond(AnySingle, singles(tournament_id=get_public(slug=slug).id)))

    @described(SingleLink, body=SingleRequest, status=201, auth=[])
    def look(self, request: Request, slug: str) -> Response:
        """Put a player on that list; the answer has the player's link. Its way back: `leave/`."""
        tournament, values = get_public(slug=slug), parse(SingleRequest, request.data)
        limits.spend(BY_ONE_ADDRESS, request.META.get("REMOTE_ADDR", ""))
        values["wants_mail"] = bool(settings.EMAIL_HOST) and values.get("wants_mail", False)
        language = get_language() or ""
        single = partners.look(tournament_id=tournament.id, language=language, **values)
        link = single_link_of(single)
        row = {"id": single.pk, "link": link, "url": f"{_own_pages(request)}{link}/"}
        return uncached(respond(SingleLink, row, status=201))

    @described(OwnSingle, auth=[])
    def read(self, request: Request, single: str) -> Response:
        """Read who asks a player, whom the player has asked, and who else looks."""
        return _page(single)

    @described(OwnSingle, body=AskRequest, auth=[])
    def ask(self, request: Request, single: str) -> Response:
        """Ask another player. Two who ask each other are signed up as a pair."""
        return self._say(partners.ask, AskRequest, single)

    @described(OwnSingle, body=AnswerRequest, auth=[])
    def answer(self, request: Request, single: str) -> Response:
        """Answer a player who asks."""
        return self._say(partners.answer, AnswerRequest, single)

    @described(OwnSingle, body=Nothing, auth=[])
    def leave(self, request: Request, single: str) -> Response:
        """Take the player off the list, with telephone and e-mail."""
        parse(Nothing, request.data)
        partners.withdraw(link=single)
        return _page(single)

    def _say(self, act: Any, body: type[Input], link: str) -> Response:
        values = parse(body, self.request.data)
        limits.spend(partners.BY_ONE_PLAYER, single_page(link=link).id)
        act(link=link, site=_own_pages(self.request), **values)
        return _page(link)


def _page(link: str) -> Response:
    return uncached(respond(OwnSingle, single_page(link=link)))


def _own_pages(request: Request) -> str:
    """The absolute URL of a player's own page, without the secret link at its end."""
    return absolute_url(request, "/partner/")
