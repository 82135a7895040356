"""Five days as they come, run by an organizer on a phone: a draw by balls, the paper of a day whose
laptop died, last year's event, rain after round 2, and a tie of three."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.servers import Server
from tests.services import expect
from tests.tournament.entries.test_sheets import ods

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
FILL = """
from django.contrib.auth.models import User
from tests.tournament import play
from tests.tournament.standings.test_ties import a_circle
user = User.objects.create_user("walker", password="walks-everywhere")
play.tournament(name="Balls", entered=6, owner=user)
paper = play.tournament(name="Paper", entered=8, drawn=True, owner=user)
play.win(play.match(paper, 1, 0))
play.tournament(name="Last year", owner=user)
rain = play.tournament(
    name="Rain", entered=8, drawn=True, owner=user, format="swiss",
    format_options={"swiss_rounds": 5},
)
for round_ in (1, 2):
    play.play_round(rain, round_)
circle = a_circle(ties="lot")
circle.organizers.add(user)
"""
LAST_YEAR = [
    ["Ronda", "Pareja 1", "Pareja 2", "Resultado"],
    ["Semifinal", "Lezo y Orio", "Deba y Mutriku", "3-1"],
    ["Semifinal", "Getaria y Zumaia", "Bera y Aia", "2-3"],
    ["Final", "Bera y Aia", "Lezo y Orio", "3-0"],
]


@pytest.fixture(scope="module")
def phone(chromium: "Browser", site: Server) -> Iterator["Page"]:
    """The organizer's phone, signed in."""
    with chromium.new_context(viewport=PHONE, locale="en", reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(site.url + "/accounts/login/")
        page.fill("[name=username]", "walker")
        page.fill("[name=password]", "walks-everywhere")
        page.get_by_role("main").locator("form button").click()
        page.wait_for_url("**/organizer/")
        yield page


def fits(page: "Page") -> None:
    """Nothing of the page is beside the screen."""
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def press(page: "Page", name: str, role: str = "button") -> None:
    fits(page)
    with page.expect_navigation():
        page.get_by_role("main").get_by_role(role, name=name).first.click()  # type: ignore[arg-type]
    fits(page)


def test_a_draw_by_balls_is_typed_as_they_come_out_and_two_pairs_change_places(phone, site):
    phone.goto(f"{site.url}/organizer/t/balls/draw/")
    press(phone, "Drawn in the room with balls or slips? Enter it by hand", "link")
    first = [phone.locator(f"[name={side}1]").bounding_box() for side in "ab"]
    assert first[0]["y"] == first[1]["y"], "a match on one line"  # type: ignore[index]
    for match, (a, b) in enumerate([(3, 6), (5, ""), (2, 1), (4, "")], start=1):
        phone.fill(f"[name=a{match}]", str(a))
        phone.fill(f"[name=b{match}]", str(b))
    phone.fill("[name=reason]", "balls from the bar's bag")
    press(phone, "Record this draw")
    expect(phone.get_by_role("main")).to_contain_text("drawn by hand")
    press(phone, "Swap two places of the draw", "link")
    phone.select_option("[name=first]", "6")
    phone.select_option("[name=second]", "1")
    phone.fill("[name=reason]", "two of a club")
    press(phone, "Swap the two pairs")
    phone.goto(f"{site.url}/t/balls/draw/")
    fits(phone)
    said = phone.get_by_role("main")
    expect(said).to_contain_text("balls from the bar's bag")
    expect(said).to_contain_text("two of a club")


def test_the_paper_of_a_dead_laptop_is_entered_at_once_and_the_day_goes_on(phone, site):
    phone.goto(f"{site.url}/organizer/t/paper/settings/")
    press(phone, "Enter results afterwards", "link")
    rest = phone.evaluate(
        """async () => (await (await fetch("/api/v1/tournaments/paper/matches/")).json())
        .filter((one) => one.status === "ready" && one.round === 1)
        .map((one) => `${one.pair_b.number} - ${one.pair_a.number}: 3-1`).join("\\n")"""
    )
    phone.fill("[name=results_text]", rest)
    press(phone, "Look at it first")
    expect(phone.locator(".past").first.locator("li")).to_have_count(4)
    phone.fill("[name=reason]", "the laptop died")
    press(phone, "Enter these results")
    expect(phone.get_by_role("main")).to_contain_text("The results are entered.")
    expect(phone.locator("#latest")).to_contain_text("Results were entered afterwards")


def test_last_years_event_comes_in_from_its_spreadsheet(phone, site):
    phone.goto(f"{site.url}/organizer/t/last-year/results/afterwards/")
    sheet = {"name": "2025.ods", "mimeType": "application/vnd.oasis.opendocument.spreadsheet"}
    phone.set_input_files("[name=file]", [{**sheet, "buffer": ods(Torneo=LAST_YEAR)}])  # type: ignore[list-item]
    press(phone, "Look at it first")
    expect(phone.locator("#found")).to_contain_text("Champion: Bera – Aia")
    phone.fill("[name=reason]", "the sheet of 2025")
    press(phone, "Enter these results")
    phone.goto(f"{site.url}/t/last-year/")
    fits(phone)
    expect(phone.locator(".champion__name")).to_contain_text("Bera – Aia")
    expect(phone.get_by_role("main")).to_contain_text("entered afterwards")


def test_a_swiss_of_five_rounds_ends_in_the_rain_after_two(phone, site):
    phone.goto(f"{site.url}/organizer/t/rain/settings/")
    press(phone, "End the tournament as it stands", "link")
    expect(phone.get_by_role("main")).to_contain_text("The title")
    phone.fill("[name=reason]", "rain")
    press(phone, "End the tournament as it stands")
    expect(phone.get_by_role("main")).to_contain_text("The tournament has ended.")
    phone.goto(f"{site.url}/t/rain/standings/")
    fits(phone)
    expect(phone.get_by_role("main")).to_contain_text("champion")


def test_T9_a_tie_of_three_stops_the_day_until_the_lot_of_the_room_is_entered(phone, site):
    phone.goto(f"{site.url}/organizer/t/zarautz-cup/")
    press(phone, "Decide", "link")
    expect(phone.locator("[name=order]")).to_have_value("1, 2, 3")
    phone.fill("[name=order]", "2, 3, 1")
    phone.fill("[name=reason]", "three slips in a hat")
    press(phone, "Record the decision")
    expect(phone.get_by_role("main")).to_contain_text("The tie is decided.")
    phone.goto(f"{site.url}/t/zarautz-cup/standings/")
    fits(phone)
    expect(phone.get_by_role("main")).to_contain_text("Tie decided by a lot drawn in the room")
    expect(phone.locator("tbody tr").first).to_contain_text("Getaria 2")
