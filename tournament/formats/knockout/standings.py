"""The standings of a knockout, and its tie-break."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from tournament.formats.bouts import Bout
from tournament.formats.knockout.following import is_for_third
from tournament.formats.lines import Standing, Tally, Title, line, placed, tally


def standings(pairs: Sequence[int], bouts: Sequence[Bout]) -> tuple[Standing, ...]:
    """Every pair's line, best first.

    Pairs still in come first. The tie-break of the others: the round reached, then the difference
    of games, then games won. Both beaten semi-finalists share third place unless a match for it is
    played; both finalists are second where nobody won the final. Other pairs that the tie-break
    leaves equal share their place.
    """
    last = max((bout.place.round for bout in bouts), default=0)
    counts = tally(bouts)
    latest = _latest(bout for bout in bouts if not is_for_third(bout.place, last))
    third = _third(bouts, last)
    lines = [_line(pair, latest.get(pair), counts.get(pair, Tally()), last) for pair in pairs]
    found = placed((_with_title(one, third) for one in lines), _rank)
    return tuple(replace(one, place=2) if one.title == "runner_up" else one for one in found)


def _third(bouts: Iterable[Bout], last: int) -> dict[int, Title]:
    """Who won and who lost the match for third place."""
    for bout in bouts:
        if is_for_third(bout.place, last) and bout.winner is not None:
            titles: list[tuple[int | None, Title]] = [
                (bout.winning_pair, "third"),
                (bout.losing_pair, "fourth"),
            ]
            return {pair: title for pair, title in titles if pair is not None}
    return {}


def _with_title(one: Standing, titles: Mapping[int, Title]) -> Standing:
    title = titles.get(one.pair)
    return replace(one, title=title) if title else one


def _latest(bouts: Iterable[Bout]) -> dict[int, Bout]:
    """Pair → its match in the last round it reached."""
    ordered = sorted(bouts, key=lambda bout: bout.place)
    return {pair: bout for bout in ordered for pair in bout.pairs if pair is not None}


def _line(pair: int, latest: Bout | None, count: Tally, last: int) -> Standing:
    reached = latest.place.round if latest else 0
    return line(pair, count, title=_title(pair, latest, reached, last), reached=reached)


def _title(pair: int, latest: Bout | None, reached: int, last: int) -> Title:
    if latest is None:
        return "out"
    if latest.status != "finished":
        return "still_in"
    if latest.winning_pair == pair:
        return "champion" if reached == last else "still_in"
    if reached == last:
        return "runner_up"
    return "semi_finalist" if reached == last - 1 else "beaten"


def _rank(one: Standing) -> tuple[int, int, int, int]:
    groups = {"champion": 0, "still_in": 1, "runner_up": 2, "out": 4}
    group = groups.get(one.title, 3)
    if one.title in ("third", "fourth"):
        return group, -one.round, -1 if one.title == "third" else 0, 0
    if one.title in ("champion", "runner_up", "semi_finalist", "still_in", "out"):
        return group, -one.round, 0, 0
    return group, -one.round, -one.games_difference, -one.games_won
