"""Every kind of event shows what was before it, or there was nothing."""

import pytest

from tests.delivery.story import ACTS, Story
from tournament.log.models import Event
from tournament.log.queries.changes import event_of
from tournament.log.rules.kinds import BY_NAME, KINDS

pytestmark = pytest.mark.django_db


def test_every_kind_shows_before_and_after_or_it_is_said_why_not():
    story = Story()
    for _kind, act in ACTS:
        act(story)
    shown = set()
    for event in Event.objects.order_by("number"):
        found = event_of(tournament_id=event.tournament_id, number=event.number)
        if any(change.differences for change in found.changes):
            shown.add(event.kind)
    assert {name for name in KINDS - shown if not BY_NAME[name].before} == set()
