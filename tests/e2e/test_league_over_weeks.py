"""A double league of ten pairs over eighteen weeks in a browser: a pair that enters false results,
a week of silence, a pair that leaves and another that takes its place; and the table is what an
outsider counts from the file."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from tests.scoring.matchdays.weeks import counted
from tests.services import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.servers import Server

pytestmark = pytest.mark.browser

FILL = """
from django.contrib.auth.models import User
from tests.scoring.matchdays import weeks
weeks.begin(User.objects.create_user("secretary", password="eighteen-weeks-long"))
"""
START = """
import json
from scoring.statements.queries import links_of
from tests.scoring.matchdays import weeks
from tests.tournament import play
from tournament.models import Match, Tournament
cup = Tournament.objects.get(slug="weeks")
"""
LIAR, LEAVER, SILENT = 3, 7, 5
"""The numbers of the pair that lies and the one that leaves; the week of silence."""


@pytest.fixture
def say(site: Server):
    """Runs a script in the league; returns what it says."""

    def run(script: str) -> object:
        return json.loads(site.shell(START + script).splitlines()[-1])

    return run


@pytest.fixture
def desk(chromium: Browser, site: Server):
    with chromium.new_context(
        locale="en", reduced_motion="reduce", base_url=site.url, accept_downloads=True
    ) as context:
        page = context.new_page()
        page.goto("/accounts/login/")
        page.locator("[name=username]").fill("secretary")
        page.locator("[name=password]").fill("eighteen-weeks-long")
        page.get_by_role("main").locator("form button").click()
        page.wait_for_url("**/organizer/")
        yield page


PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def phone(chromium: Browser, site: Server):
    with chromium.new_context(locale="en", base_url=site.url, **PHONE) as context:
        yield context.new_page()


def test_a_league_over_eighteen_weeks_with_a_liar_silence_and_a_pair_that_leaves(
    site, say, desk, phone
):
    links = say(
        "print(json.dumps({one.number: one.link for one in links_of(tournament_id=cup.pk)}))"
    )
    its = say(f"""
own = {{}}
for week in range(1, {SILENT + 1}):
    for match in weeks.of_week(cup, week):
        if {LIAR} in (match.pair_a.number, match.pair_b.number):
            other = match.pair_b if match.pair_a.number == {LIAR} else match.pair_a
            own[week] = [match.pk, other.number, match.label]
print(json.dumps(own))
""")

    # The first week: two pairs agree on their phones; the other matches are told by the others.
    match, other, _label = its["1"]
    tells(phone, links[str(LIAR)], match, "We lost")
    phone.goto(f"/our-result/{links[str(other)]}/{match}/")
    phone.get_by_role("button", name="Yes, that is right").tap()
    phone.get_by_text("Both pairs agree. The result is entered.").wait_for()
    say(f"""
weeks.play_week(cup, 1)
for week in (2, 3):
    weeks.play_week(cup, week, but=[{LIAR}])
print(0)
""")

    # The fourth week: one pair says that it won what it has not played. Weeks to come are refused.
    for week in ("2", "3", "4"):
        tells(phone, links[str(LIAR)], its[week][0], "We won")
    phone.goto(f"/our-result/{links[str(LIAR)]}/{its[str(SILENT)][0]}/")
    phone.get_by_text("You can enter the result from").wait_for()
    expect(phone.get_by_role("group", name="We won")).to_have_count(0)
    assert say("print(weeks.silence_passes())") == 0, "three that nobody answers are many"
    say(f"weeks.play_week(cup, 4, but=[{LIAR}]); print(0)")

    # The fifth: of each match one pair speaks, and the other is silent.
    assert (
        say(f"""
for match in weeks.of_week(cup, {SILENT}, but=[{LIAR}]):
    weeks.say(match, "B")
