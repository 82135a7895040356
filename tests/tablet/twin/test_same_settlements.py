"""The browser settles exactly as the engine does: same winners, ledger, penalties and faults."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from random import Random

import pytest

from mus import TEMPLATES, Clause, LedgerKind, settle_json
from mus.faults import MOST_FAULTS
from tablet.twin import SELDOM_SAMPLED, sample_records
from tests.night import of_many, seed_of
from tests.tablet.twin.engines import comparable, settled_in, settled_in_node

Settle = Callable[[Sequence[str]], list[str]]
RECORDS = of_many(4_500, nightly=20_000)
NEVER_GIVEN = {"not_eligible"}
"""With two pairs, a lance where one of them may not bet is not bet at all: `no_betting`."""

ODD_LINES = [
    '{"mano": 0, "mano": 5}',
    '{"mano": -0, "score": [-0, 0], "claim": [-0, 3]}',
    '{"mano": 2.0, "score": [3.0, 1e1], "id": 2.0}',
    '{"mano": 0, "id": 9007199254740991}',
    '{"mano": 0, "id": 9007199254740992}',
    '{"mano": 0, "id": -9007199254740993}',
    '{"mano": 0, "claim": [9007199254740992, 0]}',
    '{"__proto__": {"mano": 3}, "mano": 0}',
    '{"ruleset": {"__proto__": "nabo", "constructor": 1, "toString": null}, "mano": 0}',
    '{"ruleset": "__proto__", "mano": 0}',
    '{"ruleset": "hasOwnProperty", "mano": 0}',
    '{"bets": {"__proto__": [], "grande": null}, "declared": {"constructor": []}, "mano": 0}',
    '{"bets": {"grande": [{"by": "A", "call": "envido", "__proto__": 1}]}, "mano": 0}',
    '{"cards": ["R\\u001cC\\u0085S\\u20037", "\\ufeffR C S 7", "__proto__ C S 7", "R C S 7"]}',
    '{"cards": ["\\ud800 R C S", "\\ud83d\\ude00 R C S", [1, 2.5, null, true], "R C S 7"]}',
    '{"\\ud800": 1, "\\ud83d\\ude00": 2}',
    '{"infractions": [{"kind": "false_claim", "seat": 0, "seat": 1}], "mano": 0}',
    '{"id": null, "mano": null, "score": null, "format": null}',
    '[]',
    'null',
    '"record"',
    '7',
    '{}',
]  # fmt: skip

CALL, CLAIM = {"by": "A", "call": "quiero"}, {"kind": "false_claim", "seat": 1}
LONG_RECORDS: list[dict[str, object]] = [
    {"mano": 0, name: made(count)}
    for count in (49, 50, 51, 100, 101, 150)
    for name, made in (
        ("bets", lambda count: {"grande": [CALL] * count}),
        ("bets", lambda count: {"pares": [None] * count}),
        ("bets", lambda count: {f"lance {number}": [] for number in range(count)}),
        ("infractions", lambda count: [CLAIM] * count),
        ("infractions", lambda count: [{}] * count),
    )
]


@pytest.fixture(scope="module")
def lines() -> list[str]:
    sample = sample_records(Random(seed_of(2024)), RECORDS)
    return [json.dumps(record) for record in [*SELDOM_SAMPLED, *sample]]


@pytest.fixture(scope="module")
def expected(lines: list[str]) -> list[dict[str, object]]:
    return [settle_json(json.loads(line)) for line in lines]


def _differences(lines: Sequence[str], expected: Sequence[object], settle: Settle) -> list[str]:
    rows = zip(lines, expected, settle(lines), strict=True)
    return [
        f"{line}\n  here:  {comparable(here)}\n  there: {comparable(json.loads(there))}"
        for line, here, there in rows
        if comparable(here) != comparable(json.loads(there))
    ]


def test_node_settles_sampled_records_alike(lines, expected):
    assert _differences(lines, expected, settled_in_node)[:5] == []


def test_node_settles_odd_json_alike():
    expected = [settle_json(json.loads(line)) for line in ODD_LINES]
    assert _differences(ODD_LINES, expected, settled_in_node) == []


def test_node_looks_no_further_into_long_lists_and_tells_no_more_faults():
    told = [settle_json(record) for record in LONG_RECORDS]
    assert max(len(settlement.get("errors", ())) for settlement in told) == MOST_FAULTS  # type: ignore[arg-type]
    assert (
        _differences([json.dumps(record) for record in LONG_RECORDS], told, settled_in_node) == []
    )


@pytest.mark.browser
def test_chromium_settles_sampled_records_alike(lines, expected, chromium):
    assert _differences(lines, expected, partial(settled_in, chromium))[:5] == []


def test_the_sample_reaches_every_clause_every_kind_of_entry_and_every_fault(expected):
    seen: Counter[str] = Counter()
    for settlement in expected:
        seen.update(_marks(settlement))
    wanted = {*map(str, Clause), *map(str, LedgerKind), *TEMPLATES} - NEVER_GIVEN
    assert {mark for mark in wanted if seen[mark] < 4} == set()


@pytest.mark.long
def test_more_than_a_third_of_the_sample_can_be_settled(expected):
    assert sum(settlement["ok"] is True for settlement in expected) > RECORDS / 3


def _marks(settlement: dict[str, object]) -> list[str]:
    return [
        str(item[key])
        for field, key in (("penalties", "clause"), ("ledger", "kind"), ("errors", "code"))
        for item in settlement.get(field, ())  # type: ignore[attr-defined]
    ]
