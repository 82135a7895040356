"""The statistics of one tournament: of all its games, and of each pair."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from mus.lances import LANCES
from scoring.course.models import Game, Hand
from scoring.explain.queries.lines import pair_names, player_names
from scoring.statistics.rules import (
    PLACES,
    GameFacts,
    difference,
    facts_of_game,
    hand_played,
)
from scoring.wording import lance_name
from scoring.wording.statistics import PLACES as PLACE_NAMES
from scoring.wording.statistics import TITLES, remarkable_sentence
from tournament.championship.queries.meetings import of_same_organizers
from tournament.championship.queries.tournaments import TournamentView
from tournament.entries.queries import pairs_list
from tournament.errors import StrOrPromise
from tournament.matches.models import Match
from tournament.recent import Recent

# The facts of games, computed from their hands and remembered in this process.


HANDS_AT_ONCE = 500
MOST_GAMES = 1024
"""The most games remembered in this process: the days of several clubs."""

recent: Recent[tuple[object, ...], GameFacts] = Recent(MOST_GAMES)
Marks = Mapping[int, Sequence[int]]
"""Game → its mark: the versions of its counting hands, in order. Its facts depend on nothing
else."""


def marks_of(**games: object) -> dict[int, list[int]]:
    """The marks of the games that fit a filter. Games without a counting hand are left out."""
    marks: dict[int, list[int]] = {}
    rows = Hand.objects.filter(**games, is_current=True, is_void=False)
    for game, hand in rows.order_by("game_id", "number").values_list("game_id", "pk"):
        marks.setdefault(game, []).append(hand)
    return marks


def facts_of_games(marks: Marks) -> dict[int, GameFacts]:
    """Game → its facts. A query for every five hundred hands; one more where not remembered."""
    # The key has the time of each version: after a restore the same id may be another hand's.
    written_at = {
        row[0]: row
        for chunk in _chunks(marks)
        for row in Hand.objects.filter(pk__in=chunk).values_list("pk", "at", "stones_a", "stones_b")
    }
    keys = {game: tuple(written_at[pk] for pk in mark) for game, mark in marks.items()}
    known = {game: facts for game, key in keys.items() if (facts := recent.get(key)) is not None}
    missing = _computed({game: mark for game, mark in marks.items() if game not in known})
    for game, facts in missing.items():
        recent.put(keys[game], facts)
    return known | missing


def _computed(marks: Marks) -> dict[int, GameFacts]:
    """Game → its facts, computed from its hands."""
    hands = {
        hand.pk: hand_played(
            number=hand.number,
            record=hand.record,
            settlement=hand.settlement,
            stones=hand.stones,
            score=hand.score,
            is_ruled=hand.ruled is not None,
            game_winner=hand.game_winner,
        )
        for chunk in _chunks(marks)
        for hand in Hand.objects.filter(pk__in=chunk).only(
            "number",
            "record",
            "settlement",
            "ruled",
            "stones_a",
            "stones_b",
            "score_a",
            "score_b",
            "game_winner",
        )
    }
    return {game: facts_of_game([hands[pk] for pk in mark]) for game, mark in marks.items()}


def _chunks(marks: Marks) -> Iterator[list[int]]:
    every = [pk for mark in marks.values() for pk in mark]
    for start in range(0, len(every), HANDS_AT_ONCE):
        yield every[start : start + HANDS_AT_ONCE]


# The games of a tournament that count, with their facts. Every statistic starts from them.


NOTHING = facts_of_game([])


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game with the facts of its hands. `winner`: "" while it is played; `by_hands`: won by
    stones, not decided by an official."""

    match_id: int
    number: int
    pair_ids: tuple[int, int]
    pairs: tuple[str, str]
    players: tuple[str, ...]
    score: tuple[int, int]
    winner: str
    by_hands: bool
    facts: GameFacts