closed = weeks.silence_passes()
weeks.a_week_passes(cup)
print(closed)
""")
        == 4
    )

    # The secretary's week: what the liar said, and what nobody played; one press for all.
    desk.goto("/organizer/")
    desk.get_by_role("link", name=re.compile("Weeks")).click()
    week = desk.locator("#week")
    expect(week.get_by_text("one of many that nobody has answered")).to_have_count(3)
    expect(week.get_by_text("Not played in time")).to_have_count(1)
    expect(desk.locator("#unconfirmed li")).to_have_count(4)
    week.get_by_role("button", name="Remind these pairs").click()
    desk.get_by_text("Without an address").wait_for()
    desk.get_by_role("link", name="Messages", exact=True).click()
    told = desk.locator(f"#pair-{its['2'][1]}")
    expect(told).to_contain_text("have entered")
    expect(told).to_contain_text(f"/our-result/{links[str(its['2'][1])]}/")

    # One of its rivals says no, and the organizers enter what was played.
    match, other, _label = its["2"]
    phone.goto(f"/our-result/{links[str(other)]}/{match}/")
    phone.get_by_text("No, it ended differently").tap()
    phone.get_by_role("group", name="We won").locator("label").first.tap()
    phone.get_by_role("button", name="Send our version").tap()
    phone.get_by_text("so the organizers decide").wait_for()
    desk.get_by_role("link", name="Week", exact=True).click()
    line = desk.locator(f"#week [data-key=week-{match}]")
    expect(line).to_contain_text("the organizers decide")
    line.get_by_role("link", name="Enter the result").click()
    enter(desk, say(f"print(json.dumps(weeks.true_result(Match.objects.get(pk={match}))))"))
    for number in ("3", "4"):
        desk.goto("/organizer/t/weeks/match-days/")
        line = desk.locator(f"#week [data-key=week-{its[number][0]}]")
        line.get_by_role("link", name="Enter the result").click()
        told = say(f"print(json.dumps(weeks.true_result(Match.objects.get(pk={its[number][0]}))))")
        enter(desk, told)
    desk.goto("/organizer/t/weeks/match-days/")
    line = desk.locator(f"#week [data-key=week-{its[str(SILENT)][0]}]")
    line.get_by_role("link", name="Not played").click()
    desk.get_by_label("Both pairs").check()
    desk.get_by_label("Reason").fill("nobody agreed on a date")
    desk.get_by_role("main").get_by_role("button", name="Enter it as lost").click()
    desk.get_by_text("Entered. The table has changed").wait_for()

    # A pair leaves: the table as it would be stands before, and its results are annulled.
    desk.goto(f"/organizer/t/weeks/pairs/{LEAVER}/withdraw/")
    expect(desk.get_by_role("main")).to_contain_text("1. ")
    desk.get_by_label("annulled", exact=False).first.check()
    desk.get_by_label("Reason").fill("moved away")
    desk.get_by_role("main").get_by_role("button", name="Withdraw the pair").click()
    desk.get_by_text("The withdrawal is recorded.").wait_for()
    say("weeks.play_week(cup, 6); print(0)")

    # Another pair plays on from the seventh week.
    desk.goto("/organizer/t/weeks/pairs/late/")
    desk.get_by_label("Player 1").fill("Lekeitio")
    desk.get_by_label("Player 2").fill("Ondarroa")
    desk.get_by_label("Reason").fill("takes over")
    desk.locator("form[data-asks] .form__actions button").click()
    desk.get_by_text("The pair is in match").or_(desk.get_by_text("is now")).first.wait_for()
    assert say("print(len(list(weeks.of_week(cup, 6))))") == 1, "of last week, which nobody played"
    say("""
weeks.play_week(cup, 6)
for week in range(7, weeks.WEEKS + 1):
    weeks.play_week(cup, week)
assert not Match.objects.filter(tournament=cup).exclude(status="finished").exists()
play.must_hold(cup)
print(0)
""")

    # The table on the screen is what an outsider counts from the file.
    content = desk.request.get("/t/weeks/tournament.mustour").body()
    desk.goto("/organizer/t/weeks/standings/")
    shown = []
    for row in desk.locator("#league-table tbody tr").all():
        name = row.get_by_role("rowheader").get_by_role("link").inner_text().replace("\xa0", " ")
        cells = [one.inner_text() for one in row.locator("td").all()]
        won, lost = cells[3].split("–")
        shown.append((name.strip(), int(cells[1].split()[0]), int(won), int(lost)))
    assert [one for one in shown if not one[0].startswith(f"Getaria {LEAVER} ")] == counted(
        content, annulled=[LEAVER]
    )
    assert shown[-1] == (f"Getaria {LEAVER} – Orio {LEAVER}", 0, 0, 0)
    assert "Lekeitio – Ondarroa" in [one[0] for one in shown]


def tells(phone: Page, link: str, match: int, group: str) -> None:
    """A pair enters the first result of a group on its phone."""
    phone.goto(f"/our-result/{link}/{match}/")
    phone.get_by_role("group", name=group).locator("label").first.tap()
    phone.get_by_role("button", name="Send the result").tap()
    phone.get_by_text("The result is sent.").wait_for()


def enter(desk: Page, games: list[int]) -> None:
    """The organizers enter the games of a match."""
    for name, value in zip(("games_a", "games_b"), games, strict=True):
        desk.locator(f"[name={name}]").fill(str(value))
    desk.locator("form:has([name=games_a]) .form__actions button").first.click()
    desk.wait_for_url("**/weeks/**")
