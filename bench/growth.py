"""What a hand costs as things grow: its match, the tournaments, the hands stored before it.

    python -m bench.growth            measures, writes docs/scaling.md and its picture
    python -m bench.growth --json     the figures as JSON
    python -m bench.growth --stored 100000   fewer hands stored, for a look

In one process, SQLite, processor time of this process: how much work there is, whatever the machine
is doing beside. Each figure has its floor beside it (one row locked and one inserted by a plain
view, `bench.floor`), measured in turns with it.
"""

from __future__ import annotations

import io
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from typing import Any

from bench.curves import picture
from bench.in_turn import ACTIONS, OTHER, PLAIN, InTurn
from bench.parts import ROOT, options, put, where_and_when

SCALING = ROOT / "docs" / "scaling.md"
PICTURE = ROOT / "docs" / "images" / "scaling.svg"
HANDS, EACH = 200, 12
TOURNAMENTS, STORED = (1, 50, 500), (1_000, 30_000, 1_000_000)
ROWS = """
WITH RECURSIVE n(i) AS (SELECT {first} UNION ALL SELECT i + 1 FROM n WHERE i < {last})
INSERT INTO scoring_hand (game_id, number, version, is_current, is_void, "key", digest, record,
    settlement, stones_a, stones_b, score_a, score_b, game_winner, verified, reason, actor_kind,
    actor_label, at)
SELECT {game}, i, 1, 1, 0, 'stored-' || i, 'd', '{{}}', '{{}}', 0, 0, 0, 0, '', 1, '', 'program',
    'bench', '2026-01-01' FROM n
"""

Curve = list[tuple[int, float]]
"""How many there were, and milliseconds of processor for a hand."""


@dataclass(frozen=True)
class Figures:
    """A curve for each thing that grows; `page`: making the page of the match after a hand."""

    floor: float
    match: Curve
    page: Curve
    tournaments: Curve
    stored: Curve
    where: str


class Tablet:
    """Sends the next hand of its match, straight into the application."""

    def __init__(self, app: Any, match: int, token: str, slug: str) -> None:
        self.app, self.match, self.token, self.slug = app, match, token, slug
        self.hands = InTurn(match, "g")

    def save(self, record: dict[str, Any]) -> float:
        """Milliseconds of processor for one hand."""
        body = self.hands.body(record)
        spent, answer = called(self.app, "POST", ACTIONS, body, self.token)
        self.hands.hear(answer)
        return spent

    def page(self) -> float:
        """Milliseconds of processor to make the page of the match."""
        return called(self.app, "GET", f"/t/{self.slug}/match/{self.match}/")[0]


