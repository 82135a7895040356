"""The stored hands of a match, in the form that the engine's course of a match needs."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import combinations
from typing import Any, Protocol

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from mus.course import (
    EnteredGame,
    EnteredHand,
    GameLeftOpen,
    HandCourse,
    HandImpossible,
    MatchCourse,
    Ruled,
    content_of,
    follow,
)
from mus.quick import QUICK
from mus.ruleset import ruleset_from
from mus.sides import SIDES, Outcome, Side, side_of
from scoring.course.models import Game, Hand, Submission
from scoring.rulings.models import Ruling
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.errors import NotFound
from tournament.formats.regulations import REGULATIONS
from tournament.log.rules.roles import Actor
from tournament.matches.models import Match
from tournament.matches.queries.matches import found_match
from tournament.tables.models import Device, Table

MOST_STONES = 9_999
"""No stake, claim or score may be larger: it must fit its database column."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game and its hands that count, in order. `target`: the stones that it began with, where its
    first hand names them (S7). A match made shorter does not change them."""

    game: Game
    hands: tuple[Hand, ...]
    target: int | None


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match and all its games, in order."""

    match: Match
    ruleset: object
    games: tuple[StoredGame, ...]

    def entered(self) -> list[EnteredGame]:
        """The games as they were entered. A hand after the first of its game follows its mano."""
        games = []
        for row in self.games:
            entered = tuple(
                EnteredHand(
                    name=hand.record["id"],
                    content=content_of(
                        _entered_in_full(hand)
                        if hand.version > 1 and hand.settlement.get("game_winner")
                        else hand.record
                    ),
                    mano=hand.record["mano"] if place == 0 else None,
                    ruled=Ruled.from_json(hand.ruled),
                )
                for place, hand in enumerate(row.hands)
            )
            winner = Side(row.game.winner) if row.game.is_decided_by_an_official else None
            games.append(EnteredGame(entered, winner, row.target))
        return games

    def course(self, games: Sequence[EnteredGame]) -> MatchCourse:
        """The course of this match with `games` instead of its stored games."""
        return follow(
            games,
            ruleset=self.ruleset,
            best_of=self.match.best_of,
            first_mano=self.match.first_mano or 0,
            all_played=self.match.all_played,
            vaca=self.match.vaca,
        )


def _entered_in_full(hand: Hand) -> dict[str, Any]:
    """The record of a hand that ends its game, with the bets that its version leaves out because an
    earlier change has them come after the end (`mus.course.settle_entered`)."""
    version = hand
    while version.settlement.get("game_winner") and (before := version.previous) is not None:
        if before.is_void and not version.reason:
            break  # entered anew
        now, was = ({**content_of(one.record), "bets": None} for one in (version, before))
        # Who changes a hand itself does not change the score it is settled from.
        moved = version.record["score"] != before.record["score"]
        same = version.record.get("bets") == before.record.get("bets")
        if now != was or not (moved or same):
            break
        version = before
    record: dict[str, Any] = version.record
    return record


def find_match(*, match_id: int) -> Match:
    """A match with its tournament, pairs and table. Raises NotFound."""
    return found_match(match_id=match_id, tournament_id=None)


def stored_match(*, match: Match) -> StoredMatch:
    """The games and counting hands of a match, in two queries."""
    games = list(Game.objects.filter(match=match).order_by("number"))
    hands: dict[int, list[Hand]] = {game.pk: [] for game in games}
    targets: dict[int, int | None] = {}
    counting = Hand.objects.filter(game__match=match, is_current=True, is_void=False)
    for hand in counting.order_by("number"):
        if not hands[hand.game_id]:
            targets[hand.game_id] = named_target(hand.record)
        hands[hand.game_id].append(hand)
    rows = tuple(StoredGame(g, tuple(hands[g.pk]), targets.get(g.pk)) for g in games)
    return StoredMatch(match, ruleset_of(match=match, tournament=match.tournament), rows)


