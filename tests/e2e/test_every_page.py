"""Every kind of page, found by following links: it opens, fits a phone, and can be used by all.

The site is filled by `manage.py demo`; organizers' pages are walked with the demo's own login.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

import pytest

from tests.servers import WITHOUT_JOBS, Server, put_demo

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.browser

MOST_OF_A_KIND = 1
WIDTHS = (360, 820, 1440)
NOT_PAGES = re.compile(
    r"/api/|/static/|/logout|/head/|/calendar|^/[a-z]{2}/"
    r"|\.(atom|csv|ics|json|jsonl|mus|mustour|pdf|png|py|svg|txt|webmanifest)\b"
)
"""Files, and the same pages by the addresses of their languages
(tests/web/test_localization.py)."""
NAMES = re.compile(r"(?<=/t/)[^/?]+|(?<=/places/)[^/?]+|(?<=/clubs/)[^/?]+|(?<==)[^&]+|[0-9]+")
"""What differs between two addresses of one kind of page."""
SETUP = """
from django.contrib.auth.models import User
from tournament.models import Tournament
user = User.objects.create_user("walker", password="walks-everywhere")
from season.services import circuits
from tournament.log.rules.roles import Actor
actor = Actor("user", user.pk, "organizer walker")
circuit = circuits.create(actor=actor, owner=user, name="Coast Circuit")
for tournament in Tournament.objects.all():
    tournament.organizers.add(user)
    if not tournament.is_rehearsal:
        circuits.offer(circuit_id=circuit.pk, tournament_id=tournament.pk, actor=actor)
"""


@dataclass
class Walk:
    """What was seen, and everything that was wrong with it."""

    faults: list[str] = field(default_factory=list)
    kinds: dict[str, int] = field(default_factory=dict)

    def wants(self, path: str) -> bool:
        kind = NAMES.sub("*", path)
        self.kinds[kind] = self.kinds.get(kind, 0) + 1
        return self.kinds[kind] <= MOST_OF_A_KIND


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("site")
    put_demo(folder, tmp_path_factory)
    with Server(folder, env=WITHOUT_JOBS) as server:
        server.shell(SETUP)
        yield server


@pytest.fixture(params=["en", "eu"])
def language(request: pytest.FixtureRequest) -> str:
    """The one with the shortest words, and the one with the longest."""
    return str(request.param)


@pytest.fixture
def context(chromium: "Browser", language: str) -> Iterator["BrowserContext"]:
    """English by night, Basque by day."""
    with chromium.new_context(
        locale=language,
        color_scheme="dark" if language == "en" else "light",
        reduced_motion="reduce",
    ) as opened:
        yield opened


@pytest.mark.parametrize(
    "language", ["eu", pytest.param("en", marks=pytest.mark.long)], indirect=True
)
def test_pages_that_everybody_reads(site, context):
    walk = Walk()
    stroll(site, context.new_page(), walk, start="/")
    assert not walk.faults, "\n".join(walk.faults)
    assert len(walk.kinds) >= 6
    assert "/circuits/" in walk.kinds  # the front page leads there


@pytest.mark.long
def test_pages_of_an_organizer(site, context, language):
    page = context.new_page()
    page.goto(site.url + "/accounts/login/")
    page.locator("[name=username]").fill("walker")
    page.locator("[name=password]").fill("walks-everywhere")
    with page.expect_navigation():
        page.get_by_role("main").locator("form button").click()
    # What everybody reads has an organizer's name and buttons besides: looked at once again.
    elsewhere = re.compile("^/(t|clubs|places)/|^/$") if language == "en" else None
    walk = Walk()
    stroll(site, page, walk, start="/organizer/", elsewhere=elsewhere)
    assert not walk.faults, "\n".join(walk.faults)
    assert len(walk.kinds) >= 8


def test_letters_that_few_can_read_are_found(context):
    page = context.new_page()
    page.set_content('<html lang="en"><title>t</title><p style="color: #ccc">Pale</p></html>')
    assert [fault.split(":")[0] for fault in unreadable(page)] == ["color-contrast"]


def stroll(
    site: Server, page: "Page", walk: Walk, *, start: str, elsewhere: re.Pattern[str] | None = None
) -> None:
    """Every kind of page that links lead to, but those that are looked at elsewhere."""
    current = start
    page.on("pageerror", lambda error: walk.faults.append(f"{current}: {error}"))
    page.on(
        "console",
        lambda said: (
            walk.faults.append(f"{current}: {said.text}") if said.type == "error" else None
        ),
    )
    waiting = [start]
    seen = {start}
    while waiting:
        current = waiting.pop(0)
        if not walk.wants(current):
            continue
        look(site.url + current, page, walk)
        for path in links(page, site.url):
            if path in seen or NOT_PAGES.search(path) or (elsewhere and elsewhere.search(path)):
                continue
            seen.add(path)
            waiting.append(path)


def look(url: str, page: "Page", walk: Walk) -> None:
    from playwright.sync_api import Error

    try:
        answer = page.goto(url)
    except Error as error:
        if "Download is starting" in error.message:
            return
        raise
    assert answer is not None
    if answer.status >= 400:
        walk.faults.append(f"{url}: {answer.status}")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        over = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        if over > 0:
            walk.faults.append(f"{url}: {over} px too wide at {width}")
    walk.faults += [f"{url}: {text}" for text in unreadable(page)]


def links(page: "Page", base: str) -> list[str]:
    found = page.eval_on_selector_all("a[href]", "all => all.map(a => a.getAttribute('href'))")
    paths = []
    for href in found:
        parts = urlsplit(urljoin(page.url, href))
        if f"{parts.scheme}://{parts.netloc}" == base:
            paths.append(parts.path + (f"?{parts.query}" if parts.query else ""))
    return paths


def unreadable(page: "Page") -> list[str]:
    """Violations of WCAG 2.2 AA that axe reports, by CSS selector."""
    from axe_playwright_python.base import AXE_FILE_PATH

    # Through the debugger: the page's own policy lets nobody else's script in.
    page.evaluate(AXE_FILE_PATH.read_text())
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
    # What it fetches beforehand is for one rule about sound that plays by itself; no page has any.
    wanted = {"runOnly": tags, "resultTypes": ["violations"], "preload": False}
    run = "options => axe.run(document, options).then(told => told.violations)"
    return [
        f"{fault['id']}: {fault['help']} {fault['nodes'][0]['target']}"
        for fault in page.evaluate(run, wanted)
    ]
