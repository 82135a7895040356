"""What a reduction of games (T5) did, and what keeps it from being taken back."""

from collections.abc import Callable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.championship.models import Tournament
from tournament.errors import Conflict, NotFound, Problem, Refusal, StrOrPromise, lazy_text
from tournament.formats.registry import format_of
from tournament.log.models import Event
from tournament.log.rules.kinds import doing, step_of
from tournament.matches.models import Match
from tournament.matches.queries.cascades import follow, twice
from tournament.matches.queries.matches import MatchCard, card_of, with_all
from tournament.notify import version_made_of

FINISHED, BY_GAMES = Match.Status.FINISHED, Match.EndedBy.GAMES
SAME = ("kind", "status", "winner", "ended_by")

Lengths = tuple[tuple[Match, int], ...]


@dataclass(frozen=True, slots=True)
class InTheWay:
    """A match that keeps the games from being restored, and what to do about it."""

    match: MatchCard
    code: str
    says: StrOrPromise


@dataclass(frozen=True, slots=True)
class Restoration:
    """What a reduction did, as the rows stand now, each match with its old number of games.
    `go_on`: matches that have ended and are not won under it; `longer`: matches that have not
    ended; `stays`: matches that are won under it, too. `in_the_way`: every obstacle."""

    best_of: int
    fewer: int
    from_round: int
    before: dict[str, Any]
    go_on: Lengths
    longer: Lengths
    stays: Lengths
    in_the_way: tuple[InTheWay, ...]


def last_reduction(*, tournament_id: int) -> int | None:
    """The event number of the last reduction that was not taken back; None when there is none."""
    standing = _standing(tournament_id)
    return standing[-1][0] if standing else None


def restoration_of(
    *, tournament_id: int, event: int, by_games: Callable[[Match], bool] = lambda match: False
) -> Restoration:
    """What taking back the reduction of this event restores. `by_games`: whether the result of a
    match follows from games that were recorded one by one. Raises NotFound (no_such_act), Refusal
    (newer_reduction, not_kept)."""
    data = reduction(tournament_id, event)
    tournament = Tournament.objects.get(pk=tournament_id)
    tournament.best_of = data["before"]["best_of"]
    tournament.games_by_round = data["before"]["by_round"]
    by_match = {state["match"]["id"]: state for state in data["matches"]}
    own = Match.objects.filter(tournament_id=tournament_id, pk__in=by_match)
    rows = {m.pk: m for m in with_all(own).order_by(*ORDER)}
    ended, since, longer = [], [], []
    for row in rows.values():
        state = by_match[row.pk]
        length = state["best_of_was"]
        # A match that was set aside while it was played had stopped before; it may stand again.
        ended_it = state["status"] == FINISHED and state.get("ended_by") != Match.EndedBy.UNDONE
        same = all(getattr(row, name) == state.get(name, state["match"].get(name)) for name in SAME)
        if row.status != FINISHED or row.ended_by == Match.EndedBy.UNDONE:
            longer.append((row, length))
        elif ended_it and ((same and [*row.games] == state["games"]) or by_games(row)):
            ended.append((row, length))
        elif row.ended_by == BY_GAMES and by_games(row):
            since.append((row, length))
    # Championship matches made since that have fewer games than they would have had.
    first = data["from_round"]
    later = Match.objects.filter(
        tournament=tournament, kind=Match.Kind.CHAMPIONSHIP, round__gte=first if first > 1 else 0
    )
    born = with_all(later.exclude(pk__in=list(by_match)))
    format_, lengths = format_of(tournament), tournament.lengths
    bouts = [
        match.to_rules()
        for match in Match.objects.filter(tournament=tournament, kind=Match.Kind.CHAMPIONSHIP)
    ]
    as_drawn = (
        (match, lengths.of_match(format_, bouts, match.to_rules().place))
        for match in born.order_by(*ORDER)
    )
    for match, length in as_drawn:
        if match.best_of < length and match.status != FINISHED:
            longer.append((match, length))
        elif match.best_of < length and by_games(match):
            since.append((match, length))
    go_on = [(match, length) for match, length in ended if not _is_won(match, length)]
    stopped = [match for match, _length in go_on]
    # What stands on a match that ended since is not called off: the match keeps its result.
    go_on += [
        (match, length)
        for match, length in since
        if not _is_won(match, length) and not any(_in_the_way(tournament, [match]))
    ]
    stays = [(match, length) for match, length in (*ended, *since) if _is_won(match, length)]
    return Restoration(
        best_of=data["was"],
        fewer=data["best_of"],
        from_round=first,
        before=data["before"],
        go_on=tuple(go_on),
        longer=tuple(longer),
        stays=tuple(stays),
        in_the_way=tuple(
            InTheWay(card_of(match), code, lazy_text(WORDS[code], match=match.label))
            for match, code in _in_the_way(tournament, stopped)
        ),
    )


def _is_won(match: Match, length: int) -> bool:
    """Whether the match is won, or level, by its games under this number of games."""
    under = copy(match)
    under.best_of = length
    return under.outcome_with(under.games) is not None


def must_be_free(restoration: Restoration) -> None:
    """Raises Refusal with every obstacle."""
    if restoration.in_the_way:
        raise Refusal(Problem("match", one.code, one.says) for one in restoration.in_the_way)


