"""The pictures of the help pages and of README.md, made by a browser: `python -m bench.pictures`.

Those of the help are pages of a championship that `manage.py simulate` plays, in each language,
kept as WebP under docs/help/<language>/; tests/web/help holds that a help page names exactly these.
Those of README.md are pages of the demo in English, under docs/images/; `--readme` makes them
alone. Needs Chromium; made again when a page looks otherwise.
"""

from __future__ import annotations

import argparse
import base64
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bench.parts import ROOT, browser
from config.settings import LANGUAGES as SITE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ViewportSize

HELP = ROOT / "docs/help"
IMAGES = ROOT / "docs/images"
DEMO = "/t/brisbane-2026/"
WIDTH, HEIGHT = 1360, 1000
LANGUAGES = [code for code, _name in SITE]
QUALITY, MOST_BYTES = 60, 40_000
SLUG, SEED = "simulated-championship-7", "7"
LOOK = """
from django.contrib.auth.models import User
from tournament.models import Tournament
user = User.objects.create_user("walker", password="walks-everywhere")
for one in Tournament.objects.all(): one.organizers.add(user)
"""


@dataclass(frozen=True, slots=True)
class Picture:
    """A page, and how much of it is shown: from its top, on a screen of this size."""

    page: str
    width: int
    height: int


PICTURES = {
    "desk": Picture(f"/organizer/t/{SLUG}/", 1000, 640),
    "draw": Picture(f"/t/{SLUG}/", 1000, 560),
}
"""By the name of the file, without its ending."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--readme", action="store_true", help="only those of README.md")
    only_readme = parser.parse_args().readme
    from tests.servers import Server

    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server:
        server.manage("demo")
        with browser() as chromium:
            of_readme(chromium, server.url)
            if only_readme:
                return
            server.manage(
                "simulate", "--public", "--pairs", "8", "--seed", SEED, "--stop-after", "0.6"
            )
            server.manage("shell", "-c", LOOK)
            for language in LANGUAGES:
                take_pictures(chromium, server.url, language)


def of_readme(chromium: Browser, url: str) -> None:
    """The bracket of the demo, and a match of it that is being played."""
    size: ViewportSize = {"width": WIDTH, "height": HEIGHT}
    context = chromium.new_context(
        locale="en", base_url=url, reduced_motion="reduce", viewport=size
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


def take_pictures(chromium: Browser, url: str, language: str) -> None:
    """Every picture in one language."""
    context = chromium.new_context(locale=language, base_url=url, reduced_motion="reduce")
    page = context.new_page()
    page.goto("/accounts/login/")
    page.locator("[name=username]").fill("walker")
    page.locator("[name=password]").fill("walks-everywhere")
    page.get_by_role("main").locator("form button").click()
    page.wait_for_url("**/organizer/")
    for name, picture in PICTURES.items():
        page.set_viewport_size({"width": picture.width, "height": picture.height})
        page.goto(picture.page)
        page.evaluate("document.fonts.ready")
        shot = context.new_cdp_session(page).send(
            "Page.captureScreenshot", {"format": "webp", "quality": QUALITY}
        )
        file = HELP / language / f"{name}.webp"
        file.write_bytes(base64.b64decode(shot["data"]))
        print(file.relative_to(ROOT), file.stat().st_size)
    context.close()


if __name__ == "__main__":
    main()
