"""Nothing newer than its delay is to be had of a tournament, at whatever address.

Addresses come from the URL table itself, kinds of events from the story that has them all: neither
a new page nor a new kind can be left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils.feedgenerator import SyndicationFeed

from publication.copies import keeping
from publication.copies.keeping import keep
from publication.copies.readers import OfOne
from tests.publication.addresses import PARAMETER, patterns
from tests.publication.site import anybody, forget_pieces
from tests.publication.story import ACTS, BY, Story
from tournament.championship.services import tournaments
from web import everybody

pytestmark = pytest.mark.django_db(transaction=True)

DELAY = 3
# But the making of the tournament, and the event of another delay, which has tests of its own.
TOLD = [act for act in ACTS if act[0] not in ("tournament.created", "publication.delay_set")]
AT_ONCE = 14
DAY = datetime(2026, 5, 24, tzinfo=UTC)
"""Acts between two looks at everything."""
NOT_OF_TOURNAMENTS = {
    "healthz": "says that the process lives",
    "readyz": "says that the database answers",
    "metrics": "is for operators",
}
"""Addresses that are no reader's, and why."""


class Clock:
    """The time at which copies are taken."""

    def __init__(self) -> None:
        self.time = datetime(2026, 5, 24, 12, tzinfo=UTC)

    def now(self) -> datetime:
        return self.time

    def later(self, **by: float) -> datetime:
        self.time += timedelta(**by)
        return self.time


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Any) -> Clock:
    settings.VAR_DIR = tmp_path
    made = Clock()
    monkeypatch.setattr(keeping, "timezone", made)
    dated = SyndicationFeed.latest_post_date
    # A feed with nothing in it is dated now.
    monkeypatch.setattr(
        SyndicationFeed,
        "latest_post_date",
        lambda feed: dated(feed) if feed.items else DAY,
    )
    return made


def addresses(story: Story) -> tuple[str, ...]:
    """Every address that is not a room of officials or of accounts."""
    drawn = story.tournament.matches.filter(kind="championship", round=1, slot=0).first()
    first = story.tournament.pairs.first()
    slug = story.tournament.slug
    values = {
        "slug": slug, "of": slug, "match_id": drawn.pk if drawn else 0, "number": 1, "game": 1,
        "pair_id": first.pk if first else 0, "step": 2, "place": "zarautz", "club": "kaia",
        "code": "none", "size": 3, "first": 2, "link": "none", "pause_id": 1, "cascade_id": 1,
        "device_id": 1, "case_id": 1, "ruling_id": 1, "token_id": 1, "job_id": 1,
    }  # fmt: skip
    return tuple(
        "/" + PARAMETER.sub(lambda found: str(values[found[1]]), route)
        for route, pattern in patterns()
        if not f"/{route}".startswith(everybody.ROOMS) and pattern.name not in NOT_OF_TOURNAMENTS
    )


def seen(paths: Sequence[str]) -> dict[str, tuple[int, bytes, str]]:
    """What somebody without a name gets from the views themselves."""
    forget_pieces()
    return {path: _got(path) for path in paths}


def _got(path: str) -> tuple[int, bytes, str]:
    answer = anybody().generic("GET", path, headers={"accept-language": "en"})
    body = answer.getvalue() if answer.streaming else answer.content
    return answer.status_code, body, answer.get("ETag", "")


@pytest.fixture
def as_now(monkeypatch: pytest.MonkeyPatch) -> Any:
    """What `seen` sees when the rows of now are read, and said to be old."""

    def look(paths: Sequence[str]) -> dict[str, tuple[int, bytes, str]]:
        with monkeypatch.context() as patched:
            patched.setattr(everybody, "Asking", lambda: OfOne(DELAY))
            return seen(paths)

    return look


def differing(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    return [path for path in one if one[path] != other[path]]


def test_no_address_shows_anything_before_its_time_and_each_shows_it_then(
    clock: Clock, as_now: Any, in_english: None
) -> None:
    story = Story()
    tournaments.change(tournament_id=story.id, actor=BY, delay_minutes=DELAY)
    changed: set[str] = set()
    after: dict[str, Any] = {}
    for first in range(0, len(TOLD), AT_ONCE):
        acts = TOLD[first : first + AT_ONCE]
        paths = addresses(story)
        before = after if after.keys() == set(paths) else seen(paths)
        for _kind, act in acts:
            act(story)
        clock.later(seconds=10)
        keep(now=clock.now())
        keep(now=clock.later(minutes=DELAY, seconds=-1))
        assert differing(before, seen(paths)) == [], acts
        keep(now=clock.later(seconds=1))
        after = seen(paths)
        fresh = as_now(paths)
        assert differing(after, fresh) == [], acts
        changed |= set(differing(before, after))
    assert {"/", f"/t/{story.tournament.slug}/tv/"} <= changed
