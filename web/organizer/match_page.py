"""The context of the desk's page of one match."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.desk.declared.advancing import words_if_won
from scoring.desk.queries.acts import MatchAct, PairActs, match_acts, pair_acts
from scoring.desk.queries.now import desk_inbox
from scoring.explain.queries.pages import MatchPage
from scoring.explain.queries.pages import match_page as hands_page
from scoring.matchdays.queries.calendar import meetings_of
from scoring.outbox.queries.at_table import agreed_games
from scoring.rulings.queries.review import finality, may_appeal
from tournament.championship.queries.tournaments import TournamentView
from tournament.entries.queries import pairs_list
from tournament.errors import StrOrPromise, lazy_text
from tournament.matches.queries.advancing import advances
from tournament.matches.queries.matches import MatchCard, PairName, called_at
from tournament.matches.queries.undone import cascades_of_match, in_place_of
from tournament.tables.queries import tables_overview
from web.seats import clubs_of, seats_of


@dataclass(frozen=True, slots=True)
class Words:
    """`note`: what it is for; `clause`: of the regulation; `page`: the name of its address when
    that is not the act's own; `query`: the end of it."""

    title: StrOrPromise
    note: StrOrPromise = ""
    clause: str = ""
    page: str = ""
    query: str = ""
    is_file: bool = False


WORDS: Mapping[str, Words] = {
    "start_match": Words(_("Start the match")),
    "hand": Words(_("Enter the next hand"), _("with cards and bets"), page="referee:hand"),
    "result": Words(_("Enter only the result"), _("when its hands were not written down")),
    "enter_paper": Words(_("From paper"), _("a line a hand, the whole match at once")),
    "import_match": Words(_("Import a file")),
    "acta": Words(_("Match sheet"), "PDF, A4"),
    "undo": Words(_("Undo the last hand"), page="referee:undo"),
    "forfeit": Words(_("Forfeit a game"), _("false claim repeated"), "G1"),
    "walkover": Words(_("Give a walkover"), _("a pair is late or absent"), "T7"),
    "both_absent": Words(_("Both pairs are absent"), _("both are withdrawn"), "T7"),
    "end_by_time": Words(_("End by time"), _("the time of the match is up"), "T5"),
    "decide_match": Words(_("Decide the match"), _("by decision of the organizers"), "T6"),
    "undo_start": Words(_("Take back the start"), _("the wrong match began")),
    "replace_result": Words(_("Replace the result"), _("the games were entered wrongly")),
    "swap": Words(
        _("Swap the two numbers"),
        _("the result went in the wrong way round"),
        page="organizer:replace_result",
        query="?swap",
    ),
    "reopen_match": Words(_("Reopen the match"), _("to go on playing it")),
    "call_off": Words(_("Call off this match")),
    "export_hands": Words(_("Download the hands")),
    "match_text": Words(
        _("Download the match as text"), ".mus", page="public:match-text", is_file=True
    ),
}
OF_A_PAIR: Mapping[str, Words] = {
    "absent": Words(_("absent"), page="organizer:walkover", query="?winner={other}"),
    "withdraw_pair": Words(_("withdraws")),
    "appeal": Words(_("appeals"), query="?side={side}"),
    "substitute_1": Words("", page="organizer:substitute_player", query="?out=1"),
    "substitute_2": Words("", page="organizer:substitute_player", query="?out=2"),
}
BY_ITS_PAIR = frozenset({"withdraw_pair", "substitute_1", "substitute_2"})
"""Acts whose address names the pair and not the match."""


@dataclass(frozen=True, slots=True)
class ActLink:
    """An act on the page of a match."""

    words: Words
    address: str
    place: str = "menu"


@dataclass(frozen=True, slots=True)
class PairLinks:
    """A pair of the match, with what can be done with it."""

    pair: PairName
    links: tuple[ActLink, ...]


def links_of(acts: tuple[MatchAct, ...], *, slug: str, card: MatchCard) -> list[ActLink]:
    """The acts on a match as links."""
    return [
        ActLink(WORDS[act.name], _address(act.name, slug=slug, card=card), act.place)
        for act in acts
    ]


def links_of_pairs(acts: tuple[PairActs, ...], *, slug: str, card: MatchCard) -> list[PairLinks]:
    """What can be done with each pair as links. One query."""
    entered = pairs_list(tournament_id=card.tournament_id)
    players = {one.id: (one.player_1, one.player_2) for one in entered}
    return [
        PairLinks(
            of.pair,
            tuple(
                _of_pair(name, of, slug=slug, card=card, players=players[of.pair.id])
                for name in of.names
            ),
        )
        for of in acts
    ]


