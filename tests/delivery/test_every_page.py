"""Published bytes are those of a fresh rendering: every page, after every kind of event.

This is what makes it safe to keep them. Pages come from the URL table, kinds from the log's own
table, so that neither a new page nor a new kind can be left out.
"""

import os
from typing import Any

import pytest
from django.conf import settings

from delivery.fragments import pieces, repeated
from delivery.marks import mark_of, place_of
from delivery.release import release
from scoring.explain.queries.chances import anything_to_count
from scoring.explain.services import count_chances
from tests.delivery.addresses import patterns, published
from tests.delivery.site import Site, anybody, forget_pieces
from tests.delivery.story import ACTS, Story
from tests.scoring import table
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.log.models import Event
from tournament.log.rules.kinds import KINDS
from tournament.notify import LogProgress

pytestmark = pytest.mark.django_db(transaction=True)

LANGUAGES = [code for code, _name in settings.LANGUAGES]
EVERY = 1 if os.environ.get("RUN_LONG") == "1" else 144
"""After each kind of event every 144th page is compared, the next ones after three events; nightly
all are."""
SOME = 1 if EVERY == 1 else 29
"""What changes the stamp of all pages alike is tried with every 29th; nightly with all."""
# Public pages that are not kept, and why: what they say depends on more than the stamp.
BY_THE_VIEW = {
    "proof": "says whether the rows, as they lie in the database now, are what the log tells",
    "tournament-file": "is written under the lock, from the rows as they lie in the database now",
    "draw-words": "takes the words of whoever has the room's code, and has a form of its own",
    "hand-event": "leads on to the event that last told of a hand",
    "head-at": "is asked for once by whoever kept that head",
    "head-key": "is the server's, not the tournament's",
    "head-follows": "is a proof for one witness, between two heads",
    "head-holds": "is a proof for one reader, of one event",
    "log": "says whether the log, as it lies in the database now, holds together",
    "log-export": "is sent while it is read, however long it is",
    "share": "says the addresses as they were asked for",
    "match-share": "says the addresses as they were asked for",
    "own_single.index": "players enter the list and leave it without an event",
    "feed": "has whole addresses in it, as they were asked for",
    "calendar": "has whole addresses in it, as they were asked for",
    "pair-calendar": "has whole addresses in it, as they were asked for",
    "pairs.meetings": "counts the matches of other tournaments too, which have stamps of their own",
    "robots": "is asked for by search engines now and then, and names the map of the site",
    "sitemap": "is asked for by search engines now and then, and lists every tournament",
    "sitemap-site": "is asked for by search engines now and then, and has the front page alone",
    "embed-host": "is a script for other sites, the same whatever happens",
    "qr": "says the address at which it was asked for",
    "log.verify": "hashes the log as it lies in the database now",
}


def addresses(story: Story, *, queries: bool = False) -> tuple[str, ...]:
    drawn = story.tournament.matches.filter(kind="championship", round=1, slot=0).first()
    first = story.tournament.pairs.first()
    values = {
        "slug": story.tournament.slug,
        "match_id": drawn.pk if drawn else 0,
        "pair_id": first.pk if first else 0,
        "number": 1,
        "game": 1,
        "step": 2,
        "of": story.tournament.slug,
        "place": "zarautz",
        "club": "kaia",
    }
    return published(values, queries=queries)


def must_be_fresh(site: Site, paths: tuple[str, ...], language: str, after: str) -> int:
    """Compares all; returns how many were pages.

    What was made for this very reading with nothing taken from what is kept is a fresh rendering;
    every other page is rendered once more, with all that was kept forgotten.
    """
    pages = 0
    site.whole.clear()
    everything = site.get_all(paths, accept_language=language)
    forget_pieces()
    for path, kept in zip(paths, everything, strict=True):
        fresh = site.whole.get(path) or rendered(path, language)
        assert kept.status == fresh.status_code, (after, path)
        if kept.status == 200:
            assert kept.body == fresh.content, (after, path)
            known, wanted = kept.headers.get("etag", ""), fresh.get("ETag", "")
            assert known.removeprefix("W/") == wanted.removeprefix("W/"), (after, path)
            if fresh["Content-Type"].startswith("text/html"):
                assert not repeated(pieces(kept.text)), (after, path)
            pages += 1
    return pages


def rendered(path: str, language: str) -> Any:
    return anybody().generic("GET", path, headers={"accept-language": language})