def with_voided(
    stored: StoredMatch, *, at: Sequence[datetime], decided: Hand | None = None
) -> StoredMatch:
    """The match with the hands that a decision made void at the last of these moments when there
    were any, to be counted again. Without them where a hand has been entered or changed since;
    `decided`: the hand that the decision is about, whose later decisions do not matter."""
    current = Hand.objects.filter(game__match=stored.match, is_current=True)
    void = list(current.filter(is_void=True, at__in=at).order_by("number"))
    last = max((hand.at for hand in void), default=None)
    if last is None:
        return stored
    others = current.exclude(pk=decided.pk) if decided is not None else current
    if others.filter(at__gt=last).exists():
        return stored
    fallen: dict[int, list[Hand]] = {}
    for hand in void:
        if hand.at == last:
            fallen.setdefault(hand.game_id, []).append(hand)
    games = []
    for row in stored.games:
        hands = (*row.hands, *fallen.get(row.game.pk, ()))
        target = named_target(hands[0].record) if hands else None
        games.append(StoredGame(row.game, hands, target))
    return replace(stored, games=tuple(games))


def find_hand(*, stored: StoredMatch, game: int, number: int) -> Hand:
    """The hand that counts under this number. Raises NotFound."""
    for row in stored.games:
        for hand in row.hands:
            if (row.game.number, hand.number) == (game, number):
                return hand
    raise NotFound.one(
        "number", "no_such_hand", _("There is no such hand. Choose one that has been entered.")
    )


def ruleset_of(*, match: Match, tournament: Tournament, four_kings: bool | None = None) -> object:
    """The rule set of a match, in the form used in a hand record.

    `four_kings`: what both pairs agree on, for a match that has not begun (T4); None: as stored.
    """
    has_four = match.four_kings if four_kings is None else four_kings
    agreed = {"kings": 4} if has_four else {}
    return REGULATIONS[tournament.regulation].ruleset_name(tournament.settings, **agreed)


def named_target(record: object) -> int | None:
    """The stones of a game that a hand's record names; None: those of its preset. A record that
    somebody edited in the database may be anything."""
    ruleset = record.get("ruleset") if isinstance(record, dict) else None
    return ruleset.get("target") if isinstance(ruleset, dict) else None


VALUES = (
    "record", "settlement", "ruled", "stones_a", "stones_b", "score_a", "score_b", "game_winner",
    "verified",
)  # fmt: skip
"""The fields of a version that follow from its settlement."""


def values_of(course: HandCourse) -> dict[str, Any]:
    """The values of a hand in the course of its match, as a version of it stores them."""
    return {
        "record": course.record,
        "settlement": course.settlement,
        "ruled": None if course.ruled is None else course.ruled.to_json(),
        "stones_a": course.stones[0],
        "stones_b": course.stones[1],
        "score_a": course.score[0],
        "score_b": course.score[1],
        "game_winner": "" if course.game_winner is None else str(course.game_winner),
        "verified": QUICK not in course.record,
    }


# What was sent under a key before: recorded hands, and stored answers.


LONGEST_KEY = 80


def is_key(key: object) -> bool:
    """Whether `key` has the form of a key."""
    return isinstance(key, str) and 0 < len(key) <= LONGEST_KEY and key.isprintable()


def scope_of(actor: Actor) -> str:
    """The sender that a key belongs to: a table, a pair, a user or a program.

    A device's key belongs to its table, not to the device. A tablet that joins its table again is
    another device with the same outbox, and must get the same answers. The key of a pair's phone
    belongs to the pair, which changes tables.
    """
    if actor.pair_id is not None:
        return scope_of_pair(actor.pair_id)
    if actor.table_id is not None:
        return scope_of_table(actor.table_id)
    return f"{actor.kind}:{actor.id if actor.id is not None else actor.label}"[:40]


def scope_of_table(table_id: int) -> str:
    """The sender of what the tablets of a table sent."""
    return f"table:{table_id}"


def scope_of_pair(pair_id: int) -> str:
    """The sender of what the phones of a pair sent."""
    return f"pair:{pair_id}"


