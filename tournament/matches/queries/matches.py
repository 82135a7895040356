"""Matches as everybody sees them, and the bracket they make."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from mus.course import match_outcome
from mus.sides import Side
from tournament.entries.models import Pair
from tournament.errors import no_such_match
from tournament.fields import same_fields
from tournament.formats import bouts
from tournament.formats.bouts import Place
from tournament.formats.registry import format_of
from tournament.formats.sections import by_round
from tournament.log.models import Event
from tournament.log.rules.events import stamp
from tournament.log.rules.kinds import SUMS, doing, step_of
from tournament.matches.models import BYE, LEVEL_MATCH, Match

BEYOND_ONE_BRACKET = ("safe_rounds", "consolation")
"""Options that bring pairs to matches otherwise than as winners of the neighbouring two."""


@dataclass(frozen=True, slots=True)
class PairName:
    """A pair's name as a card shows it."""

    id: int
    number: int
    name: str
    club: str
    status: str


@dataclass(frozen=True, slots=True)
class MatchCard:
    """A match. `winner` is "A", "B" or ""; `from_a`/`from_b`: while a side's pair is not known, the
    match ("1.3") that it comes from. `takes_a`/`takes_b`: "winner" or "loser" of that match;
    "rested": the pair with a bye there, if it loses its next; "nobody" where nobody comes; or
    "group": then `from_a` is a group and a rank in it ("2.1"); or "best": one of the best of that
    rank in all groups ("0.3"), or of any ("0.0")."""

    id: int
    tournament_id: int
    kind: str
    round: int
    slot: int
    pair_a: PairName | None
    pair_b: PairName | None
    from_a: str
    from_b: str
    takes_a: str
    takes_b: str
    best_of: int
    wins_needed: int
    all_played: bool
    bracket: int
    vaca: int
    four_kings: bool
    status: str
    winner: str
    ended_by: str
    games_a: int
    games_b: int
    table: int | None
    table_name: str
    seating: dict[str, list[int]] | None
    first_mano: int | None
    names: list[list[str]]
    started_at: datetime | None
    finished_at: datetime | None
    version: int

    @property
    def label(self) -> str:
        """Round and match as people count them, from 1: "2.1", "C2.1" in the consolation."""
        return bouts.label(self.kind, self.round, self.slot)

    def comes_to(self, side: str) -> tuple[str, str]:
        """Where the pair of an empty side comes from, and who (`takes_a`)."""
        return (self.from_a, self.takes_a) if side == "A" else (self.from_b, self.takes_b)

    @property
    def fewest_games(self) -> int:
        """The fewest games that win the match."""
        return self.wins_needed * self.vaca

    @property
    def has_score(self) -> bool:
        """Whether the match has a score to show: it is being played, or was won or ended level, and
        is no bye."""
        is_over = self.is_level or bool(self.winner and not self.is_bye)
        return self.status == "playing" or is_over

    @property
    def is_unconfirmed(self) -> bool:
        """Whether a pair has won the games it needs, or all are played, and somebody must still
        confirm that: the other pair, or an official."""
        games = (self.games_a, self.games_b)
        outcome = match_outcome(games, best_of=self.best_of, all_played=self.all_played)
        return self.status == "playing" and outcome is not None

    @property
    def is_level(self) -> bool:
        """Whether it has ended level (`Bout.is_level`)."""
        return self.ended_by == "games" and not self.winner

    @property
    def is_bye(self) -> bool:
        """Whether a pair went on without an opponent (`Bout.is_bye`), or nobody came at all."""
        pairs = (self.pair_a, self.pair_b)
        is_empty = self.status == "finished" and pairs == (None, None)
        return is_empty or (bool(self.winner) and None in pairs)

    @property
    def is_called_off(self) -> bool:
        """Whether it is a consolation match that nobody won."""
        is_over = self.status == "finished" and not self.winner
        return self.kind == "consolation" and is_over and not self.is_level

    def to_json(self) -> dict[str, Any]:
        """The card for JSON, times in UTC."""
        raw = asdict(self)
        for name in ("started_at", "finished_at"):
            raw[name] = stamp(raw[name]) if raw[name] else None
        return {**raw, "label": self.label}


