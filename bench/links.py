"""What the pictures of shared links cost the hands: the seconds of a hand with nobody asking for
pictures, and while readers ask for one new picture after the other.

    python -m bench.links             measures, writes its part of bench/RESULTS.md
    python -m bench.links --print     measures and only prints
    python -m bench.links --json      the figures as JSON

One server process on SQLite. The floor is the same hand on the same server in the same run, with
nobody asking.
"""

from __future__ import annotations

import http.client
import json
import os
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from bench.crowd import PLACE, send
from bench.hands import TABLES, hands_of
from bench.parts import options, told, where_and_when
from bench.product import manage
from bench.serving import Served

READERS, HANDS, RUNS, PAUSE = 4, 28, 3, 0.1
STEPS = range(1, 7)
LANGUAGES = ("es", "eu", "en", "fr")


@dataclass(frozen=True)
class Figures:
    """Milliseconds of a hand, (median, slowest tenth), medians of the runs; pictures a second."""

    alone: tuple[float, float]
    meanwhile: tuple[float, float]
    pictures_a_second: float
    told_to_wait_a_second: float
    other_answers: int
    bytes_a_picture: int
    where: str


def main() -> None:
    chosen = options(__doc__).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = measure(Path(folder))
    told(chosen, "links", figures, report(figures))


def measure(folder: Path) -> Figures:
    env = os.environ | {
        "VAR_DIR": str(folder),
        "DATABASE_URL": f"sqlite:///{folder / 'db.sqlite3'}",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    manage(env, "migrate", "--verbosity", "0")
    tables = json.loads(manage(env, "shell", "-v", "0", "-c", TABLES.format(tablets=2 * RUNS + 1)))
    ((slug, match), *_rest) = json.loads(manage(env, "shell", "-v", "0", "-c", PLACE))
    alone, meanwhile, answers, sizes, seconds = [], [], list[int](), list[int](), 0.0
    with Served(env) as served:
        first, *others = (hands_of(served.port, *table) for table in tables)
        waits(served.port, first)  # there are hands to draw
        for run in range(RUNS):
            alone.append(waits(served.port, others[2 * run]))
            over, began = threading.Event(), time.perf_counter()
            addresses = every(slug, match)
            with ThreadPoolExecutor(READERS) as pool:
                readers = [pool.submit(read, served.port, addresses, over) for _ in range(READERS)]
                meanwhile.append(waits(served.port, others[2 * run + 1]))
                over.set()
                for reader in readers:
                    statuses, bodies = reader.result()
                    answers += statuses
                    sizes += bodies
            seconds += time.perf_counter() - began
    return Figures(
        half_and_tenth(alone),
        half_and_tenth(meanwhile),
        round(answers.count(200) / seconds, 1),
        round(answers.count(503) / seconds, 1),
        sum(one not in (200, 503) for one in answers),
        round(statistics.median(sizes)),
        where_and_when(),
    )


def half_and_tenth(runs: list[list[float]]) -> tuple[float, float]:
    """Of each run the median and the slowest tenth; the medians of both, in milliseconds."""
    found = [(statistics.median(run), statistics.quantiles(run, n=10)[-1]) for run in runs]
    half, tenth = (statistics.median(one) for one in zip(*found, strict=True))
    return round(1000 * half, 1), round(1000 * tenth, 1)


def waits(port: int, hands: Iterator[Any]) -> list[float]:
    """The seconds of HANDS hands, one after the other with a pause."""
    found = []
    for hand in islice(hands, HANDS):
        found.append(send(port, hand))
        time.sleep(PAUSE)
    return found


class every:  # noqa: N801
    """Addresses of pictures, each once, for readers in several threads."""

    lock = threading.Lock()
    number = 0

    def __init__(self, slug: str, match: int) -> None:
        self.base = f"/t/{slug}/match/{match}"

    def next(self) -> tuple[str, str]:
        """The next picture's address, and the language to ask for."""
        with self.lock:
            every.number += 1
            number = every.number
        number, language = divmod(number, len(LANGUAGES))
        number, step = divmod(number, len(STEPS))
        game, hand = divmod(number, 6)
        place = f"{self.base}/hand/{game + 1}/{hand + 1}/replay/{STEPS[step]}/picture.png"
        return place, LANGUAGES[language]


def read(port: int, addresses: every, over: threading.Event) -> tuple[list[int], list[int]]:
    """Asks for pictures until it is over; the statuses, and the bytes of the pictures."""
    statuses, sizes = [], []
    while not over.is_set():
        place, language = addresses.next()
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", place, headers={"Accept-Language": language})
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        statuses.append(answer.status)
        if answer.status == 200:
            sizes.append(len(body))
        else:
            over.wait(0.2)
    return statuses, sizes


def report(f: Figures) -> str:
    return f"""### Pictures of shared links, and the hands meanwhile

{f.where}. One process, SQLite, {READERS} readers who ask for one new picture of a hand after the
other, {HANDS} hands a run, {RUNS} runs.

| a hand | half within | nine of ten within |
|---|---|---|
| nobody asks for pictures | {f.alone[0]} ms | {f.alone[1]} ms |
| pictures are drawn | {f.meanwhile[0]} ms | {f.meanwhile[1]} ms |

{f.pictures_a_second} pictures a second, {f.bytes_a_picture} bytes each; {f.told_to_wait_a_second}
a second were told to come again; {f.other_answers} other answers."""


if __name__ == "__main__":
    main()