def submitted_under(scope: str, keys: Sequence[str]) -> QuerySet[Submission]:
    """The stored answers of this sender under these keys."""
    return Submission.objects.filter(scope=scope, key__in=keys).order_by()


def submitted_at_tables(*, tournament_id: int, key: str) -> QuerySet[Submission]:
    """The stored answers under this key to any tablet or pair's phone of the tournament."""
    scopes = scopes_of_devices(tournament_id=tournament_id)
    return Submission.objects.filter(scope__in=scopes, key=key).order_by()


def scopes_of_devices(*, tournament_id: int) -> list[str]:
    """The senders that are tablets or pairs' phones of a tournament. Two queries."""
    tables = Table.objects.filter(tournament_id=tournament_id).order_by()
    pairs = Pair.objects.filter(tournament_id=tournament_id, devices__isnull=False).order_by()
    return [
        *map(scope_of_table, tables.values_list("pk", flat=True)),
        *map(scope_of_pair, pairs.values_list("pk", flat=True).distinct()),
    ]


def recorded_under(*, actor: Actor, keys: Sequence[str]) -> QuerySet[Hand]:
    """The first versions of the hands that this sender recorded under these keys."""
    hands = Hand.objects.filter(~Q(digest=""), key__in=keys, actor_kind=actor.kind).order_by()
    if actor.pair_id is not None:
        return hands.filter(actor_id__in=Device.objects.filter(pair=actor.pair_id).values("pk"))
    if actor.table_id is not None:
        at_the_table = Device.objects.filter(table_id=actor.table_id).order_by()
        return hands.filter(actor_id__in=at_the_table.values("pk"))
    if actor.id is not None:
        return hands.filter(actor_id=actor.id)
    return hands.filter(actor_id__isnull=True, actor_label=actor.label[:120])


# The questions that a version of a hand puts to an official, stored or still to be stored.


NEEDS_RULING, CLAIM = Ruling.Kind.NEEDS_RULING, Ruling.Kind.CLAIM
REPETITION = Ruling.Kind.REPETITION
FALSE_CLAIM = "G0"


class Settled(Protocol):
    """A stored hand, or a hand in the form in which it would be stored."""

    @property
    def record(self) -> Mapping[str, Any]: ...
    @property
    def settlement(self) -> Mapping[str, Any]: ...
    @property
    def ruled(self) -> object: ...
    @property
    def stones(self) -> tuple[int, int]: ...
    @property
    def score(self) -> tuple[int, int]: ...
    @property
    def game_winner(self) -> Any: ...


def proposals_of(hand: Settled) -> dict[str, dict[str, Any] | None]:
    """Kind of question → what it proposes for this hand; None when the hand does not raise it."""
    settlement = hand.settlement
    claim = settlement.get("claim")
    ruled = hand.ruled is not None
    outcome = {
        "stones": list(hand.stones),
        "game_winner": str(hand.game_winner) if hand.game_winner else None,
        "clauses": [p["clause"] for p in settlement.get("penalties", [])],
    }
    disputed = None
    if claim is not None and not claim["agrees"]:
        disputed = {
            "stones": list(hand.stones),
            "claim": hand.record["claim"],
            "difference": claim["difference"],
        }
    return {
        NEEDS_RULING: outcome if settlement.get("needs_ruling") and not ruled else None,
        CLAIM: None if ruled else disputed,
    }


def guilty(settlement: Mapping[str, Any]) -> tuple[Side, ...]:
    """The pairs that claimed falsely in a hand (G0)."""
    seats = [p["seat"] for p in settlement.get("penalties", ()) if p["clause"] == FALSE_CLAIM]
    sides = {side_of(seat) for seat in seats}
    return tuple(side for side in SIDES if side in sides)


def spoken(settlement: Mapping[str, Any]) -> tuple[Side, ...]:
    """The pairs with a false yes or no in a hand, but without a false claim."""
    words = [p["seat"] for p in settlement.get("penalties", ()) if p["clause"] != FALSE_CLAIM]
    sides = {side_of(seat) for seat in words} - set(guilty(settlement))
    return tuple(side for side in SIDES if side in sides)