def test_every_page_is_fresh_after_every_kind_of_event(site):
    story = Story()
    seen: set[str] = set()
    most = 0
    for number, (kind, act) in enumerate(ACTS):
        language = LANGUAGES[number // 11 % len(LANGUAGES)]
        # Cached as they are before the act: two times in three by what was compared after the last.
        part = number // 3 % EVERY
        paths = addresses(story)[part::EVERY]
        site.get_all(paths, accept_language=language)
        act(story)
        new = set(Event.objects.values_list("kind", flat=True)) - seen
        assert kind in new | seen, f"the act of {kind} did not do it"
        seen |= new
        paths = addresses(story)[part::EVERY]
        most = max(most, must_be_fresh(site, paths, language, kind))
        if anything_to_count():
            count_chances(seconds=60)
            must_be_fresh(site, paths, language, f"{kind}, and its chances")
    assert seen == KINDS, "give every kind an act in tests/delivery/story.py"
    assert most >= len(addresses(story)) // EVERY, "some pages were never there"


def test_a_page_changes_with_what_it_shows_and_with_nothing_else(site):
    story, spared = Story(), 0
    for number, (kind, act) in enumerate(ACTS):
        if number % SOME:
            act(story)
            continue
        paths = [path for path in addresses(story) if topics_of(path)]
        before = site.get_all(paths, accept_language="en")
        act(story)
        must_be_fresh(site, tuple(paths), "en", kind)
        for path, old, new in zip(
            paths, before, site.get_all(paths, accept_language="en"), strict=True
        ):
            if "etag" in old.headers and old.headers["etag"] == new.headers.get("etag"):
                spared += 1
                assert old.body == new.body, (kind, path)
    assert spared


def topics_of(path: str) -> tuple[str, ...]:
    """What the page at this address shows; empty: everything."""
    place = place_of(path, b"")
    assert place is not None, path
    return place.topics


def test_a_hand_at_one_table_leaves_the_pages_of_another_as_they_are(site):
    cup = play.tournament(entered=8, drawn=True)
    first, second = play.match(cup, 1, 0), play.match(cup, 1, 1)
    for match in (first, second):
        play.start(match)
    slug = f"/t/{cup.slug}"
    there = [f"{slug}/match/{first.pk}/", f"{slug}/pairs/{first.pair_a.number}/"]
    there += [f"{there[1]}strip/", f"{slug}/match/{first.pk}/embed/", f"{slug}/rules/"]
    here = [f"{slug}/match/{second.pk}/", f"{slug}/pairs/{second.pair_a.number}/", f"{slug}/"]
    before, changing = site.get_all(there), site.get_all(here)
    made = len(site.asked)
    table.record(second, table.plain())
    assert site.get_all(there) == before
    assert len(site.asked) == made, "nothing of it was made again"
    must_be_fresh(site, tuple(there), "en", "a hand elsewhere")
    for old, new in zip(changing, site.get_all(here), strict=True):
        assert old.headers["etag"] != new.headers["etag"]
        assert old.body != new.body


def played(until: str = "match.imported") -> Story:
    story = Story()
    for kind, act in ACTS:
        act(story)
        if kind == until:
            count_chances(seconds=60)  # else some pages are not kept
            return story
    raise AssertionError(until)


@pytest.mark.long
def test_every_page_is_fresh_in_every_language_and_after_an_upgrade(site, monkeypatch):
    paths = addresses(played(), queries=True)
    for language in LANGUAGES if EVERY == 1 else ("eu",):
        assert must_be_fresh(site, paths, language, language) == len(paths)
    made = len(site.asked)
    assert {got.status for got in site.get_all(paths, accept_language="eu")} == {200}
    assert len(site.asked) == made
    monkeypatch.setattr("delivery.stamps.release", lambda: release() + "x")
    site.stamps.forget_all()
    some = paths[::SOME]
    must_be_fresh(site, some, "eu", "an upgrade")
    assert len(site.asked) == made + len(some)


@pytest.mark.long
def test_every_page_is_fresh_after_a_restore(site):
    story = played()
    paths = addresses(story)[::SOME]
    must_be_fresh(site, paths, "es", "before")
    # Another history of the same length: same number, another hash, another name.
    Tournament.objects.filter(pk=story.id).update(name="Restored Cup", event_hash="f" * 64)
    site.stamps.forget(LogProgress(story.tournament.slug, 1, ()))
    must_be_fresh(site, paths, "es", "a restore")
    assert "Restored Cup" in site.get(f"/t/{story.tournament.slug}/").text


def test_every_page_that_everybody_may_read_is_published_or_says_why_not():
    left_out = set()
    for route, pattern in patterns():
        cls = getattr(pattern.callback, "cls", None)
        is_public = getattr(pattern.callback, "__module__", "").startswith("web.public")
        is_open = (
            route.startswith("api/v1/tournaments/<slug:slug>/")
            and "get" in getattr(pattern.callback, "actions", {})
            and "IsAuthenticated" not in {one.__name__ for one in cls.permission_classes}
        )
        if (is_public or is_open) and mark_of(pattern.callback) is None:
            left_out.add(pattern.name)
    assert left_out == set(BY_THE_VIEW)
