"""The film of README.md, made by a browser: `make film`.

Twenty seconds: a referee enters a hand on a tablet, and the pages that everybody reads follow. Each
frame is a screenshot of both, kept as an animated WebP under docs/images/; tests/docs holds its
length and its size. Needs Chromium; made again when the pages look otherwise.
"""

from __future__ import annotations

import base64
import io
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from bench.parts import ROOT, browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

FILE = ROOT / "docs/images/film.webp"
QUALITY = 60
AT_REST = 500
"""Milliseconds in which a screen has come to rest."""
TABLET: ViewportSize = {"width": 360, "height": 720}
SCREEN: ViewportSize = {"width": 1040, "height": 720}
CANVAS: ViewportSize = {"width": 960, "height": 560}
STAGE = """<!doctype html><style>
body {{ margin: 0; padding: 12px; background: #17503c; color: #fff; font: 600 22px sans-serif }}
p {{ margin: 0 0 10px; height: 30px; line-height: 30px; text-align: center }}
main {{ display: flex; gap: 12px; justify-content: center }}
img {{ height: 484px; border-radius: 10px; display: block }}
</style><p>{caption}</p><main><img src="{left}"><img src="{right}"></main>"""
PLAYED = """
from tests.tournament import play
from tournament.models import Match
matches = Match.objects.filter(tournament={id}, round=1).order_by("slot")
for number, match in enumerate(matches[1:6]):
    play.win(match, "AAB"[number % 3])
"""


class Film:
    """The frames, each with how long it is shown."""

    def __init__(self, chromium: Browser, left: Page, right: Page) -> None:
        self.stage = chromium.new_page(viewport=CANVAS)
        self.left, self.right = left, right
        self.caption = ""
        self.frames: list[Image.Image] = []
        self.durations: list[int] = []

    def shoot(self, milliseconds: int) -> None:
        """Adds a frame of both screens as they are now; one that stays is taken at rest."""
        if milliseconds > AT_REST:
            self.left.wait_for_timeout(AT_REST)
        pictures = {"left": _address(self.left), "right": _address(self.right)}
        self.stage.set_content(STAGE.format(caption=self.caption, **pictures))
        self.stage.wait_for_function("[...document.images].every(image => image.complete)")
        frame = Image.open(io.BytesIO(self.stage.screenshot())).convert("RGB")
        self.frames.append(frame)
        self.durations.append(milliseconds)

    def keep(self, file: Path) -> None:
        self.frames[0].save(
            file, format="WEBP", save_all=True, append_images=self.frames[1:],
            duration=self.durations, loop=0, quality=QUALITY, method=6, minimize_size=True,
        )  # fmt: skip


def main() -> None:
    from tests.e2e.room import CARDS, Room, tablets
    from tests.servers import Server

    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server:
        [room] = Room.several(server, 1, pairs=16, tables=8, name="Getaria 2026")
        with browser() as chromium, tablets(chromium) as opened:
            tablet = opened(room, viewport=TABLET, reduced_motion="reduce")
            page = chromium.new_page(
                locale="en", reduced_motion="reduce", viewport=SCREEN, base_url=server.url
            )
            page.goto(f"/t/{room.slug}/")
            tablet.join()
            film = Film(chromium, tablet.page, page)
            film.caption = "The referee scans the code of the table"
            film.shoot(1800)
            tablet.begin()
            page.locator(".tie--playing").first.wait_for()
            film.shoot(1500)
            film.caption = "Sixteen taps for the cards"
            tablet.tap("Enter hand 1")
            for key in _keys(CARDS):
                film.shoot(260)
                tablet.tap(key, within=".keys--ranks")
            film.shoot(600)
            tablet.tap("Bets ›")
            tablet.page.locator(".lances").wait_for()
            film.caption = "One tap for a bet: every stone has its reason"
            film.shoot(2200)
            tablet.tap("Review")
            tablet.page.get_by_role("button", name="Save", exact=True).wait_for()
            film.caption = "The hand is read back before it is saved"
            film.shoot(2200)
            tablet.tap("Save")
            tablet.until_confirmed()
            film.caption = "Everybody reads it within a second"
            page.goto(f"/t/{room.slug}/match/{room.matches[1]}/")
            page.evaluate("document.fonts.ready")
            film.shoot(3000)
            room.run(PLAYED.format(id=room.id))
            page.goto(f"/t/{room.slug}/")
            page.evaluate("document.fonts.ready")
            film.caption = "The bracket follows, on phones and on the wall"
            film.shoot(3500)
            film.keep(FILE)
    print(FILE.relative_to(ROOT), FILE.stat().st_size, sum(film.durations) / 1000)


def _keys(cards: Iterable[str]) -> list[str]:
    names = {"R": "king", "C": "knight", "S": "jack", "7": "seven", "6": "six", "3": "three",
             "2": "two", "A": "ace"}  # fmt: skip
    return [f"{rank} {names[rank]}" for four in cards for rank in four.split()]


def _address(page: Page) -> str:
    return f"data:image/png;base64,{base64.b64encode(page.screenshot()).decode()}"


if __name__ == "__main__":
    main()