ORDER = ("kind", "round", "slot")


def _standing(tournament_id: int) -> list[tuple[int, dict[str, Any]]]:
    """The reductions since the last draw that nobody took back, in order."""
    kinds = doing("draw", "reduce", "unreduce")
    events = Event.standing.filter(tournament_id=tournament_id, kind__in=kinds).order_by("number")
    standing: list[tuple[int, dict[str, Any]]] = []
    for event in events:
        if step_of(event.kind) == "draw":
            standing = []
        elif step_of(event.kind) == "reduce":
            standing.append((event.number, event.data))
        else:
            standing = [one for one in standing if one[0] != event.data["takes_back"]]
    return standing


def reduction(tournament_id: int, event: int) -> dict[str, Any]:
    """The data of the last reduction's event. Raises when `event` is not that one."""
    standing = _standing(tournament_id)
    if event not in [number for number, _data in standing]:
        raise NotFound.one(
            "event",
            "no_such_act",
            _("The games were not reduced there, or are as many again. Look at the desk again."),
        )
    number, data = standing[-1]
    if number != event:
        raise Refusal.one(
            "event",
            "newer_reduction",
            _("The games were reduced once more since. Take that back first."),
        )
    if "before" not in data:
        raise Refusal.one(
            "event",
            "not_kept",
            _("An earlier version of the program reduced these games and did not keep what was "
              "before. Matches that it ended can be opened again, each on its page."),
        )  # fmt: skip
    return data


def _in_the_way(tournament: Tournament, go_on: list[Match]) -> Iterator[tuple[Match, str]]:
    for match in go_on:
        if any(pair is None or not pair.is_in for pair in (match.pair_a, match.pair_b)):
            yield match, "pair_is_out"
    facts = {
        match.pk: replace(match.to_rules(), status="playing", winner=None, ended_by="")
        for match in go_on
        if match.is_championship
    }
    if facts:
        after = follow(tournament=tournament, facts=facts)
        yield from ((match, "later_match_begun") for match in after.undone)
        opened = {fact.place for fact in facts.values()}
        yield from ((other, "pair_busy") for _on, other in twice(after, opened))
        yield from ((match, "in_consolation") for match in after.called_off)
    others = {pk for match in go_on if not match.is_championship for pk in match.pairs}
    live = Match.objects.filter(tournament=tournament, status__in=["ready", "playing"])
    for match in with_all(live).order_by(*ORDER) if others else ():
        if not others & set(match.pairs):
            continue
        if not match.is_championship:
            yield match, "in_consolation"
        elif match.status == Match.Status.PLAYING:
            yield match, "pair_busy"


WORDS: Mapping[str, StrOrPromise] = {
    "later_match_begun": _(
        "Match %(match)s has begun or been decided with a pair that would have to play on. Take "
        "its start back; where it has hands, first open the match again that led to it."
    ),
    "in_consolation": _(
        "Consolation match %(match)s has a pair that would have to play on. Finish it or call it "
        "off first."
    ),
    "pair_busy": _(
        "Match %(match)s is being played by a pair that would have to play on in another one. Wait "
        "until it ends, or take its start back."
    ),
    "pair_is_out": _(
        "A pair of match %(match)s, which would go on, has left. Bring the pair back first."
    ),
}
"""Obstacle's code → its message, which says how to remove it."""


# What an official has to have seen before the number of games is reduced (T5).


def version_of(*, tournament_id: int, from_round: int = 1) -> int:
    """A number that changes when the numbers of games have changed, or when a game of a match
    that they would shorten has been won. Two queries."""
    tournament = Tournament.objects.get(pk=tournament_id)
    playing = Match.objects.filter(tournament=tournament, status="playing")
    if from_round > 1:
        playing = playing.filter(kind="championship", round__gte=from_round)
    begun = playing.exclude(games_a=0, games_b=0).order_by("pk")
    games = list(begun.values_list("pk", "best_of", "games_a", "games_b"))
    about = [tournament.best_of, tournament.games_by_round, games]
    return version_made_of(about)


def must_be_as_seen(*, tournament: Tournament, from_round: int, expected: int | None) -> None:
    """Raises Conflict (changed_meanwhile) unless `expected`, if given, is `version_of`."""
    if expected is None:
        return
    version = version_of(tournament_id=tournament.pk, from_round=from_round)
    if expected != version:
        now = {"best_of": tournament.best_of, "games_by_round": tournament.games_by_round}
        raise Conflict.over(
            "expected_version",
            "changed_meanwhile",
            _(
                "Reducing the games would now have a different effect: a game has been won, or the "
                "number of games has changed. Look at it again, then decide."
            ),
            current={**now, "version": version},
        )


def rounds_left(*, tournament_id: int) -> tuple[int, ...]:
    """The championship's rounds with an unfinished match, from round 1 on, and the next three where
    the format draws rounds one by one. A preliminary match is as long as round 1. Two queries."""
    tournament = Tournament.objects.get(pk=tournament_id)
    matches = Match.objects.filter(tournament=tournament, kind="championship", round__gte=1)
    rounds = matches.exclude(status="finished").values_list("round", flat=True)
    numbers = sorted(set(rounds.order_by("round")))
    if numbers and format_of(tournament).by_rounds:
        numbers += [numbers[-1] + more for more in (1, 2, 3)]
    return tuple(numbers)