@dataclass(frozen=True, slots=True)
class RoundView:
    """One round. `stage`: as `protocol.Stage`; `by_hand`: why an
    official changed its matches by hand, empty when nobody did."""

    number: int
    stage: str
    matches: tuple[MatchCard, ...]
    by_hand: str = ""

    @property
    def is_open(self) -> bool:
        """Whether a match of the round has not ended."""
        return any(match.status != "finished" for match in self.matches)

    @property
    def bracket(self) -> int:
        """As in `MatchCard`."""
        return self.matches[0].bracket if self.matches else 0

    @property
    def is_single(self) -> bool:
        """Whether the round is one match alone: the final."""
        return len(self.matches) == 1 and self.stage != "preliminary"

    @property
    def halves(self) -> tuple[tuple[MatchCard, ...], ...]:
        """The round's matches in two halves, one for each side of the final; a single part for one
        match."""
        middle = len(self.matches) // 2
        return (self.matches[:middle], self.matches[middle:]) if middle else (self.matches,)


@dataclass(frozen=True, slots=True)
class SectionView:
    """A part of the championship. `kind`: as `protocol.SectionKind`; groups have a `number` from
    1."""

    kind: str
    number: int
    rounds: tuple[RoundView, ...]

    @property
    def now(self) -> int:
        """As `BracketView.now`, of this part."""
        return _round_now(self.rounds)


@dataclass(frozen=True, slots=True)
class AtTables:
    """What is on at the tables: matches being played and called matches, by table; `waiting`: how
    many could be called besides."""

    playing: tuple[MatchCard, ...]
    called: tuple[MatchCard, ...]
    waiting: int

    def __bool__(self) -> bool:
        return bool(self.playing or self.called or self.waiting)


@dataclass(frozen=True, slots=True)
class BracketView:
    """The championship's rounds, as far as they have been drawn; none before the draw. `sections`:
    the same matches in the parts that pages show."""

    rounds: tuple[RoundView, ...]
    sections: tuple[SectionView, ...] = ()

    @property
    def is_one_bracket(self) -> bool:
        """Whether the championship is a single bracket, without groups or other parts."""
        return [section.kind for section in self.sections] == ["bracket"]

    @property
    def now(self) -> int:
        """The round a page opens at: the first with a match being played; else with one that is
        ready; else with one that waits; else the last."""
        return _round_now(self.rounds)

    @property
    def at_tables(self) -> AtTables:
        """What is on at the tables now."""
        on = _one_a_pair(
            [
                match
                for round_ in self.rounds
                for match in round_.matches
                if match.status in ("playing", "ready")
            ]
        )
        ready = [match for match in on if match.status == "ready"]
        return AtTables(
            playing=_by_table(match for match in on if match.status == "playing"),
            called=_by_table(match for match in ready if match.table),
            waiting=sum(not match.table for match in ready),
        )

    @property
    def current(self) -> RoundView | None:
        """The round `now`; None before the draw."""
        return next((round_ for round_ in self.rounds if round_.number == self.now), None)


def _round_now(rounds: Sequence[RoundView]) -> int:
    for status in ("playing", "ready", "waiting"):
        for round_ in rounds:
            if any(match.status == status for match in round_.matches):
                return round_.number
    return rounds[-1].number if rounds else 0


def bracket(*, tournament_id: int) -> BracketView:
    """The championship's bracket, in one query; one more where a round was changed by hand."""
    matches = list(championship_matches(tournament_id=tournament_id))
    if not matches:
        return BracketView(())
    format_ = format_of(matches[0].tournament)
    byes = _byes_among(matches)
    cards = {Place(match.round, match.slot): card_of(match, byes) for match in matches}
    last = max(place.round for place in cards)
    sections = format_.sections([match.to_rules() for match in matches])
    visible_places = sorted(
        place for section in sections for _number, places in section.rounds for place in places
    )

    by_hand = reasons_by_hand(
        tournament_id=tournament_id, rounds=matches[0].tournament.rounds_by_hand
    )

    def views(rounds: Iterable[tuple[int, Sequence[Place]]]) -> tuple[RoundView, ...]:
        return tuple(
            RoundView(
                number,
                format_.stage(number, last),
                tuple(cards[place] for place in places),
                by_hand.get(number, ""),
            )
            for number, places in rounds
        )

    return BracketView(
        views(by_round(visible_places)),
        tuple(
            SectionView(section.kind, section.number, views(section.rounds)) for section in sections
        ),
    )


def reasons_by_hand(*, tournament_id: int, rounds: Sequence[int]) -> dict[int, str]:
    """Round → why an official changed its matches by hand, for these rounds. One query, or none."""
    if not rounds:
        return {}
    events = Event.standing.filter(
        tournament_id=tournament_id, kind__in=doing("pair_by_hand", "swap")
    ).order_by("number")
    reasons = {event.data["round"]: event.data["reason"] for event in events}
    return {number: reasons[number] for number in rounds if number in reasons}


