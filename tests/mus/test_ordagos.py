"""An accepted órdago, over all settings and false words: it is won as an accepted envido would be,
and it is won alike in the browser."""

import json
from collections.abc import Iterator
from copy import deepcopy
from operator import and_
from random import Random
from typing import Any

import pytest

from mus import LANCES, Lance, parse, ruleset_from, settle_json
from mus.ruleset import FalseWords
from mus.tests.build import calls
from tablet.twin import sample_record
from tests.night import of_many, seed_of
from tests.tablet.twin.engines import comparable, settled_in_node

Json = dict[str, Any]
HANDS = of_many(1_000, nightly=20_000)
VOID = {"P1", "P2", "P4", "P7", "PX", "J1", "J3", "J4", "J5", "J8", "JX"}
"""The clauses by which what was bet on their lance is void (D3)."""
TABLE = (FalseWords.TABLE, FalseWords.TWO_STONES)
"""By every other rule a false word makes its lance void, and may end the game before the órdago."""


@pytest.fixture(scope="module")
def hands() -> list[Json]:
    """Hands of every rule set, each with an órdago accepted on one lance and nothing else bet."""
    return list(_hands(Random(seed_of(41))))


def _hands(rng: Random) -> Iterator[Json]:
    found = 0
    while found < HANDS:
        record = deepcopy(sample_record(rng))
        if not (isinstance(record, dict) and record.get("cards") and settle_json(record)["ok"]):
            continue
        for lance in LANCES:
            hand = {**record, "score": [0, 0], "bets": {str(lance): calls("A órdago, B quiero")}}
            both = [settle_json({**hand, "bets": bets}) for bets in (hand["bets"], {})]
            if all(answer["ok"] for answer in both):
                found += 1
                yield hand


def test_an_accepted_ordago_is_won_by_whom_an_accepted_envido_pays(hands: list[Json]) -> None:
    for hand in hands:
        (lance,) = hand["bets"]
        answer = settle_json(hand)
        claimed = {claim["seat"] % 2 for claim in hand.get("infractions") or ()}
        by_table = ruleset_from(hand.get("ruleset")).false_words in TABLE
        clauses = {p["clause"] for p in answer["penalties"] if p["lance"] == lance or not by_table}
        if len(claimed) == 2 or (not claimed and (clauses & VOID if by_table else clauses)):
            continue
        winner = _paid_for_an_envido(hand, lance)
        assert answer["game_winner"] == answer["winners"][lance] == winner, hand
        if winner is None:
            assert not _somebody_shows_it(hand, lance), hand
        else:
            entry = answer["ledger"][-1]
            assert (entry["pair"], entry["lance"], entry["kind"]) == (winner, lance, "ordago")


def _paid_for_an_envido(hand: Json, lance: str) -> str | None:
    rules = hand.get("ruleset") or {}
    rules = {"preset": rules} if isinstance(rules, str) else rules
    # Nothing ends the game: a false word of a later lance, not reached by the órdago, could.
    rules = {**rules, "target": 100, "false_words": "table"}
    bets = {lance: calls("A envido, B quiero")}
    answer = settle_json({**hand, "ruleset": rules, "bets": bets})
    return next((e["pair"] for e in answer["ledger"] if e["kind"] == "envite"), None)


def _somebody_shows_it(hand: Json, lance: str) -> bool:
    """Whether someone who said pares or juego shows it: a joker may make the word true and, shown
    as the other card, not the holding (§10). Everybody has grande, chica and punto."""
    record = parse(hand)
    words = record.declared.get(Lance(lance), ())
    assert record.held is not None
    return True not in words or any(map(and_, words, record.held[Lance(lance)]))


def test_an_accepted_ordago_is_settled_alike_in_node(hands: list[Json]) -> None:
    there = settled_in_node([json.dumps(hand) for hand in hands])
    for hand, settled in zip(hands, there, strict=True):
        assert comparable(json.loads(settled)) == comparable(settle_json(hand)), hand