def games_played(*, tournament_id: int) -> tuple[PlayedGame, ...]:
    """Every game with a hand or a winner, in the order of matches. Four queries when all facts are
    remembered, otherwise five, and more for every further five hundred hands.

    Matches that were set aside are left out.
    """
    matches = {
        match.pk: match
        for match in Match.objects.filter(
            tournament_id=tournament_id, pair_a__isnull=False, pair_b__isnull=False
        )
        .exclude(kind=Match.Kind.SET_ASIDE)
        .select_related("pair_a", "pair_b")
    }
    of_them = {"game__match__in": list(matches)}
    facts = facts_of_games(marks_of(**of_them))
    games = Game.objects.filter(match__in=matches).order_by("match_id", "number")
    return tuple(
        _game(game, matches[game.match_id], facts.get(game.pk, NOTHING))
        for game in games
        if game.winner or game.pk in facts
    )


def _game(game: Game, match: Match, facts: GameFacts) -> PlayedGame:
    return PlayedGame(
        match_id=match.pk,
        number=game.number,
        pair_ids=(match.pair_a_id or 0, match.pair_b_id or 0),
        pairs=pair_names(match),
        players=player_names(match),
        score=(game.score_a, game.score_b),
        winner=game.winner,
        by_hands=game.ended_by == Game.EndedBy.HANDS,
        facts=facts,
    )


# In each lance, the best holding shown and the worst holding that won.


@dataclass(frozen=True, slots=True)
class NotableHolding:
    """A notable holding in a lance. `is_best`: the best shown; False: the worst that won. `times`:
    how often an equal one was held; the other fields say where the first one was."""

    lance: str
    lance_name: StrOrPromise
    is_best: bool
    cards: str
    player: str
    pair: str
    times: int
    match_id: int
    game: int
    number: int


def notable_holdings(*, games: Iterable[PlayedGame]) -> tuple[NotableHolding, ...]:
    """For each lance the best holding and the worst that won. Only hands with the more frequent
    number of kings are compared, because cards have other values with four kings than with eight.
    """
    games = tuple(games)
    by_kings: Counter[int] = Counter()
    for game in games:
        by_kings.update(dict(game.facts.by_kings))
    if not by_kings:
        return ()
    ((kings, _count),) = by_kings.most_common(1)
    return tuple(
        holding
        for lance in LANCES
        for is_best in (True, False)
        if (holding := _notable(games, (kings, str(lance), is_best))) is not None
    )


def _notable(games: Iterable[PlayedGame], what: tuple[int, str, bool]) -> NotableHolding | None:
    """The notable holding for `what`: kings, lance, and whether it is the best."""
    candidates = [
        (game, one) for game in games for one in game.facts.notable if one[: len(what)] == what
    ]
    if not candidates:
        return None
    _kings, lance, is_best = what
    keys = [one.key for _game, one in candidates]
    key = max(keys) if is_best else min(keys)
    game, held = candidates[keys.index(key)]
    return NotableHolding(
        lance=lance,
        lance_name=lance_name(lance),
        is_best=is_best,
        cards=held.cards,
        player=game.players[held.seat],
        pair=game.pairs[held.seat % 2],
        times=sum(one.times for _game, one in candidates if one.key == key),
        match_id=game.match_id,
        game=game.number,
        number=held.number,
    )


# What is remarkable in a tournament: comebacks, close games, long hands, who said most órdagos.


MOST = {
    "most_ordagos": "ordago_said",
    "most_ordagos_won": "ordago_won",
    "most_thirty_ones": "thirty_one",
    "most_duples": "duples",
}
"""Kind of record of a pair in one tournament → the count it is decided by."""


@dataclass(frozen=True, slots=True)
class Alike:
    """What shares a rank with something remarkable; its fields are as there."""

    sentence: StrOrPromise
    pairs: tuple[str, ...]
    match_id: int = 0
    game: int = 0
    number: int = 0


