"""The public pages in a browser: no page wider than its window, a bracket that is one on a tablet,
a score that is said aloud, and every hand on paper."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from tests.servers import Server
from tests.services import becomes, expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

FILL = """
from tests.scoring import table
from tournament.entries.models import Pair
for best_of, longest in ((3, True), (5, False)):
    match = table.a_match(pairs=8, name="Long" if longest else "Heard", best_of=best_of)
    if longest:
        Pair.objects.filter(pk=match.pair_a_id).update(
            player_1="Maria Concepcion Etxeberriagoikoetxea",
            player_2="Bartholomew Featherstonehaugh-Cholmondeley")
        Pair.objects.filter(pk=match.pair_b_id).update(
            player_1="Juan Ignacio Goikoetxeagorrotxategi",
            player_2="Agirregomezkorta Larrañaga")
        Pair.objects.filter(tournament=match.tournament_id).update(club="Balmaseda")
    for entered in (table.plain(), table.win_for_a(), table.plain(), table.plain()):
        table.record(match, entered)
"""
ONE_MORE = """
from tests.scoring import table
from tournament.matches.models import Match
table.record(Match.objects.get(tournament__slug="heard", status="playing"), table.plain())
"""
PAGES = ("", "standings/", "consolation/", "pairs/", "rules/", "log/", "match", "hand")
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
FROM_THE_MIDDLE = """() => [...document.querySelectorAll(".site-footer a")].map((link) => {
  const box = link.getBoundingClientRect(), words = document.createRange();
  words.selectNodeContents(link);
  const { top, bottom } = words.getBoundingClientRect();
  return Math.abs(top + bottom - box.top - box.bottom) / 2;
})"""
# How many words of an element are broken over two lines: a word's boxes have one top each.
BROKEN = """(selector) => {
  let broken = 0;
  for (const element of document.querySelectorAll(selector)) {
    const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      for (const word of walk.currentNode.data.matchAll(/[^\\s–-]+/g)) {
        const range = document.createRange();
        range.setStart(walk.currentNode, word.index);
        range.setEnd(walk.currentNode, word.index + word[0].length);
        broken += new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1;
      }
    }
  }
  return broken;
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One of its own: the front page shows only so many matches of all that are played."""
    with Server(tmp_path_factory.mktemp("site")) as server:
        server.shell(FILL)
        yield server


def address(site: Server, page: "Page", kind: str, slug: str = "long") -> str:
    if kind not in {"match", "hand"}:
        return f"{site.url}/t/{slug}/{kind}"
    page.goto(f"{site.url}/t/{slug}/")
    match = page.locator(".tie--playing").get_attribute("href")
    return f"{site.url}{match}{'hand/1/1/' if kind == 'hand' else ''}"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", PAGES)
def test_no_page_is_wider_than_its_window(site, page, kind):
    where = address(site, page, kind)
    for width in (320, 360, 768, 820):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(where)
        for size in ("100%", "130%", "200%"):
            page.evaluate("size => { document.documentElement.style.fontSize = size }", size)
            assert page.evaluate(OVERFLOW) <= 0, f"{kind or 'bracket'} at {width} px, {size}"


@pytest.mark.sampled(5)
@pytest.mark.parametrize("width", [320, 360, 390, 768, 820, 1440])
def test_no_name_at_the_seats_is_broken_in_a_word(site, page, width):
    where = address(site, page, "match")
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(where)
    assert page.locator(".seats .side").count() == 4
    assert page.evaluate(BROKEN, ".seats .side, .hand-cards .side, .versus__name") == 0


@pytest.mark.long
def test_on_a_phone_matches_and_games_stand_on_one_line(site, page):
    page.context.add_cookies([{"name": "django_language", "value": "es", "url": site.url}])
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{site.url}/t/long/standings/")
    for row in page.locator("tbody tr").all():
        matches, games = (row.locator("td.nowrap").nth(n).bounding_box() for n in (0, 1))
        assert matches["y"] == games["y"]


@pytest.mark.long
@pytest.mark.parametrize("width", [820, 1440])
def test_the_cards_of_the_four_stand_two_and_two(site, page, width):
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(address(site, page, "hand"))
    seats = [seat.bounding_box() for seat in page.locator(".hand-cards li").all()]
    assert [seat["y"] for seat in seats] == [seats[0]["y"]] * 2 + [seats[2]["y"]] * 2
    for cards in page.locator(".hand-cards .holding").all():
        assert len({card.bounding_box()["y"] for card in cards.locator("> *").all()}) == 1


@pytest.mark.long
def test_a_page_that_follows_nothing_keeps_no_line_for_news(site, page):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{site.url}/accounts/login/")
    languages, looks = (form.bounding_box() for form in page.locator(".site-footer .switch").all())
    assert looks["y"] - languages["y"] - languages["height"] < 15


@pytest.mark.long
def test_the_languages_stand_in_the_middle_of_their_line(site, page):
    page.goto(f"{site.url}/t/long/")
    assert page.locator(".site-footer a[hreflang]").count() >= 4
    assert all(far < 4 for far in page.evaluate(FROM_THE_MIDDLE))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("width", [768, 820])
def test_a_tablet_held_upright_shows_the_tree(site, page, width):
    page.set_viewport_size({"width": width, "height": 1024})
    page.goto(f"{site.url}/t/long/")
    rounds = page.locator(".bracket__round")
    assert rounds.count() == 3
    boxes = [one.bounding_box() for one in rounds.all()]
    assert all(box["x"] + box["width"] <= width for box in boxes)  # all of it is in sight

    def middle(round_: int, slot: int) -> float:
        box = rounds.nth(round_).locator(".tie").nth(slot).bounding_box()
        return box["y"] + box["height"] / 2

    between = (middle(0, 0) + middle(0, 1)) / 2
    assert abs(middle(1, 0) - between) < 30
    line = "getComputedStyle(document.querySelector('.bracket__slot'), '::after').borderTopWidth"
    assert page.evaluate(line) == "2px"


def test_a_new_score_is_said_once_and_only_then(site, page):
    page.goto(address(site, page, "match", "heard"))
    said = page.locator("#said[aria-live=polite]")
    page.locator("#live-state[data-state=live]").wait_for(state="attached")
    assert said.inner_text() == ""
    before = page.locator("#versus").get_attribute("data-say")
    site.shell(ONE_MORE)
    page.locator("#said:not(:empty)").wait_for(state="attached")
    after = page.locator("#versus").get_attribute("data-say")
    assert after != before
    expect(said).to_have_text(after)
    sides = r"Getaria \d – Orio \d: {}"
    words = [sides.format(one) for one in ("21 stones, 1 game.", "3 stones, 0 games.")]
    assert re.fullmatch(" ".join(words), after)
    site.shell(CORRECTED)
    page.locator("#said").get_by_text("Corrected: hand").wait_for(state="attached")


CORRECTED = """
from scoring.hands.services import corrections
from tests.scoring import table
from tournament.matches.models import Match
match = Match.objects.get(tournament__slug="heard", status="playing")
corrections.correct(match_id=match.pk, game=1, number=1, reason="a bet was missing",
    record=table.plain(bets=table.seen("grande", 4)), actor=table.PROGRAM)
