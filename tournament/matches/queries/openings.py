"""Places that a late pair could still take: opposite a bye, or the place of a pair that
withdrew."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Literal

from django.utils.translation import gettext_lazy as _

from mus.sides import BySide, Side
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.errors import StrOrPromise, lazy_text
from tournament.formats.bouts import Bout, Place
from tournament.formats.lots import place_by_lot
from tournament.formats.preliminaries import NOBODY_YET, Preliminary, preliminary
from tournament.formats.registry import format_of, is_individual
from tournament.matches.models import Match
from tournament.matches.queries.cascades import bare_matches, gone_of
from tournament.matches.queries.matches import (
    MatchCard,
    PairName,
    card_of,
    championship_matches,
    name_of,
)
from tournament.seatings.queries import rounds_of


@dataclass(frozen=True, slots=True)
class Opening:
    """A free place in round 1. `why`: "bye", or "withdrawn" (`instead_of` left it); `against`: the
    late pair's opponent, if any; `to`: the next match of the winner. `matches`: in groups and
    leagues, how many matches the place has; `match` is the first of them."""

    match: MatchCard
    side: Side
    why: Literal["bye", "withdrawn"]
    against: PairName | None
    instead_of: PairName | None
    to: str
    matches: int = 1

    @property
    def key(self) -> str:
        """The place as a value in a form: the match and the side."""
        return f"{self.match.id}{self.side.value}"


def openings(*, tournament_id: int) -> tuple[Opening, ...]:
    """Every place a late pair can take without undoing a match that has begun or been decided,
    byes first. Two queries."""
    matches = list(championship_matches(tournament_id=tournament_id))
    gone = gone_of(Pair.objects.filter(tournament_id=tournament_id))
    bouts = [match.to_rules() for match in matches]
    if matches and not format_of(matches[0].tournament).takes_late_pairs:
        return tuple(_whole_places(matches, gone))
    free_places = [
        _opening(match, side, matches)
        for match in matches
        for side in _free_sides(match)
        if _undoes_nothing([(match, side)], bouts, gone)
    ]
    return tuple(
        sorted(free_places, key=lambda place: (place.why != "bye", place.match.slot, place.side))
    )


def by_lot(places: Sequence[Opening], seed: str) -> Opening:
    """The place that the lot of the draw names. Raises ValueError where none is given."""
    named = {(place.match.slot, place.side.value): place for place in places}
    return named[place_by_lot(named, seed)]


Way = Literal["preliminary", "group", "next_round", "next_tables", "consolation"]


@dataclass(frozen=True, slots=True)
class OtherWay:
    """How a late pair can play without a free place of round 1. `into`: "preliminary", a match
    against a drawn pair for its place; "group", which becomes larger by it; "next_round", with
    round 1 counted as lost; "next_tables", a seat in the next round of individuals; or
    "consolation". `changes`: what that means, in words."""

    into: Way
    changes: StrOrPromise


BY_POINTS = _("It joins in round 2. Round 1 counts as lost: no point.")
BY_LIVES = _("It joins in round 2. Round 1 counts as lost: one life less.")
BY_LIVES_SAFE = _("It joins in round 2. Round 1 counts as lost, but costs no life.")

BY_TABLES = _("Joins from the next round drawn, with no points so far.")


def other_ways(*, tournament: Tournament) -> tuple[OtherWay, ...]:
    """The ways in for a late pair besides the free places. None before the draw and after the end.
    Four queries."""
    if tournament.status != Tournament.Status.RUNNING:
        return ()
    if is_individual(tournament):
        drawn = len(rounds_of(tournament_id=tournament.pk))
        is_last = drawn >= format_of(tournament).rounds(2)
        return () if is_last else (OtherWay("next_tables", BY_TABLES),)
    ways: list[OtherWay] = []
    if (meets := next_preliminary(tournament=tournament)) is not None:
        _preliminary, match, pair = meets
        words = _(
            "It meets %(pair)s, named by lot, in a preliminary match. The winner plays match "
            "%(match)s."
        )
        numbered_name = f"{pair.number}. {pair.name}"
        ways.append(
            OtherWay("preliminary", lazy_text(words, pair=numbered_name, match=match.label))
        )
    if group_matches := matches_in_group(tournament=tournament):
        pairs = Pair.objects.in_bulk([bout.pairs.a for bout in group_matches])
        names = ", ".join(f"{pair.number}. {pair.name}" for pair in pairs.values())
        words = _(
            "It joins a group, which becomes larger by one, and plays against %(pairs)s. Each of "
            "them plays one match more."
        )
        ways.append(OtherWay("group", lazy_text(words, pairs=names)))
    if seat_after_round_1(tournament=tournament) is not None:
        format_ = format_of(tournament)
        by_lives = BY_LIVES_SAFE if getattr(format_, "safe_rounds", 0) else BY_LIVES
        ways.append(OtherWay("next_round", BY_POINTS if format_.is_league else by_lives))
    if tournament.consolation_ended:  # whoever joined there would meet nobody
        return tuple(ways)
    words = _("It plays in the consolation alone. The championship stays as it is.")
    return (*ways, OtherWay("consolation", words))


def next_preliminary(*, tournament: Tournament) -> tuple[Preliminary, Match, Pair] | None:
    """The preliminary match for the next late pair, the match of round 1 to which the winner goes,
    and the pair whose place there is at stake. None while a place of round 1 is free. Four
    queries."""
    format_ = format_of(tournament)
    if not format_.has_preliminaries or openings(tournament_id=tournament.pk):
        return None
    matches = {
        match.to_rules(): match for match in championship_matches(tournament_id=tournament.pk)
    }
    gone = gone_of(Pair.objects.filter(tournament=tournament))
    preliminary_match = preliminary(format_, list(matches), gone, tournament.draw_seed or "")
    if preliminary_match is None:
        return None
    (match,) = (one for bout, one in matches.items() if bout.place == preliminary_match.to)
    (pair,) = (
        one for one in (match.pair_a, match.pair_b) if one and one.pk == preliminary_match.pair
    )
    return preliminary_match, match, pair


def matches_in_group(*, tournament: Tournament, late: int = NOBODY_YET) -> tuple[Bout, ...]:
    """The matches of the next late pair in the group that becomes larger by it. None while a place
    that was left is free, and in formats without groups. Four queries."""
    if openings(tournament_id=tournament.pk):
        return ()
    rows = bare_matches(tournament_id=tournament.pk, kind=Match.Kind.CHAMPIONSHIP)
    gone = gone_of(Pair.objects.filter(tournament=tournament))
    return format_of(tournament).late_matches([row.to_rules() for row in rows], gone, late)


def ways_in(*, tournament_id: int) -> tuple[OtherWay, ...]:
    """`other_ways` of the tournament with this primary key."""
    return other_ways(tournament=Tournament.objects.get(pk=tournament_id))


def seat_after_round_1(*, tournament: Tournament) -> Place | None:
    """The place of round 1 that a pair which joins in round 2 is given as lost. None where rounds
    are not drawn one by one, where one lost match puts a pair out, and once round 2 has begun."""
    format_ = format_of(tournament)
    if not format_.by_rounds:
        return None
    rows = bare_matches(tournament_id=tournament.pk, kind=Match.Kind.CHAMPIONSHIP)
    bouts = [row.to_rules() for row in rows]
    if any(bout.place.round > 1 and bout.is_fact for bout in bouts):
        return None
    place = Place(1, 1 + max(bout.place.slot for bout in bouts if bout.place.round == 1))
    missed = Bout(place, BySide(NOBODY_YET, None), "finished", None, "ruling")
    return None if NOBODY_YET in format_.out([*bouts, missed]) else place


def _free_sides(match: Match) -> Iterable[Side]:
    if match.round != 1 or match.to_rules().is_fact:
        return
    if match.pair_b is None:
        if match.ended_by == "bye":
            yield Side.B
        return
    for side, pair in zip(Side, (match.pair_a, match.pair_b), strict=True):
        if pair is not None and pair.status == Pair.Status.WITHDRAWN:
            yield side


def places_of(pair: Pair, matches: Iterable[Match]) -> list[tuple[Match, Side]]:
    """The matches in which the pair stands, in order, each with its side."""
    return [
        (match, side)
        for match in matches
        for side, key in zip(Side, match.pairs, strict=True)
        if key == pair.pk
    ]


def to_take_over(pair: Pair, matches: Sequence[Match]) -> list[tuple[Match, Side]]:
    """The matches of a pair that has left which another one would play: all of them, and in a
    league those not played (T10)."""
    own = places_of(pair, matches)
    if not own or not format_of(own[0][0].tournament).is_league:
        return own
    return [(match, side) for match, side in own if not match.to_rules().is_fact]


def _whole_places(matches: Sequence[Match], gone: dict[int, str]) -> Iterator[Opening]:
    """Where the draw lays out everything: the places, each with all its matches, of pairs that
    withdrew before any of them was played; in a league with those not played (T10)."""
    bouts = [match.to_rules() for match in matches]
    both = ((match.pair_a, match.pair_b) for match in matches)
    pairs = {pair.pk: pair for pair in chain.from_iterable(both) if pair is not None}
    for pair in pairs.values():
        own = to_take_over(pair, matches)
        played = any(match.to_rules().is_fact for match, _side in own)
        if not own:
            continue
        if pair.status != Pair.Status.WITHDRAWN or played or not _undoes_nothing(own, bouts, gone):
            continue
        match, side = own[0]
        yield replace(_opening(match, side, ()), matches=len(own))


def _undoes_nothing(
    own: Iterable[tuple[Match, Side]], bouts: Sequence[Bout], gone: dict[int, str]
) -> bool:
    """Whether no fact is undone when another pair plays on these sides."""
    by_place: dict[Place, Bout] = {}
    for match, side in own:
        bout = match.to_rules()
        a, b = (
            NOBODY_YET if one is side else pair for one, pair in zip(Side, bout.pairs, strict=True)
        )
        new = replace(bout, pairs=BySide(a, b), status="ready", winner=None, ended_by="")
        by_place[bout.place] = new
        format_ = format_of(match.tournament)
    supposed = [by_place.get(bout.place, bout) for bout in bouts]
    return not format_.resolve(supposed, gone).undone


def _opening(match: Match, side: Side, matches: Iterable[Match]) -> Opening:
    pairs = {Side.A: match.pair_a, Side.B: match.pair_b}
    left, other = pairs[side], pairs[side.other]
    place, format_ = Place(match.round, match.slot), format_of(match.tournament)
    fed = (
        later.label
        for later in matches
        for one in Side
        if (source := format_.feeder(Place(later.round, later.slot), one)) is not None
        and (source.is_match, source.loser, source.place) == (True, False, place)
    )
    return Opening(
        match=card_of(match),
        side=side,
        why="bye" if left is None else "withdrawn",
        against=name_of(other) if other is not None and other.is_in else None,
        instead_of=name_of(left),
        to=next(fed, ""),
    )
