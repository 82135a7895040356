"""What it costs a tablet to bring its hands: one request a hand, or all of them in one.

    python -m bench.outbox            measures everything once, writes its part of bench/RESULTS.md
    python -m bench.outbox --print    measures and only prints

One real server (`uvicorn`), a database of its own: SQLite in a fresh folder, or the empty one that
BENCH_DATABASE_URL names. The floor is `/healthz`: a request that asks the database nothing.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import platform
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.product import FLOOR, RESULTS, get, manage, server

BEGIN, END = "<!-- outbox: begin -->", "<!-- outbox: end -->"
HANDS_A_MATCH, TABLETS, WAITING = 24, 16, 10
MATCHES = 4
TICK_SECONDS = 1 / os.sysconf("SC_CLK_TCK")
HAND = {
    "cards": ["A A 4 4", "R R R 7", "C S 7 4", "S 6 5 4"],
    "declared": {"pares": [True, True, False, False], "juego": [False, True, True, False]},
}
WIN = {**HAND, "bets": {"chica": [{"by": "A", "call": "ordago"}, {"by": "B", "call": "quiero"}]}}
HANDS_A_GAME = 6

TABLES = """
import json
from tests.tournament import play
from tournament.models import Match, Table
from tournament.tables.queries import join_token
from tournament.tables.services import devices
made = []
for _ in range({matches}):
    one = play.tournament(entered=2, drawn=True, tables=1)
    Match.objects.filter(tournament=one).update(best_of=9)
    match = play.start(play.match(one, 1, 0), table_number=1)
    token = join_token(Table.objects.get(tournament=one))
    made.append([match.pk, devices.join(token=token)[1]])
print(json.dumps(made))
"""
COUNT = "from scoring.models import Hand; print(Hand.objects.count())"


@dataclass(frozen=True)
class Figures:
    """Requests or hands for each second of the server's processor time; a whole room coming back
    in seconds of the clock."""

    floor: float
    single: float
    together: float
    room_seconds: float
    kept: int
    sent: int


def measure(env: dict[str, str]) -> Figures:
    manage(env, "migrate", "--verbosity", "0")
    wanted = TABLES.format(matches=2 * MATCHES + TABLETS)
    made = json.loads(manage(env, "shell", "-v", "0", "-c", wanted))
    singly, whole, room = made[:MATCHES], made[MATCHES : 2 * MATCHES], made[2 * MATCHES :]
    hands = MATCHES * (HANDS_A_MATCH - 1)
    with server(env) as (port, pid):
        for match, token in singly + whole:
            _post(port, token, actions(match)[:1])
        began = _processor_seconds(pid)
        for _ in range(hands):
            get(port, FLOOR)
        floor = _processor_seconds(pid)
        for match, token in singly:
            for action in actions(match)[1:]:
                _post(port, token, [action])
        single = _processor_seconds(pid)
        for match, token in whole:
            _post(port, token, actions(match)[1:])
        together = _processor_seconds(pid)
        clock = time.perf_counter()
        with ThreadPoolExecutor(TABLETS) as pool:
            list(pool.map(lambda it: _post(port, it[1], actions(it[0])[:WAITING]), room))
        room_seconds = time.perf_counter() - clock
    return Figures(
        floor=hands / (floor - began),
        single=hands / (single - floor),
        together=hands / (together - single),
        room_seconds=room_seconds,
        kept=int(manage(env, "shell", "-v", "0", "-c", COUNT)),
        sent=2 * MATCHES * HANDS_A_MATCH + TABLETS * WAITING,
    )


def _processor_seconds(pid: int) -> float:
    """What the server has used of one core so far: the same however busy the machine is."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * TICK_SECONDS


def actions(match: int) -> list[dict[str, Any]]:
    """A match's hands as its tablet kept them; every sixth one wins a game."""
    kept = []
    for number in range(HANDS_A_MATCH):
        game, hand = divmod(number, HANDS_A_GAME)
        last = hand == HANDS_A_GAME - 1
        kept.append(
            {
                "key": f"{match}-{number}",
                "kind": "hand.record",
                "match": match,
                "game": game + 1,
                "hand": hand + 1,
                "record": WIN if last and game % 2 == 0 else _win_b() if last else HAND,
            }
        )
    return kept


def _win_b() -> dict[str, Any]:
    calls = [{"by": "A", "call": "ordago"}, {"by": "B", "call": "quiero"}]
    return {**HAND, "bets": {"grande": calls}}


def _post(port: int, token: str, sent: list[dict[str, Any]]) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"Authorization": f"Device {token}", "Content-Type": "application/json"}
    body = json.dumps({"actions": sent})
    connection.request("POST", "/api/v1/table/actions/", body, headers)
    answer = json.loads(connection.getresponse().read())
    connection.close()
    outcomes = {result["outcome"] for result in answer["results"]}
    if outcomes != {"applied"}:
        raise SystemExit(f"not applied: {answer['results']}")


def report(figures: Figures, database: str) -> str:
    when = datetime.now(UTC).date().isoformat()
    return "\n".join(
        [
            BEGIN,
            "## A tablet's outbox",
            "",
            f"`python -m bench.outbox`, {when}, Python {platform.python_version()}, "
            f"{os.cpu_count()} cores shared with other work, {database}. Hands with cards, "
            "every sixth one wins a game.",
            "",
            "| | for each second of the server's processor time |",
            "|---|---|",
            f"| floor: requests to `{FLOOR}` | {figures.floor:.0f} |",
            f"| hands, one request each | {figures.single:.0f} |",
            f"| hands, {HANDS_A_MATCH - 1} in one request | {figures.together:.0f} "
            f"({figures.together / figures.single:.1f} times) |",
            "",
            f"{TABLETS} tablets with {WAITING} waiting hands each, back at once: "
            f"{figures.room_seconds:.1f} s; {figures.kept} of {figures.sent} hands there, once.",
            END,
        ]
    )


def keep(text: str) -> None:
    """Puts this part in its place in RESULTS.md and leaves the others."""
    old = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else "# Benchmark results\n"
    head, begin, rest = old.partition(BEGIN)
    tail = rest.partition(END)[2] if begin else ""
    RESULTS.write_text(f"{head.rstrip()}\n\n{text}\n{tail.lstrip()}", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--print", action="store_true", help="print only")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = os.environ.get("BENCH_DATABASE_URL") or f"sqlite:///{Path(folder) / 'db.sqlite3'}"
        env = os.environ | {
            "VAR_DIR": folder,
            "DATABASE_URL": url,
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        text = report(measure(env), "SQLite" if url.startswith("sqlite") else "PostgreSQL")
    print(text)
    if not options.print:
        keep(text)


if __name__ == "__main__":
    main()
