"""The championship on one sheet for the wall, with a code that leads to it."""

from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament.championship.queries.tournaments import TournamentView
from tournament.matches.queries.matches import BracketView, MatchCard
from web.formatwords import letter
from web.paper.letters import width
from web.paper.names import shortened
from web.paper.pen import BAIZE, BOLD, DISPLAY, GOLD, LINE, PLAIN, SMALLEST, SOFT, Pen, mm
from web.paper.sizes import columns_of, sheet_for
from web.paper.wall import day_of, rules_of
from web.templatetags.components import length_words
from web.templatetags.formatwords import champion_names
from web.templatetags.matchwords import ended_words, of_bracket, open_side, round_name
from web.templatetags.prizewords import prizes_line, timetable_day

EDGE, BOTTOM = 14 * mm, 12 * mm
LEAST_TYPE = 6.0
"""A pair is written in two lines only where their type is at least so large."""
TYPE = (14.0, 13.0, 12.0, 11.0, 10.0)
"""Sizes of the names: the largest in which every player's name fits its line as it is written."""


def poster(tournament: TournamentView, bracket: BracketView, *, address: str) -> bytes:
    """The championship's rounds on one sheet with what has been played, and a code that leads to
    them. Only rounds of which the winners meet in the next are joined by lines."""
    sheet = sheet_for(bracket)
    size = (sheet.width * mm, sheet.height * mm)
    pen = Pen(size, title=tournament.name, language=get_language() or "es")
    pen.text(EDGE, pen.height - 18 * mm, tournament.name, font=DISPLAY, size=30, fit=300 * mm)
    about = " · ".join((day_of(tournament), rules_of(tournament, tournament.best_of)))
    pen.text(EDGE, pen.height - 26 * mm, about, size=12, colour=SOFT, fit=pen.width - 80 * mm)
    pen.code(pen.width - EDGE - 26 * mm, pen.height - 34 * mm, 28 * mm, address)
    top = pen.height - 30 * mm
    if tournament.prizes.has_prizes:
        won = prizes_line(tournament.prizes)
        pen.text(EDGE, top - 3 * mm, won, font=BOLD, size=12, fit=pen.width - 80 * mm)
        top -= 6 * mm
    if not bracket.rounds:
        pen.text(EDGE, top - 40, _("There is no draw yet."), size=16)
        for number, said in enumerate(_announced(tournament), start=1):
            pen.text(EDGE, top - 40 - number * 9 * mm, said, size=14, fit=pen.width - 2 * EDGE)
        return pen.done()
    column = (pen.width - 2 * EDGE) / columns_of(bracket)
    middle = (top - 8 * mm + BOTTOM) / 2
    x = _rounds(pen, tournament, bracket, top, column, middle)
    for number, card in enumerate(_cards(bracket, "third_place")):
        below = middle - 26 * mm - number * 24 * mm
        name = of_bracket(_("Third place"), card.bracket)
        pen.text(x, below + 10 * mm, name, font=BOLD, size=11, colour=BAIZE, fit=column)
        _tie(pen, card, x, below, column - 5 * mm, 9 * mm, TYPE[-1])
    return pen.done()


def _announced(tournament: TournamentView) -> list[str]:
    """The timetable, and the text beside the prizes where the line of prizes has no room for it."""
    lines = []
    for line in tournament.prizes.timetable:
        day = date_format(timetable_day(tournament, line.day)) if line.day > 1 else ""
        lines.append(" ".join(filter(None, (day, line.time, line.what))))
    if tournament.prizes.places or tournament.prizes.consolation:
        lines += filter(None, map(str.strip, tournament.prizes.text.splitlines()))
    return lines


def _type(bracket: BracketView, fit: float) -> float:
    pairs = {pair for round_ in bracket.rounds for card in round_.matches
             for pair in (card.pair_a, card.pair_b) if pair}  # fmt: skip
    players = [f"{pair.number}. {name}" for pair in pairs for name in pair.name.split(" – ", 1)]
    widest = max((width(player, BOLD, 1) for player in players), default=0)
    return next((size for size in TYPE if widest * size <= fit), TYPE[-1])