def consolation(*, tournament_id: int) -> tuple[MatchCard, ...]:
    """The consolation's matches, latest round first."""
    matches = with_all(Match.objects.filter(tournament_id=tournament_id, kind="consolation"))
    return cards_of(matches.order_by("-round", "slot"))


def match_card(*, match_id: int, tournament_id: int | None = None) -> MatchCard:
    """One match. `tournament_id`: the match must be in this tournament. Raises NotFound."""
    return card_of(found_match(match_id=match_id, tournament_id=tournament_id))


def found_match(*, match_id: int, tournament_id: int | None) -> Match:
    """The row of one match `with_all`, for queries. Raises NotFound."""
    match = with_all(Match.objects.filter(pk=match_id)).first()
    if match is None or tournament_id not in (None, match.tournament_id):
        raise no_such_match()
    return match


def next_up(*, tournament_id: int) -> tuple[MatchCard, ...]:
    """Matches that could start now, in bracket order, the championship first."""
    return open_now(tournament_id=tournament_id)[0]


def playing(*, tournament_id: int) -> tuple[MatchCard, ...]:
    """Matches being played."""
    return _of_status(tournament_id, "playing")


def open_now(*, tournament_id: int) -> tuple[tuple[MatchCard, ...], tuple[MatchCard, ...]]:
    """`next_up` and `playing` in one query: matches that could start now, and matches being
    played."""
    cards = _one_a_pair(_of_status(tournament_id, "ready", "playing"))
    ready = tuple(card for card in cards if card.status == "ready")
    return ready, tuple(card for card in cards if card.status == "playing")


def matches_of_pair(*, pair_id: int) -> tuple[MatchCard, ...]:
    """Every match of one pair, the championship first."""
    both = Match.objects.filter(pair_a_id=pair_id) | Match.objects.filter(pair_b_id=pair_id)
    return cards_of(with_all(both).order_by("kind", "round", "slot"))


def matches_at_table(*, tournament_id: int, number: int) -> tuple[MatchCard, ...]:
    """The matches that a table's tablet may open: being played or assigned there, those being
    played first."""
    matches = Match.objects.filter(
        tournament_id=tournament_id,
        table__number=number,
        status__in=["waiting", "ready", "playing"],
    )
    # "playing" < "ready" < "waiting" in alphabetical order, and that is also their urgency.
    return cards_of(with_all(matches).order_by("status", "kind", "round", "slot"))


def championship_matches(*, tournament_id: int) -> QuerySet[Match]:
    """The bracket's rows with pairs and tables, for queries and services of this app."""
    matches = Match.objects.filter(tournament_id=tournament_id, kind="championship")
    return with_all(matches).order_by("round", "slot")


def matches_of_pairs(*, tournament_id: int) -> dict[int, frozenset[int]]:
    """Pair number → the ids of its matches. One query."""
    rows = Match.objects.filter(tournament_id=tournament_id).values_list(
        "pk", "pair_a__number", "pair_b__number"
    )
    found: dict[int, set[int]] = {}
    for match, *numbers in rows:
        for number in numbers:
            if number is not None:
                found.setdefault(number, set()).add(match)
    return {number: frozenset(matches) for number, matches in found.items()}


def card_of(match: Match, byes: Collection[Place] | None = None) -> MatchCard:
    """The card of a match that was read `with_all`. `byes`: those of round 1; None: to be read
    where they say something."""
    if byes is None:
        byes = _byes_of(match) if _asks_for_byes(match) else ()
    (from_a, takes_a), (from_b, takes_b) = (_comes_from(match, side, byes) for side in Side)
    bracket = format_of(match.tournament).bracket(match.round) if match.is_championship else 0
    of_others = {
        "pair_a": name_of(match.pair_a),
        "pair_b": name_of(match.pair_b),
        "from_a": from_a,
        "from_b": from_b,
        "takes_a": takes_a,
        "takes_b": takes_b,
        "bracket": bracket,
        "table": match.table.number if match.table else None,
        "table_name": match.table.name if match.table else "",
    }
    return MatchCard(**same_fields(match, MatchCard) | of_others)


def name_of(pair: Pair | None) -> PairName | None:
    """The pair as a card names it; None for no pair."""
    if pair is None:
        return None
    return PairName(pair.pk, pair.number, pair.name, pair.club, pair.status)