def called(
    app: Any, method: str, path: str, body: bytes = b"", token: str = ""
) -> tuple[float, bytes]:
    """Milliseconds of processor, and the answer. Raises SystemExit when it is none."""
    environment = {
        "REQUEST_METHOD": method, "PATH_INFO": path, "SCRIPT_NAME": "", "QUERY_STRING": "",
        "SERVER_NAME": "localhost", "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": "localhost", "REMOTE_ADDR": "127.0.0.1", "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(body)), "HTTP_AUTHORIZATION": f"Device {token}",
        "wsgi.url_scheme": "http", "wsgi.input": io.BytesIO(body), "wsgi.errors": sys.stderr,
        "wsgi.version": (1, 0), "wsgi.multithread": False, "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }  # fmt: skip
    if not token:
        del environment["HTTP_AUTHORIZATION"]
    status: list[str] = []
    began = time.process_time()
    answer = app(environment, lambda told, _headers, _error=None: status.append(told))
    whole = b"".join(answer)
    answer.close()
    spent = 1_000 * (time.process_time() - began)
    if not status[0].startswith("200"):
        raise SystemExit(f"{path}: {status[0]} {whole[:300]!r}")
    return spent, whole


def measure(most_stored: int) -> Figures:
    from django.core.management import call_command
    from django.core.wsgi import get_wsgi_application

    app = get_wsgi_application()
    call_command("migrate", verbosity=0)
    tablets = _tablets(app, 3)
    floors = [called(app, "POST", "/bench/floor", b"{}")[0] for _time in range(EACH)]
    match, page = _along(next(tablets))
    more, of_all = next(tablets), next(tablets)
    tournaments = [(count, _with_tournaments(more, count)) for count in TOURNAMENTS]
    floors += [called(app, "POST", "/bench/floor", b"{}")[0] for _time in range(EACH)]
    stored = [(c, _with_hands(of_all, c)) for c in STORED if c <= most_stored]
    floors += [called(app, "POST", "/bench/floor", b"{}")[0] for _time in range(EACH)]
    floor = round(statistics.median(floors), 3)
    return Figures(floor, match, page, tournaments, stored, where_and_when())


def _tablets(app: Any, count: int) -> Iterator[Tablet]:
    from bench.hands import TABLES
    from tournament.matches.models import Match

    with redirect_stdout(io.StringIO()) as said:
        exec(TABLES.format(tablets=count), {})
    for match, token in json.loads(said.getvalue().strip().splitlines()[-1]):
        slug = Match.objects.select_related("tournament").get(pk=match).tournament.slug
        yield Tablet(app, match, token, slug)


def _along(tablet: Tablet) -> tuple[Curve, Curve]:
    """A hand, and the page made after it, along a match: medians of each twenty."""
    hands, pages = [], []
    for number in range(HANDS):
        hands.append(tablet.save(PLAIN if number % 2 else OTHER))
        pages.append(tablet.page())
    twenties = range(0, HANDS, 20)
    return (
        [(first + 10, _median(hands[first : first + 20])) for first in twenties],
        [(first + 10, _median(pages[first : first + 20])) for first in twenties],
    )


def _with_tournaments(tablet: Tablet, count: int) -> float:
    from django.utils import timezone

    from tournament.championship.models import Tournament

    missing = range(Tournament.objects.count(), count)
    now = timezone.now()
    Tournament.objects.bulk_create(
        Tournament(slug=f"stored-{number}", name=f"Stored {number}", starts_at=now)
        for number in missing
    )
    return _median([tablet.save(PLAIN if number % 2 else OTHER) for number in range(EACH)])


def _with_hands(tablet: Tablet, count: int) -> float:
    from django.db import connection
    from django.utils import timezone

    from scoring.course.models import Game, Hand
    from tournament.matches.models import Match

    other = Match.objects.exclude(pk=tablet.match).order_by("pk")[0]
    number = 10 + Game.objects.filter(match=other).count()
    filler = Game.objects.create(match=other, number=number, mano=0, started_at=timezone.now())
    first = Hand.objects.count()
    if first < count:
        with connection.cursor() as cursor:
            cursor.execute(ROWS.format(first=first + 1, last=count, game=filler.pk))
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return _median([tablet.save(PLAIN if number % 2 else OTHER) for number in range(EACH)])


def _median(times: list[float]) -> float:
    return round(statistics.median(times), 2)


def report(found: Figures) -> str:
    lines = [
        f"`python -m bench.growth`, {found.where}. Milliseconds of processor, SQLite, one process; "
        f"the floor (one row locked, one inserted) took {found.floor:.2f}.",
        "",
        "| what grows | from | to | a hand, from | a hand, to | for ten times as many |",
        "|---|--:|--:|--:|--:|--:|",
        *(
            f"| {name} | {curve[0][0]:,} | {curve[-1][0]:,} | {curve[0][1]:.2f} | "
            f"{curve[-1][1]:.2f} | {tenfold(curve):+.2f} ms |"
            for name, curve in curves(found).items()
        ),
        "",
        "![What a hand costs as things grow](images/scaling.svg)",
    ]
    return "\n".join(lines)


def curves(found: Figures) -> dict[str, Curve]:
    return {
        "hands of the match before it": found.match,
        "… the page of the match, made after it": found.page,
        "tournaments": found.tournaments,
        "hands stored": found.stored,
    }


def tenfold(curve: Curve) -> float:
    """The slope of the straight line through the curve, over the logarithm of how many."""
    from math import log10

    logs, times = [log10(count) for count, _ms in curve], [ms for _count, ms in curve]
    return statistics.linear_regression(logs, times).slope if len(curve) > 1 else 0.0


def main() -> None:
    parser = options(__doc__)
    parser.add_argument("--stored", type=int, default=max(STORED))
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "VAR_DIR": folder,
            "DATABASE_URL": f"sqlite:///{folder}/db.sqlite3",
            "DJANGO_SETTINGS_MODULE": "bench.floor_settings",
        }
        found = measure(chosen.stored)
    if chosen.json:
        from dataclasses import asdict

        print(json.dumps(asdict(found)))
        return
    print(report(found))
    if not chosen.print:
        put(SCALING, "growth", report(found))
        PICTURE.write_text(picture(curves(found), found.floor), encoding="utf-8")


if __name__ == "__main__":
    main()
