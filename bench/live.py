"""Readers while hands come in: what a hand at one table costs those who read about the others.

    python -m bench.live            measures, writes its part of bench/RESULTS.md
    python -m bench.live --print    measures and only prints

16 tables, 8 hands each. A reader asks ten times a second for the pages of matches and for the
bracket, one question in five for the match at which nothing happens; then for the pages of the
whole day alone: first while no hand comes, then while 1.6 a second do, sent over the API to the
same server. The floor alternates with each
question: a Django view that returns as many bytes from memory, on a server of its own.
"""

import http.client
import json
import random
import statistics
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.parts import database, manage, options, publish, server, where_and_when
from bench.reads import FLOOR, floor_command

TABLES, HANDS, SECONDS = 16, 8, 20
OF_THE_WHOLE_DAY = ("", "now/", "tv/", "standings/", "statistics/")
PER_SECOND, APART = 1.6, 0.1
MATCHES = f"""
from django.contrib.auth import get_user_model
from django.test import Client
from tests.scoring import table
from tests.tournament import play
cup = play.tournament(entered={2 * TABLES}, drawn=True, tables={TABLES})
matches = [play.start(play.match(cup, 1, slot)) for slot in range({TABLES})]
for match in matches:
    for _hand in range({HANDS}):
        table.record(match, table.quick(1, 0))
desk = Client()
desk.force_login(get_user_model().objects.create_superuser("bench"))
print(cup.slug, desk.cookies["sessionid"].value, *(match.pk for match in matches))
"""


@dataclass
class Readings:
    """Seconds of each answer and of its floor; the ETags of the page in which nothing happened."""

    waits: list[float] = field(default_factory=list)
    floors: list[float] = field(default_factory=list)
    tags: set[str] = field(default_factory=set)

    def line(self, name: str) -> str:
        """A row of the table."""
        p99 = statistics.quantiles(self.waits, n=100)[98]
        median, floor = statistics.median(self.waits), statistics.median(self.floors)
        cells = f"{1000 * median:.1f} | {1000 * p99:.0f} | {1000 * floor:.1f}"
        return f"| {name} | {cells} | {len(self.tags)} |"


def main() -> None:
    chosen = options(__doc__).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        publish(chosen, "live", measured(Path(folder)))


def measured(folder: Path) -> str:
    """The part of RESULTS.md."""
    env = database(folder)
    slug, session, *matches = manage(env, "shell", "-v", "0", "-c", MATCHES).split()
    (folder / "floor.py").write_text(FLOOR)
    pages = [f"/t/{slug}/", *(f"/t/{slug}/match/{match}/" for match in matches)]
    still = pages[1]
    whole = [f"/t/{slug}/{page}" for page in OF_THE_WHOLE_DAY]
    with server(env) as site, server(env, start=floor_command, folder=folder) as floor:
        ports = (site.port, floor.port)
        read(pages, still, *ports, seconds=2)  # pages made for the first time
        read(whole, "", *ports, seconds=2)
        quiet = read(pages, still, *ports)
        quiet_whole = read(whole, "", *ports)
        over = threading.Event()
        desk = threading.Thread(
            target=play, args=(slug, session, matches[1:], site.port, over), daemon=True
        )
        desk.start()
        busy = read(pages, still, *ports)
        busy_whole = read(whole, "", *ports)
        over.set()
        desk.join()
    ratio = statistics.median(busy.waits) / statistics.median(quiet.waits)
    of_whole = statistics.median(busy_whole.waits) / statistics.median(quiet_whole.waits)
    return "\n".join([
        "## Readers while hands come in",
        "",
        f"`python -m bench.live`: {TABLES} tables, {SECONDS} s each. {where_and_when()}.",
        "",
        "| | median, ms | p99, ms | floor of as many bytes, ms"
        " | ETags of a page in which nothing happened |",
        "|---|--:|--:|--:|--:|",
        quiet.line("matches and bracket, no hands"),
        busy.line(f"matches and bracket, {PER_SECOND} hands a second"),
        quiet_whole.line("pages of the whole day, no hands"),
        busy_whole.line(f"pages of the whole day, {PER_SECOND} hands a second"),
        "",
        f"The median while hands come in is {ratio:.1f} × the quiet one; {of_whole:.1f} × where the"
        " reader asks only for bracket, today, big screen, standings and statistics, of which each"
        " hand changes all but the standings.",
    ])  # fmt: skip


def read(pages: list[str], still: str, site: int, floor: int, seconds: float = SECONDS) -> Readings:
    """What a reader who asks for any of `pages` waits for. Nothing happens on the page `still`,
    which is asked for every fifth time; "" for none."""
    found, end, count = Readings(), time.monotonic() + seconds, 0
    while time.monotonic() < end:
        began = time.monotonic()
        is_still = bool(still) and count % 5 == 0
        wait, size, tag = ask(site, still if is_still else random.choice(pages))
        found.waits.append(wait)
        found.floors.append(ask(floor, f"/{size}/")[0])
        if is_still:
            found.tags.add(tag)
        count += 1
        time.sleep(max(0.0, APART - (time.monotonic() - began)))
    return found


def ask(port: int, path: str) -> tuple[float, int, str]:
    """Seconds until the answer is there, its bytes, its ETag."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.connect()
    began = time.perf_counter()
    connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
    answer = connection.getresponse()
    body = answer.read()
    wait = time.perf_counter() - began
    connection.close()
    if answer.status != 200:
        raise SystemExit(f"{path}: {answer.status}")
    return wait, len(body), answer.headers.get("ETag", "")


def play(slug: str, session: str, matches: list[str], port: int, over: threading.Event) -> None:
    """Sends hands of any of the matches until it is over."""
    while not over.is_set():
        began = time.monotonic()
        path = f"/api/v1/tournaments/{slug}/matches/{random.choice(matches)}/hands/"
        record: dict[str, Any] = {"quick": {"stones": random.choice([[1, 0], [0, 1]])}}
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        headers = {
            "Content-Type": "application/json",
            "Cookie": f"sessionid={session}; csrftoken={'c' * 32}",
            "X-CSRFToken": "c" * 32,
            "Idempotency-Key": f"{random.getrandbits(128):032x}",
        }
        connection.request("POST", path, json.dumps({"record": record}), headers)
        answer = connection.getresponse()
        if answer.status >= 300:
            raise SystemExit(f"{path}: {answer.status} {answer.read()[:300]!r}")
        connection.close()
        over.wait(max(0.0, 1 / PER_SECOND - (time.monotonic() - began)))


if __name__ == "__main__":
    main()