@dataclass(frozen=True, slots=True)
class Remarkable:
    """Something remarkable. `rank`: the larger, the more remarkable. `match_id`, `game`, `number`:
    where it was; 0 when it is not about one match, game or hand. `also`: the others of this rank,
    who share it."""

    kind: str
    title: StrOrPromise
    rank: int
    sentence: StrOrPromise
    pairs: tuple[str, ...]
    match_id: int = 0
    game: int = 0
    number: int = 0
    also: tuple[Alike, ...] = ()


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A candidate: where it was, and the values for its sentence, made only if chosen."""

    kind: str
    rank: int
    where: Mapping[str, object]
    named: Mapping[str, object]


def remarkables(
    *, games: Iterable[PlayedGame], by_pair: Sequence[tuple[str, Counter[str]]]
) -> tuple[Remarkable, ...]:
    """The most remarkable of each kind, with those that share it. `by_pair`: the name and the sums
    of each pair; erased names are equal."""
    games = tuple(games)
    best: dict[str, list[_Candidate]] = {}
    for one in chain(_of_games(games), _of_hands(games), _of_pairs(by_pair)):
        held = best.setdefault(one.kind, [one])
        if one.rank > held[0].rank:
            best[one.kind] = [one]
        elif one.rank == held[0].rank and one is not held[0]:
            held.append(one)
    return tuple(_remarkable(*best[kind]) for kind in TITLES if kind in best)


def _of_games(games: Iterable[PlayedGame]) -> Iterator[_Candidate]:
    for game in games:
        if not (game.winner and game.by_hands):
            continue
        own = "AB".index(game.winner)
        name = game.pairs[own]
        behind, then = game.facts.behind[own]
        where = {"pairs": game.pairs, "match_id": game.match_id, "game": game.number}
        if behind:
            named = {"pair": name, "own": then[own], "other": then[1 - own]}
            yield _Candidate("comeback", behind, where, named)
        low, high = sorted(game.score)
        named = {"pair": name, "high": high, "low": low}
        yield _Candidate("closest_game", -difference(game.score), where, named)


def _of_hands(games: Iterable[PlayedGame]) -> Iterator[_Candidate]:
    for game in games:
        where = {"pairs": game.pairs, "match_id": game.match_id, "game": game.number}
        for kind, (value, number, side) in game.facts.largest.items():
            named = {"pair": game.pairs[side]} if kind == "biggest_hand" else {}
            yield _Candidate(kind, value, {**where, "number": number}, named)


def _of_pairs(by_pair: Sequence[tuple[str, Counter[str]]]) -> Iterator[_Candidate]:
    for kind, counted in MOST.items():
        for name, counts in by_pair:
            if counts[counted]:
                yield _Candidate(kind, counts[counted], {"pairs": (name,)}, {"pair": name})


def _remarkable(candidate: _Candidate, *others: _Candidate) -> Remarkable:
    make: Callable[..., Remarkable] = Remarkable
    alike: Callable[..., Alike] = Alike
    return make(
        kind=candidate.kind,
        title=TITLES[candidate.kind],
        rank=candidate.rank,
        sentence=_sentence(candidate),
        also=tuple(alike(sentence=_sentence(one), **one.where) for one in others),
        **candidate.where,
    )


def _sentence(candidate: _Candidate) -> StrOrPromise:
    return remarkable_sentence(candidate.kind, value=candidate.rank, **candidate.named)


KEPT = 64
"""The most tournaments whose statistics are cached. Statistics change only with the log's head."""


@dataclass(frozen=True, slots=True)
class PlaceStones:
    """Stones that came from a lance, from hands without cards, or from rulings."""

    place: str
    name: StrOrPromise
    stones: int


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums over hands. Órdagos: how many were said, how many of these were seen, and how many of
    the seen ones the pair that said them won. Dejes are counted in stones."""

    hands: int
    games_won: int
    stones: int
    ordagos_said: int
    ordagos_seen: int
    ordagos_won: int
    thirty_ones: int
    duples: int
    dejes_taken: int
    dejes_given: int
    places: tuple[PlaceStones, ...]


@dataclass(frozen=True, slots=True)
class PairTally:
    """A pair's tally."""

    number: int
    name: str
    tally: Tally


