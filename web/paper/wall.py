"""Paper for the wall and the tables: the entry list, table numbers, diplomas. `poster` has the
bracket."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4, landscape

from tournament.championship.queries.tournaments import TournamentView
from tournament.entries.queries import PairView
from tournament.standings.queries import StandingLine
from web.formats.days import written_day
from web.paper.flow import flowed, gap, grid, said
from web.paper.pen import BAIZE, BOLD, DISPLAY, GOLD, INK, SOFT, Pen, mm


def _language() -> str:
    return get_language() or "es"


def day_of(tournament: TournamentView) -> str:
    """The place and the day, for a heading."""
    when = timezone.localtime(tournament.starts_at)
    return " · ".join(part for part in (tournament.place, written_day(when)) if part)


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
        said(day_of(tournament), "soft"),
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
            40 * mm,
            pen.height / 2,
            _("Diplomas will be available once the final has ended."),
            size=16,
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
        day_of(tournament),
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
