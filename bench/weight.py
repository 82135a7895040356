"""What a first visit costs a reader: bytes by file as sent (gzip), first paint and layout shift.

    python -m bench.weight            measures, writes its part of bench/RESULTS.md
    python -m bench.weight --print    measures and only prints

The phone is Chromium held to 1.6 Mbit/s, 150 ms and a quarter of the processor, with nothing kept;
the server and the database are those of `make run`. Needs what `make test` installs, and Chromium.
"""

from __future__ import annotations

import re
import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit
from urllib.request import Request, urlopen

from bench.parts import browser, options, publish, where_and_when
from tests.servers import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser

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


def main() -> None:
    chosen = options(__doc__).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        publish(chosen, "weight", measured(Path(folder)))


def measured(folder: Path) -> str:
    """The part of RESULTS.md: the pages of a finished championship of 16 pairs, visited for the
    first time."""
    env = {"STATIC_COLLECTED": "1", "STATIC_ROOT": str(folder / "static"), "DEBUG": "0"}
    with Server(folder, env=env) as server:
        server.manage("simulate", "--public", "--pairs", "16", "--seed", str(SEED))
        server.manage("collectstatic", "--no-input", "-v", "0", "-i", "drf_spectacular_sidecar")
        server.kill()
        server.start()
        with browser() as chromium:
            rows = [weigh(chromium, server, page, path) for page, path in PAGES.items()]
    return "\n".join([
        "## The first visit",
        "",
        f"`python -m bench.weight`, {where_and_when()}. Bytes as sent with gzip, a championship of "
        f"16 pairs; a phone of 1.6 Mbit/s, 150 ms and a quarter of the processor, median of "
        f"{VISITS} visits. Before: a bracket 32 KB, fonts 73 KB, first paint 0.93 to 1.05 s.",
        "",
        "Targets: a bracket at most 14 KB, fonts at most 40 KB, first paint under 0.7 s. The floor "
        "is `/healthz` in the same browser, in the same minute.",
        "",
        "| page | bytes | fonts | first paint | floor | layout shift | of which |",
        "|---|--:|--:|--:|--:|--:|---|",
        *rows,
    ])  # fmt: skip


def weigh(chromium: Browser, server: Server, page: str, path: str) -> str:
    """The row of one page: the files that it asks for, and the median of its visits."""
    url = server.url + path
    visits = [visit(chromium, url) for _ in range(VISITS)]
    files = {name: sent(address) for name, address in files_of_visit(url, visits[0][0])}
    fonts = sum(size for name, size in files.items() if name.endswith(".woff2"))
    parts = [f"{name} {size:,}" for name, size in files.items() if not name.endswith(".woff2")]
    floor = paint_of([visit(chromium, server.url + FLOOR) for _ in range(VISITS)])
    shift = round(max(shift for _, _, shift in visits), 4)
    return (
        f"| {page} | {sum(files.values()) - fonts:,} | {fonts:,} | {paint_of(visits):.2f} s |"
        f" {floor:.2f} s | {shift} | {', '.join(parts)} |"
    )


def paint_of(visits: list[tuple[list[str], float, float]]) -> float:
    """The median of the first paints, in seconds."""
    return statistics.median(paint for _, paint, _ in visits)


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


if __name__ == "__main__":
    main()
