"""The memory of one server that has published the pages of 50 tournaments.

    python -m bench.memory                    measures once, writes its part of bench/RESULTS.md
    python -m bench.memory --print            measures and only prints
    python -m bench.memory --every            every published route in place of these
    python -m bench.memory --python FILE      serves by this Python, with only what runs the product

A fresh SQLite database, the server of `make run` with its static files collected, and then one
request with gzip for home, bracket, standings and a match of every tournament and for their JSON,
in each language. Jobs wait: those of the night would take their turn meanwhile. Variables of the
surroundings (PUBLISHED_BYTES) reach the server.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bench.product import resident
from tests.servers import Server

RESULTS = Path(__file__).with_name("RESULTS.md")
BEGIN, END = "<!-- memory: begin -->", "<!-- memory: end -->"
TOURNAMENTS, PAIRS, LARGE = 50, 4, 27
LANGUAGES = ("es", "eu", "en", "fr")
SIMULATE = f"""
from django.core.management import call_command
call_command("simulate", "--public", "--quiet", "--pairs", "{LARGE}", "--seed", "7")
for seed in range(100, 100 + {TOURNAMENTS} - 1):
    call_command("simulate", "--public", "--quiet", "--pairs", "{PAIRS}", "--seed", str(seed))
"""
PAGES = "home, bracket, standings and a match of each, and their JSON,"
ADDRESSES = """
import json
from django.utils.text import slugify
from scoring.models import Hand
from tests.publication.addresses import published
from tournament.models import Match, Tournament
every = EVERY
found = {} if every else dict.fromkeys(["/", "/api/v1/tournaments/"])
for one in Tournament.objects.order_by("pk"):
    match = Match.objects.filter(tournament=one, ended_by="games").order_by("-round").first()
    values = {
        "slug": one.slug, "of": one.slug, "match_id": match.pk, "pair_id": match.pair_a_id,
        "number": 1, "game": 1, "step": 1, "place": slugify(one.place) or "nowhere",
        "club": slugify(match.pair_a.club) or "nowhere",
    }
    if every:
        found |= dict.fromkeys(published(values))
        continue
    page, data = f"/t/{one.slug}/", f"/api/v1/tournaments/{one.slug}/"
    for start in (page, data):
        found |= dict.fromkeys([start, start + "standings/"])
    found |= dict.fromkeys([
        page + f"match/{match.pk}/", data + "bracket/", data + f"matches/{match.pk}/",
    ])
print(json.dumps({"hands": Hand.objects.count(), "addresses": list(found)}))
"""


@dataclass(frozen=True)
class Figures:
    """Megabytes that are really there, and how many requests lie between."""

    hands: int
    requests: int
    answered: int
    started: float
    published: float
    again: float
    highest: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--print", action="store_true", help="print only")
    parser.add_argument("--every", action="store_true", help="every published route")
    parser.add_argument("--python", type=Path, default=Path(sys.executable))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = measure(Path(folder), every=options.every, python=options.python)
    text = report(found, "every published route" if options.every else PAGES)
    print(text)
    if not options.print:
        keep(text)


def measure(folder: Path, *, every: bool, python: Path) -> Figures:
    env = {
        "STATIC_COLLECTED": "1",
        "STATIC_ROOT": str(folder / "static"),
        "DEBUG": "0",
        "JOBS_HERE": "0",
    }
    with Server(folder, env=env) as server:
        server.kill()
        server.manage("collectstatic", "--no-input", "-v", "0", "-i", "drf_spectacular_sidecar")
        server.manage("shell", "-v", "0", "-c", SIMULATE)
        script = ADDRESSES.replace("EVERY", str(every))
        told = json.loads(server.manage("shell", "-v", "0", "-c", script).splitlines()[-1])
        server.command = (str(python), "-m", "config.server")
        server.start()
        assert server.process is not None
        pid, asked = server.process.pid, told["addresses"]
        started = resident(pid)
        statuses = [status for language in LANGUAGES for status in ask(server, asked, language)]
        time.sleep(2)  # pages that stay are made as small as can be
        published = resident(pid)
        list(ask(server, asked, LANGUAGES[0]))
        again, highest = resident(pid), resident(pid, "VmHWM")
    good = statuses.count(200)
    return Figures(told["hands"], len(statuses), good, started, published, again, highest)


def ask(server: Server, paths: list[str], language: str) -> Iterator[int]:
    """The statuses of all of them, over one connection."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    said = {"Accept-Encoding": "gzip", "Accept-Language": language}
    for path in paths:
        connection.request("GET", path, headers=said)
        answer = connection.getresponse()
        answer.read()
        yield answer.status
    connection.close()


def report(found: Figures, pages: str) -> str:
    now = datetime.now(UTC).date()
    limit = os.environ.get("PUBLISHED_BYTES")
    under = f"`PUBLISHED_BYTES={limit}`" if limit else "as `make run` starts it"
    return "\n".join([
        BEGIN,
        "## Memory with everything published",
        "",
        f"`python -m bench.memory`, {now}, load {os.getloadavg()[0]:.1f}, SQLite, one process,"
        f" {under}; {TOURNAMENTS} tournaments, {found.hands} hands, {pages}"
        f" in four languages with gzip: {found.requests} requests, {found.answered} answered 200.",
        "",
        "| resident | measured | target |",
        "|---|--:|--:|",
        f"| started | {found.started:.0f} MB | |",
        f"| all asked for once | {found.published:.0f} MB | under 130 MB |",
        f"| … and in one language once more | {found.again:.0f} MB | under 130 MB |",
        f"| highest at any moment | {found.highest:.0f} MB | |",
        END,
    ])  # fmt: skip


def keep(text: str) -> None:
    """Writes its part of bench/RESULTS.md, in place of the one before."""
    old = RESULTS.read_text("utf-8")
    before, _, rest = old.partition(BEGIN)
    after = rest.partition(END)[2] or "\n"
    RESULTS.write_text(f"{before.rstrip()}\n\n{text}{after}", "utf-8")


if __name__ == "__main__":
    main()
