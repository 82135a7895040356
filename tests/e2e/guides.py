"""The steps of the guides, walked in a browser: each shows what its picture shows.

`python -m bench.pictures` keeps the pictures under docs/help/<language>/; test_guides walks the
same way. A guide names the picture of a step below it, by what the page is called:
`![[[Pairs]]](paste.webp)`.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING

from tests.servers import ROOT, Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

WIDE: ViewportSize = {"width": 760, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 780}
WALL: ViewportSize = {"width": 1280, "height": 720}
HIGH = 420
"""Pixels of a page that a picture shows, at most."""
QUALITY = 38
SEED = "7"
SIMULATED, OVER = f"simulated-championship-{SEED}", "simulated-championship-8"
RESTS = """() => [...document.images].every((image) => image.complete)
  && document.getAnimations().every((one) => one.playState !== "running")"""
LIST = "Pasaia, Lezo, 600 000 000\nErrenteria y Oiartzun\nIrun, Hondarribia PAGADO"
CARDS = "772A33S2RRSACCC6"
SETUP = """
import json
from datetime import timedelta
from django.contrib.auth.models import User
from django.utils import timezone
from scoring.statements import services as statements
from scoring.statements.queries import link_of
from scoring.matchdays.services import schedule
from season.services import circuits
from tests.tournament import play
from tournament.arrivals import services as arrivals
from tournament.championship.services import prizes, tournaments
from tournament.draw import services as draw
from tournament.entries.services import pairs
from tournament.log.rules.roles import Actor
from tournament.matches.models import Match
from tournament.matches.services import matches
from tournament.models import Tournament
from tournament.tables.queries import join_tokens

PLACES = '''Orio / Aia
Zumaia / Deba
Mutriku / Ondarroa
Lekeitio / Ea
Hernani / Usurbil
Tolosa / Ibarra
Azpeitia / Azkoitia
Bergara / Elgeta'''
now = timezone.now().replace(minute=0, second=0, microsecond=0)
user = User.objects.create_superuser("walker", password="walks-everywhere")
for one in Tournament.objects.all():
    one.organizers.add(user)
    name = {"7": "Bilbao", "8": "Donostia", "9": "Tolosaldea"}[one.slug[-1]]
    tournaments.change(tournament_id=one.pk, actor=play.PROGRAM, name=name)


def cup(name, starts_at, lines=PLACES, **fields):
    made = play.tournament(name=name, owner=user, starts_at=starts_at, place="Getaria", **fields)
    pairs.enter_list(tournament_id=made.pk, text=lines, actor=play.PROGRAM)
    return made


coming = cup("Getaria", now + timedelta(hours=2))
arrivals.arrive(tournament_id=coming.pk, numbers=[1, 2, 4, 5, 7], actor=play.PROGRAM)
prizes.set_prizes(
    tournament_id=coming.pk, actor=play.PROGRAM,
    places=[{"first": 1, "last": 1, "prize": "300 €"}, {"first": 2, "last": 2, "prize": "150 €"}],
)
drawn = cup("Zarautz", now)
draw.make(tournament_id=drawn.pk, actor=play.PROGRAM, seed="s")

four = "\\n".join(PLACES.split("\\n")[:4])
began = now - timedelta(days=20)
in_any_order = {"format": "round_robin", "format_options": {"any_order": True}}
league = cup("Liga", began, four, **in_any_order)
statements.set_terms(tournament_id=league.pk, entered_by="pairs", actor=play.PROGRAM)
draw.make(tournament_id=league.pk, actor=play.PROGRAM, seed="s")
schedule.set_days(
    tournament_id=league.pk, actor=play.PROGRAM,
    days=[now + timedelta(days=days) for days in (7, 14, 21)],
)
duel = cup("Orio", now, four)
statements.set_terms(tournament_id=duel.pk, entered_by="pairs", actor=play.PROGRAM)
draw.make(tournament_id=duel.pk, actor=play.PROGRAM, seed="s")
first, second = Match.objects.filter(tournament=duel, round=1).order_by("slot")[:2]
table = cup("Deba", now, four)
draw.make(tournament_id=table.pk, actor=play.PROGRAM, seed="s")
matches.assign_free_tables(tournament_id=table.pk, actor=play.PROGRAM)
me = Actor("user", user.pk, "walker")
runs = circuits.create(actor=me, owner=user, name="Urola Kosta")
over = Tournament.objects.get(slug__endswith="-8")
circuits.offer(circuit_id=runs.pk, tournament_id=over.pk, actor=me)
print(json.dumps({
    "coming": coming.slug, "drawn": drawn.slug, "league": league.slug, "circuit": runs.slug,
    "links": [link_of(pair_id=pk) for m in (first, second) for pk in (m.pair_a_id, m.pair_b_id)],
    "token": dict(join_tokens(tournament_id=table.pk))[1],
}))
"""


class Guide:
    """One reader's way through the site in one language. `take` keeps a picture by its name."""

    def __init__(
        self, chromium: Browser, url: str, language: str, take: Callable[[str, bytes], None]
    ) -> None:
        self.chromium, self.url, self.language, self.take = chromium, url, language, take

    def page(self, size: ViewportSize) -> Page:
        """A browser of its own."""
        context = self.chromium.new_context(
            locale=self.language, base_url=self.url, reduced_motion="reduce", viewport=size
        )
        return context.new_page()

    def show(
        self,
        page: Page,
        name: str,
        part: str = "h1",
        *,
        at: str = "",
        high: int = HIGH,
        scale: float = 1,
    ) -> None:
        """Takes the picture of the page that is open, or of that at this address, from the top of
        a part of it on."""
        if at:
            page.goto(at)
        first = page.locator(part).first
        first.wait_for()
        page.evaluate("document.fonts.ready")
        page.wait_for_function(RESTS)
        size, scrolled = page.viewport_size, page.evaluate("scrollY")
        box, whole = first.bounding_box(), page.locator("main, #app").first.bounding_box()
        assert size
        assert box
        assert whole
        top = max(box["y"] - 12, 0)
        clip = {
            "x": 0, "y": top + scrolled, "width": size["width"], "scale": scale,
            "height": min(whole["y"] + whole["height"] - top, high),
        }  # fmt: skip
        shot = page.context.new_cdp_session(page).send(
            "Page.captureScreenshot",
            {
                "format": "webp",
                "quality": QUALITY,
                "clip": clip,
                "captureBeyondViewport": part != "body",
            },
        )
        self.take(name, base64.b64decode(shot["data"]))