def _rounds(
    pen: Pen,
    tournament: TournamentView,
    bracket: BracketView,
    top: float,
    column: float,
    middle: float,
) -> float:
    """The rounds, and behind the last of each bracket the box of its winner. Returns where that of
    the champion stands."""
    size = _type(bracket, column - 10 * mm)
    tree = {card.id for card in _cards(bracket, "bracket")}
    apart = {card.id for card in _cards(bracket, "third_place")}
    groups = {
        card.id: letter(section.number)
        for section in bracket.sections
        if section.kind == "group"
        for round_view in section.rounds
        for card in round_view.matches
    }
    last = {round_.bracket: round_ for round_ in bracket.rounds if round_.bracket} or {
        0: bracket.rounds[-1]
    }
    x = champion = EDGE
    for round_view, after in zip(bracket.rounds, (*bracket.rounds[1:], None), strict=True):
        length = round_view.matches[0].best_of
        name = round_name(round_view)
        if length != tournament.best_of:
            name += " · " + length_words(length, tournament)
        pen.text(x, top - 4 * mm, name, font=BOLD, size=11, colour=BAIZE, fit=column - 5 * mm)
        cards = [card for card in round_view.matches if card.id not in apart]
        slot = (top - 8 * mm - BOTTOM) / max(len(cards), 1)
        later = [card for card in after.matches if card.id not in apart] if after else []
        for number, card in enumerate(cards):
            at, end = top - 8 * mm - (number + 0.5) * slot, x + column - 5 * mm
            half = min(slot * 0.42, 11 * mm)
            _tie(pen, card, x, at, column - 5 * mm, half, size)
            # Later matches name the one from which their pairs come.
            above = at + half * 0.28 + min(size, half * 0.62)
            small = max(5, min(8, half * 0.3))
            pen.text(end - 1 * mm, above, card.label, size=small, colour=SOFT, align="right")
            group = groups.get(card.id, "")
            pen.text(end + 0.5 * mm, at - 1 * mm, group, font=BOLD, size=8, colour=BAIZE)
            if card.id in tree and len(cards) == 2 * len(later):
                _way(pen, end, at, slot, down=number % 2 == 0)
        x += column
        if last.get(round_view.bracket) is not round_view:
            continue
        final = cards[0]
        won = final.pair_a if final.winner == "A" else final.pair_b if final.winner else None
        name = won.name if won else ""
        if round_view.bracket < 2:
            champion, name = x, champion_names(tournament)
        _winner(
            pen, of_bracket(_("Champion"), round_view.bracket), name, x, middle, column - 5 * mm
        )
        x += column
    return champion


def _cards(bracket: BracketView, kind: str) -> list[MatchCard]:
    """The matches of the sections of one kind."""
    sections = (section for section in bracket.sections if section.kind == kind)
    return [card for section in sections for round_ in section.rounds for card in round_.matches]


def _winner(pen: Pen, title: str, name: str, x: float, middle: float, column: float) -> None:
    """The box for the winner of the championship, or of another bracket."""
    pen.box(x, middle - 9 * mm, column, 18 * mm, colour=GOLD, thick=1.6)
    pen.text(x + 3 * mm, middle + 3 * mm, title, font=BOLD, size=10, colour=GOLD)
    _pair(pen, "", name, x + 3 * mm, middle - 4 * mm, DISPLAY, 14, 11, column - 6 * mm)


def _tie(
    pen: Pen, card: MatchCard, x: float, middle: float, wide: float, half: float, size: float
) -> None:
    size, fit = min(size, half * 0.62), wide - 5 * mm
    for side, base in (("A", middle + half * 0.28), ("B", middle - half * 0.82)):
        pair = card.pair_a if side == "A" else card.pair_b
        font = BOLD if card.winner == side else PLAIN
        if pair:
            number, two = f"{pair.number}. ", min(size, half * 0.45)
            _pair(pen, number, pair.name, x, base, font, size, two, fit)
        else:
            pen.text(x, base, open_side(card, side), size=size, fit=fit, colour=SOFT)
        if card.has_score:
            games = card.games_a if side == "A" else card.games_b
            pen.text(x + wide - 1 * mm, base, games, font=BOLD, size=size, align="right")
    if card.status == "finished" and not card.winner:
        how = ended_words(card)
        pen.text(x + wide - 1 * mm, middle + 1 * mm, how, size=7, colour=SOFT, align="right")
    pen.rule(x, middle, x + wide, colour=BAIZE if card.winner else LINE, thick=0.8)


def _pair(
    pen: Pen, number: str, name: str, x: float, base: float, font: str, size: float,
    two_lines: float, fit: float,
) -> None:  # fmt: skip
    """Draws the pair in one line of at most this `size`, or with a line for each player.

    `two_lines`: the size for two lines. The larger of both is taken.
    """
    whole = number + name
    one_line = size * min(1, fit / max(width(whole, font, size), 1))
    if one_line >= two_lines or two_lines < LEAST_TYPE:
        pen.text(x, base, whole, font=font, size=max(one_line, min(size, SMALLEST)), fit=fit + 0.1)
        return
    fit -= width(number, font, two_lines)
    players = [shortened(player, font, two_lines, fit) for player in name.split(" – ", 1)]
    widest = max(width(player, font, two_lines) for player in players)
    two_lines = min(two_lines, max(SMALLEST, two_lines * fit / widest))
    x, first = x + width(number, font, two_lines), base + two_lines * 0.8
    pen.text(x, first, number, font=font, size=two_lines, align="right")
    for at, player in enumerate(players):
        pen.text(x, first - at * two_lines * 1.08, player, font=font, size=two_lines, fit=fit + 0.1)


def _way(pen: Pen, x: float, middle: float, slot: float, *, down: bool) -> None:
    """Draws the line from a match to the next one."""
    to = middle - slot / 2 if down else middle + slot / 2
    pen.canvas.setStrokeColor(LINE)
    pen.canvas.setLineWidth(0.8)
    pen.canvas.lines([(x, middle, x + 2.5 * mm, middle), (x + 2.5 * mm, middle, x + 2.5 * mm, to)])
