"""Standings of the championship and of the consolation."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace

from django.db.models import QuerySet

from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.formats.bouts import Bout
from tournament.formats.lines import Standing, TableLine, line, placed, tally
from tournament.formats.protocol import Format, Stage
from tournament.formats.registry import format_of, is_individual, made_for
from tournament.matches.models import Match
from tournament.matches.queries.cascades import gone_of
from tournament.matches.queries.matches import PairName, name_of
from tournament.seatings.queries import table_of_points


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingLine(TableLine):
    """The line of a pair by name. `title`: champion, runner_up, third, fourth, semi_finalist,
    still_in, ranked, beaten, out, disqualified (after its last match, T8); consolation_winner in
    the consolation's own; `stage`: the usual name
    of `round`."""

    pair: PairName
    stage: str

    @classmethod
    def named(cls, line: Standing, pair: PairName, stage: str) -> StandingLine:
        """`line` with the pair's name and the stage reached."""
        values = {column.name: getattr(line, column.name) for column in fields(TableLine)}
        return cls(**values, pair=pair, stage=stage)

    @property
    def is_in_groups(self) -> bool:
        """Whether the pair's group, or groups, still decide how far it comes."""
        return self.title == "still_in" and self.stage == "round"


def standings(*, tournament_id: int, if_ended_now: bool = False) -> tuple[StandingLine, ...]:
    """The championship's standings, best first; empty before the draw. `if_ended_now`: as they
    would be if the tournament were ended now. Two queries; five on a day of individuals."""
    matches = list(_matches([tournament_id], "championship").select_related("tournament"))
    if not matches:
        return _of_individuals(tournament_id, if_ended_now=if_ended_now)
    entered = _entered([tournament_id])
    pairs = _names(entered)
    matches[0].tournament.ended_early |= if_ended_now
    format_ = format_of(matches[0].tournament)
    table = _standings(format_, matches, entered)
    last = max(match.round for match in matches)
    stages = {number: format_.stage(number, last) for number in range(last + 1)}
    return _lines(table, pairs, stages)


def standings_of(*, tournament_ids: Collection[int]) -> dict[int, Sequence[Standing]]:
    """The championship's standings of each of these tournaments, by the primary keys of pairs;
    empty before the draw. Three queries, and two more for each day of individuals."""
    matches: dict[int, list[Match]] = {pk: [] for pk in tournament_ids}
    entered: dict[int, list[Pair]] = {pk: [] for pk in tournament_ids}
    for match in _matches(tournament_ids, "championship").defer("names", "seating"):
        matches[match.tournament_id].append(match)
    for pair in _entered(tournament_ids):
        entered[pair.tournament_id].append(pair)
    by_tournament: dict[int, Sequence[Standing]] = {}
    for tournament in Tournament.objects.filter(pk__in=tournament_ids):
        if matches[tournament.pk]:
            by_tournament[tournament.pk] = _standings(
                format_of(tournament), matches[tournament.pk], entered[tournament.pk]
            )
        else:
            by_tournament[tournament.pk] = (
                table_of_points(tournament=tournament) if is_individual(tournament) else ()
            )
    return by_tournament


def _of_individuals(tournament_id: int, *, if_ended_now: bool = False) -> tuple[StandingLine, ...]:
    """The standings of a day of individuals; of any other day none."""
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None or not is_individual(tournament):
        return ()
    tournament.ended_early |= if_ended_now
    table = table_of_points(tournament=tournament)
    return _lines(table, _names(_entered([tournament_id])), stages={})


@dataclass(frozen=True, slots=True)
class GroupTable:
    """The table of a group, counted from 1."""

    number: int
    lines: tuple[StandingLine, ...]


def group_tables(*, tournament_id: int) -> tuple[GroupTable, ...]:
    """The table of every group; none where the format has no groups. Two queries at most."""
    matches = list(_matches([tournament_id], "championship").select_related("tournament"))
    if not matches:
        return ()
    entered = _entered([tournament_id])
    bouts = [match.to_rules() for match in matches]
    tables = format_of(matches[0].tournament).tables(bouts, gone_of(entered))
    pairs = _names(entered)
    return tuple(
        GroupTable(number, _lines(lines, pairs, stages={}))
        for number, lines in enumerate(tables, start=1)
    )


@dataclass(frozen=True, slots=True)
class OpenTie:
    """A tie of a table on which somebody must decide (T9): see `formats.protocol.Tie`."""

    place: int
    group: int
    pairs: tuple[PairName, ...]
    decides: bool

    @property
    def numbers(self) -> str:
        """The numbers of its pairs, as they are typed."""
        return ", ".join(str(pair.number) for pair in self.pairs)


def open_ties(*, tournament_id: int) -> tuple[OpenTie, ...]:
    """The ties on which nobody has decided, those on which the day waits first. Three queries at
    most."""
    matches = list(_matches([tournament_id], "championship").select_related("tournament"))
    if not matches:
        return ()
    format_ = format_of(matches[0].tournament)
    if "ties" not in format_.options:
        return ()
    entered = _entered([tournament_id])
    pairs = _names(entered)
    bouts = [match.to_rules() for match in matches]
    found = [
        OpenTie(tie.place, tie.group, tuple(pairs[pair] for pair in tie.pairs), tie.decides)
        for tie in format_.ties(bouts, gone_of(entered))
    ]
    return tuple(sorted(found, key=lambda tie: not tie.decides))