"""


WITHOUT_REST = """
const later = window.setTimeout;
window.setTimeout = (work, wait, ...more) => (wait === 1500 ? 0 : later(work, wait, ...more));
addEventListener("pointerover", (event) => event.stopImmediatePropagation());
"""
"""A page that never comes to rest (js/later.js), and that nobody uses."""


@pytest.mark.long
def test_a_first_look_at_a_bracket_asks_for_one_script_and_not_for_what_puts_news_in_place(
    site, chromium
):
    with chromium.new_context() as context:
        page = context.new_page()
        page.add_init_script(WITHOUT_REST)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(urlsplit(request.url).path))
        page.goto(f"{site.url}/t/long/")
        page.locator("#live-state[data-state=live]").wait_for()
        page.wait_for_timeout(500)
        files = [path for path in asked if path.startswith("/static/") and ".woff2" not in path]
        assert files == ["/static/packed/site.js"]
        assert [path for path in asked if path.startswith("/live/")] == ["/live/t/long"]


@pytest.mark.long
def test_on_paper_every_hand_of_a_match_can_be_read(site, page):
    page.goto(address(site, page, "match"))
    ledgers = page.locator(".hand .ledger")
    assert ledgers.count() == 4
    assert sum(ledger.is_visible() for ledger in ledgers.all()) == 1
    page.emulate_media(media="print")
    for ledger in ledgers.all():
        expect(ledger).to_be_visible()  # by the style alone
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator("details.hand[open]")).to_have_count(4)
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(page.locator("details.hand[open]")).to_have_count(1)


def test_the_front_page_brings_new_scores_by_itself(site, page):
    page.goto(site.url + "/")
    page.locator("#q").fill("zar")
    before = page.locator("#tournaments").inner_text()
    site.shell(ONE_MORE)
    changed = "before => document.querySelector('#tournaments').innerText !== before"
    page.wait_for_function(changed, arg=before)
    expect(page.locator("#q")).to_have_value("zar")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("width", [360, 390])
def test_a_phone_shows_four_tabs_and_opens_the_rest(site, page, width):
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(f"{site.url}/t/heard/")
    tabs = page.get_by_role("navigation", name="Tournament")
    expect(tabs.get_by_role("link")).to_have_text(["Bracket", "Today", "Standings", "Pairs"])
    tabs.get_by_role("button", name="More").click()
    page.get_by_role("link", name="Log").click()
    page.wait_for_url("**/log/")
    expect(page.get_by_role("link", name="Rules")).to_be_hidden()


@pytest.mark.long
def test_where_there_is_room_all_tabs_stand_side_by_side(site, page):
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{site.url}/t/heard/")
    tabs = page.get_by_role("navigation", name="Tournament")
    expect(tabs.get_by_role("link")).to_have_count(9)
    expect(tabs.get_by_role("button", name="More")).to_be_hidden()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", [(360, 640), (390, 844)])
def test_the_score_is_first_on_a_phone_and_stays(site, page, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(address(site, page, "match", "heard"))
    board = page.locator("#versus")
    box, title = board.bounding_box(), page.locator("h1").bounding_box()
    assert box is not None
    assert title is not None
    assert box["y"] + box["height"] <= min(title["y"], size[1] / 2)
    said = board.inner_text().lower()
    assert said.count("stones") == 2
    assert "games" in said
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight / 2)")
    page.wait_for_function(
        "() => document.getElementById('versus').getBoundingClientRect().bottom < 0"
    )
    bar = page.locator(".score-bar").bounding_box()
    assert bar is not None
    assert (bar["x"], bar["y"], bar["width"]) == (0, 0, size[0])
    assert bar["height"] <= 48  # one line
    assert page.evaluate(
        "size => document.elementFromPoint(size / 2, 20).closest('.score-bar') !== null", size[0]
    )


A_NEW_GAME = """
from tests.scoring import table
from tournament.matches.models import Match
match = Match.objects.get(tournament__slug="heard", status="playing")
table.record(match, table.win_for_a())
table.record(match, table.plain())
"""


def test_who_reads_an_old_hand_stays_there_when_a_game_begins(site, page):
    page.set_viewport_size({"width": 390, "height": 600})
    page.goto(address(site, page, "match", "heard"))
    page.locator("#live-state[data-state=live]").wait_for(state="attached")
    # As in Safari, which keeps nobody's place by itself.
    page.evaluate("document.documentElement.style.overflowAnchor = 'none'")
    hand = page.locator("[data-key=g1] details.hand").last
    hand.locator("summary.hand__summary").click()
    top = "(hand) => hand.getBoundingClientRect().top"
    hand.evaluate("(hand) => scrollBy(0, hand.getBoundingClientRect().top - 250)")
    before = hand.evaluate(top)
    assert 200 < before < 300
    site.manage("shell", "-c", A_NEW_GAME)
    page.locator("[data-key=g3] details.hand").wait_for(state="attached")
    becomes(lambda: abs(hand.evaluate(top) - before) < 3, True)