def _of_pair(
    name: str, of: PairActs, *, slug: str, card: MatchCard, players: tuple[str, str]
) -> ActLink:
    words = OF_A_PAIR[name]
    if name.startswith("substitute"):
        player = players[0 if name == "substitute_1" else 1]
        title = lazy_text(_("substitute %(player)s"), player=player)
        words = replace(words, title=title)
    subject = of.pair.number if name in BY_ITS_PAIR else card.id
    address = reverse(words.page or f"organizer:{name}", args=[slug, subject])
    other = "B" if of.side == "A" else "A"
    return ActLink(words, address + words.query.format(side=of.side, other=other))


def _address(name: str, *, slug: str, card: MatchCard) -> str:
    words = WORDS[name]
    page = words.page or f"organizer:{name}"
    args = [card.id] if page.startswith("referee:") else [slug, card.id]
    address = reverse(page, args=args) + words.query
    if name == "undo":
        address += "?next=" + reverse("organizer:match", args=[slug, card.id])
    return address


def match_page(tournament: TournamentView, card: MatchCard) -> dict[str, Any]:
    """The context of the page, also used when an action on it was refused."""
    page = hands_page(match_id=card.id)
    waiting = desk_inbox(tournament_id=tournament.id)
    appeals = may_appeal(card=card, now=timezone.now())
    is_over = tournament.status == "finished"
    clubs = clubs_of(card) if tournament.clubs_enter else ()
    of_pairs = pair_acts(page=page, is_over=is_over, may_appeal=appeals, clubs=clubs)
    return {
        "tournament": tournament,
        "tab": "consolation" if card.kind == "consolation" else "desk",
        "crumb": card.label,
        "live": True,
        "card": card,
        "page": page,
        "now": page.state.next,
        "target": page.state.target,
        "mano": page.state.next.mano if page.state.next else card.first_mano,
        "awaiting": page.state.awaiting_ruling,
        "agreed": agreed_games(match_id=card.id),
        "asks": [item for item in waiting.items if item.match.id == card.id],
        "seats": seats_of(card) if card.seating else (),
        "tables": tables_overview(tournament_id=tournament.id),
        "finality": finality(page=page),
        "may_appeal": appeals,
        "acts": links_of(
            match_acts(page=page, has_time_limit=tournament.match_minutes is not None),
            slug=tournament.slug,
            card=card,
        ),
        "of_pairs": links_of_pairs(of_pairs, slug=tournament.slug, card=card),
        "late_by": None if tournament.late_rule else late_by(tournament, card),
        "late": late_at(tournament, page),
        "missing": missing_at(card),
        "meeting": meetings_of(match_ids=[card.id]).get(card.id),
        "cascades": cascades_of_match(match_id=card.id),
        "in_place": in_place_of(match_id=card.id) if card.kind == "set_aside" else None,
    }


@dataclass(frozen=True, slots=True)
class Missing:
    """Who may be missing at a table. `sides`: each pair with the side that wins without it;
    `goes_on`: what follows, in words; `why`: the reason for the log, a code."""

    sides: tuple[tuple[str, PairName], ...]
    goes_on: list[str]
    why: str


def missing_at(card: MatchCard) -> Missing | None:
    """Return who may be missing at a match that is called or begun. None unless it has a table and
    both pairs are still in the tournament."""
    is_open = card.status in ("ready", "playing") and card.kind == "championship"
    if not is_open or card.table is None or card.pair_a is None or card.pair_b is None:
        return None
    if {card.pair_a.status, card.pair_b.status} != {"entered"}:
        return None
    led = advances(match_id=card.id, tournament_id=card.tournament_id)
    return Missing(
        (("B", card.pair_a), ("A", card.pair_b)),
        words_if_won(led.values()),
        "code:absent" if card.status == "ready" else "code:left",
    )


def late_by(tournament: TournamentView, card: MatchCard) -> int | None:
    """Minutes since the tournament's start, for a first-round match that has not begun; otherwise
    None."""
    if card.status != "ready" or card.round != 1 or card.kind != "championship":
        return None
    minutes = int((timezone.now() - tournament.starts_at).total_seconds() // 60)
    return minutes if minutes > 0 else None


@dataclass(frozen=True, slots=True)
class Late:
    """How late the match began, or would begin now: minutes since its call, and the games that a
    late pair loses for it that no official has taken yet (T7)."""

    minutes: int
    games: int
    loses_match: bool


def late_at(tournament: TournamentView, page: MatchPage) -> Late | None:
    """What a late pair of this match loses; None for nothing. One query where rules say what."""
    card, rule = page.card, tournament.late_rule
    if rule is None or card.status not in ("ready", "playing"):
        return None
    called = called_at(tournament_id=tournament.id).get(card.id)
    if called is None:
        return None
    minutes = int(((card.started_at or timezone.now()) - called).total_seconds() // 60)
    lost = rule.loses(minutes, wins_needed=card.fewest_games)
    taken = sum(game.ended_by == "forfeit" for game in page.games)
    left = lost - taken
    return Late(minutes, left, lost >= card.fewest_games) if left > 0 else None
