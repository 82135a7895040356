"""The preview picture of a step of a hand: what is said, the score, and the cards."""

import textwrap
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from delivery.marks import ITS_MATCH, published
from scoring.explain.queries.lines import Seat
from scoring.explain.queries.pages import match_page
from scoring.explain.queries.replay import Replay, Step, hand_replay
from tournament.championship.queries.tournaments import TournamentView
from web.legible import legible
from web.public.page import of_tournament
from web.public.pictures import cut, lines, png, short
from web.templatetags.components import playing_card

NAME, PLAYER, SAID = 18, 17, 34
"""The most characters in a line: of a pair's name, of a player's name, of the words said."""
MOST_LINES = 4
SAID_MIDDLE, SAID_STEP = 300, 54
SEATS_FROM, SEAT_WIDE, CARD_WIDE = 50, 282, 63
BACKS = {"A": "#a3261d", "B": "#1c4f86"}


@dataclass(frozen=True, slots=True)
class DrawnSide:
    """A pair at the top of the picture."""

    lines: list[str]
    score: int
    x: int
    anchor: str


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card: its position, and its name in the deck, "" when it lies face down."""

    x: int
    drawn: str


@dataclass(frozen=True, slots=True)
class DrawnSeat:
    """A player with the cards, and the colour of the cards' backs."""

    x: int
    player: str
    back: str
    cards: tuple[DrawnCard, ...]


@published(is_slow=True, shows=ITS_MATCH)
@of_tournament
def of_hand(
    request: HttpRequest, tournament: TournamentView, match_id: int, game: int, number: int
) -> HttpResponse:
    """The picture of a hand as it ended: the cards of all, and the score after it."""
    return _picture(tournament, match_id, game, number, None)


@published(is_slow=True, shows=ITS_MATCH)
@of_tournament
def of_step(
    request: HttpRequest,
    tournament: TournamentView,
    match_id: int,
    game: int,
    number: int,
    step: int,
) -> HttpResponse:
    """The picture of a hand at a step. 404 for a step after the last."""
    return _picture(tournament, match_id, game, number, step)


def _picture(
    tournament: TournamentView, match_id: int, game: int, number: int, step: int | None
) -> HttpResponse:
    """The picture of a hand at a step; None: at the last."""
    page = match_page(match_id=match_id, tournament_id=tournament.id)
    replay = hand_replay(page=page, game=game, number=number, with_chances=False)
    step = len(replay.steps) if step is None else step
    if not 1 <= step <= len(replay.steps):
        raise Http404
    at = replay.steps[step - 1]
    text_lines = cut(textwrap.wrap(str(at.moment.text), SAID), MOST_LINES)
    drawing = {
        "tournament": tournament,
        "replay": replay,
        "at": at,
        "said": text_lines,
        "said_from": SAID_MIDDLE - SAID_STEP * (len(text_lines) - 1) // 2,
        "sides": _sides(replay, at),
        "seats": [_seat(seat, place, at) for place, seat in enumerate(replay.seats)],
        "deck": _deck(),
    }
    return png(render_to_string("public/picture_hand.svg", drawing))


def _sides(replay: Replay, at: Step) -> list[DrawnSide]:
    a, b = (lines(legible(name), NAME, 2) for name in replay.pairs)
    return [
        DrawnSide(a, at.moment.score[0], 50, "start"),
        DrawnSide(b, at.moment.score[1], 1150, "end"),
    ]


def _seat(seat: Seat, place: int, at: Step) -> DrawnSeat:
    x = SEATS_FROM + place * SEAT_WIDE
    cards = tuple(
        DrawnCard(x + n * CARD_WIDE, playing_card(token)["card"].drawn if at.has_cards else "")
        for n, token in enumerate(seat.cards.split())
    )
    return DrawnSeat(x, short(legible(seat.player), PLAYER), BACKS[seat.side], cards)


@cache
def _deck() -> SafeString:
    """The symbols of the deck, to be used inside a picture."""
    file = settings.BASE_DIR / "static/icons/deck.svg"
    whole = file.read_text(encoding="utf-8")
    inner = whole[whole.index(">") + 1 : whole.rindex("</svg>")]
    return mark_safe(inner)  # noqa: S308  (a file of ours)