def is_decided(known: Iterable[Ruling], kind: str, proposed: Mapping[str, Any]) -> bool:
    """Whether an official has confirmed or dismissed exactly this proposal for the hand."""
    same = (r for r in known if r.kind == kind and r.proposed == proposed)
    return any(
        r.status == Ruling.Status.CONFIRMED
        or (r.status == Ruling.Status.DISMISSED and not (r.outcome or {}).get("superseded"))
        for r in same
    )


# A table's claim that differs from the settlement (S8): its outcome if it were right, and whether
# it would change the winner of the game or the match. Only then does the match wait for a decision
# on it.


MOST_TOGETHER = 5
"""Up to so many open claims are tried in every combination; more are tried one by one and all at
once."""


def claimed(*, hands: Sequence[Settled], place: int) -> Ruled:
    """The claim of the hand at `place` (from 0) of its game, in the form of an official's decision.

    A seen órdago in this hand or a later one of the game keeps its winner: it needs no count (B).
    So the other pair's claim is never taken to reach the target before it.
    """
    hand = hands[place]
    stones = list(hand.record["claim"])
    winner = won_by_ordago(hands)
    if winner is not None:
        other = winner.other.position
        room = ruleset_from(hand.record.get("ruleset")).target - 1 - hands[-1].score[other]
        stones[other] = min(stones[other], hand.stones[other] + max(0, room))
    return Ruled((stones[0], stones[1]), winner if place == len(hands) - 1 else None)


def claim_of(*, stored: StoredMatch, hand: Hand) -> Ruled:
    """`claimed` of a stored hand that counts."""
    row = next(row for row in stored.games if row.game.pk == hand.game_id)
    place = [hand.pk for hand in row.hands].index(hand.pk)
    return claimed(hands=row.hands, place=place)


def won_by_ordago(hands: Sequence[Settled]) -> Side | None:
    """The pair that won a game by an órdago seen in its last hand."""
    if not hands or hands[-1].ruled is not None:
        return None
    settlement = hands[-1].settlement
    if any(line["kind"] == "ordago" for line in settlement.get("ledger", ())):
        return Side(settlement["game_winner"])
    return None


def match_may_turn(*, match: Match) -> bool:
    """Whether an open claim, if right, would change who has won the match."""
    return _may_turn(match, lambda course: course.outcome)


def game_may_turn(*, match: Match, game: Game) -> bool:
    """Whether an open claim, if right, would change who has won this game."""
    return _may_turn(match, lambda course: course.games[game.number - 1].winner)


def _may_turn(match: Match, winner_of: Callable[[MatchCourse], Outcome | None]) -> bool:
    open_claims = Ruling.objects.filter(
        match=match, status=Ruling.Status.OPEN, kind=Ruling.Kind.CLAIM
    )
    claims = set(open_claims.order_by().values_list("hand_id", flat=True))
    if not claims:
        return False
    stored = stored_match(match=match)
    # Place of a hand, and its claim. Claims in a game won by an órdago change no winner.
    words = [
        (row.game.number - 1, place, claimed(hands=row.hands, place=place))
        for row in stored.games
        if won_by_ordago(row.hands) is None
        for place, hand in enumerate(row.hands)
        if hand.pk in claims
    ]
    stands = winner_of(stored.course(stored.entered()))
    sizes = range(1, len(words) + 1) if len(words) <= MOST_TOGETHER else (1, len(words))
    for chosen in (group for size in sizes for group in combinations(words, size)):
        games = stored.entered()
        for game, place, claim in chosen:
            hands = list(games[game].hands)
            hands[place] = replace(hands[place], ruled=claim)
            games[game] = replace(games[game], hands=tuple(hands))
        try:
            if winner_of(stored.course(games)) != stands:
                return True
        except (GameLeftOpen, HandImpossible):
            # With the claims a game would be open again, or later hands could not have been played.
            return True
    return False
