"""The pictures of the help pages, made by a browser: `python -m bench.pictures`.

Each is a page of a championship that `manage.py simulate` plays, in each language, kept as WebP
under docs/help/<language>/. tests/web/help holds that a help page names exactly these. Needs
Chromium; made again when a page looks otherwise.
"""

from __future__ import annotations

import argparse
import base64
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parent.parent
HELP = ROOT / "docs/help"
LANGUAGES = ("es", "eu", "en", "fr")
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
    parser.parse_args()
    from playwright.sync_api import sync_playwright

    from tests.servers import Server
    from tests.services import CHROMIUM, CHROMIUM_ARGUMENTS

    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server:
        server.manage("simulate", "--public", "--pairs", "8", "--seed", SEED, "--stop-after", "0.6")
        server.manage("shell", "-c", LOOK)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
            for language in LANGUAGES:
                made(browser, server.url, language)


def made(browser: Browser, url: str, language: str) -> None:
    """Every picture in one language."""
    context = browser.new_context(locale=language, base_url=url, reduced_motion="reduce")
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