@dataclass(frozen=True, slots=True)
class DecidedTie:
    """A tie on which somebody decided: its pairs in that order, `how` ("lot", "program", "decider",
    "shared"), and the seed where the program drew the lot."""

    pairs: tuple[PairName, ...]
    how: str
    seed: str


def decided_ties(*, tournament_id: int) -> tuple[DecidedTie, ...]:
    """The ties on which somebody decided, in order. Two queries at most."""
    kept = Tournament.objects.filter(pk=tournament_id).values_list("ties", flat=True).first()
    if not kept:
        return ()
    pairs = {pair.number: pair for pair in _names(_entered([tournament_id])).values()}
    return tuple(
        DecidedTie(tuple(pairs[number] for number in one["pairs"]), one["how"], one.get("seed", ""))
        for one in kept
    )


def table_if_left(
    *, tournament_id: int, pair_id: int, ways: Sequence[str]
) -> dict[str, tuple[StandingLine, ...]]:
    """The table of a league as it would be if this pair left now: for each way in which its results
    may count (T10), "" for that of the rules. Three queries."""
    matches = list(_matches([tournament_id], "championship").select_related("tournament"))
    entered = _entered([tournament_id])
    pairs, format_ = _names(entered), format_of(matches[0].tournament)
    gone = {**gone_of(entered), pair_id: "withdrawal"}
    bouts = format_.resolve([match.to_rules() for match in matches], gone).bouts
    found: dict[str, tuple[StandingLine, ...]] = {}
    for way in ways:
        leaving = {**format_.setting.decided.leaving, **({pair_id: way} if way else {})}
        decided = replace(format_.setting.decided, leaving=leaving)
        supposed = type(format_)(replace(format_.setting, decided=decided))
        lines = supposed.standings([pair.pk for pair in entered], bouts, gone)
        found[way] = _lines(lines, pairs, stages={})
    return found


def tie_break(*, format: str, options: Mapping[str, object]) -> tuple[str, ...]:
    """Keys of the criteria that order equal pairs in the standings of this format with these
    options, in order."""
    return made_for(format, options).tie_break


def consolation_standings(*, tournament_id: int) -> tuple[StandingLine, ...]:
    """The consolation's own standings (T3), best first. Once it has ended, those in the first place
    have won it. Two queries."""
    matches = list(_matches([tournament_id], "consolation").select_related("tournament"))
    pairs = _names(_entered([tournament_id]))
    is_over = (
        bool(matches)
        and matches[0].tournament.consolation_ended
        and all(match.status == Match.Status.FINISHED for match in matches)
    )
    table = consolation(list(pairs), [match.to_rules() for match in matches], is_over=is_over)
    return _lines(table, pairs, stages={})


def consolation_winners(*, tournament_id: int) -> tuple[StandingLine, ...]:
    """Who has won the consolation: several where the tie-break leaves them equal, nobody before its
    end. Two queries."""
    lines = consolation_standings(tournament_id=tournament_id)
    return tuple(line for line in lines if line.title == "consolation_winner")


def _lines(
    table: Sequence[Standing], pairs: dict[int, PairName], stages: Mapping[int, Stage]
) -> tuple[StandingLine, ...]:
    return tuple(
        StandingLine.named(line, pairs[line.pair], stages.get(line.round, "")) for line in table
    )


def _standings(
    format_: Format, matches: Iterable[Match], entered: Sequence[Pair]
) -> Sequence[Standing]:
    bouts = [match.to_rules() for match in matches]
    return format_.standings([pair.pk for pair in entered], bouts, gone_of(entered))


def _entered(tournament_ids: Collection[int]) -> list[Pair]:
    return list(Pair.objects.filter(tournament__in=tournament_ids).order_by("number"))


def _names(pairs: Sequence[Pair]) -> dict[int, PairName]:
    return {pair.pk: name for pair in pairs if (name := name_of(pair)) is not None}


def _matches(tournament_ids: Collection[int], kind: str) -> QuerySet[Match]:
    matches = Match.objects.filter(tournament__in=tournament_ids, kind=kind)
    return matches.order_by("round", "slot")


# The consolation's standings. Those of the championship belong to its format
# (`tournament/formats`).


def consolation(
    pairs: Sequence[int], bouts: Iterable[Bout], *, is_over: bool = False
) -> tuple[Standing, ...]:
    """The consolation's own standings (T3), of the pairs that have played in it. The tie-break:
    matches won, then the difference of games, then games won. `is_over`: the first have won it."""
    counts = tally(bouts)
    lines = [line(pair, counts[pair], title="beaten") for pair in pairs if pair in counts]
    table = placed(lines, _rank)
    if not is_over:
        return table
    return tuple(
        replace(one, title="consolation_winner") if one.place == 1 else one for one in table
    )


def _rank(standing: Standing) -> tuple[int, int, int]:
    return -standing.matches_won, -standing.games_difference, -standing.games_won
