"""The pictures of the guides and of README.md, made by a browser: `python -m bench.pictures`.

Those of the guides are made by the walk of the browser tests (tests/e2e/guides.py), a picture for
each step: under docs/help/<language>/ in each language, under docs/tutorials/ in English.
tests/web/help holds that the pages there name exactly these. Those of README.md are pages of the
demo in English, under docs/images/. `--guides` and `--readme` make one kind alone. Needs Chromium;
made again when a page looks otherwise.
"""

from __future__ import annotations

import argparse
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bench.parts import ROOT, browser
from config.settings import LANGUAGES as SITE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ViewportSize

HELP = ROOT / "docs/help"
TUTORIALS = ROOT / "docs/tutorials"
IMAGES = ROOT / "docs/images"
DEMO = "/t/brisbane-2026/"
WIDTH, HEIGHT = 1360, 1000
LANGUAGES = [code for code, _name in SITE]
MOST_BYTES = 25_000
"""Of a picture in a guide."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--guides", action="store_true", help="only those of the guides")
    kinds.add_argument("--readme", action="store_true", help="only those of README.md")
    chosen = parser.parse_args()
    with browser() as chromium:
        if not chosen.guides:
            of_readme(chromium)
        if not chosen.readme:
            for language in LANGUAGES:
                of_guides(chromium, language)
            of_tutorials(chromium)


def of_guides(chromium: Browser, language: str) -> None:
    """Every picture of the guides in one language, in place of those that are there."""
    from tests.e2e.guides import fill, walk
    from tests.servers import Server

    take = partial(keep, emptied(HELP / language))
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server:
        walk(chromium, server, language, take, fill(server))


def of_tutorials(chromium: Browser) -> None:
    """Every picture of the tutorials, in English."""
    from tests.e2e.guides import fill, walk_tutorials
    from tests.servers import Server

    take = partial(keep, emptied(TUTORIALS))
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server:
        walk_tutorials(chromium, server, take, fill(server))


def emptied(folder: Path) -> Path:
    """The folder, without its pictures."""
    for file in folder.glob("*.webp"):
        file.unlink()
    return folder


def keep(folder: Path, name: str, picture: bytes) -> None:
    """Writes a picture of a guide. Raises SystemExit when it is too large."""
    if len(picture) > MOST_BYTES:
        raise SystemExit(f"{name}: {len(picture)} bytes, more than {MOST_BYTES}")
    file = folder / f"{name}.webp"
    file.write_bytes(picture)
    print(file.relative_to(ROOT), len(picture))


def of_readme(chromium: Browser) -> None:
    """The bracket of the demo, and a match of it that is being played."""
    from tests.servers import Server

    size: ViewportSize = {"width": WIDTH, "height": HEIGHT}
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server:
        server.manage("demo")
        context = chromium.new_context(
            locale="en", base_url=server.url, reduced_motion="reduce", viewport=size
        )
        page = context.new_page()
        page.goto(DEMO)
        match = page.locator("a.tie--playing").first.get_attribute("href")
        for name, address in (("bracket", DEMO), ("match", str(match))):
            page.goto(address)
            page.evaluate("document.fonts.ready")
            page.wait_for_timeout(3000)  # what a page loads once it rests
            file = IMAGES / f"{name}.png"
            page.screenshot(path=file)
            print(file.relative_to(ROOT), file.stat().st_size)
        context.close()


if __name__ == "__main__":
    main()