def _asks_for_byes(match: Match) -> bool:
    """Whether the byes of round 1 say where nobody comes to an empty side of this match."""
    is_open = match.is_championship and match.round > 1 and None in match.pairs
    return is_open and not match.tournament.format_options.keys().isdisjoint(BEYOND_ONE_BRACKET)


def _byes_of(match: Match) -> frozenset[Place]:
    """The byes of round 1 of this match's tournament."""
    matches = Match.objects.filter(tournament_id=match.tournament_id, kind="championship", round=1)
    return _byes_among(matches.select_related("pair_a", "pair_b"))


def _byes_among(matches: Iterable[Match]) -> frozenset[Place]:
    """The matches of round 1 among these that are byes."""
    return frozenset(
        Place(match.round, match.slot)
        for match in matches
        if match.round == 1 and match.status == "finished" and None in match.pairs
    )


def _comes_from(match: Match, side: Side, byes: Collection[Place]) -> tuple[str, str]:
    """The source of an empty side (a match, or a group and rank), and who comes from it
    (`takes_a`)."""
    if not match.is_championship or match.pairs[side] is not None:
        return "", ""
    if match.round == 1 and match.status == "finished":  # a bye: nobody came from anywhere
        return "", ""
    source = format_of(match.tournament, byes=byes).feeder(Place(match.round, match.slot), side)
    if source is None:
        return "", "nobody"
    if not source.is_match:
        return f"{source.group}.{source.rank}", "best" if source.is_best else "group"
    label = bouts.label(match.kind, source.place.round, source.place.slot)
    return label, "rested" if source.rested else "loser" if source.loser else "winner"


def _of_status(tournament_id: int, *statuses: str) -> tuple[MatchCard, ...]:
    matches = Match.objects.filter(tournament_id=tournament_id, status__in=statuses)
    return cards_of(with_all(matches).order_by("kind", "round", "slot"))


def _one_a_pair(cards: Sequence[MatchCard]) -> tuple[MatchCard, ...]:
    """The matches that could go on at the same time. Where a league is played in any order, a pair
    has several that could start: of these, only its first."""
    card_ids: set[int] = set()
    busy_pairs: set[int] = set()
    for card in sorted(cards, key=lambda card: card.status != "playing" and card.table is None):
        pairs = {pair.id for pair in (card.pair_a, card.pair_b) if pair}
        if (
            card.status == "playing"
            or card.table
            or card.kind != "championship"
            or not pairs & busy_pairs
        ):
            card_ids.add(card.id)
            busy_pairs |= pairs
    return tuple(card for card in cards if card.id in card_ids)


def with_all(matches: QuerySet[Match]) -> QuerySet[Match]:
    """The matches with everything that a card needs, in one query."""
    return matches.select_related("pair_a", "pair_b", "table__arrangement", "tournament")


def cards_of(matches: Iterable[Match]) -> tuple[MatchCard, ...]:
    """The cards of matches that were read `with_all`, in their order."""
    found, byes = [], dict[int, frozenset[Place]]()
    for match in matches:
        if match.tournament_id not in byes and _asks_for_byes(match):
            byes[match.tournament_id] = _byes_of(match)
        found.append(card_of(match, byes.get(match.tournament_id, ())))
    return tuple(found)


# When a match was called to its table: the courtesy minutes count from then (T7).


CALLING = doing("assign_one", "assign")
NEVER = (*doing("record", "start", "undo"), *SUMS)
"""The most frequent kinds of event, none of which gives a table or makes a match ready; and the
undo of an act, after which all is as if the act had not been."""


def called_at(*, tournament_id: int) -> dict[int, datetime]:
    """Match → when its pairs were called to its table.

    Since then it has had the table and both pairs. Matches that were taken from their table are
    left out, and so are matches that have a table and wait for a pair. One query.
    """
    events = Event.standing.filter(tournament_id=tournament_id).exclude(kind__in=NEVER)
    tables: dict[int, bool] = {}
    times: dict[int, datetime] = {}
    for kind, at, data in events.order_by("number").values_list("kind", "at", "sealed"):
        for match, called in (_calls_in(data) if kind in CALLING else {}).items():
            tables[match] = called is not None
            times.pop(match, None)
            times.update({match: at} if called else {})
        for ref in data.get("freed", ()):
            tables[ref["id"]] = False
            times.pop(ref["id"], None)
        # A late pair's own match comes first in the event, what follows from it after.
        own = (data,) if step_of(kind) == "let_in" else ()
        for state in (*own, *data.get("followed", ())):
            match = state["match"]["id"]
            times.pop(match, None)
            if state["status"] == "ready" and tables.get(match):
                times[match] = at
    return times


