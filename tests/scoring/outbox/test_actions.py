"""What a tablet's actions do: a beginning, taken back, calls; and what no action can be."""

from typing import Any

import pytest
from django.utils import translation

from scoring.outbox.services import outbox
from scoring.outbox.services.outbox import ActionResult
from tests.scoring import table
from tests.scoring.table import PROGRAM, joined, read, record, send
from tournament.log.models import Event
from tournament.matches.models import Match
from tournament.matches.services import matches
from tournament.tables.queries import DeviceIdentity

pytestmark = pytest.mark.django_db


@pytest.fixture
def ready() -> Match:
    """A match at table 1 that has not begun."""
    found = table.a_match(started=False)
    matches.assign_table(match_id=found.pk, table_number=1, actor=PROGRAM)
    return read(found)


@pytest.fixture
def device(ready: Match) -> DeviceIdentity:
    return joined(ready)


def begin(match: Match, **more: Any) -> dict[str, Any]:
    seating = {"A": [2, 1], "B": [1, 2]}
    action = {"key": "s1", "kind": "match.start", "match": match.pk, "seating": seating}
    return {**action, "first_mano": 2, "four_kings": True, **more}


def codes(result: ActionResult) -> list[tuple[str, str]]:
    return [(error["path"], error["code"]) for error in result.errors]


def test_who_says_nothing_of_kings_and_mano_plays_with_all_kings_from_the_first_seat(ready, device):
    bare = {"key": "s1", "kind": "match.start", "match": ready.pk}
    assert send(device, bare)[0].outcome == "applied"
    begun = read(ready)
    assert (begun.first_mano, begun.four_kings) == (0, False)


@pytest.mark.parametrize("kings", [1, "yes", None, []], ids=repr)
def test_T4_four_kings_are_said_by_true_or_false(ready, device, kings):
    (result,) = send(device, begin(ready, four_kings=kings))
    assert codes(result) == [("four_kings", "bad_choice")]
    assert read(ready).status == "ready"


@pytest.mark.parametrize(
    "other", [{"first_mano": 3}, {"four_kings": False}, {"seating": {"A": [1, 2], "B": [1, 2]}}],
    ids=str,
)  # fmt: skip
def test_a_beginning_sent_again_begins_nothing_and_its_key_means_nothing_else(ready, device, other):
    again = send(device, begin(ready), begin(ready), begin(ready, **other))
    assert [one.outcome for one in again] == ["applied", "repeated", "refused"]
    assert codes(again[2]) == [("key", "key_reused")]
    assert Event.objects.filter(kind="match.started").count() == 1


def test_a_game_is_agreed_to_by_its_number(ready, device):
    send(device, begin(ready))
    agree = {"kind": "game.confirm", "match": ready.pk, "by": ["A"], "score": [40, 0]}
    refused = [send(device, {**agree, "key": f"k{n}", "game": n})[0] for n in ("1", None, 1.0)]
    assert [codes(one) for one in refused] == [[("game", "bad_number")]] * 3
    record(read(ready), table.quick(0, 0, game_winner="A"))
    assert send(device, {**agree, "key": "k", "game": 1})[0].outcome == "applied"


@pytest.mark.parametrize(
    ("action", "code", "path"),
    [
        ("hand", "bad_action", ""),
        (None, "bad_action", ""),
        ({"key": "k", "kind": "hand.burn"}, "bad_kind", "kind"),
        ({"key": "k", "kind": ["hand.record"]}, "bad_kind", "kind"),
        ({"key": "k", "kind": "hand.undo", "note": "x" * outbox.LARGEST_ACTION},
         "action_too_large", ""),
    ],
    ids=["a text", "nothing", "unknown", "a list", "endless"],
)  # fmt: skip
def test_what_is_no_action_is_refused_in_the_readers_language(device, action, code, path):
    said = {}
    for language in ("en", "es"):
        with translation.override(language):
            (result,) = send(device, action)
            assert codes(result) == [(path, code)]
            assert result.outcome == "refused"
            assert result.key == (action["key"] if isinstance(action, dict) else None)
            said[language] = result.errors[0]["message"]
    assert said["en"] != said["es"]
