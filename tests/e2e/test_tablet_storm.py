"""The wifi comes back: sixteen tablets send ten hands each at once. None is lost, none doubled."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from mus import settle_json
from tests.e2e.room import Room, Tablet, server_in, tablets
from tests.servers import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
TABLETS, HANDS = 16, 10
HAND = {
    "cards": ["R C 5 4", "S 7 6 A", "R C 6 4", "S 7 5 A"],
    "declared": {"pares": [False] * 4, "juego": [False] * 4},
    "bets": {
        "grande": [{"by": "A", "call": "envido", "stake": 4}, {"by": "B", "call": "quiero"}],
    },
    "claim": [5, 1],
}
SEED = """
([actions, table]) => new Promise((resolve, reject) => {
  const opening = indexedDB.open("mus-tablet");
  opening.onsuccess = () => {
    const db = opening.result;
    const tx = db.transaction("outbox", "readwrite");
    actions.forEach((action, n) => tx.objectStore("outbox").put({
      key: action.key, seq: n + 1, action, status: "waiting", after: null, table,
    }));
    tx.oncomplete = () => { db.close(); resolve(); };
    tx.onabort = () => reject(tx.error);
  };
})
"""


@pytest.mark.long
def test_sixteen_tablets_come_back_at_once_on_sqlite(chromium, tmp_path):
    with server_in(tmp_path) as server:
        storm(chromium, [server])


@pytest.mark.long
@pytest.mark.service
def test_sixteen_tablets_come_back_at_once_on_postgresql_with_two_processes(
    chromium, tmp_path, postgres_url
):
    env = {"DATABASE_URL": postgres_url}
    with server_in(tmp_path, env=env) as first:
        second = Server(tmp_path, env=env)
        second.start()
        try:
            storm(chromium, [first, second])
        finally:
            second.kill()


def storm(chromium: Browser, servers: Sequence[Server]) -> float:
    """Seconds from the first byte of network to the last tablet's confirmation."""
    [room] = Room.several(servers[0], 1, pairs=2 * TABLETS, tables=TABLETS)
    with tablets(chromium) as another:
        rooms = [_at(room, servers[n % len(servers)]) for n in range(TABLETS)]
        away = [prepared(another(rooms[n], n + 1)) for n in range(TABLETS)]
        began = time.monotonic()
        for tablet in away:
            tablet.context.set_offline(False)
        for tablet in away:
            tablet.until_confirmed()
        seconds = time.monotonic() - began
        assert [tablet.held() for tablet in away] == [[]] * TABLETS
    counted = Counter((hand.match, hand.game, hand.number) for hand in room.hands)
    assert len(counted) == TABLETS * HANDS, "lost"
    assert set(counted.values()) == {1}, "doubled"
    return seconds


def _at(room: Room, server: Server) -> Room:
    other = object.__new__(Room)
    other.__dict__.update(room.__dict__, server=server)
    return other


def prepared(tablet: Tablet) -> Tablet:
    """Joined, begun, and reloaded without network with ten hands that wait."""
    tablet.join().begin()
    tablet.goes_offline()
    match = tablet.room.matches[tablet.table]
    tablet.page.evaluate(SEED, [actions(match), {"number": tablet.table}])
    tablet.page.reload()
    tablet.page.locator(".delivery--wait").wait_for()
    return tablet


def actions(match: int) -> list[dict[str, Any]]:
    """Ten full hands with cards, each where the match then stands, as the app keeps them."""
    made: list[dict[str, Any]] = []
    game, hand, mano, score = 1, 1, 0, [0, 0]
    while len(made) < HANDS:
        made.append(
            {
                "key": str(uuid4()),
                "kind": "hand.record",
                "made_at": "2026-05-24T10:00:00Z",
                "match": match,
                "game": game,
                "hand": hand,
                "record": {**HAND, "mano": mano},
            }
        )
        settled: Any = settle_json({**HAND, "mano": mano, "score": score})
        mano = (mano + 1) % 4
        game, hand, score = (
            (game + 1, 1, [0, 0]) if settled["game_winner"] else (game, hand + 1, settled["score"])
        )
    return made
