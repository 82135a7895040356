"""An open page says what the same page says when it is loaded afresh: every kind of public page,
after every kind of act, in a real browser with a real stream."""

from __future__ import annotations

import difflib
import http.client
import json
import re
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from delivery.fragments import pieces, repeated
from tests.night import NIGHT, of_many
from tests.servers import WITHOUT_JOBS, Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.delivery.story import Story

pytestmark = pytest.mark.browser

TOGETHER = of_many(48, nightly=1)
"""How many acts are done before the open pages are compared with fresh ones."""
PATIENCE = 15.0
"""Seconds until a page that still differs is taken for one that stays so."""
BY_DAY = re.compile(
    r"/t/[^/]+/((tv|now|standings|rules|consolation|pairs/\d+|match/\d+)/(embed/)?)?"
)
"""The pages that are opened by day; all of them by night."""
BY_THE_VIEW = ("log/", "share/")
"""Pages of a tournament that follow it without being published."""
COMPARED = """
async () => {
  const OF_SCRIPTS = "script, style, link, template, noscript, #said, #live-state, #tv-dots, " +
    ".tv-spot, #mine, #path-bar, [data-clock], [data-mine]";
  const lines = (node, told = []) => {
    for (const child of node.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) {
        const text = child.data.replace(/\\s+/g, " ").trim();
        if (text) told.push(text);
      }
      if (child.nodeType !== Node.ELEMENT_NODE || child.matches(OF_SCRIPTS)) continue;
      if (child.dataset?.key) told.push(`key ${child.dataset.key}`);
      if (child.hasAttribute("href")) told.push(`to ${child.getAttribute("href")}`);
      lines(child, told);
      if (child.dataset?.key) told.push(`end of ${child.dataset.key}`);
    }
    return told;
  };
  const answer = await fetch(location.href, { cache: "no-store" });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const follows = Boolean(document.body.dataset.liveUrl);
  const isGone = !answer.ok && !follows; // its page of errors has another number each time
  return [isGone, ...[document, fresh].map((one) => [one.title, ...lines(one.body)])];
}
"""

_story: Story | None = None


def perform(first: int, last: int) -> None:
    """Does the acts from `first` to `last`, in the process beside the server; prints the addresses
    that are published then."""
    global _story
    from tests.delivery.story import ACTS, Story
    from tests.delivery.test_every_page import addresses

    _story = _story or Story()
    for _kind, act in ACTS[first:last]:
        act(_story)
    slug = _story.tournament.slug
    there = [*addresses(_story), *(f"/t/{slug}/{page}" for page in BY_THE_VIEW)]
    sys.stdout.write(json.dumps(there))


@dataclass
class Room:
    """The open pages of one tournament."""

    server: Server
    browser: Browser
    pages: dict[str, Page] = field(default_factory=dict)

    def act(self, first: int, last: int) -> list[str]:
        """The addresses that are published after these acts."""
        script = f"from tests.delivery.test_open_pages import perform; perform({first}, {last})"
        return list(json.loads(self.server.shell(script)))

    def open(self, path: str) -> None:
        """Opens what is there, is a page, and follows the tournament."""
        if not NIGHT and not BY_DAY.fullmatch(path):
            return
        status, body = self.server.get(path)
        if status != 200 or b'data-live-url="/live/' not in body or path in self.pages:
            return
        assert not repeated(pieces(body.decode())), path
        page = self.browser.new_context(locale="en").new_page()
        with page.expect_response("**/live/**"):  # the stream, not another tab's
            page.goto(self.server.url + path)
        self.pages[path] = page

    def tell(self) -> None:
        """The server looks at once what happened, as it does whenever a stream begins; else it
        looks every second."""
        slugs = {path.split("/")[2] for path in self.pages if path.startswith("/t/")}
        for stream in ("/live/all", *(f"/live/t/{slug}" for slug in slugs)):
            asked = http.client.HTTPConnection(urlsplit(self.server.url).netloc, timeout=60)
            asked.request("GET", stream)
            asked.getresponse().readline()
            asked.close()

    def differences(self) -> Iterator[tuple[str, str]]:
        """The pages that are not, and do not become, what they are afresh: each with how."""
        from playwright.sync_api import Error

        end = time.monotonic() + PATIENCE
        waiting = dict(self.pages)
        while waiting:
            for path, page in tuple(waiting.items()):
                try:
                    is_gone, shown, fresh = page.evaluate(COMPARED)
                except Error:  # it loads itself again at this moment
                    continue
                if is_gone:  # what it showed is gone, and it says so
                    del waiting[path]
                    self.pages.pop(path).context.close()
                elif shown == fresh:
                    del waiting[path]
                elif time.monotonic() > end:
                    lines = difflib.unified_diff(shown, fresh, "open", "fresh", "", "", 1, "")
                    yield path, "\n".join(lines)
                    del waiting[path]
                    page.reload()


def test_every_open_page_is_as_it_is_afresh_after_every_kind_of_act(tmp_path, chromium):
    from tests.delivery.story import ACTS

    found = []
    with Server(tmp_path, env=WITHOUT_JOBS) as server:
        room = Room(server, chromium)
        for first in range(0, len(ACTS), TOGETHER):
            there = room.act(first, first + TOGETHER)
            room.tell()
            kinds = " ".join(kind for kind, _act in ACTS[first : first + TOGETHER])
            found += [f"{path} after {kinds}\n{how}" for path, how in room.differences()]
            for path in there:
                room.open(path)
        for page in room.pages.values():
            page.context.close()
    assert len(room.pages) >= of_many(8, nightly=20)
    assert not found, "\n\n".join(found)
