"""An action at which the server fails is set aside by its tablet, and the desk has a copy."""

from typing import Any

import pytest

from scoring.outbox.services import actions, attention
from scoring.rulings.models import Ruling
from scoring.rulings.services import rulings
from tests.scoring import table
from tests.scoring.table import PROGRAM, outcomes, send
from tests.scoring.table import sent_hand as hand
from tournament.errors import NotAllowed
from tournament.log.models import Event
from tournament.log.queries.log import verify_log
from tournament.matches.services import matches
from tournament.tables.models import Table
from tournament.tables.queries import authenticate, join_token
from tournament.tables.services import devices

pytestmark = pytest.mark.django_db


def raised(action: object, key: str = "r") -> dict[str, Any]:
    return {"key": key, "kind": "attention.raise", "action": action}


def at_the_desk() -> list[tuple[str, str, str]]:
    found = Ruling.objects.filter(kind="attention").order_by("id")
    told = [(one.proposed["key"], one.status, one.proposed["errors"]) for one in found]
    return [(key, status, errors[0]["code"]) for key, status, errors in told]


def test_the_desk_has_a_copy_with_its_content_and_the_log_says_why(match, device):
    action = hand(match, 1, "odd")
    assert outcomes(device, raised(action), hand(match, 1, "next")) == ["applied", "applied"]
    assert at_the_desk() == [("odd", "open", "server_failed")]
    assert Ruling.objects.get().proposed["action"] == action
    event = Event.objects.get(kind="attention.raised")
    assert event.sealed["codes"] == ["server_failed"]
    assert "odd" not in str(event.data)
    assert verify_log(tournament_id=match.tournament_id).ok


def test_the_same_copy_again_is_one_copy(match, device):
    action = hand(match, 1, "odd")
    assert outcomes(device, raised(action), raised(action)) == ["applied", "repeated"]
    assert outcomes(device, raised(action, "again")) == ["applied"]
    assert len(at_the_desk()) == 1


def test_a_copy_closes_when_the_action_is_applied_after_all(match, device):
    action = hand(match, 1, "odd")
    assert outcomes(device, raised(action)) == ["applied"]
    assert outcomes(device, action) == ["applied"]
    assert at_the_desk() == [("odd", "dismissed", "server_failed")]


def test_a_copy_closes_when_the_table_discards_the_action(match, device):
    discarded = {"key": "d", "kind": "attention.discard", "of": ["odd"]}
    assert outcomes(device, raised(hand(match, 1, "odd")), discarded) == ["applied"] * 2
    assert at_the_desk() == [("odd", "dismissed", "server_failed")]


def test_what_was_applied_and_never_answered_is_not_kept(match, device):
    action = hand(match, 1, "odd")
    called = {"key": "c", "kind": "call.raise", "match": match.pk, "message": "x"}
    assert outcomes(device, action, called) == ["applied"] * 2
    assert outcomes(device, raised(action), raised(called, "s")) == ["applied"] * 2
    assert at_the_desk() == []


def test_what_the_desk_has_dealt_with_is_not_opened_again(match, device):
    late = hand(match, 5, "late")
    assert outcomes(device, late) == ["conflict"]
    rulings.dismiss(ruling_id=Ruling.objects.get().pk, actor=PROGRAM, reason="done")
    assert outcomes(device, raised(late)) == ["applied"]
    assert [status for _, status, _ in at_the_desk()] == ["dismissed"]


def test_the_copy_of_a_refused_action_keeps_why_it_was_refused(match, device):
    late = hand(match, 5, "late")
    assert outcomes(device, late, raised(late)) == ["conflict", "applied"]
    assert at_the_desk() == [("late", "open", "hand_out_of_order")]


@pytest.mark.parametrize("more", [{"instead": ["odd"]}, {"key": "odd"}])
def test_a_copy_closes_also_by_what_comes_behind_it_in_the_same_request(match, device, more):
    called = {"key": "c", "kind": "call.raise", "match": match.pk, "message": "x"}
    behind = hand(match, 1, **{"key": "new", **more})
    assert outcomes(device, called, raised(hand(match, 1, "odd")), behind) == ["applied"] * 3
    assert at_the_desk() == [("odd", "dismissed", "server_failed")]


def test_what_was_applied_at_the_table_from_which_the_tablet_has_moved_is_not_kept(match):
    here = table.read(match).table
    beside = Table.objects.get(tournament=match.tournament, number=here.number + 1)
    _device, raw = devices.join(token=join_token(here))
    called = {"key": "c", "kind": "call.raise", "match": match.pk, "message": "x"}
    assert outcomes(authenticate(raw), called) == ["applied"]
    devices.join(token=join_token(beside), known_as=raw)
    matches.assign_table(match_id=match.pk, table_number=beside.number, actor=PROGRAM)
    assert outcomes(authenticate(raw), raised(called)) == ["applied"]
    assert at_the_desk() == []


def test_a_match_of_another_tournament_is_not_even_locked(match, device, monkeypatch):
    other = table.a_match(slug="orio", name="Orio Cup")
    monkeypatch.setattr(attention, "lock_match", lambda **_named: pytest.fail("locked"))
    assert outcomes(device, raised(hand(other, 1, "odd"))) == ["applied"]


@pytest.mark.parametrize("number", [0, -1, True, 2**63, "7", None, 10**9])
def test_what_is_of_no_match_of_the_table_is_taken_and_not_kept(match, device, number):
    assert outcomes(device, raised({**hand(match, 1, "odd"), "match": number})) == ["applied"]
    assert at_the_desk() == []


@pytest.mark.parametrize("action", [None, "x", [], {}, {"key": ""}, {"key": 5}])
def test_what_is_no_action_is_refused(match, device, action):
    (result,) = send(device, raised(action))
    assert (result.outcome, result.errors[0]["code"]) == ("refused", "bad_action")


def test_only_a_tablet_sets_aside(match):
    with pytest.raises(NotAllowed) as refused:
        actions.set_aside(action=hand(match, 1, "odd"), actor=PROGRAM, key="r")
    assert refused.value.codes == ("not_at_a_table",)
