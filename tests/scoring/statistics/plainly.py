"""The statistics worked out plainly, hand by hand, of all that is stored: the yardstick for those
that are put together from the facts of games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from mus.lances import LANCES
from scoring.course.models import Game, Hand
from scoring.explain.queries.lines import pair_names, player_names
from scoring.statistics import queries
from scoring.statistics.rules import PLACES, HandFacts, facts_of
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.matches.models import Match

SIDES = ("A", "B")


@dataclass(frozen=True)
class One:
    """A hand that counts, with its facts."""

    hand: Hand
    game: Game
    match: Match
    facts: HandFacts

    @property
    def where(self) -> tuple[int, int, int]:
        return self.match.pk, self.game.number, self.hand.number


def told(cup: Tournament) -> dict[str, Any]:
    """What a reader is told now, as plain values; nothing is remembered from before."""
    queries._statistics.cache_clear()
    queries.recent.clear()
    return told_on(cup)


def told_on(cup: Tournament) -> dict[str, Any]:
    """What a reader is told by a process that has read before."""
    head = Tournament.objects.values_list("event_hash", flat=True).get(pk=cup.pk)
    found = plain(queries.tournament_statistics(tournament_id=cup.pk, head=head))
    assert isinstance(found, dict)
    return found


def plain(value: Any) -> Any:
    """Dataclasses as what they hold, and words as they are said."""
    if is_dataclass(value):
        return {one.name: plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, tuple | list):
        return [plain(one) for one in value]
    return value if isinstance(value, int) else str(value)


def must_be_right(cup: Tournament, found: Mapping[str, Any]) -> None:
    """That this is what all hands together come to."""
    hands = list(_hands(cup))
    pairs = {pair.pk: pair for pair in Pair.objects.filter(tournament=cup)}
    rows = {row["number"]: row["tally"] for row in found["pairs"]}
    tallies = _tallies(hands, cup)
    assert {pairs[pk].number: tally for pk, tally in tallies.items()} == rows
    assert [row["name"] for row in found["pairs"]] == [
        pairs[pk].name for pk in sorted(tallies, key=lambda pk: pairs[pk].number)
    ]
    assert found["whole"]["hands"] == len(hands)
    assert found["whole"]["stones"] == sum(tally["stones"] for tally in tallies.values())
    said = {one["kind"]: one for one in found["remarkable"]}
    for kind, (rank, where) in _remarkable(hands, cup).items():
        one = said.pop(kind)
        assert (one["rank"], (one["match_id"], one["game"], one["number"])) == (rank, where), kind
    assert all(kind.startswith("most_") for kind in said)
    assert [
        (one["lance"], one["is_best"], one["cards"], one["player"], one["times"],
         (one["match_id"], one["game"], one["number"]))
        for one in found["holdings"]
    ] == list(_holdings(hands))  # fmt: skip


def _hands(cup: Tournament) -> Iterator[One]:
    rows = Hand.objects.filter(game__match__tournament=cup, is_current=True, is_void=False)
    rows = rows.exclude(game__match__kind="set_aside").order_by("game__match", "game__number")
    for hand in rows.order_by("game__match_id", "game__number", "number").select_related(
        "game__match__pair_a", "game__match__pair_b"
    ):
        made = facts_of(
            record=hand.record, settlement=hand.settlement, stones=hand.stones,
            is_ruled=hand.ruled is not None, game_winner=hand.game_winner,
        )  # fmt: skip
        yield One(hand, hand.game, hand.game.match, made)


def _tallies(hands: list[One], cup: Tournament) -> dict[int, dict[str, Any]]:
    counts: dict[int, Counter[str]] = {}
    games = Game.objects.filter(match__tournament=cup).exclude(match__kind="set_aside")
    for game in games.exclude(winner="").select_related("match"):
        for side, pk in zip(SIDES, (game.match.pair_a_id, game.match.pair_b_id), strict=True):
            counts.setdefault(pk or 0, Counter())["won"] += game.winner == side
    for one in hands:
        pks = (one.match.pair_a_id or 0, one.match.pair_b_id or 0)
        for side, pk in enumerate(pks):
            of = counts.setdefault(pk, Counter())
            of.update(one.facts.counts[side])
            of.update(hands=1, stones=one.hand.stones[side])
            of["given"] += one.facts.counts[1 - side]["deje"]
    return {pk: _tally(of) for pk, of in counts.items()}


def _tally(of: Counter[str]) -> dict[str, Any]:
    places = [(place, of[f"from_{place}"]) for place in PLACES]
    names = queries.PLACE_NAMES
    return {
        "hands": of["hands"], "games_won": of["won"], "stones": of["stones"],
        "ordagos_said": of["ordago_said"], "ordagos_seen": of["ordago_seen"],
        "ordagos_won": of["ordago_won"], "thirty_ones": of["thirty_one"], "duples": of["duples"],
        "dejes_taken": of["deje"], "dejes_given": of["given"],
        "places": [
            {"place": place, "name": str(names[place]), "stones": n} for place, n in places
        ],
    }  # fmt: skip


def _remarkable(hands: list[One], cup: Tournament) -> dict[str, tuple[int, tuple[int, int, int]]]:
    """Kind → its rank, and where the first of the greatest was; without those of pairs."""
    found: list[tuple[str, int, tuple[int, int, int]]] = []
    ended = Game.objects.filter(match__tournament=cup, ended_by="hands").select_related("match")
    for game in ended.order_by("match_id", "number"):
        if game.match.kind == "set_aside":
            continue
        own = SIDES.index(game.winner)
        scores = [one.hand.score for one in hands if one.game.pk == game.pk]
        behind = max([0, *(score[1 - own] - score[own] for score in scores)])
        found += [("comeback", behind, (game.match_id, game.number, 0))] if behind else []
        apart = -abs(game.score_a - game.score_b)
        found.append(("closest_game", apart, (game.match_id, game.number, 0)))
    for one in hands:
        found += [("longest_hand", one.facts.calls, one.where)] if one.facts.calls else []
        found += [("biggest_seen", one.facts.seen, one.where)] if one.facts.seen else []
        most = max(one.hand.stones)
        if most and not any(count["ordago_seen"] for count in one.facts.counts):
            found.append(("biggest_hand", most, one.where))
    best: dict[str, tuple[int, tuple[int, int, int]]] = {}
    for kind, rank, where in found:
        if kind not in best or rank > best[kind][0]:
            best[kind] = (rank, where)
    return best


def _holdings(hands: list[One]) -> Iterator[tuple[Any, ...]]:
    shown = [one for one in hands if one.hand.record.get("cards")]
    kings = Counter(one.facts.kings for one in shown).most_common(1)
    for lance in LANCES:
        for is_best in (True, False):
            held = [
                (item.key, one, item.seat)
                for one in shown
                if one.facts.kings == kings[0][0]
                for item in one.facts.held
                if item.lance == lance and (is_best or item.won)
            ]
            if not held:
                continue
            keys = [key for key, _one, _seat in held]
            at = keys.index(max(keys) if is_best else min(keys))
            key, one, seat = held[at]
            cards = one.hand.record["cards"][seat]
            cards = cards if isinstance(cards, str) else " ".join(cards)
            assert one.match.pair_a is not None
            assert pair_names(one.match)[seat % 2]
            player = player_names(one.match)[seat]
            yield str(lance), is_best, cards, player, keys.count(key), one.where
