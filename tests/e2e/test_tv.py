"""The screen on the wall: nothing scrolls at any size, the desk steers it, the draw is played."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.delivery.test_open_pages import COMPARED
from tests.night import of_many, seed_of
from tests.servers import Server
from tests.services import becomes, expect, until

if TYPE_CHECKING:
    from scoring.management.simulation.day import Day

pytestmark = pytest.mark.browser

STEER = """
from tests.tournament import play
from tournament.models import Tournament
from tournament.screens import services
services.steer(tournament_id=Tournament.objects.get(slug="{slug}").pk, actor=play.PROGRAM,
    panels=["{panel}"], seconds=5, shown="{shown}")
"""
FILL = """
from tests.scoring import table
from tests.tournament import play
from tournament.matches.services import matches
match = table.a_match(pairs=24, name="Hall", tables=16)
table.record(match, table.plain())
for slot in range(1, 16):
    other = play.match(match.tournament, 1, slot)
    if other.status == "ready":
        play.start(other, table_number=slot + 1)

later = play.tournament(name="Later", entered=24, drawn=True, tables=16)
play.play_round(later, 1)
play.play_out(play.tournament(name="Over", entered=4, drawn=True))
"""
SCROLLS = """() => {
  const root = document.documentElement;
  const body = document.querySelector(".is-here .tv-panel__body");
  return [root.scrollWidth - root.clientWidth, root.scrollHeight - root.clientHeight,
          body.scrollHeight - body.clientHeight > 1 && !body.matches(".wall")];
}"""
TYPE = """() => [...document.querySelectorAll(".is-here .tv-table__name")]
  .map((name) => parseFloat(getComputedStyle(name).fontSize))[0] / innerHeight"""

CHANCES = """() => [...new Set([...document.querySelectorAll(".tie__chance")]
  .map((chance) => getComputedStyle(chance).display))]"""


def steer(site: Server, panel: str, shown: str = "", slug: str = "hall") -> None:
    site.shell(STEER.format(slug=slug, panel=panel, shown=shown))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080), (3840, 2160)])
def test_nothing_scrolls_and_tables_can_be_read_across_a_room(site, page, width, height):
    steer(site, "tables")
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{site.url}/t/hall/tv/")
    page.locator('[data-panel="tables"].is-here').wait_for()
    expect(page.locator("[data-clock]").first).to_have_text(re.compile(r"^\d\d:\d\d$"))
    becomes(lambda: page.evaluate(SCROLLS), [0, 0, False])
    assert page.evaluate(TYPE) >= 0.031  # of the height: 33 px at 1080
    assert page.evaluate(CHANCES) == ["none"], "no percentages beside a score, on any panel"


TREE = """() => {
  const box = document.querySelector(".is-here .tv-panel__body");
  const ties = [...box.querySelectorAll(".tie")];
  const last = ties.map((tie) => tie.getBoundingClientRect().bottom);
  const all = [...box.querySelectorAll(".bracket__title")];
  const titles = all.filter((one) => one.checkVisibility());
  return [box.getBoundingClientRect().bottom - Math.max(...last) >= 0, titles[0].textContent.trim(),
          parseFloat(getComputedStyle(box.querySelector(".tie")).fontSize) / innerHeight];
}"""


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080), (3840, 2160)])
def test_a_bracket_is_whole_and_begins_with_the_round_that_is_played(site, page, width, height):
    steer(site, "bracket", slug="later")
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{site.url}/t/later/tv/")
    page.locator('[data-panel="bracket"].is-here').wait_for()
    is_whole, first, share = page.evaluate(TREE)
    assert is_whole
    assert first == "Round 2"
    assert share >= 0.015  # of the height: 16 px at 1080


def test_the_desk_changes_what_an_open_screen_shows(site, page):
    steer(site, "tables")
    page.goto(f"{site.url}/t/hall/tv/")
    page.locator('[data-panel="tables"].is-here').wait_for()
    page.locator("#live-state[data-state=live]").wait_for(state="attached")
    steer(site, "clock")
    page.locator('[data-panel="clock"].is-here').wait_for()


NEWEST = """() => {
  const lot = document.querySelector("[data-lot].is-newest");
  const slot = lot.parentElement.querySelector(".tv-lot__number").textContent;
  return document.querySelector(".tv-spot").textContent === `${slot} · ${lot.textContent}`;
}"""
"""Whether the spot has the newest lot and its slot."""


@pytest.mark.long
def test_the_draw_is_played_slot_by_slot(site, page):
    steer(site, "clock", shown="draw")
    page.goto(f"{site.url}/t/hall/tv/")
    page.locator('[data-panel="draw"].is-here').wait_for()
    lots = page.locator("[data-lot]")
    assert lots.count() == 32
    page.locator("[data-lot].is-drawn").nth(1).wait_for()
    drawn = page.locator("[data-lot].is-drawn").count()
    assert drawn < 32
    until(page, NEWEST)
    page.reload()
    page.locator("[data-lot].is-drawn").nth(drawn - 1).wait_for()  # it goes on


def test_a_screen_goes_on_when_the_server_is_away(site, page):
    steer(site, "tables")
    page.goto(f"{site.url}/t/hall/tv/")
    page.locator('[data-panel="tables"].is-here').wait_for()
    page.context.set_offline(True)
    with page.expect_event("requestfailed"):
        page.evaluate("dispatchEvent(new Event('live:look'))")
    expect(page.locator('[data-panel="tables"].is-here')).to_be_visible()
    steer(site, "clock")
    page.context.set_offline(False)  # the browser tells its pages that it is online
    page.locator('[data-panel="clock"].is-here').wait_for()


ACT = """
from tests.tournament import play
from tournament.models import Tournament
from tournament.screens import services
of = dict(tournament_id=Tournament.objects.get(slug="hall").pk, actor=play.PROGRAM)
services.{act}
"""
ONE_MORE = """
from tests.scoring import table
from tournament.matches.models import Match
match = Match.objects.filter(tournament__slug="hall", status="playing").first()
table.record(match, table.plain(bets=table.ordago("chica")))
"""
SEEN = "all => all.filter(one => getComputedStyle(one).visibility === 'visible').length"


def test_the_desk_freezes_blackens_and_reveals_step_by_step(site, page):
    site.shell(ACT.format(act="steer(panels=['tables'], seconds=5, shown='tables', **of)"))
    page.goto(f"{site.url}/t/hall/tv/")
    page.locator('[data-panel="tables"].is-here').wait_for()
    page.locator("#live-state[data-state=live]").wait_for(state="attached")
    site.shell(ACT.format(act="hold(held='frozen', **of)"))
    still = page.locator("#tv-still")
    still.wait_for()
    picture = still.inner_text()
    live = page.locator('#tv [data-panel="tables"]')
    before = live.inner_text()
    site.shell(ONE_MORE)
    until(page, f"() => document.querySelector('#tv [data-panel=tables]').innerText !== {before!r}")
    assert still.inner_text() == picture  # what is live goes on below the picture
    assert not page.locator(".tv-moment").first.is_visible()
    site.shell(ACT.format(act="hold(held='', **of)"))
    expect(page.locator(".tv-moment:not([hidden])")).to_contain_text("Órdago")
    site.shell(ACT.format(act="hold(held='black', **of)"))
    until(page, "() => getComputedStyle(document.body, '::after').position === 'fixed'")
    assert still.count() == 0
    site.shell(
        ACT.format(
            act="steer(panels=['tables'], seconds=5, shown='tables', in_steps=True,"
            " **of)\nservices.reveal(step=2, **of)"
        )
    )
    page.locator('[data-panel="tables"].is-here .is-revealed').wait_for()
    assert page.eval_on_selector_all(".is-here [data-item]", SEEN) == 2


APART = """() => {
  const board = document.querySelector(".is-here .champion");
  const final = document.querySelector(".is-here .tv-final").getBoundingClientRect();
  return [...board.children].every((one) => one.getBoundingClientRect().bottom <= final.top + 1);
}"""


def test_the_champions_have_the_whole_wall(site, page):
    steer(site, "clock", slug="over")
    for width, height in ((1920, 1080), (820, 1180), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{site.url}/t/over/tv/")
        page.locator('[data-panel="clock"].is-here .champion__name').wait_for()
        box = page.locator(".is-here .champion").bounding_box()
        assert box is not None
        assert box["height"] > height * (0.75 if width > height else 0.65)
        assert page.evaluate(APART), "the result of the final covers no name"
        name, clock = (
            page.evaluate(
                "at => parseFloat(getComputedStyle(document.querySelector(at)).fontSize)", at
            )
            for at in (".is-here .champion__name", ".tv__clock")
        )
        assert name > clock
        becomes(lambda: page.evaluate(SCROLLS), [0, 0, False])


TOGETHER = of_many(8, nightly=1)
"""Hands that are entered before the open wall is compared with a fresh one."""
MOST_HANDS = of_many(24, nightly=100_000)
SLIDES = """() => [
  document.querySelectorAll("#tv-dots > i").length,
  ...[...document.querySelectorAll("#tv .tv-panel")].map((panel) =>
    [panel.dataset.panel, panel.querySelector(".tv-panel__body").style.fontSize]),
]"""
_day: tuple[Day, Iterator[None]] | None = None


def play_on(hands: int) -> None:
    """Draws a simulated day of 32 pairs, then enters so many of its hands at each call; prints the
    tournament's slug and whether the day goes on. In the process beside the server."""
    global _day
    from django.utils import timezone

    from scoring.management.simulation.day import Day, Plan, Progress

    if _day is None:
        plan = Plan("Soak", pairs=32, seed=seed_of(7), starts_at=timezone.now(), place="Getaria")
        day = Day(plan, Progress(sys.stderr, is_visible=False))
        _day = (day, day.acts())
        next(_day[1])
    day, acts = _day
    goes_on = all(next(acts, "over") is None for _hand in range(hands))
    sys.stdout.write(json.dumps([day.tournament.slug, goes_on]))


def test_a_wall_that_is_open_all_day_is_as_one_that_is_opened_now(site, page):
    def played(hands: int) -> tuple[str, bool]:
        script = f"from tests.e2e.test_tv import play_on; play_on({hands})"
        slug, goes_on = json.loads(site.shell(script))
        return slug, goes_on

    slug, goes_on = played(0)
    wall = f"{site.url}/t/{slug}/tv/"
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(wall)
    page.locator("#live-state[data-state=live]").wait_for(state="attached")
    fresh = page.context.new_page()
    fresh.set_viewport_size({"width": 1920, "height": 1080})
    done = 0
    while goes_on and done < MOST_HANDS:
        _slug, goes_on = played(TOGETHER)
        done += TOGETHER

        def is_fresh() -> bool:
            _is_gone, shown, now = page.evaluate(COMPARED)
            return shown == now

        becomes(is_fresh, True)
        fresh.goto(wall)
        fresh.locator(".tv-panel.is-here").wait_for()
        becomes(lambda: page.evaluate(SLIDES) == fresh.evaluate(SLIDES), True)
    assert done >= MOST_HANDS or not goes_on
