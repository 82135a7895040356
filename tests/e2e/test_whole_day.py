"""One person runs a day from the door to the diplomas: 16 and 23 pairs on a phone, 32 on a laptop;
every act's clicks are counted, and compared with those of before.

A losers' bracket (repesca) with its consolation. Results come in from the tables (here from a
program, as tablets send them); everything that the desk does is done in a browser, beginning and
ending at the desk. docs/the-day.md has the counts, and is held to them;
`RUN_BROWSER=1 DAY_WRITES=1 python -m pytest tests/e2e/test_whole_day.py` writes them anew.
"""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.servers import Server
from tests.services import expect

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

pytestmark = pytest.mark.browser

MOST_CLICKS = 3
PHONE, LAPTOP = (390, 844), (1440, 900)
THE_DAY = Path(__file__).resolve().parents[2] / "docs" / "the-day.md"
FILL = """
from django.contrib.auth.models import User
from tests.tournament import play
user = User.objects.create_user("walker", password="walks-everywhere")
for pairs in (16, 23, 32):
    play.tournament(
        name=f"Day {pairs}", entered=pairs - 1, tables=pairs, owner=user, format="repesca",
        regulation="euskal-herria",
    )
"""
PLAY = """
from tests.scoring import table
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.consolation.queries import propose
from tournament.matches.models import Match
cup = Tournament.objects.get(slug="{slug}")
def open_matches(**more):
    found = Match.objects.filter(tournament=cup, status__in=["ready", "playing"], **more)
    return list(found.order_by("round", "slot"))
def claims(count):
    playing = [match for match in open_matches() if match.status == "playing"]
    for match in playing[-count:]:
        table.record(table.read(match), table.plain(claim=[9, 9]))
def until(round_, wanted=lambda: False):
    for _wave in range(40):
        left = open_matches(kind="championship", round__lte=round_)
        if not left or wanted():
            return
        for match in left:
            play.win(match)
"""
CLAIMS = PLAY + "claims(4)"
EARLY_ROUNDS = PLAY + "until(2)"
THE_REST = PLAY + "until(99)"

PAPER = """
from django.contrib.auth.models import User
from tests.tournament import play
from tournament.matches.services import matches
owner = User.objects.get(username="walker")
cup = play.tournament(name="Paper", entered=2, drawn=True, tables=1, owner=owner)
match = play.match(cup, 1, 0)
matches.assign_table(match_id=match.pk, table_number=1, actor=play.PROGRAM)
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("site")) as server:
        server.shell(FILL)
        yield server


class Desk:
    """The organizer's browser. Each act begins at the desk and says how many clicks it took."""

    def __init__(self, page: "Page", site: Server, slug: str) -> None:
        self.page, self.site, self.slug = page, site, slug
        self.counts: dict[str, int] = {}
        self.acts: list[tuple[str, int]] = []
        self._clicks = self._behind_menu = 0

    def click(self, selector: str, *, waits: bool = True) -> None:
        """On a phone some pages stand behind the menu at the foot, which is another click."""
        self._clicks += 1
        seen = self.page.locator(f"{selector} >> visible=true")
        if not seen.count() and self.page.locator(selector).count():
            self._behind_menu += 1
            self.page.click(".reach__menu")
        seen.first.click(no_wait_after=not waits)
        if waits:
            self.page.wait_for_load_state()

    def play(self, what: str) -> None:
        """What comes in from the tables meanwhile."""
        self.site.shell(what.replace("{slug}", self.slug))

    def open(self) -> None:
        self.page.goto(f"{self.site.url}/organizer/t/{self.slug}/")

    def say(self, name: str, text: str) -> None:
        self.page.fill(f"[name={name}]", text)

    def act(
        self, name: str, do: Callable[["Desk"], None], told: "str | re.Pattern[str]" = ""
    ) -> None:
        self.open()
        self._clicks = self._behind_menu = 0
        do(self)
        if told:
            self.page.locator(".messages", has_text=told).first.wait_for()
        assert "notice--bad" not in self.page.content(), name
        self.counts[name] = max(self._clicks, self.counts.get(name, 0))
        self.acts.append((name, self._clicks + self._behind_menu))


