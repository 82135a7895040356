"""What the acts of the desk are done to, and how pages and programs name it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring.desk.declared.act import On, Subject
from scoring.desk.queries.now import InboxItem, inbox_item
from scoring.rulings.queries.cases import CaseLine, case_line
from tournament.championship.queries.tournaments import OrganizerView, TournamentView, organizers_of
from tournament.entries.queries import PairAtDesk, pairs_at_desk
from tournament.errors import NotFound, no_such_pair
from tournament.matches.queries.matches import MatchCard, match_card
from tournament.pauses.queries import PauseView, pause_of
from tournament.referees.queries import RefereeView, team
from tournament.tables.queries import DeviceView, TableView, tables_overview


@dataclass(frozen=True, slots=True)
class DeviceAtTable:
    """A device with the number of its table."""

    device: DeviceView
    table: int


@dataclass(frozen=True, slots=True)
class GameOfMatch:
    """A game by its number, which need not have begun, and its match."""

    match: MatchCard
    game: int

    @property
    def version(self) -> int:
        return self.match.version


def _tournament(tournament: TournamentView) -> TournamentView:
    return tournament


def _pair(tournament: TournamentView, *, number: int = 0, pair_id: int = 0) -> PairAtDesk:
    for pair in pairs_at_desk(tournament_id=tournament.id):
        if number == pair.number or pair_id == pair.id:
            return pair
    raise no_such_pair()


def _match(tournament: TournamentView, *, match_id: int) -> MatchCard:
    return match_card(match_id=match_id, tournament_id=tournament.id)


def _game(tournament: TournamentView, *, match_id: int, game: int) -> GameOfMatch:
    return GameOfMatch(_match(tournament, match_id=match_id), game)


def _pause(tournament: TournamentView, *, pause_id: int) -> PauseView:
    return pause_of(pause_id=pause_id, tournament_id=tournament.id)


def _table(tournament: TournamentView, *, number: int) -> TableView:
    for table in tables_overview(tournament_id=tournament.id):
        if table.number == number:
            return table
    raise NotFound.one(
        "table_number", "no_such_table", _("There is no such table. Choose one that exists.")
    )


def _device(tournament: TournamentView, *, device_id: int) -> DeviceAtTable:
    for table in tables_overview(tournament_id=tournament.id):
        for device in table.devices:
            if device.id == device_id:
                return DeviceAtTable(device, table.number)
    raise NotFound.one(
        "device_id", "no_such_device", _("There is no such device. Choose one from the list.")
    )


def _referee(tournament: TournamentView, *, number: int) -> RefereeView:
    for referee in team(tournament_id=tournament.id).referees:
        if referee.number == number:
            return referee
    raise NotFound.one(
        "referee", "no_such_referee", _("Nobody in the team has this number. Choose again.")
    )


def _case(tournament: TournamentView, *, case_id: int) -> CaseLine:
    return case_line(case_id=case_id, tournament_id=tournament.id)


def _question(kind: str = "") -> Callable[..., InboxItem]:
    def find(tournament: TournamentView, *, ruling_id: int) -> InboxItem:
        item = inbox_item(ruling_id=ruling_id, tournament_id=tournament.id)
        if item is None or kind not in ("", item.ruling.kind):
            raise NotFound.one(
                "ruling", "no_such_ruling", _("There is no such ruling. Choose one from the desk.")
            )
        return item

    return find


def _of_question(_tournament: TournamentView, item: InboxItem) -> dict[str, Any]:
    return {"ruling_id": item.ruling.id}


def _person(tournament: TournamentView, *, person_id: int) -> OrganizerView:
    for person in organizers_of(tournament_id=tournament.id):
        if person.id == person_id:
            return person
    raise NotFound.one(
        "username", "not_organizer", _("This person is not an organizer. Choose one who is.")
    )


def _numbered(tournament: TournamentView, thing: Any) -> dict[str, Any]:
    return {"tournament_id": tournament.id, "number": thing.number}


def _of_match(_tournament: TournamentView, match: MatchCard) -> dict[str, Any]:
    return {"match_id": match.id}


def _match_words(match: MatchCard) -> dict[str, Any]:
    return {"match": match.label}


SUBJECTS: Mapping[On, Subject] = {
    "tournament": Subject(
        "", "", _tournament, lambda tournament, _t: {"tournament_id": tournament.id}
    ),
    "pair": Subject(
        "pairs/<int:number>/", "pairs/<number:pair_id>/", _pair,
        lambda _t, pair: {"pair_id": pair.id},
        words=lambda pair: {"pair": pair.name, "number": pair.number},
        own=lambda pair: ("change_pair", pair.number),
    ),
    "match": Subject(
        "matches/<int:match_id>/", "matches/<number:match_id>/", _match, _of_match,
        words=_match_words, own=lambda match: ("match", match.id),
    ),
    "game": Subject(
        "matches/<int:match_id>/games/<int:game>/", "games/<number:game>/", _game,
        lambda _t, found: {"match_id": found.match.id, "game": found.game},
        words=lambda found: {"game": found.game}, own=lambda found: ("match", found.match.id),
    ),
    "consolation": Subject(
        "matches/<int:match_id>/", "consolation/<number:match_id>/", _match, _of_match,
        words=_match_words, own=lambda match: ("match", match.id),
    ),
    "pause": Subject(
        "pauses/<int:pause_id>/", "pauses/<number:pause_id>/", _pause,
        lambda _t, pause: {"pause_id": pause.id},
    ),
    "table": Subject(
        "tables/<int:number>/", "tables/<number:number>/", _table, _numbered,
        words=lambda table: {"number": table.number}, own=lambda table: ("table", table.number),
    ),
    "device": Subject(
        "devices/<int:device_id>/", "devices/<number:device_id>/", _device,
        lambda _t, found: {"device_id": found.device.id},
        words=lambda found: {"device": found.device.label},
        own=lambda found: ("table", found.table),
    ),
    "referee": Subject(
        "referees/<int:number>/", "referees/<number:number>/", _referee, _numbered,
        words=lambda referee: {"name": referee.name},
    ),
    "ruling": Subject("rulings/<int:ruling_id>/", "", _question(), _of_question),
    "appeal": Subject("rulings/<int:ruling_id>/", "", _question("appeal"), _of_question),
    "call": Subject("rulings/<int:ruling_id>/", "", _question("call"), _of_question),
    "person": Subject(
        "people/<int:person_id>/", "organizers/<number:person_id>/", _person,
        lambda tournament, one: {"tournament_id": tournament.id, "username": one.username},
        words=lambda one: {"name": one.username},
    ),
    "case": Subject(
        "verdicts/<int:case_id>/", "cases/<number:case_id>/", _case,
        lambda tournament, case: {"tournament_id": tournament.id, "case_id": case.id},
    ),
}  # fmt: skip
