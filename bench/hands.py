"""What a hand costs when tablets send them: hands a second beside a floor, statements, bytes.

    python -m bench.hands             measures everything, writes its part of bench/RESULTS.md
    python -m bench.hands --print     measures and only prints
    python -m bench.hands --json      the figures as JSON

Two real servers (`uvicorn`) share a database of its own: PostgreSQL's that BENCH_DATABASE_URL names
(it is emptied), else one server and SQLite in a fresh folder. Sixteen tablets send one hand after
the other. The floor is a plain view on the same servers and the same database that locks a row and
inserts one in one transaction (`bench.floor`). Both are measured in turns, three times. The first
hand of each tablet is told apart: in a process that has just begun it loads what hands need, and
opens its connection.
"""

import argparse
import http.client
import json
import os
import statistics
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bench.parts import RESULTS, ROOT, manage, put, server

TABLETS, RUNS, SECONDS = 16, 3, 6.0
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


@dataclass(frozen=True)
class Figures:
    """Medians of the runs; `load` is the machine's at the beginning."""

    commit: str
    load: float
    database: str
    processes: int
    hands_a_second: float
    floor_a_second: float
    ratio: float
    first_ms: float
    half_within_ms: float
    slowest_hundredth_ms: float
    bytes_a_hand: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--print", action="store_true", help="print only")
    parser.add_argument("--json", action="store_true", help="the figures as JSON, print only")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = measure(Path(folder))
    text = json.dumps(asdict(figures)) if options.json else report(figures)
    print(text)
    if not (options.print or options.json):
        put(RESULTS, "hands", text)


def measure(folder: Path) -> Figures:
    url = os.environ.get("BENCH_DATABASE_URL") or f"sqlite:///{folder / 'db.sqlite3'}"
    env = os.environ | {
        "VAR_DIR": str(folder),
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "bench.floor_settings",
    }
    manage(env, "migrate", "--verbosity", "0")
    processes = 1 if url.startswith("sqlite") else 2
    loads: list[tuple[float, float, list[list[float]]]] = []
    started = os.getloadavg()[0]
    size, count = sizes(env)
    with ExitStack() as stack:
        ports = [stack.enter_context(server(env))[0] for _ in range(processes)]
        for _run in range(RUNS):
            floor, _ = together(ports, lambda port, _number: floor_of(port))
            tables = json.loads(
                manage(env, "shell", "-v", "0", "-c", TABLES.format(tablets=TABLETS))
            )
            hands, waits = together(
                ports, lambda port, number, at=tables: hands_of(port, *at[number])
            )
            loads.append((hands, floor, waits))
    grown, entered = sizes(env)
    by_tablet = [of_one for _hands, _floor, run in loads for of_one in run]
    first = max(of_one[0] for of_one in by_tablet)
    times = sorted(wait for of_one in by_tablet for wait in of_one[1:])
    hands = statistics.median(entered for entered, _, _ in loads)
    floor = statistics.median(written for _, written, _ in loads)
    return Figures(
        commit=subprocess.check_output(
            ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, text=True
        ).strip(),
        load=round(started, 1),
        database="SQLite" if processes == 1 else "PostgreSQL",
        processes=processes,
        hands_a_second=round(hands, 1),
        floor_a_second=round(floor, 1),
        ratio=round(statistics.median(run[0] / run[1] for run in loads), 3),
        first_ms=round(1000 * first, 1),
        half_within_ms=round(1000 * times[len(times) // 2], 1),
        slowest_hundredth_ms=round(1000 * times[len(times) * 99 // 100], 1),
        bytes_a_hand=(grown - size) // (entered - count),
    )


def sizes(env: dict[str, str]) -> tuple[int, int]:
    """Bytes of the tables that hands are written to, with their indexes, and the hands in them."""
    size, count = json.loads(manage(env, "shell", "-v", "0", "-c", SIZES))
    return size, count


def together(ports: list[int], sending: Any) -> tuple[float, list[list[float]]]:
    """Requests a second of all tablets, and the seconds each took, by tablet: for SECONDS, or until
    the first tablet has sent all that it has."""
    until, over = time.monotonic() + SECONDS, threading.Event()

    def tablet(number: int) -> list[float]:
        port, waits = ports[number % len(ports)], []
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        for method, path, headers, body in sending(port, number):
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


def floor_of(_port: int) -> Iterator[tuple[str, str, dict[str, str], bytes]]:
    while True:
        yield "POST", FLOOR_PATH, {"Content-Type": "application/json"}, b"{}"


def hands_of(
    _port: int, match: int, token: str
) -> Iterator[tuple[str, str, dict[str, str], bytes]]:
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
            yield (
                "POST",
                "/api/v1/table/actions/",
                headers,
                json.dumps({"actions": [action]}).encode(),
            )


def report(figures: Figures) -> str:
    return f"""## A hand from a tablet

`python -m bench.hands`, commit {figures.commit}, load {figures.load}, {figures.database},
{figures.processes} server process(es), {TABLETS} tablets;
medians of {RUNS} runs in turns with the floor.

| what | measured | to reach |
|---|---|---|
| hands a second | {figures.hands_a_second} | |
| floor: one row locked, one inserted, one transaction | {figures.floor_a_second} | |
| hands against the floor | {figures.ratio} | 0.30 |
| half of the hands within | {figures.half_within_ms} ms | |
| 99 of 100 within | {figures.slowest_hundredth_ms} ms | {5 * figures.half_within_ms:.0f} ms |
| the slowest first hand of a tablet | {figures.first_ms} ms | |
| database a hand, with its event and indexes | {figures.bytes_a_hand} B | |"""


if __name__ == "__main__":
    main()
