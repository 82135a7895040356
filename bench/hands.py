"""What a hand costs when tablets send them: hands a second beside a floor, statements, bytes.

    python -m bench.hands             measures everything, writes its part of bench/RESULTS.md
    python -m bench.hands --print     measures and only prints

Two real servers (`uvicorn`) share a database of its own: PostgreSQL's that BENCH_DATABASE_URL names
(it is emptied), else one server and SQLite in a fresh folder. Sixteen tablets send one hand after
the other. The floor is a plain view on the same servers and the same database that locks a row and
inserts one in one transaction (`bench.floor`). Both are measured in turns, three times. The first
hand of each tablet is told apart: in a process that has just begun it loads what hands need, and
opens its connection.
"""

import http.client
import json
import os
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from bench.parts import database, options, publish, script, server, where_and_when

TABLETS, RUNS, SECONDS = 16, 3, 6.0
HttpRequest = tuple[str, str, dict[str, str], bytes]
"""Method, path, headers and body."""
HANDS_A_GAME, GAMES = 6, 8
HAND = {
    "cards": ["A A 4 4", "R R R 7", "C S 7 4", "S 6 5 4"],
    "declared": {"pares": [True, True, False, False], "juego": [False, True, True, False]},
}
WIN = {**HAND, "bets": {"chica": [{"by": "A", "call": "ordago"}, {"by": "B", "call": "quiero"}]}}
TABLES = """
import json
from tests.tournament import play
from tournament.matches.models import Match
from tournament.tables.models import Table
from tournament.tables.queries import join_token
from tournament.tables.services import devices
made = []
for _ in range({tablets}):
    one = play.tournament(entered=2, drawn=True, tables=1)
    Match.objects.filter(tournament=one).update(best_of=17)
    match = play.start(play.match(one, 1, 0), table_number=1)
    token = join_token(Table.objects.get(tournament=one))
    made.append([match.pk, devices.join(token=token)[1]])
print(json.dumps(made))
"""
SIZES = """
import json
from django.db import connection
from scoring.models import Hand
NAMES = ["scoring_hand", "tournament_event"]
with connection.cursor() as cursor:
    if connection.vendor == "postgresql":
        cursor.execute("SELECT sum(pg_total_relation_size(name::regclass)) "
                       "FROM unnest(%s::text[]) AS name", [NAMES])
    else:
        cursor.execute("SELECT sum(pgsize) FROM dbstat WHERE name IN (SELECT name FROM "
                       "sqlite_master WHERE tbl_name IN ('scoring_hand', 'tournament_event'))")
    print(json.dumps([int(cursor.fetchone()[0]), Hand.objects.count()]))
"""


def main() -> None:
    chosen = options(__doc__).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        publish(chosen, "hands", measured(Path(folder)))


def measured(folder: Path) -> str:
    """The part of RESULTS.md: medians of the runs."""
    where = where_and_when()
    more = {"DJANGO_SETTINGS_MODULE": "bench.floor_settings"}
    url = os.environ.get("BENCH_DATABASE_URL")
    env = database(folder, **more, **({"DATABASE_URL": url} if url else {}))
    kind, processes = ("PostgreSQL", 2) if url else ("SQLite", 1)
    loads: list[tuple[float, float, list[list[float]]]] = []
    size, count = script(env, SIZES)
    with ExitStack() as stack:
        ports = [stack.enter_context(server(env)).port for _ in range(processes)]
        for _run in range(RUNS):
            floor, _ = together(ports, lambda _number: floor_requests())
            tables = script(env, TABLES.format(tablets=TABLETS))
            hands, waits = together(ports, lambda number, at=tables: hands_of(*at[number]))
            loads.append((hands, floor, waits))
    grown, entered = script(env, SIZES)
    by_tablet = [of_one for _hands, _floor, run in loads for of_one in run]
    times = sorted(1000 * wait for of_one in by_tablet for wait in of_one[1:])
    hands = statistics.median(hands for hands, _floor, _waits in loads)
    floor = statistics.median(floor for _hands, floor, _waits in loads)
    ratio = statistics.median(hands / floor for hands, floor, _waits in loads)
    first = max(of_one[0] for of_one in by_tablet)
    half, hundredth = times[len(times) // 2], times[len(times) * 99 // 100]
    return f"""## A hand from a tablet

`python -m bench.hands`, {where}, {kind},
{processes} server process(es), {TABLETS} tablets;
medians of {RUNS} runs in turns with the floor.

| what | measured | to reach |
|---|---|---|
| hands a second | {hands:.1f} | |
| floor: one row locked, one inserted, one transaction | {floor:.1f} | |
| hands against the floor | {ratio:.3f} | 0.30 |
| half of the hands within | {half:.1f} ms | |
| 99 of 100 within | {hundredth:.1f} ms | {5 * half:.0f} ms |
| the slowest first hand of a tablet | {1000 * first:.1f} ms | |
| database a hand, with its event and indexes | {(grown - size) // (entered - count)} B | |"""


def together(ports: list[int], sending: Any) -> tuple[float, list[list[float]]]:
    """Requests a second of all tablets, and the seconds each took, by tablet: for SECONDS, or until
    the first tablet has sent all that it has."""
    until, over = time.monotonic() + SECONDS, threading.Event()

    def tablet(number: int) -> list[float]:
        port, waits = ports[number % len(ports)], []
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        for method, path, headers, body in sending(number):
            if over.is_set() or time.monotonic() > until:
                break
            began = time.monotonic()
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            content = answer.read()
            if answer.status != 200 or (b'"applied"' not in content and path != FLOOR_PATH):
                raise SystemExit(f"{path}: {answer.status} {content[:300]!r}")
            waits.append(time.monotonic() - began)
        over.set()
        return waits

    began = time.monotonic()
    with ThreadPoolExecutor(TABLETS) as pool:
        waits = list(pool.map(tablet, range(TABLETS)))
    return sum(map(len, waits)) / (time.monotonic() - began), waits


FLOOR_PATH = "/bench/floor"


def floor_requests() -> Iterator[HttpRequest]:
    while True:
        yield "POST", FLOOR_PATH, {"Content-Type": "application/json"}, b"{}"


def hands_of(match: int, token: str) -> Iterator[HttpRequest]:
    """The requests of a tablet, hand by hand: as many as do not end its match."""
    headers = {"Authorization": f"Device {token}", "Content-Type": "application/json"}
    for game in range(1, GAMES + 1):
        for hand in range(1, HANDS_A_GAME + (game < GAMES)):
            record: dict[str, Any] = HAND if hand < HANDS_A_GAME else WIN
            record = record if hand > 1 else {**record, "mano": 0}
            action = {
                "key": f"{token[:8]}-{game}-{hand}", "kind": "hand.record", "match": match,
                "game": game, "hand": hand, "record": record,
            }  # fmt: skip
            body = json.dumps({"actions": [action]}).encode()
            yield "POST", "/api/v1/table/actions/", headers, body


if __name__ == "__main__":
    main()