def _calls_in(data: Mapping[str, Any]) -> dict[int, bool | None]:
    """Match → whether this event called its pairs; None when it took the table away."""
    calls: dict[int, bool | None] = {}
    for entry in data.get("assigned") or [data]:
        called = entry.get("status") != "waiting"
        calls[entry["match"]["id"]] = called if entry.get("table") else None
    return calls


# What is played now, what comes next, and the last results.


LAST = 8
EVERYWHERE = 48
"""The most matches, over all tournaments, on the front page."""


@dataclass(frozen=True, slots=True)
class Today:
    """Matches being played, by table; called to a table; ready without a table; and the last
    results."""

    playing: tuple[MatchCard, ...]
    called: tuple[MatchCard, ...]
    ready: tuple[MatchCard, ...]
    last: tuple[MatchCard, ...]


def today(*, tournament_id: int) -> Today:
    """The day of one tournament. Two queries."""
    mine = Match.objects.filter(tournament_id=tournament_id)
    live = mine.filter(status__in=["playing", "ready"]).order_by("round", "slot")
    on = _one_a_pair(cards_of(with_all(live)))
    over = mine.filter(status="finished", finished_at__isnull=False).exclude(kind="set_aside")
    over = over.exclude(BYE).filter(~Q(winner="") | LEVEL_MATCH)
    return Today(
        playing=_by_table(card for card in on if card.status == "playing"),
        called=_by_table(card for card in on if card.status == "ready" and card.table),
        ready=tuple(card for card in on if card.status == "ready" and not card.table),
        last=cards_of(with_all(over).order_by("-finished_at", "-id")[:LAST]),
    )


def playing_everywhere() -> dict[int, tuple[MatchCard, ...]]:
    """Tournament → its matches being played, late rounds first; no rehearsals, nothing hidden. One
    query."""
    by_tournament: dict[int, list[MatchCard]] = {}
    running = Match.objects.filter(
        status="playing", tournament__is_rehearsal=False, tournament__is_hidden=False
    )
    for card in cards_of(with_all(running).order_by("kind", "-round", "slot", "id")[:EVERYWHERE]):
        by_tournament.setdefault(card.tournament_id, []).append(card)
    return {tournament: tuple(cards) for tournament, cards in by_tournament.items()}


def results(*, tournament_id: int) -> tuple[MatchCard, ...]:
    """Every match that was won or ended level, in the order of their ends. One query."""
    over = _won().filter(tournament_id=tournament_id)
    return cards_of(with_all(over).order_by("finished_at", "kind", "round", "slot"))


def latest_results(*, tournament_ids: Iterable[int], most: int) -> tuple[MatchCard, ...]:
    """The matches of these tournaments that were won, or ended level, last; newest first. One
    query."""
    over = _won().filter(tournament__in=list(tournament_ids), finished_at__isnull=False)
    # Sorting the narrow ids first is faster than sorting the rows with everything of a card.
    last = over.order_by("-finished_at", "-id").values("pk")[:most]
    return cards_of(with_all(Match.objects.filter(pk__in=last)).order_by("-finished_at", "-id"))


def _won() -> QuerySet[Match]:
    over = Match.objects.filter(~Q(winner="") | LEVEL_MATCH, status="finished")
    return over.exclude(kind="set_aside").exclude(BYE)


def _by_table(cards: Iterable[MatchCard]) -> tuple[MatchCard, ...]:
    return tuple(sorted(cards, key=lambda card: (card.table or 0, card.round, card.slot)))


# A match with the usual name of its round: the final, a semi-final, round 2.


def staged_match(*, match_id: int, tournament_id: int) -> tuple[MatchCard, str]:
    """A match of the tournament, and its stage. One query. Raises NotFound.

    The stage: "third_place", or as `protocol.Stage`; "consolation" or "set_aside" for matches
    outside the bracket.
    """
    match = found_match(match_id=match_id, tournament_id=tournament_id)
    return card_of(match), stage_of(match)


def stage_of(match: Match) -> str:
    """The stage of a match that was read with its tournament."""
    if not match.is_championship:
        return match.kind
    drawn = match.tournament.drawn_pairs or 0
    if drawn < 2:
        return "round"
    format_ = format_of(match.tournament)
    stage = format_.stage(match.round, format_.rounds(drawn))
    # The only other match in the final's round is the match for third place.
    return "third_place" if stage == "final" and match.slot else stage
