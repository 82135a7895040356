"""What becomes of places when a pair is disqualified after its last match (T8), alike in every
format: it loses its place and those behind it move up by one, or the place stays empty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from tournament.formats.bouts import Bout
from tournament.formats.lines import Standing, Title
from tournament.formats.settling import DISQUALIFIED, PLACE_EMPTY, left

FIRST_TITLES: tuple[Title, ...] = ("champion", "runner_up")


def without_place(bouts: Iterable[Bout], gone: Mapping[int, str]) -> dict[int, str]:
    """The pairs of `gone` that were disqualified after their last match: they lost no match by
    leaving, and have none to play."""
    out = {pair: why for pair, why in gone.items() if why in DISQUALIFIED}
    if not out:
        return {}
    known = list(bouts)
    playing = {pair for bout in known if bout.status != "finished" for pair in bout.pairs}
    lost = left(known)
    return {pair: why for pair, why in out.items() if pair not in playing and pair not in lost}


def moved_up(
    lines: Sequence[Standing], bouts: Iterable[Bout], gone: Mapping[int, str], *, over: bool
) -> tuple[Standing, ...]:
    """The lines, with the pairs of `without_place` last and those behind them moved up.

    A title never goes to a pair that was disqualified: one that left before its last match loses
    its place too where it would become champion.
    """
    struck = without_place(bouts, gone)
    while struck:
        found = _moved(lines, struck, over)
        best = found[0]
        if best.title != "champion" or gone.get(best.pair) not in DISQUALIFIED:
            return found
        struck[best.pair] = gone[best.pair]
    return tuple(lines)


def champion_of(lines: Sequence[Standing]) -> int | None:
    """The champion by the lines of standings that `moved_up` gives."""
    return next((line.pair for line in lines if line.title == "champion"), None)


def _moved(
    lines: Sequence[Standing], struck: Mapping[int, str], over: bool
) -> tuple[Standing, ...]:
    left_places = [
        line.place
        for line in lines
        if line.place is not None and struck.get(line.pair, PLACE_EMPTY) != PLACE_EMPTY
    ]
    stay = [_up(line, left_places) for line in lines if line.pair not in struck]
    at = Counter(line.place for line in stay)
    titled = [replace(line, shared=line.place is not None and at[line.place] > 1) for line in stay]
    crowned = [_titled(line) if over and left_places else line for line in titled]
    last = [
        replace(line, title="disqualified", place=None, shared=False)
        for line in lines
        if line.pair in struck
    ]
    return (*crowned, *last)


def _up(line: Standing, left_places: Sequence[int]) -> Standing:
    if line.place is None:
        return line
    up = sum(place < line.place for place in left_places)
    title: Title = "third" if up and line.title == "fourth" else line.title
    return replace(line, place=line.place - up, title=title)


def _titled(line: Standing) -> Standing:
    if line.shared or line.place not in (1, 2) or line.title == "out":
        return line
    return replace(line, title=FIRST_TITLES[line.place - 1])
