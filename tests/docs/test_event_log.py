"""The page about the event log has every kind of event, and every field that real events have."""

import re

import pytest

from tests.delivery.story import ACTS, Story
from tests.servers import ROOT
from tournament.log.models import Event
from tournament.log.rules.kinds import KINDS, RETIRED

PAGE = (ROOT / "docs/event-log.md").read_text()
SECTION = PAGE[PAGE.index("## Which kinds of events are there?") :]
ROWS = re.findall(r"^\| (`[^|]+) \| (.+) \|$", SECTION, re.MULTILINE)


def test_every_kind_has_one_row():
    named = [kind for kinds, _data in ROWS for kind in re.findall(r"`([a-z_.]+)`", kinds)]
    assert sorted(named) == sorted(KINDS | RETIRED)


@pytest.mark.django_db(transaction=True)
def test_every_field_of_an_event_is_named():
    story = Story()
    for _kind, act in ACTS:
        act(story)
    named = set(re.findall(r"`([a-z_0-9]+)`", SECTION))
    told = {(event.kind, field) for event in Event.objects.all() for field in event.data}
    assert {kind for kind, _field in told} == KINDS
    assert sorted((kind, field) for kind, field in told if field not in named) == []
