"""What a first visit costs a reader: bytes by file as sent (gzip), first paint and layout shift.

    python -m bench.weight            measures, writes its part of bench/RESULTS.md
    python -m bench.weight --print    measures and only prints
    python -m bench.weight --json     the same as JSON

The phone is Chromium held to 1.6 Mbit/s, 150 ms and a quarter of the processor, with nothing kept;
the server and the database are those of `make run`. Needs what `make test` installs, and Chromium.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit
from urllib.request import Request, urlopen

from tests.servers import ROOT, Server
from tests.services import CHROMIUM, CHROMIUM_ARGUMENTS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

RESULTS = Path(__file__).with_name("RESULTS.md")
BEGIN, END = "<!-- weight: begin -->", "<!-- weight: end -->"
SEED = 7
TOURNAMENT = f"/t/simulated-championship-{SEED}/"
FLOOR = "/healthz"
"""A page of a few bytes that asks for nothing: what the line and the browser take by themselves."""
PAGES = {
    "bracket": TOURNAMENT,
    "match": f"{TOURNAMENT}match/1/",
    "standings": f"{TOURNAMENT}standings/",
    "home": "/",
    "today": f"{TOURNAMENT}now/",
    "pair": f"{TOURNAMENT}pairs/1/",
    "screen": f"{TOURNAMENT}tv/",
}
VISITS = 5
LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}
SLOWER = 4
ICON = re.compile(r'<link rel="icon"[^>]*href="([^"]+)"')
NAMED = re.compile(r"\.[0-9a-f]{12}\.")
SHIFTS = """
window.moved = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.moved += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""
PAINTED = 'performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? null'


@dataclass(frozen=True)
class Weight:
    """A page's first load: file name → bytes, the fonts apart; seconds to the first paint."""

    page: str
    files: dict[str, int]
    fonts: dict[str, int]
    first_paint: float
    floor: float
    layout_shift: float

    @property
    def total(self) -> int:
        return sum(self.files.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--print", action="store_true", help="print only")
    parser.add_argument("--json", action="store_true", help="print as JSON only")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        weights = measured(Path(folder))
    if options.json:
        print(
            json.dumps([asdict(weight) | {"total": weight.total} for weight in weights], indent=1)
        )
        return
    text = report(weights)
    print(text)
    if not options.print:
        keep(text)


def measured(folder: Path) -> list[Weight]:
    """Every page of a finished championship of 16 pairs, visited for the first time."""
    env = {"STATIC_COLLECTED": "1", "STATIC_ROOT": str(folder / "static"), "DEBUG": "0"}
    with Server(folder, env=env) as server:
        server.manage("simulate", "--public", "--pairs", "16", "--seed", str(SEED))
        server.manage("collectstatic", "--no-input", "-v", "0", "-i", "drf_spectacular_sidecar")
        server.kill()
        server.start()
        with browser() as chromium:
            return [weigh(chromium, server, page, path) for page, path in PAGES.items()]


@contextmanager
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        yield chromium
        chromium.close()


def weigh(chromium: Browser, server: Server, page: str, path: str) -> Weight:
    """One page: what it asks for, and the median of its visits."""
    url = server.url + path
    visits = [visit(chromium, url) for _ in range(VISITS)]
    files = {name: sent(address) for name, address in files_of_visit(url, visits[0][0])}
    return Weight(
        page=page,
        files={name: size for name, size in files.items() if not name.endswith(".woff2")},
        fonts={name: size for name, size in files.items() if name.endswith(".woff2")},
        first_paint=paint_of(visits),
        floor=paint_of([visit(chromium, server.url + FLOOR) for _ in range(VISITS)]),
        layout_shift=round(max(shift for _, _, shift in visits), 4),
    )


def paint_of(visits: list[tuple[list[str], float, float]]) -> float:
    """The median of the first paints."""
    return round(statistics.median(paint for _, paint, _ in visits), 3)


def visit(chromium: Browser, url: str) -> tuple[list[str], float, float]:
    """The addresses asked for, the seconds to the first paint, how far the page moved."""
    context = chromium.new_context(viewport={"width": 360, "height": 740}, locale="es-ES")
    try:
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", LINE)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.add_init_script(SHIFTS)
        urls: list[str] = []
        page.on("request", lambda request: urls.append(request.url))
        page.goto(url, wait_until="load")
        page.evaluate("document.fonts.ready.then(() => true)")
        page.wait_for_timeout(500)
        return urls, page.evaluate(PAINTED) / 1000, page.evaluate("window.moved")
    finally:
        context.close()


def files_of_visit(url: str, urls: list[str]) -> Iterator[tuple[str, str]]:
    """File name and address of what a visit fetches, with the icon that a window shows."""
    yield "the page", url
    with urlopen(url) as response:
        icon = ICON.search(response.read().decode())
    also = [urljoin(url, icon[1])] if icon else []
    for address in dict.fromkeys([*urls, *also]):
        path = urlsplit(address).path
        if path.startswith("/static/"):
            yield NAMED.sub(".", path.rpartition("/")[2]), address.partition("#")[0]


def sent(url: str) -> int:
    """The bytes of the body, as a browser that knows gzip gets them."""
    with urlopen(Request(url, headers={"Accept-Encoding": "gzip"})) as response:
        return len(response.read())


def report(weights: list[Weight]) -> str:
    """The part of bench/RESULTS.md."""
    now = datetime.now(UTC).date()
    command = ["git", "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout.strip()
    head = (
        f"## The first visit, {now}, commit {commit}\n\n`python -m bench.weight`, load"
        f" {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors. Bytes as sent with gzip, a"
        " championship of 16 pairs; a phone of 1.6 Mbit/s, 150 ms and a quarter of the processor,"
        f" median of {VISITS} visits. Before: a bracket 32 KB, fonts 73 KB, first paint 0.93 to"
        " 1.05 s.\n\nTargets: a bracket at most 14 KB, fonts at most 40 KB, first paint under"
        " 0.7 s. The floor is `/healthz` in the same browser, in the same minute.\n\n"
        "| page | bytes | fonts | first paint | floor | layout shift | of which |\n"
        "|---|--:|--:|--:|--:|--:|---|\n"
    )
    return head + "".join(_row(weight) for weight in weights)


def _row(weight: Weight) -> str:
    parts = ", ".join(f"{name} {size:,}" for name, size in weight.files.items())
    return (
        f"| {weight.page} | {weight.total:,} | {sum(weight.fonts.values()):,} |"
        f" {weight.first_paint:.2f} s | {weight.floor:.2f} s | {weight.layout_shift} | {parts} |\n"
    )


def keep(text: str) -> None:
    """Writes its part of bench/RESULTS.md, in place of the one before."""
    old = RESULTS.read_text("utf-8") if RESULTS.exists() else ""
    before, _, rest = old.partition(BEGIN)
    after = rest.partition(END)[2] or "\n"
    RESULTS.write_text(f"{before}{BEGIN}\n{text}{END}{after}", "utf-8")


if __name__ == "__main__":
    main()
