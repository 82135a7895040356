"""Paper for the wall and the tables: the bracket on one A3, the entry list, table numbers,
diplomas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils import formats, timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A3, A4, landscape

from tournament.championship.queries.tournaments import TournamentView
from tournament.entries.queries import PairView
from tournament.matches.queries.matches import BracketView, MatchCard
from tournament.standings.queries import StandingLine
from web.paper.flow import flowed, gap, grid, said
from web.paper.pen import BAIZE, BOLD, DISPLAY, GOLD, INK, LINE, SOFT, Pen, mm
from web.templatetags.matchwords import open_side, round_name


def _language() -> str:
    return get_language() or "es"


def _day(tournament: TournamentView) -> str:
    when = timezone.localtime(tournament.starts_at)
    said_day = formats.date_format(when, "DATE_FORMAT")
    return " · ".join(part for part in (tournament.place, said_day) if part)


def poster(tournament: TournamentView, bracket: BracketView, *, address: str) -> bytes:
    """The bracket on one A3 sheet, with what has been played, and a code that leads to it."""
    pen = Pen(landscape(A3), title=tournament.name, language=_language())
    edge, top = 14 * mm, pen.height - 30 * mm
    pen.text(edge, pen.height - 18 * mm, tournament.name, font=DISPLAY, size=30, fit=300 * mm)
    pen.text(edge, pen.height - 26 * mm, _day(tournament), size=12, colour=SOFT)
    pen.code(pen.width - edge - 26 * mm, pen.height - 34 * mm, 28 * mm, address)
    rounds = bracket.rounds
    if not rounds:
        pen.text(edge, top - 40, _("There is no draw yet."), size=16)
        return pen.done()
    column = (pen.width - 2 * edge) / (len(rounds) + 1)
    bottom = 12 * mm
    for index, one in enumerate(rounds):
        x = edge + index * column
        pen.text(x, top - 4 * mm, round_name(one), font=BOLD, size=11, colour=BAIZE, fit=column)
        slot = (top - 8 * mm - bottom) / len(one.matches)
        for number, card in enumerate(one.matches):
            middle = top - 8 * mm - (number + 0.5) * slot
            _tie(pen, card, x, middle, column - 5 * mm, min(slot * 0.42, 9 * mm))
            if index + 1 < len(rounds):
                _way(pen, x + column - 5 * mm, middle, slot, down=number % 2 == 0)
    final = rounds[-1].matches[0]
    won = {"A": final.pair_a, "B": final.pair_b}.get(final.winner)
    x, y = edge + len(rounds) * column, (top - 8 * mm + bottom) / 2
    pen.box(x, y - 9 * mm, column, 18 * mm, colour=GOLD, thick=1.6)
    pen.text(x + 3 * mm, y + 3 * mm, _("Champion"), font=BOLD, size=10, colour=GOLD)
    pen.text(
        x + 3 * mm, y - 5 * mm, won.name if won else "", font=DISPLAY, size=14, fit=column - 6 * mm
    )
    return pen.done()


def _tie(pen: Pen, card: MatchCard, x: float, middle: float, wide: float, half: float) -> None:
    size = min(10.0, half * 0.62)
    for side, base in (("A", middle + half * 0.28), ("B", middle - half * 0.82)):
        pair = card.pair_a if side == "A" else card.pair_b
        name = f"{pair.number}. {pair.name}" if pair else open_side(card, side)
        font = BOLD if card.winner == side else "MusText-Regular"
        pen.text(
            x, base, name, font=font, size=size, fit=wide - 8 * mm, colour=INK if pair else SOFT
        )
        if card.has_score:
            games = card.games_a if side == "A" else card.games_b
            pen.text(x + wide - 1 * mm, base, games, font=BOLD, size=size, align="right")
    pen.rule(x, middle, x + wide, colour=BAIZE if card.winner else LINE, thick=0.8)


def _way(pen: Pen, x: float, middle: float, slot: float, *, down: bool) -> None:
    """Draws the line from a match to the next one."""
    to = middle - slot / 2 if down else middle + slot / 2
    pen.canvas.setStrokeColor(LINE)
    pen.canvas.setLineWidth(0.8)
    pen.canvas.lines([(x, middle, x + 2.5 * mm, middle), (x + 2.5 * mm, middle, x + 2.5 * mm, to)])


def entry_list(tournament: TournamentView, pairs: Iterable[PairView]) -> bytes:
    """The entry list by number, with a box to tick."""
    rows: list[list[Any]] = [
        [said(text, "small") for text in (_("No."), _("Pair"), _("Club"), _("Here"))]
    ]
    rows += [
        [said(one.number, "bold"), said(one.name), said(one.club, "soft"), said("□")]
        for one in pairs
    ]
    story = [
        said(tournament.name, "title"),
        said(_day(tournament), "soft"),
        gap(3),
        grid(rows, [14 * mm, 100 * mm, 48 * mm, 16 * mm]),
    ]
    return flowed(
        story,
        title=f"{tournament.name} · {_('Pairs')}",
        language=_language(),
        foot=tournament.name,
    )


def table_numbers(tournament: TournamentView, codes: Sequence[tuple[int, str]]) -> bytes:
    """A large number and a QR code for each table, two on an A4, to be folded so that they
    stand."""
    pen = Pen(A4, title=f"{tournament.name} · {_('Tables')}", language=_language())
    for index, (number, address) in enumerate(codes):
        lower = 0 if index % 2 else pen.height / 2
        pen.text(pen.width * 0.32, lower + 52 * mm, number, font=BOLD, size=190, align="middle")
        pen.text(
            pen.width * 0.32,
            lower + 26 * mm,
            _("Table"),
            font=BOLD,
            size=20,
            colour=BAIZE,
            align="middle",
        )
        pen.code(pen.width * 0.58, lower + 42 * mm, 76 * mm, address)
        pen.text(
            pen.width * 0.77,
            lower + 34 * mm,
            _("Referee: scan to enter this table's hands"),
            size=9.5,
            align="middle",
            fit=84 * mm,
        )
        pen.text(
            pen.width * 0.77,
            lower + 28 * mm,
            tournament.name,
            font=BOLD,
            size=10,
            align="middle",
            fit=84 * mm,
        )
        pen.text(
            pen.width * 0.77,
            lower + 23 * mm,
            address,
            size=6.5,
            colour=SOFT,
            align="middle",
            fit=86 * mm,
        )
        if index % 2 == 0:
            pen.canvas.setDash(3, 3)
            pen.rule(0, pen.height / 2, pen.width)
            pen.canvas.setDash()
        elif index + 1 < len(codes):
            pen.page()
    return pen.done()


def diplomas(tournament: TournamentView, lines: Sequence[StandingLine]) -> bytes:
    """A diploma for the champions, the runners-up and the beaten semi-finalists."""
    pen = Pen(landscape(A4), title=f"{tournament.name} · {_('Diplomas')}", language=_language())
    named = {
        "champion": _("Champion"),
        "runner_up": _("Runner-up"),
        "semi_finalist": _("Semi-finalist"),
    }
    earned = [line for line in lines if line.title in named]
    if not earned:
        pen.text(
            40 * mm, pen.height / 2, _("Diplomas are there once the final has ended."), size=16
        )
    for index, line in enumerate(earned):
        if index:
            pen.page()
        _diploma(pen, tournament, named[line.title], line)
    return pen.done()


def _diploma(pen: Pen, tournament: TournamentView, title: str, line: StandingLine) -> None:
    middle = pen.width / 2
    pen.box(8 * mm, 8 * mm, pen.width - 16 * mm, pen.height - 16 * mm, colour=BAIZE, thick=3)
    pen.box(11 * mm, 11 * mm, pen.width - 22 * mm, pen.height - 22 * mm, colour=GOLD, thick=1)
    pen.text(
        middle,
        pen.height - 42 * mm,
        tournament.name,
        font=DISPLAY,
        size=32,
        align="middle",
        fit=240 * mm,
    )
    pen.text(
        middle,
        pen.height - 52 * mm,
        _day(tournament),
        size=13,
        colour=SOFT,
        align="middle",
        fit=240 * mm,
    )
    pen.text(
        middle,
        pen.height - 84 * mm,
        title,
        font=DISPLAY,
        size=44,
        colour=GOLD,
        align="middle",
        fit=230 * mm,
    )
    # A name that itself contains such a dash is not split.
    players = line.pair.name.split(" – ")
    players = players if len(players) == 2 else [line.pair.name]
    for player, base in zip(players, (108, 124), strict=False):
        pen.text(
            middle, pen.height - base * mm, player, font=BOLD, size=28, align="middle", fit=230 * mm
        )
    pen.text(
        middle,
        pen.height - 138 * mm,
        line.pair.club,
        size=14,
        colour=SOFT,
        align="middle",
        fit=230 * mm,
    )
    for x in (0.28, 0.72):
        pen.rule(pen.width * x - 38 * mm, 32 * mm, pen.width * x + 38 * mm, colour=INK)
    pen.text(
        pen.width * 0.28, 26 * mm, _("For the organizers"), size=10, colour=SOFT, align="middle"
    )
    pen.text(pen.width * 0.72, 26 * mm, _("Referee"), size=10, colour=SOFT, align="middle")
