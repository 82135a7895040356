"""Every kind of page at every width, light and dark, on contact sheets to be looked at.

    python -m bench.sheet                      all, into var/sheets/ (index.html has them)
    python -m bench.sheet --pages bracket,tv   only these
    python -m bench.sheet --url http://…       of a site that runs already, with --tournament <slug>

Says for each page and width whether it can be scrolled sideways and how far it moved while it
loaded (a layout shift of 0.02 is the most that passes). Ends with an error when one fails.
"""

from __future__ import annotations

import argparse
import html
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bench.parts import ROOT, browser
from bench.weight import SHIFTS
from tests.servers import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser

WIDTHS = {320: 640, 360: 740, 390: 844, 768: 1024, 820: 1180, 1440: 900, 1920: 1080, 3840: 2160}
THEMES = ("light", "dark")
SEED = 7
MOST_SHIFT = 0.02
PAGES = {
    "home": "/",
    "bracket": "/t/{slug}/",
    "today": "/t/{slug}/now/",
    "standings": "/t/{slug}/standings/",
    "days": "/t/{slug}/match-days/",
    "consolation": "/t/{slug}/consolation/",
    "pairs": "/t/{slug}/pairs/",
    "pair": "/t/{slug}/pairs/1/",
    "met": "/records/{slug}/pairs/1/",
    "match": "/t/{slug}/match/{match}/",
    "hand": "/t/{slug}/match/{match}/hand/1/1/",
    "prizes": "/t/{slug}/prizes/",
    "rules": "/t/{slug}/rules/",
    "log": "/t/{slug}/log/",
    "share": "/t/{slug}/share/",
    "embed": "/t/{slug}/embed/",
    "tv": "/t/{slug}/tv/",
    "circuits": "/circuits/",
}
OVER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@dataclass(frozen=True)
class Shot:
    """One page at one width in one theme: its picture, and what was wrong with it."""

    page: str
    width: int
    theme: str
    file: Path
    over: int
    shift: float

    @property
    def is_good(self) -> bool:
        return self.over <= 0 and self.shift < MOST_SHIFT


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", default=",".join(PAGES), help="separated by commas")
    parser.add_argument("--widths", default=",".join(map(str, WIDTHS)), help="in pixels")
    parser.add_argument("--out", type=Path, default=ROOT / "var/sheets")
    parser.add_argument("--url", help="a site that runs already")
    parser.add_argument("--tournament", default=f"simulated-championship-{SEED}")
    parser.add_argument("--language", default="es")
    options = parser.parse_args()
    pages = options.pages.split(",")
    widths = [int(width) for width in options.widths.split(",")]
    options.out.mkdir(parents=True, exist_ok=True)
    with site(options.url) as url, browser() as chromium:
        context = chromium.new_context(locale=options.language)
        results = context.request.get(f"{url}/t/{options.tournament}/results.json")
        matches = results.json()["results"]
        context.close()
        match = matches[0]["id"] if matches else 1
        shots = [
            shot
            for page in pages
            for shot in shoot(
                chromium,
                url + PAGES[page].format(slug=options.tournament, match=match),
                page,
                widths,
                options.out,
                options.language,
            )
        ]
        for page in pages:
            lay_out(chromium, page, [shot for shot in shots if shot.page == page], options.out)
    sys.exit(report(shots, options.out))


@contextmanager
def site(url: str | None) -> Iterator[str]:
    """The site at `url`; without one, a half-played championship of 27 pairs on a server of its
    own."""
    if url:
        yield url.rstrip("/")
        return
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server:
        server.manage(
            "simulate", "--public", "--pairs", "27", "--seed", str(SEED), "--stop-after", "0.7"
        )
        yield server.url


def shoot(
    chromium: Browser, url: str, page: str, widths: Sequence[int], out: Path, language: str
) -> Iterator[Shot]:
    """The page at each width, in each theme."""
    for theme in THEMES:
        for width in widths:
            context = chromium.new_context(
                viewport={"width": width, "height": WIDTHS.get(width, 900)},
                locale=language,
                color_scheme="dark" if theme == "dark" else "light",
                reduced_motion="reduce",
            )
            opened = context.new_page()
            opened.add_init_script(SHIFTS)
            opened.goto(url)
            opened.wait_for_timeout(400)
            file = out / f"{page}-{width}-{theme}.png"
            opened.screenshot(path=file)
            over, shift = opened.evaluate(OVER), opened.evaluate("window.moved")
            context.close()
            yield Shot(page, width, theme, file, over, round(shift, 4))


def lay_out(chromium: Browser, page: str, shots: Sequence[Shot], out: Path) -> None:
    """One sheet of a page: all its pictures at one height, each with its width and its faults."""
    figures = "".join(
        f'<figure><img src="{shot.file.name}" height="420"><figcaption>{shot.width} px'
        f"{'' if shot.is_good else f' · {shot.over} px too wide, moved {shot.shift}'}"
        "</figcaption></figure>"
        for shot in shots
    )
    style = (
        "body{margin:16px;background:#777;font:16px sans-serif;color:#fff}figure{display:inline-"
        "block;margin:0 12px 12px 0}img{display:block;background:#fff}"
    )
    text = f"<!doctype html><meta charset=utf-8><style>{style}</style><h1>{html.escape(page)}</h1>"
    sheet = out / f"{page}.html"
    sheet.write_text(text + figures, encoding="utf-8")
    opened = chromium.new_page(viewport={"width": 2600, "height": 1000})
    opened.goto(sheet.as_uri())
    opened.screenshot(path=out / f"{page}.png", full_page=True)
    opened.close()


def report(shots: Sequence[Shot], out: Path) -> int:
    """Writes the index, prints what failed; 1 when something did."""
    pages = dict.fromkeys(shot.page for shot in shots)
    rows = "".join(f'<p><a href="{page}.html">{page}</a></p>' for page in pages)
    (out / "index.html").write_text(f"<!doctype html><meta charset=utf-8>{rows}", encoding="utf-8")
    for shot in shots:
        if not shot.is_good:
            print(f"{shot.page} at {shot.width} {shot.theme}: {shot.over} px over, {shot.shift}")
    worst = max((shot.shift for shot in shots), default=0)
    print(f"{len(shots)} pictures in {out}/index.html; moved at most {worst}")
    return int(any(not shot.is_good for shot in shots))


if __name__ == "__main__":
    main()