LET_IN = re.compile("is now|is in, with")
"""A late pair has a place, or, where an even number had come, joins in round 2."""
SUBMIT = "form[data-asks] .form__actions button"


def _late(desk: Desk) -> None:
    desk.click('a[data-press="l"]')
    number = len(desk.counts)
    desk.say("player_1", f"Ondarroa {number}")
    desk.say("player_2", f"Lekeitio {number}")
    desk.say("reason", "the bus was late")
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


def _claim(stands: str) -> Callable[[Desk], None]:
    """The card shows both counts, and whose stands is one press: no game ends by it."""
    return _one(f'#inbox .ask-card__acts [name="decision"][value="{stands}"]')


def _missing(number: int, act: str, place: int = 0) -> Callable[[Desk], None]:
    """Who is not there is said on the page of the table, which shows what follows."""

    def do(desk: Desk) -> None:
        desk.click(f'.wall [data-table="{number}"]')
        desk.click(f'#missing form[action$="{act}"] button >> nth={place}')

    return do


def _reduce(desk: Desk) -> None:
    desk.click('#clock a[href$="/clock/"]')
    desk.click('form:has([name="best_of"][value="3"]):has([name="from_round"][value="3"]) button')


def _appeal(desk: Desk) -> None:
    desk.click('a[href$="/rulings/appeal/"]')
    desk.say("reason", "the last hand was misread")
    desk.click('main button[name="side"][value="A"]')


def _appeal_undone(desk: Desk) -> None:
    """Nothing has happened since: one press beside what was done last."""
    desk.click('#latest form[action*="/undo/"] button')


def _ruling_undone(desk: Desk) -> None:
    desk.click('[data-press="u"]')
    desk.say("reason", "it was the other one")
    expect(desk.page.locator("#would")).to_have_count(1)
    desk.click('button[value="do"]')


def _result(number: int) -> Callable[[Desk], None]:
    """One press in its table's row; the desk stays."""

    def do(desk: Desk) -> None:
        desk.click(f'.wall li:has([data-table="{number}"]) [value="1-3"]')

    return do


def _swapped(desk: Desk) -> None:
    desk.click('#latest a[href$="?swap"]')
    expect(desk.page.locator("#would")).to_have_count(1)
    desk.click('button[value="do"]')


def _diplomas(desk: Desk) -> None:
    with desk.page.expect_download() as coming:
        desk.click('#podium a[href*="/paper/diplomas.pdf"]', waits=False)
    assert coming.value.path().read_bytes().startswith(b"%PDF-")


def _two(first: str, second: str) -> Callable[[Desk], None]:
    def do(desk: Desk) -> None:
        desk.click(first)
        desk.click(second)

    return do


def _one(selector: str) -> Callable[[Desk], None]:
    return lambda desk: desk.click(selector)


def _due(selector: str) -> Callable[[Desk], None]:
    """What is due is pressed without scrolling: it stands on the first screen."""

    def do(desk: Desk) -> None:
        box, size = desk.page.locator(selector).bounding_box(), desk.page.viewport_size
        assert box is not None
        assert size is not None
        assert box["y"] + box["height"] <= size["height"], selector
        desk.click(selector)

    return do


def signed_in(context: "BrowserContext", site: Server) -> "Page":
    """The organizer's first page."""
    page = context.new_page()
    page.goto(f"{site.url}/accounts/login/")
    page.fill("[name=username]", "walker")
    page.fill("[name=password]", "walks-everywhere")
    with page.expect_navigation():
        page.click("main form button")
    return page


