"""A match brought in from its file: every step fits a phone and can be used by all."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.e2e.test_every_page import WIDTHS, unreadable
from tests.servers import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

# A match that was played, and another tournament with its pairs the other way round.
SETUP = """
from django.contrib.auth.models import User
from django.utils import timezone
from scoring.matchfiles.queries.notation import match_mus
from tournament.models import Match, Pair
from tournament.log.rules.roles import Actor
from tournament.draw import services as draw
from tournament.entries.services import pairs
from tournament.championship.services import tournaments
user = User.objects.create_user("walker", password="walks-everywhere")
actor = Actor("user", user.pk, "organizer walker")
played = Match.objects.filter(kind="championship", round=1, ended_by="games").first()
made = tournaments.create(
    actor=actor, owner=user, name="Orio Open", slug="orio", starts_at=timezone.now()
)
for pair in (played.pair_b, played.pair_a):
    pairs.enter(tournament_id=made.pk, player_1=pair.player_1, player_2=pair.player_2, actor=actor)
draw.make(tournament_id=made.pk, actor=actor, seed="s")
one, two = Pair.objects.filter(tournament=made).order_by("number")
Match.objects.filter(tournament=made).update(pair_a=one, pair_b=two, best_of=played.best_of)
open(FILE, "w", encoding="utf-8").write(match_mus(match_id=played.pk))
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "match.mus"


@pytest.fixture
def site(tmp_path: Path, file: Path) -> Iterator[Server]:
    with Server(tmp_path) as server:
        server.manage("simulate", "--pairs", "4", "--seed", "4", "--quiet")
        server.shell(f"FILE = {str(file)!r}\n{SETUP}")
        yield server


def is_in_order(page: "Page") -> None:
    page.wait_for_load_state()
    assert unreadable(page) == []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        over = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert over <= 0, f"{page.url}: {over} px too wide at {width}"


@pytest.mark.long
def test_a_match_is_brought_in_from_its_file(site, chromium, file):
    with chromium.new_context(locale="en", reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(site.url + "/accounts/login/?next=/organizer/t/orio/")
        page.get_by_label("Name").fill("walker")
        page.get_by_label("Password").fill("walks-everywhere")
        page.get_by_role("main").get_by_role("button", name="Sign in").click()
        page.locator("a[href*='/matches/']").first.click()
        page.locator("#acts-menu > summary").click()
        page.get_by_role("link", name="Import a file").click()
        page.get_by_label("The match as text").wait_for()
        is_in_order(page)

        page.get_by_label("The match as text").fill("Game 1\n0 0-0 772")
        page.get_by_role("button", name="Look at it first").click()
        page.get_by_text("Nothing has been recorded.").wait_for()
        is_in_order(page)

        page.get_by_label("Or a file").set_input_files(file)
        page.get_by_role("button", name="Look at it first").click()
        page.get_by_text("The other way round.").wait_for()
        page.locator("details.hand-row summary").first.click()
        is_in_order(page)

        page.get_by_role("button", name="Record these").click()
        page.get_by_text("The match is imported.").wait_for()
        assert not page.url.endswith("/import/")
        is_in_order(page)
        page.locator("#acts-menu > summary").click()
        with page.expect_download() as download:
            page.get_by_role("link", name="Download the match as text").click()
        taken = Path(download.value.path()).read_text(encoding="utf-8")
        assert taken.count("\n") == file.read_text(encoding="utf-8").count("\n")