def walk(
    chromium: Browser,
    server: Server,
    language: str,
    take: Callable[[str, bytes], None],
    made: Mapping[str, str],
) -> None:
    """Walks every guide in one language; `made`: what `fill` returned."""
    guide = Guide(chromium, server.url, language, take)
    for steps in (organizer, league, screen, player, referee):
        steps(guide, made)


def walk_tutorials(
    chromium: Browser, server: Server, take: Callable[[str, bytes], None], made: Mapping[str, str]
) -> None:
    """Walks the tutorials of federations, operators and programmers, in English."""
    guide = Guide(chromium, server.url, "en", take)
    for steps in (federation, operator, program):
        steps(guide, made)


def fill(server: Server) -> dict[str, str]:
    """Fills an empty database with what the guides show; returns the names in it."""
    common = ("simulate", "--public", "--pairs", "8", "--seed")
    server.manage(*common, SEED, "--stop-after", "0.6")
    server.manage(*common, "8", "--results-only")
    server.manage(*common, "9", "--results-only", "--format", "round_robin")
    made: dict[str, str] = json.loads(server.shell(SETUP).strip().splitlines()[-1])
    return made


def signed_in(guide: Guide) -> Page:
    page = guide.page(WIDE)
    page.goto("/accounts/login/")
    page.locator("[name=username]").fill("walker")
    page.locator("[name=password]").fill("walks-everywhere")
    page.get_by_role("main").locator("form button").click()
    page.wait_for_url("**/organizer/")
    return page


def organizer(guide: Guide, made: Mapping[str, str]) -> None:
    page = signed_in(guide)
    coming = f"/organizer/t/{made['coming']}/"
    guide.show(page, "new", at="/organizer/new/")
    page.goto(f"{coming}pairs/import/")
    page.locator("textarea").first.fill(LIST)
    page.locator("button.button--primary[value=look]").click()
    guide.show(page, "paste", "main form.form")
    guide.show(page, "codes", at=f"{coming}tables/")
    guide.show(page, "people", at=f"{coming}people/")
    guide.show(page, "prizes", at=f"{coming}prizes/")
    guide.show(page, "second", at="/accounts/second/", high=320)
    guide.show(page, "here", "#roll", at=f"{coming}pairs/here/")
    guide.show(page, "draw", at=f"{coming}draw/")
    guide.show(page, "screens", at=f"/organizer/t/{SIMULATED}/screen/")
    guide.show(page, "call", at=f"/organizer/t/{made['drawn']}/")
    guide.show(page, "bracket", at=f"/t/{SIMULATED}/")
    guide.show(page, "desk", at=f"/organizer/t/{SIMULATED}/", high=520)
    over = f"/organizer/t/{OVER}/"
    guide.show(page, "champion", at=over)
    guide.show(page, "paper", at=f"{over}paper/")
    guide.show(page, "log", at=f"{over}log/")
    guide.show(page, "ranking", at=f"/circuits/{made['circuit']}/")
    page.context.close()


def league(guide: Guide, made: Mapping[str, str]) -> None:
    page = signed_in(guide)
    of_league = f"/organizer/t/{made['league']}/"
    guide.show(page, "league", at=f"{of_league}draw/")
    guide.show(page, "links", at=f"{of_league}results/")
    guide.show(page, "days", at=f"{of_league}match-days/")
    guide.show(page, "season", at="/organizer/circuits/next-season/")
    page.context.close()