@pytest.mark.long
@pytest.mark.parametrize(
    ("pairs", "last", "size"), [(16, 8, PHONE), (23, 11, PHONE), (32, 16, LAPTOP)],
    ids=["16", "23", "32"],
)  # fmt: skip
def test_a_day_of_so_many_pairs(site, chromium, pairs, last, size):
    """`last`: the table of the last match that can begin at first: two pairs each."""
    width, height = size
    context = chromium.new_context(viewport={"width": width, "height": height}, locale="en-GB")
    page = signed_in(context, site)
    desk = Desk(page, site, f"day-{pairs}")

    desk.act(
        "everybody checked in",
        _one('#next form[action$="/all/"] button'),
        "are here",
    )
    desk.act(
        "the draw", _two('#next a[href$="/draw/"]', ".draw-form .button--gold"), "The draw is made"
    )
    late = "a late pair in a bye's place, or a withdrawn pair's"
    desk.act(late, _late, LET_IN)
    desk.act(
        "all matches called (free tables given out)", _due('[data-press="c"]'), "have a table now"
    )
    desk.act(
        "a pair absent, withdrawn",
        _missing(last - 1, "/withdraw/"),
        "The withdrawal is recorded",
    )
    desk.act(late, _late, LET_IN)
    absent = _missing(last, "/absent/")
    desk.act("both pairs absent (T7)", absent, "Both pairs are withdrawn")
    desk.act("all called matches begun", _due('[data-press="s"]'), "have begun")
    desk.act("a player substituted", _at_table(3, "out=2", "ill", player="Bermeo"), "substituted")
    desk.act("a withdrawal in mid-match", _missing(4, "/withdraw/"), "withdrawal is recorded")
    desk.act("a walkover (T7)", _missing(5, "/walkover/", 1), "The walkover is recorded")
    for number in range(6, last - 1):
        desk.act("a result without hands", _result(number), "1 – 3")
    desk.act("its two numbers the wrong way round", _swapped, "replaced")
    desk.play(CLAIMS)
    for stands in ("confirm", "claim", "confirm", "claim"):
        desk.act("a claim decided, which ends no game", _claim(stands), "on the record")
    desk.act("a ruling taken back, with a look at what follows", _ruling_undone, "taken back")
    desk.act("a claim decided, which ends no game", _claim("confirm"), "on the record")
    desk.act("a pair's appeal entered", _appeal, "waits with the rulings")
    desk.act("an appeal taken back", _appeal_undone, "Undone.")
    desk.act(
        "a pause announced",
        _one('#clock form[action$="/pauses/announce/"] [value="15"]'),
        "The pause is announced",
    )
    desk.act("a pause ended", _one('[data-press="b"]'), "The pause is ended")
    desk.play(EARLY_ROUNDS)
    desk.act("fewer games from a round on (T5)", _reduce, "The games are reduced")
    desk.act(
        "consolation matches made (T3)",
        _one("#consolation-now form button"),
        "ready",
    )
    desk.act("the next round called", _due('[data-press="c"]'), "now")
    desk.play(THE_REST)
    desk.open()
    expect(page.locator(".champion__name")).to_have_count(1)
    desk.act("the diplomas printed", _diplomas)
    context.close()

    assert {name: n for name, n in desk.counts.items() if n > MOST_CLICKS} == {}
    assert _written(desk, pairs) == THE_DAY.read_text(encoding="utf-8")


SHEET = """Groups of 4, two of each go on, a match for third place and a bracket B. Four kings,
games to 30 stones; 2 games win a match, 3 a semi-final, 4 the final; 45 minutes a match, then one
hand more. A refused raise costs one stone. No signals. A false declaration costs 3 stones. One
substitute a pair, until round 2. Late by 10 minutes: the first game is lost, by 25 the match."""
HOUSE_RULES = "No smoking in the hall.\nOnlookers say nothing.\nThe judges' word is final."


