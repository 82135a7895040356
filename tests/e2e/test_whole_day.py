"""One person runs thirty-two pairs from the door to the diplomas; every act's clicks are counted.

Results come in from the tables (here from a program, as tablets send them); everything that the
desk does is done in a browser, beginning and ending at the desk. docs/the-day.md has the counts.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from tests.servers import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

MOST_CLICKS = 3
# A claim is looked at before it is decided: what would follow is shown in between.
LOOKED_AT = {"a claim decided": 4}
FILL = """
from django.contrib.auth.models import User
from tests.tournament import play
user = User.objects.create_user("walker", password="walks-everywhere")
play.tournament(name="Big", entered=30, tables=32, owner=user)
"""
ROUND = """
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.matches.models import Match
cup = Tournament.objects.get(slug="big")
for match in Match.objects.filter(tournament=cup, round={round}, kind="championship"):
    if match.status in ("ready", "playing"):
        play.win(match)
"""
CLAIM = """
from tests.scoring import table
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.matches.models import Match
cup = Tournament.objects.get(slug="big")
match = Match.objects.filter(tournament=cup, round=1, status="playing").order_by("slot").first()
table.record(table.read(match), table.plain(claim=[9, 9]))
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("site")) as server:
        server.manage("shell", "-c", FILL)
        yield server


class Desk:
    """The organizer's browser. Each act begins at the desk and says how many clicks it took."""

    def __init__(self, page: "Page", site: Server) -> None:
        self.page, self.site = page, site
        self.counts: dict[str, int] = {}
        self._clicks = 0

    def click(self, selector: str) -> None:
        self._clicks += 1
        self.page.locator(selector).first.click()
        self.page.wait_for_load_state()

    def say(self, name: str, text: str) -> None:
        self.page.fill(f"[name={name}]", text)

    def act(self, name: str, do: Callable[["Desk"], None], told: str = "") -> None:
        self.page.goto(f"{self.site.url}/organizer/t/big/")
        self._clicks = 0
        do(self)
        said = self.page.locator(".messages").all_inner_texts()
        assert told in " ".join(said), (name, said)
        assert "notice--bad" not in self.page.content(), name
        self.counts[name] = max(self._clicks, self.counts.get(name, 0))


SUBMIT = "form[data-asks] .form__actions button"


def _late(desk: Desk) -> None:
    desk.click('a[data-press="l"]')
    number = len(desk.page.locator("[name=place]").all())
    desk.say("player_1", f"Ondarroa {number}")
    desk.say("player_2", f"Lekeitio {number}")
    desk.say("reason", "the bus was late")
    desk.click("[name=place]")
    desk.click(SUBMIT)


def _at_table(number: int, link: str, reason: str, **more: str) -> Callable[[Desk], None]:
    def do(desk: Desk) -> None:
        desk.click(f'.wall [data-table="{number}"]')
        desk.click(f'#acts a[href*="{link}"]')
        desk.say("reason", reason)
        for name, text in more.items():
            desk.say(name, text)
        desk.click(SUBMIT)

    return do


def _claim(desk: Desk) -> None:
    desk.click('#inbox .ask-card__acts a[href*="/rulings/"]')
    desk.click("[name=decision]")
    desk.say("reason", "counted again")
    desk.click('button[value="look"], button[name="step"]:not([value="do"])')
    desk.click('button[value="do"]')


def _reduce(desk: Desk) -> None:
    desk.click('a[href$="/reduce-games/"]')
    desk.click("[name=best_of]")
    desk.say("reason", "it is late")
    desk.click(SUBMIT)


def _two(first: str, second: str) -> Callable[[Desk], None]:
    def do(desk: Desk) -> None:
        desk.click(first)
        desk.click(second)

    return do


def _one(selector: str) -> Callable[[Desk], None]:
    return lambda desk: desk.click(selector)


def test_a_day_of_thirty_two_pairs(site: Server, chromium: "Browser") -> None:
    context = chromium.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
    page = context.new_page()
    page.goto(f"{site.url}/accounts/login/")
    page.fill("[name=username]", "walker")
    page.fill("[name=password]", "walks-everywhere")
    page.click("main form button")
    desk = Desk(page, site)

    desk.act(
        "everybody ticked as here",
        _two('a[href$="/pairs/here/"]', 'form[action$="/all/"] button'),
        "more are here",
    )
    desk.act(
        "the draw", _two('#next a[href$="/draw/"]', ".draw-form .button--gold"), "The draw is made"
    )
    for _pair in range(2):
        desk.act("a late pair in a bye's place", _late, "is now")
    desk.act("all matches called", _one('[data-press="c"]'), "have a table now")
    desk.act(
        "both pairs absent", _at_table(16, "/absent/", "nobody came"), "Both pairs are withdrawn"
    )
    desk.act("all matches begun", _one('[data-press="s"]'), "have begun")
    desk.act("a player substituted", _at_table(3, "out=2", "ill", player="Bermeo"), "substituted")
    desk.act("a withdrawal in mid-match", _at_table(4, "/withdraw/", "ill"), "is withdrawn")
    desk.act("a walkover", _at_table(5, "winner=A", "they left"), "The walkover is recorded")
    for _ruling in range(4):
        site.manage("shell", "-c", CLAIM)
        desk.act("a claim decided", _claim)
    site.manage("shell", "-c", ROUND.format(round=1))
    desk.act(
        "consolation matches made",
        _two('a[href$="/consolation/"]', "#proposals .form__actions button"),
        "",
    )
    desk.act("the next round called", _one('[data-press="c"]'), "now")
    site.manage("shell", "-c", ROUND.format(round=2))
    desk.act("fewer games from now on", _reduce)
    for number in (3, 4, 5):
        site.manage("shell", "-c", ROUND.format(round=number))
    page.goto(f"{site.url}/organizer/t/big/")
    assert page.locator(".champion__name").count() == 1
    pdf = context.request.get(f"{site.url}/organizer/t/big/paper/diplomas.pdf")
    assert pdf.ok
    assert pdf.body().startswith(b"%PDF-")
    context.close()

    print("\n".join(f"| {name} | {clicks} |" for name, clicks in desk.counts.items()))  # noqa: T201
    too_many = {
        name: clicks
        for name, clicks in desk.counts.items()
        if clicks > LOOKED_AT.get(name, MOST_CLICKS)
    }
    assert too_many == {}