@dataclass(frozen=True, slots=True)
class TournamentStatistics:
    """The statistics of the whole tournament, of every pair that has played, and what is
    remarkable."""

    whole: Tally
    pairs: tuple[PairTally, ...]
    remarkable: tuple[Remarkable, ...]
    holdings: tuple[NotableHolding, ...]


def tournament_statistics(*, tournament_id: int, head: str) -> TournamentStatistics:
    """The present statistics. `head`: the hash of the newest event. Five queries when the facts of
    all games are remembered (see `games_played`); none when cached."""
    return _statistics(tournament_id, head)


@lru_cache(maxsize=KEPT)
def _statistics(tournament_id: int, head: str) -> TournamentStatistics:
    games = games_played(tournament_id=tournament_id)
    entered = pairs_list(tournament_id=tournament_id)
    counts = _counts(games)
    everything: Counter[str] = sum(counts.values(), Counter())
    everything["hands"] = sum(game.facts.hands for game in games)
    return TournamentStatistics(
        whole=_tally(everything),
        pairs=tuple(
            PairTally(pair.number, pair.name, _tally(counts[pair.id]))
            for pair in entered
            if pair.id in counts
        ),
        remarkable=remarkables(
            games=games,
            by_pair=[(pair.name, counts.get(pair.id, Counter())) for pair in entered],
        ),
        holdings=notable_holdings(games=games),
    )


def _counts(games: Iterable[PlayedGame]) -> dict[int, Counter[str]]:
    """Pair → the sums over its games."""
    counts: dict[int, Counter[str]] = {}
    for game in games:
        both = [counts.setdefault(pair, Counter()) for pair in game.pair_ids]
        if game.winner:
            both["AB".index(game.winner)]["games_won"] += 1
        for side, count in enumerate(both):
            count.update(game.facts.counts[side])
            count["hands"] += game.facts.hands
            count["deje_given"] += game.facts.counts[1 - side].get("deje", 0)
    return counts


def _tally(counts: Counter[str]) -> Tally:
    return Tally(
        hands=counts["hands"],
        games_won=counts["games_won"],
        stones=counts["stones"],
        ordagos_said=counts["ordago_said"],
        ordagos_seen=counts["ordago_seen"],
        ordagos_won=counts["ordago_won"],
        thirty_ones=counts["thirty_one"],
        duples=counts["duples"],
        dejes_taken=counts["deje"],
        dejes_given=counts["deje_given"],
        places=tuple(
            PlaceStones(place, PLACE_NAMES[place], counts[f"from_{place}"]) for place in PLACES
        ),
    )


# Records across the tournaments of one organizer.


@dataclass(frozen=True, slots=True)
class RecordHeld:
    """A record, and the tournament in which it was set."""

    remarkable: Remarkable
    tournament: str
    slug: str


@dataclass(frozen=True, slots=True)
class Records:
    """The records over a tournament and the tournaments of its organizers. Those of one kind that
    several tournaments share stand together, the earliest first."""

    tournaments: tuple[TournamentView, ...]
    held: tuple[RecordHeld, ...]


def records_of(*, slug: str) -> Records:
    """The records over this tournament and all tournaments of its organizers, each with everybody
    who shares it.

    Rehearsals hold no records. Raises NotFound.
    """
    tournaments = of_same_organizers(slug=slug)
    best: dict[str, list[RecordHeld]] = {}
    for tournament in tournaments:
        statistics = tournament_statistics(tournament_id=tournament.id, head=tournament.event_hash)
        for one in statistics.remarkable:
            held = RecordHeld(one, tournament.name, tournament.slug)
            known = best.get(one.kind)
            if known is None or one.rank > known[0].remarkable.rank:
                best[one.kind] = [held]
            elif one.rank == known[0].remarkable.rank:
                known.append(held)
    return Records(tournaments, tuple(one for kind in TITLES for one in best.get(kind, ())))