def federation(guide: Guide, made: Mapping[str, str]) -> None:
    page = signed_in(guide)
    circuit = f"/organizer/circuits/c/{made['circuit']}/"
    guide.show(page, "circuit-new", at="/organizer/circuits/new/")
    guide.show(page, "circuit-people", at=f"{circuit}settings/")
    guide.show(page, "circuit-tournaments", at=circuit)
    guide.show(page, "circuit-ranking", at=f"/circuits/{made['circuit']}/")
    guide.show(page, "circuit-who", at=f"{circuit}people/")
    guide.show(page, "circuit-qualified", at=f"{circuit}qualifiers/")
    page.context.close()


def operator(guide: Guide, made: Mapping[str, str]) -> None:
    del made
    page = signed_in(guide)
    guide.show(page, "operator-state", at="/operator/")
    guide.show(page, "operator-accounts", at="/operator/accounts/")
    page.context.close()


def program(guide: Guide, made: Mapping[str, str]) -> None:
    del made
    page = signed_in(guide)
    page.goto("/accounts/")
    page.locator("details:has(form[action*=token]) summary").click()
    guide.show(page, "program-token", "section:has(form[action*=token])")
    guide.show(page, "program-api", "body", at="/api/v1/docs/", high=500)
    page.context.close()


def screen(guide: Guide, made: Mapping[str, str]) -> None:
    del made
    page = signed_in(guide)
    steer = f"/organizer/t/{SIMULATED}/screen/"
    guide.show(page, "open", at=steer, high=240)
    guide.show(page, "choose", "main form.considered", at=steer)
    page.locator("[name=held][value=black]").click()
    guide.show(page, "hold", "#screen-now", high=200)
    page.locator("[name=held][value='']").click()
    page.locator("[name=shown][value=bracket]").check()
    page.locator("form.considered button").last.click()
    wall = guide.page(WALL)
    guide.show(wall, "wall", "body", at=f"/t/{SIMULATED}/tv/", high=WALL["height"], scale=0.6)
    wall.context.close()
    page.locator("[name=shown][value=prizes]").check()
    page.locator("[name=in_steps]").check()
    page.locator("form.considered button").last.click()
    guide.show(page, "reveal", "#screen-now", high=240)
    page.context.close()


def player(guide: Guide, made: Mapping[str, str]) -> None:
    page = guide.page(PHONE)
    guide.show(page, "search", "main", at="/?q=Hernani")
    guide.show(page, "mine", "main h2", at=f"/t/{SIMULATED}/pairs/1/", high=560)
    guide.show(page, "notices", at=f"/t/{SIMULATED}/pairs/1/notices/")
    ours, theirs, hers, his = (f"/our-result/{link}/" for link in made["links"])
    guide.show(page, "result", at=ours)
    say(page, 0)
    guide.show(page, "agree", at=theirs)
    page.goto(hers)
    say(page, 0)
    page.goto(his)
    say(page, 0)
    guide.show(page, "otherwise", at=his)
    page.context.close()


def say(page: Page, number: int) -> None:
    """Sends the result of this key, counted from the first that can be touched."""
    page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    page.locator("label.key").nth(number).click()
    page.locator("form:has(label.key) button").first.click()
    page.wait_for_load_state()


@cache
def tablet_words(language: str) -> dict[str, str]:
    """What the tablet says, by its names."""
    text = (ROOT / f"tablet/src/ui/{language}.js").read_text()
    return dict(re.findall(r'^  (\w+): "([^"]+)"', text, re.MULTILINE))


def referee(guide: Guide, made: Mapping[str, str]) -> None:
    words = tablet_words(guide.language)
    page = guide.page(PHONE)

    def tap(name: str) -> None:
        page.get_by_role("button", name=words[name].partition(" {")[0]).first.click()

    def show(name: str, high: int = PHONE["height"]) -> None:
        guide.show(page, name, "body", high=high)

    page.goto(f"/referee/app/#join={made['token']}")
    page.locator("form.panel").wait_for()
    show("join", 430)
    tap("join")
    page.locator("form.panel").wait_for(state="detached")
    page.get_by_role("button", name=words["begin_match"]).wait_for()
    show("table", 250)
    tap("begin_match")
    page.locator(".round__seat--0").click()
    show("seats", 450)
    tap("start_now")
    page.locator(".next").wait_for()
    tap("enter_hand")
    for number, rank in enumerate(CARDS):
        if number == 6:
            show("cards")
        page.locator(".keys--ranks b", has_text=rank).first.click()
    page.get_by_role("button", name=words["step_lances"]).last.click()
    page.locator(".lances").wait_for()
    show("bets")
    page.locator(".bets--none .key").first.click()
    show("answer", 330)
    page.locator(".bets__row--answers .key").first.click()
    tap("review")
    page.get_by_role("button", name=words["save_hand"], exact=True).wait_for()
    show("review")
    page.context.close()
