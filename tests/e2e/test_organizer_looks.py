"""The desk in a browser: the whole room on one screen, and a phone that can be read."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.servers import Server
from tests.services import becomes, expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

FILL = """
from django.contrib.auth.models import User
from tests.scoring import table
from tests.tournament import play
from tournament.matches.models import Match
from tournament.matches.services import matches
from tournament.memory.services import desk_act
user = User.objects.create_user("looker", password="walks-everywhere")
made = play.tournament(name="Full", entered=64, drawn=True, tables=32, owner=user)
matches.assign_free_tables(tournament_id=made.pk, actor=play.PROGRAM)
begun = list(Match.objects.filter(tournament=made, round=1).order_by("slot")[:26])
for match in begun[:-1]:
    play.start(match)
    table.record(table.read(match), table.plain(claim=[5, 1] if match.slot == 4 else [7, 1]))
with desk_act():  # the last one can be taken back
    play.start(begun[-1])
"""
# The label of a cell, in front of it, on one line.
LINES = ".now__list li"
CUT = """() => [...document.querySelectorAll(".table-wrap, .table-wrap *")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && !one.closest(".only-read, thead"))
  .filter((one) => getComputedStyle(one).display !== "inline").map((one) => one.outerHTML)"""
SILENT = """
from datetime import timedelta
from django.utils import timezone
from tournament.tables.models import Device, Table
table = Table.objects.get(tournament__slug="full", number=1)
seen = timezone.now() - timedelta(hours=2)
Device.objects.create(table=table, label="1-1", joined_at=seen, last_seen_at=seen)
"""
LABEL_LINES = """() => [...document.querySelectorAll("#tables td[data-label]")].map((cell) => {
  const style = getComputedStyle(cell, "::before");
  return Math.round(parseFloat(style.height) / parseFloat(style.lineHeight));
})"""


@pytest.fixture
def page(chromium: "Browser", site: Server) -> Iterator["Page"]:
    with chromium.new_context(locale="en", reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(site.url + "/accounts/login/")
        page.locator("[name=username]").fill("looker")
        page.locator("[name=password]").fill("walks-everywhere")
        page.get_by_role("main").locator("form button").click()
        page.wait_for_url("**/organizer/")
        yield page


@pytest.mark.parametrize(("width", "height"), [(360, 740), (390, 844), (1366, 768)])
def test_the_first_screen_has_what_is_due_and_what_is_always_within_reach(
    site, page, width, height
):
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{site.url}/organizer/t/full/")
    assert "Called and not begun 6" in page.locator(".now__list").inner_text()
    due = [".now__list .is-due", ".now__list [data-press=s]", ".ask-card h3",
           ".reach [data-press=u]", ".reach [data-press=b]", "#desk-search"]  # fmt: skip
    for what in due:
        box = page.locator(what).first.bounding_box()
        assert box["y"] >= 0, what
        assert box["y"] + box["height"] <= height, what
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if width < 700:
        bar = page.locator(".reach").bounding_box()
        assert bar["y"] + bar["height"] == height
        assert all(
            one.bounding_box()["height"] >= 44
            for one in page.locator(".reach .button:visible").all()
        )
        page.locator(".reach__menu").click()
        menu = page.locator("#more-tabs")
        for name in ("Rulings", "Consolation", "Paper", "Log", "Settings"):
            expect(menu.get_by_role("link", name=name, exact=True)).to_be_visible()


def test_the_search_shows_its_word_in_basque_on_the_narrowest_phone(site, page, chromium):
    size, signed_in = {"width": 360, "height": 740}, page.context.storage_state()
    with chromium.new_context(locale="eu", viewport=size, storage_state=signed_in) as basque:
        desk = basque.new_page()
        desk.goto(f"{site.url}/organizer/t/full/")
        expect(desk.locator("#desk-search")).to_have_attribute("placeholder", "Bilatu")
        assert desk.locator("#desk-search").bounding_box()["width"] >= 80


def test_each_table_is_listed_once_with_who_plays_and_the_search_leaves_the_wanted(site, page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{site.url}/organizer/t/full/")
    rows = page.locator(".wall__row")
    assert rows.count() == 32
    assert "needs help" in rows.nth(4).inner_text()
    assert "called" in rows.nth(31).inner_text()
    name = rows.nth(8).locator(".pair").first.inner_text()
    shown = page.locator("main .pair:visible").all_inner_texts()
    assert shown.count(name) == 1
    page.locator("#desk-search").fill(name.split(" – ")[0])
    expect(rows.nth(8)).to_be_visible()
    expect(rows.nth(4)).to_be_hidden()
    page.get_by_role("button", name="Show all again").click()
    expect(rows.nth(4)).to_be_visible()


@pytest.mark.long
def test_what_is_due_stands_first_and_the_tables_below_it_fill_the_page(site, page):
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{site.url}/organizer/t/full/")
    lines = [(one.bounding_box(), one.get_attribute("class")) for one in page.locator(LINES).all()]
    lines.sort(key=lambda line: (line[0]["y"], line[0]["x"]))
    assert lines[0][1] == "is-due"
    wall, inbox, whole = (page.locator(name).bounding_box() for name in (".wall", "#inbox", ".now"))
    assert wall["x"] == whole["x"]
    assert wall["x"] + wall["width"] < inbox["x"], "what waits stands beside the tables"
    assert inbox["x"] + inbox["width"] == whole["x"] + whole["width"]
    assert lines[-1][0]["y"] < wall["y"]
    height = page.evaluate("document.documentElement.scrollHeight")
    assert height < 2200  # 5,411 px with 32 tables, while each was told three times


@pytest.mark.sampled(2)
@pytest.mark.parametrize("language", ["es", "eu"])
def test_all_parts_of_a_tournament_stand_on_one_line(site, page, language):
    page.context.add_cookies([{"name": "django_language", "value": language, "url": site.url}])
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{site.url}/organizer/t/full/")
    assert len({tab.bounding_box()["y"] for tab in page.locator(".tabs a").all()}) == 1


@pytest.mark.sampled(4)
@pytest.mark.parametrize("path", ["t/full/tables/", "t/full/referees/", "t/full/clock/", "account"])
def test_no_table_is_cut_on_a_phone(site, page, path):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(site.url + ("/accounts/" if path == "account" else f"/organizer/{path}"))
    page.locator("details > summary").evaluate_all("all => all.forEach(one => one.click())")
    assert page.locator("table").count()
    assert page.evaluate(CUT) == []


@pytest.mark.long
def test_a_silent_tablet_leaves_room_for_the_names_at_its_table(site, page):
    site.shell(SILENT)
    page.set_viewport_size({"width": 820, "height": 1180})
    page.goto(f"{site.url}/organizer/t/full/tables/")
    row = page.locator("#tables tbody tr").first
    assert row.locator(".badge--bad").count()
    assert row.locator(".names").bounding_box()["width"] > 170


def test_on_a_phone_a_table_is_large_enough_to_tap(site, page):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{site.url}/organizer/t/full/")
    for tile in page.locator(".wall__table").all():
        box = tile.bounding_box()
        assert box["width"] >= 44
        assert box["height"] >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator(".wall__table").nth(4).click()
    page.wait_for_url("**/matches/**")


@pytest.mark.long
def test_the_labels_of_the_tables_are_not_broken_on_a_phone(site, page):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{site.url}/organizer/t/full/tables/")
    lines = page.evaluate(LABEL_LINES)
    assert len(lines) >= 32 * 4
    assert set(lines) == {1}
    # "Next" before the names of two pairs is one line high.
    waiting = page.locator("#tables .names .soft")
    heights = waiting.evaluate_all("all => all.map(e => e.getBoundingClientRect().height)")
    assert 0 < max(heights) < 30
    first = page.locator("#tables tbody tr").first
    number, code = first.locator("th").bounding_box(), first.get_by_role("link").last.bounding_box()
    assert abs(number["y"] + number["height"] / 2 - code["y"] - code["height"] / 2) < 12


def test_the_form_shows_what_the_chosen_format_knows_and_nothing_else(
    site: Server, page: "Page"
) -> None:
    page.goto(f"{site.url}/organizer/new/")
    page.get_by_text("Options of the format:").click()
    seen = "all => all.filter(one => one.offsetParent).map(one => one.querySelector('[name]').name)"

    def options() -> list[str]:
        return page.locator("div[data-of-formats]").evaluate_all(seen)

    of_knockout = ["third_place", "clubs_apart", "seeds", "byes_by_lot"]
    becomes(lambda: set(of_knockout) <= set(options()), True)
    choose(page, "format", "round_robin")
    of_league = ["tables", "any_order", "rounds_each", "points_win", "points_level", "points_game"]
    of_league += ["order_0", "ties", "leaving", "unplayed", "appeal_minutes"]
    becomes(options, of_league)
    choose(page, "format", "")
    choose(page, "regulation", "short-rules")
    becomes(options, ["seats", "rounds", "points", "by_standing"])
    expect(page.locator("[name=target]")).to_be_visible()
    expect(page.locator("[name=games_to_win]")).to_be_hidden()
    expect(page.get_by_text("and other lengths")).to_be_hidden()


def test_what_is_chosen_is_said_at_once_and_what_was_typed_stays(site, page):
    page.goto(f"{site.url}/organizer/new/")
    page.locator("[name=name]").fill("Elorrio")
    choose(page, "regulation", "valdegastea-2")
    chosen, other = page.locator(".is-chosen").all()
    expect(chosen).to_contain_text("Valdegastea")
    expect(chosen).to_be_focused()
    expect(page.locator("[name=regulation]").first).to_be_hidden()
    expect(page.get_by_placeholder("25 (the regulation)")).to_be_visible()
    other.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    expect(other).to_contain_text("Knockout")
    expect(page.locator("[name=format]:focus")).to_be_visible()  # the arrow keys fold nothing
    page.locator("[name=target]").fill("30")
    expect(page.get_by_text("The pair that first has 30 stones wins")).to_be_visible()
    expect(page.locator("[name=target]")).to_be_focused()
    expect(page.locator("[name=name]")).to_have_value("Elorrio")


def test_a_field_that_appears_between_two_others_is_empty(site, page):
    page.goto(f"{site.url}/organizer/new/")
    page.locator("summary", has_text="Pairs, substitutes and delays").click()
    page.locator("[name=late_first_game]").fill("10")
    page.locator("[name=late_match]").fill("25")  # before the page has said what 10 means
    expect(page.locator("[name=late_next_game]")).to_be_visible()
    expect(page.locator("[name=late_next_game]")).to_have_value("")
    expect(page.locator("[name=late_match]")).to_have_value("25")
    expect(page.locator("[name=late_match]")).to_be_focused()


def test_a_rule_is_found_by_its_words_and_sends_nothing(site, page):
    page.goto(f"{site.url}/organizer/new/")
    shown = page.locator(".rule:visible")
    finder = page.get_by_label("Find a rule or an option")
    becomes(shown.count, 4)  # the match alone is open
    finder.fill("Late GAME")
    becomes(shown.count, 1)
    expect(page.locator("[name=late_first_game]")).to_be_visible()
    expect(page.get_by_text("The match", exact=True)).to_be_hidden()
    page.locator("[name=late_first_game]").fill("10")
    expect(page.get_by_text("A pair is late 10 minutes after its call.")).to_be_visible()
    becomes(shown.count, 2)  # each next one can be lost, too
    finder.fill("bar's phones")
    expect(page.get_by_text("Nothing has these words.")).to_be_visible()
    finder.fill("35 phones")  # a number is what the sheet sets
    expect(page.locator("[name=house_rules]")).to_be_visible()
    finder.fill("refused")  # what is said lance by lance is asked for by the lance
    becomes(shown.count, 1)
    expect(page.get_by_text("the raiser takes 2 stones")).to_be_hidden()
    page.locator("[name=refused_raise]").focus()
    expect(page.get_by_text("the raiser takes 2 stones")).to_be_visible()
    finder.fill("refused chica")
    expect(page.locator("[name=refused_raise_in_chica]")).to_be_visible()
    finder.fill("club apart")
    expect(page.locator("[name=clubs_apart]")).to_be_visible()
    finder.fill("late")  # words count from their beginning: not "plate"
    expect(page.locator("[name=courtesy_minutes]")).to_be_hidden()  # minutes late are set
    expect(page.locator("[name=consolation]")).to_be_hidden()
    finder.fill("tapas")
    expect(page.get_by_text("Nothing has these words.")).to_be_visible()
    finder.press("Enter")
    page.get_by_role("button", name="Show all again").click()
    becomes(shown.count, 4)
    expect(page.get_by_role("button", name="Show all again")).to_be_hidden()
    assert page.url.endswith("/organizer/new/")

    page.locator(".folded summary").first.click()
    page.get_by_label("Find a regulation").fill("35 stones")
    expect(page.locator("label.regulation:visible")).to_have_count(1)


def choose(page: "Page", name: str, value: str) -> None:
    """Opens the list of regulations or formats and chooses one."""
    page.locator(".folded", has=page.locator(f"[name={name}]")).locator("summary").click()
    page.check(f"[name={name}][value='{value}']")
