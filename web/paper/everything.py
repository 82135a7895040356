"""Every acta, or all paper, of a tournament in one file."""

from collections.abc import Callable, Iterator
from functools import partial
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from jobs import products
from scoring.explain.queries.pages import match_page
from scoring.rulings.queries.review import window_minutes
from scoring.statements.models import ResultTerms
from scoring.statements.queries import terms_of
from tournament.championship.queries.tournaments import TournamentView, tournament_detail
from tournament.entries.queries import pairs_list
from tournament.matches.queries.matches import MatchCard, bracket, consolation, next_up
from tournament.paper import ACTAS
from tournament.seatings.queries import day_of_individuals
from tournament.standings.queries import consolation_standings, group_tables, standings
from tournament.tables.queries import join_tokens
from web.paper import acta, wall
from web.paper.book import binding
from web.paper.poster import poster

Sheet = Callable[[], bytes]


def bound(*, tournament_id: int, what: str, language: str, base: str, key: str, job: str) -> str:
    """Makes the file sheet by sheet and stores it under `key`; returns a line for the operator.

    `base`: scheme and host of the request, for the codes on the sheets.
    """
    tournament = tournament_detail(tournament_id=tournament_id)
    zone = ZoneInfo(str(tournament.time_zone))
    with override(language), timezone.override(zone):
        makers = _makers(tournament, what, base)
        title = f"{tournament.name} · {_('Match sheets') if what == ACTAS else _('Paper')}"
        with binding(title=title, language=language) as book:
            for number, make in enumerate(makers):
                products.tell(job, key, done=number, of=len(makers))
                make()
            products.tell(job, key, done=len(makers), of=len(makers))
        content = book.done()
    products.deliver(job, key, content)
    return f"{len(makers)} sheets, {len(content)} bytes"


def _makers(tournament: TournamentView, what: str, base: str) -> list[Sheet]:
    actas = list(_actas(tournament, base))
    if what == ACTAS:
        return actas
    sheets = sheets_of(tournament, base=base)
    before = ["rules", *([] if tournament.is_individual else ["bracket"]), "entries", "tables"]
    after = ["seats"] if tournament.is_individual else []
    after += ["standings"] + (["diplomas"] if tournament.status == "finished" else [])
    return [
        *(sheets[name] for name in before),
        *actas,
        *(sheets[name] for name in after if tournament.is_drawn),
    ]


def sheets_of(tournament: TournamentView, *, base: str) -> dict[str, Sheet]:
    """Name → what makes each sheet of the whole tournament. `base`: as in `bound`."""
    tournament_id = tournament.id
    return {
        "rules": lambda: wall.rules_sheet(
            tournament,
            entered_by=ResultTerms.By(terms_of(tournament_id=tournament_id).entered_by).label,
            appeal_minutes=window_minutes(tournament_id=tournament_id),
        ),
        "bracket": lambda: poster(
            tournament,
            bracket(tournament_id=tournament_id),
            address=base + reverse("public:bracket", args=[tournament.slug]),
        ),
        "entries": lambda: wall.entry_list(
            tournament,
            [one for one in pairs_list(tournament_id=tournament_id) if one.status == "entered"],
        ),
        "tables": lambda: wall.table_numbers(
            tournament,
            [
                (number, base + reverse("referee:join", args=[token]))
                for number, token in join_tokens(tournament_id=tournament_id)
            ],
        ),
        "actas": lambda: acta.blank_actas(tournament, next_up(tournament_id=tournament_id)),
        "seats": lambda: wall.table_sheets(
            tournament, day_of_individuals(tournament_id=tournament_id)
        ),
        "standings": lambda: wall.standings_sheet(
            tournament,
            standings(tournament_id=tournament_id),
            group_tables(tournament_id=tournament_id),
            consolation_standings(tournament_id=tournament_id),
        ),
        "diplomas": lambda: wall.diplomas(
            tournament,
            standings(tournament_id=tournament_id),
            consolation_standings(tournament_id=tournament_id),
        ),
    }


def _actas(tournament: TournamentView, base: str) -> Iterator[Sheet]:
    """The acta of every match that has begun, then a blank one for each that could begin."""
    rounds = bracket(tournament_id=tournament.id).rounds
    head = acta.head_of(tournament, base=base)
    cards = [card for round_ in rounds for card in round_.matches]
    for card in (*cards, *consolation(tournament_id=tournament.id)):
        if card.started_at is not None and card.status in ("playing", "finished"):
            yield partial(_acta, tournament, card, base, head)
    for card in next_up(tournament_id=tournament.id):
        yield partial(_blank, tournament, card, base)


def _acta(tournament: TournamentView, card: MatchCard, base: str, head: acta.Head) -> bytes:
    return acta.acta(
        tournament,
        match_page(match_id=card.id),
        address=_match_address(base, tournament, card),
        head=head,
    )


def _blank(tournament: TournamentView, card: MatchCard, base: str) -> bytes:
    return acta.blank_acta(tournament, card, address=_match_address(base, tournament, card))


def _match_address(base: str, tournament: TournamentView, card: MatchCard) -> str:
    return base + reverse("public:match", args=[tournament.slug, card.id])
