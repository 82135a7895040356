"""What comes out of the printer: counted in the PDF that a browser makes of a page."""

import re
from typing import TYPE_CHECKING

import pytest

from tests.services import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

MOST_PAIRS = 32
FILL = """
from tests.scoring import table
from tests.tournament import play
from tournament.draw import services as draw
from tournament.entries.services import pairs
for entered, name in ((27, "Usual"), (32, "Most"), (64, "Double")):
    made = play.tournament(name=name)
    for number in range(1, entered + 1):
        pairs.enter(
            tournament_id=made.pk, actor=play.PROGRAM, club="Getariako Mus Elkartea",
            player_1=f"San Juan de Luz Iparra {number}",
            player_2=f"Urretxu-Zumarraga Hegoa {number}",
        )
    draw.make(tournament_id=made.pk, actor=play.PROGRAM, seed="s")
match = table.a_match(name="Twenty hands", best_of=9)
for _hand in range(20):
    table.record(match, table.plain())
"""


def sheets(page: "Page", paper: str = "A4") -> list[tuple[int, int]]:
    """Width and height of every sheet, in points."""
    pdf = page.pdf(format=paper, prefer_css_page_size=True)
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    count = len(re.findall(rb"/Type /Page\b", pdf))
    assert boxes
    if len(boxes) == 1:  # said once for all of them
        boxes *= count
    return [(int(float(width)), int(float(height))) for width, height in boxes]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("slug", ["usual", "most"])
def test_a_bracket_of_32_pairs_is_one_lying_sheet(site, page, slug):
    page.goto(f"{site.url}/t/{slug}/")
    assert [(width // 10, height // 10) for width, height in sheets(page)] == [(84, 59)]


@pytest.mark.parametrize("slug", ["most", "double"])
def test_a_bracket_is_one_sheet_of_letter_paper_too_and_leaves_no_line_over(site, page, slug):
    page.goto(f"{site.url}/t/{slug}/")
    assert [(width // 10, height // 10) for width, height in sheets(page, "Letter")] == [(79, 61)]
    if slug == "double":
        assert len(sheets(page)) == 1


def test_a_match_of_twenty_hands_is_two_sheets_of_either_paper(site, page):
    page.goto(f"{site.url}/t/twenty-hands/")
    page.locator("a.tie--playing").first.click()
    page.locator("#match-hands").wait_for()
    assert page.locator("#match-hands [data-key^=h]").count() == 20
    assert [len(sheets(page, paper)) for paper in ("A4", "Letter")] == [2, 2]


def test_no_name_on_it_is_cut_and_its_lines_are_drawn(site, page):
    page.goto(f"{site.url}/t/most/")
    page.emulate_media(media="print")
    cut = "all => all.filter(e => e.scrollHeight > e.clientHeight + 1).map(e => e.textContent)"
    assert page.locator(".tie__name").count() > MOST_PAIRS
    assert page.eval_on_selector_all(".tie__name", cut) == []
    line = "e => [getComputedStyle(e, '::after').display, getComputedStyle(e, '::after').content]"
    assert page.locator(".bracket__slot").first.evaluate(line) == ["block", '""']


@pytest.mark.long
def test_the_standings_of_a_championship_are_one_sheet(site, page):
    page.goto(f"{site.url}/t/usual/standings/")
    assert len(sheets(page)) == 1


@pytest.mark.long
def test_the_print_button_prints(site, page):
    page.add_init_script("window.print = () => { document.title = 'printed'; }")
    page.goto(f"{site.url}/t/usual/")
    page.get_by_role("button", name="Print").click()
    expect(page).to_have_title("printed")


@pytest.mark.long
def test_without_scripts_there_is_no_button_that_does_nothing(site, chromium):
    with chromium.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{site.url}/t/usual/")
        assert page.locator("[data-print]").count() == 1
        assert not page.locator("[data-print]").is_visible()


@pytest.mark.long
@pytest.mark.parametrize("width", [360, 390])
def test_the_standings_on_a_phone_are_a_few_lines_a_pair(site, page, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{site.url}/t/usual/standings/")
    heights = page.eval_on_selector_all("tbody tr", "all => all.map(e => e.offsetHeight)")
    assert len(heights) == 27
    assert max(heights) < 110
    assert page.locator("caption").evaluate("e => e.offsetHeight") < 45
