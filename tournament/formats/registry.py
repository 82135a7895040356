"""Every format, and which of them a tournament is played in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from tournament.formats.groups import Groups
from tournament.formats.knockout import Knockout
from tournament.formats.league import RoundRobin
from tournament.formats.protocol import Format
from tournament.formats.regulations import REGULATIONS
from tournament.formats.rounds.lives import FreshDraw, Repesca, ThreeLosses
from tournament.formats.rounds.swiss import Swiss
from tournament.formats.setting import Setting

FORMATS: Mapping[str, Callable[[Setting], Format]] = {
    "knockout": Knockout,
    "repesca": Repesca,
    "three_losses": ThreeLosses,
    "groups": Groups,
    "swiss": Swiss,
    "round_robin": RoundRobin,
    "fresh_draw": FreshDraw,
}


class Played(Protocol):
    """What a tournament says of how it is played. `format`: a key of FORMATS; empty, it is the
    regulation's."""

    regulation: str
    format: str
    format_options: dict[str, object]
    draw_seed: str | None
    drawn_pairs: int | None


def key_of(*, regulation: str, format: str) -> str:
    """The key of the format that is played. Raises KeyError for an unknown regulation."""
    return format or REGULATIONS[regulation].format


def format_of(tournament: Played) -> Format:
    """The format of a tournament, made for it. Raises KeyError for a regulation or a format that
    nobody has registered."""
    key = key_of(regulation=tournament.regulation, format=tournament.format)
    setting = Setting(
        tournament.format_options, tournament.draw_seed or "", tournament.drawn_pairs or 0
    )
    return FORMATS[key](setting)


def made_for(key: str, options: Mapping[str, object]) -> Format:
    """A format before the draw, for the pages that say what it would be."""
    return FORMATS[key](Setting(options))