@pytest.mark.long
def test_a_regulation_in_hand_is_set_up_on_a_phone_within_five_minutes(site, chromium):
    """Every rule of `SHEET` is set by hand, none comes with a regulation that is chosen."""
    context = chromium.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    page = signed_in(context, site)
    presses = 0

    def press(what):
        nonlocal presses
        presses += 1
        what.click()

    def part(words):
        press(page.locator("summary", has_text=words))

    def write(name, text):
        nonlocal presses
        presses += 1 + len(text)
        page.locator(f"[name={name}]").fill(text)

    def pick(name, value):
        nonlocal presses
        presses += 2
        page.locator(f"[name={name}]").select_option(value)

    page.goto(f"{site.url}/organizer/new/")
    write("name", "Ondarroa, torneo de fiestas")
    write("place", "Ondarroa")
    write("tables", "12")
    press(page.locator(".is-chosen").nth(1))
    press(page.locator("[name=format][value=groups]"))
    part("Options of the format")
    press(page.locator("[name=third_place]"))
    for name in ("group_size", "qualifiers", "brackets"):
        write(name, "4" if name == "group_size" else "2")
    for name, text in {"games_to_win": "2", "target": "30", "match_minutes": "45"}.items():
        write(name, text)
    pick("kings", "4")
    pick("when_time_is_up", "one_more_hand")
    part("other lengths")
    write("semi_final_games_to_win", "3")
    write("final_games_to_win", "4")
    part("The hand")
    pick("refused_raise", "one")
    pick("signals", "false")
    part("False declarations")
    pick("false_words", "flat")
    write("false_word_stones", "3")
    part("Pairs, substitutes and delays")
    for name, text in {"substitutes": "1", "substitutes_until": "2"}.items():
        write(name, text)
    write("late_first_game", "10")
    write("late_match", "25")
    part("House rules")
    write("house_rules", HOUSE_RULES)
    press(page.get_by_role("button", name="Create the tournament"))
    page.wait_for_url("**/pairs/")
    context.close()

    reading = len(f"{SHEET} {HOUSE_RULES}".split()) / 3  # words a second, read aloud
    assert presses / 2 + reading < 300
    said = THE_DAY.read_text(encoding="utf-8")
    assert f"{presses} presses" in said


@pytest.mark.long
def test_a_tournament_is_made_and_a_paper_match_typed_in_within_their_minutes(site, chromium):
    """Presses are counted, a key or a click each, and taken for two a second: slow typing."""
    context = chromium.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
    page = signed_in(context, site)

    page.goto(f"{site.url}/organizer/")
    page.locator('main a[href$="/organizer/new/"]').first.click()
    page.locator("[name=name]:focus").wait_for()
    page.keyboard.type("Zarautz Cup")
    page.locator(".is-chosen").first.click()
    page.locator('input[name="regulation"][value="pagat"]').check()
    page.locator("main form .form__actions button").last.click()
    page.wait_for_url("**/t/zarautz-cup/pairs/")
    made = 4 + len("Zarautz Cup")

    site.shell(PAPER)
    page.goto(f"{site.url}/organizer/t/paper/")
    page.keyboard.press("1")
    page.wait_for_url("**/matches/*/")
    page.locator("#acts-menu > summary").click()
    page.locator('#acts a[href$="/paper/"]').click()
    hands = "7 1\n" * 18
    page.locator("[name=text]").click()
    page.keyboard.type(hands)
    page.locator("main form .form__actions button").first.click()
    page.locator("#checked").wait_for()  # read back before it is saved
    page.locator("main form .form__actions button").first.click()
    expect(page.locator("#match-head")).to_contain_text("3 – 0")
    typed = 6 + len(hands)
    context.close()

    assert made / 2 < 60
    assert typed / 2 < 120
    said = THE_DAY.read_text(encoding="utf-8")
    assert f"{made} presses" in said
    assert f"{typed} presses" in said


def _written(desk: Desk, pairs: int) -> str:
    """docs/the-day.md with these clicks in its table, and those of the whole day beside those that
    its acts took before; written down when that is asked for."""
    said = THE_DAY.read_text(encoding="utf-8")
    before: dict[str, int] = {}
    for name, clicks in desk.counts.items():
        line = re.compile(rf"^\| {re.escape(name)} \| \d+ \| (\d+) \|", re.MULTILINE)
        found = line.search(said)
        assert found, f"{name}: no such line in {THE_DAY.name}"
        before[name] = int(found[1])
        said = line.sub(f"| {name} | {clicks} | {before[name]} |", said)
    now = sum(clicks for _name, clicks in desk.acts)
    was = sum(before[name] for name, _clicks in desk.acts)
    assert now < was
    told = f"{pairs} pairs {now} clicks instead of {was}"
    said = re.sub(rf"{pairs} pairs \d+ clicks instead of \d+", told, said)
    assert told in said
    if os.environ.get("DAY_WRITES"):
        THE_DAY.write_text(said, encoding="utf-8")
    return said
