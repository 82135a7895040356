"""What becomes of a rejected action of a table: at the table, and at the desk."""

from typing import Any

import pytest
from django.db import transaction

from scoring.course.models import Hand
from scoring.desk import services as rejected_hands
from scoring.outbox.queries.sent import closed_at_desk
from scoring.outbox.services import attention
from scoring.rulings.models import Ruling
from scoring.rulings.services import rulings
from tests.scoring import table
from tests.scoring.table import PROGRAM, joined, outcomes, plain, quick, send
from tests.scoring.table import sent_hand as hand
from tournament.errors import Conflict, NotAllowed, NotFound, Refusal
from tournament.log import services as events
from tournament.log.models import Event
from tournament.log.queries.log import verify_log
from tournament.log.rules.roles import Actor
from tournament.log.services import lock
from tournament.matches.models import Match
from tournament.matches.services import matches
from tournament.tables.models import Device
from tournament.tables.queries import DeviceIdentity
from tournament.tables.services import devices

pytestmark = pytest.mark.django_db


def was_beside(match: Match) -> DeviceIdentity:
    """A tablet at the next table, where the match was for a moment."""
    number = table.read(match).table.number
    beside = joined(match, table=number + 1)
    for at in (number + 1, number):
        matches.assign_table(match_id=match.pk, table_number=at, actor=PROGRAM)
    return beside


def discard(*of: str, key: str = "d") -> dict[str, Any]:
    return {"key": key, "kind": "attention.discard", "of": list(of)}


def kept() -> dict[str, str]:
    """What was kept, by key: what became of it, or "open"."""
    found = Ruling.objects.filter(kind="attention").order_by("id")
    return {one.proposed["key"]: (one.outcome or {}).get("became", "open") for one in found}


def closed_events() -> list[dict[str, Any]]:
    told = Event.objects.filter(kind="attention.closed").order_by("number")
    return [
        {k: v for k, v in data.items() if k not in ("match", "asked")}
        for data in told.values_list("sealed", flat=True)
    ]


class TestAtTheTable:
    def test_what_is_discarded_closes_and_is_in_the_log(self, match, device):
        assert outcomes(device, hand(match, 5, "late")) == ["conflict"]
        assert outcomes(device, discard("late")) == ["applied"]
        assert kept() == {"late": "discarded"}
        assert closed_events() == [{"game": 1, "number": 5, "became": "discarded"}]
        ruling = Ruling.objects.get(kind="attention")
        assert (ruling.status, ruling.decided_by_id) == ("dismissed", device.id)
        assert verify_log(tournament_id=match.tournament_id).ok

    def test_the_log_says_nothing_of_what_was_in_it(self, match, device):
        send(device, hand(match, 5, "late", quick(17, 3)), discard("late"))
        told = Event.objects.get(kind="attention.closed").data
        assert set(told) == {"match", "game", "number", "became", "asked"}
        assert "proposed" not in told["asked"][0], "what a table wrote is for the organizers"
        assert "late" not in str(told)

    def test_the_key_of_a_hand_is_none_of_something_else(self, match, device):
        table.record(match, plain(), actor=device.actor, key="k1", expected=(1, 1))
        with pytest.raises(Conflict) as refused:
            attention.discard(keys=["late"], key="k1", actor=device.actor)
        assert refused.value.codes == ("key_reused",)
        assert refused.value.current["hand"]["number"] == 1

    def test_discarding_twice_closes_once(self, match, device):
        send(device, hand(match, 5, "late"))
        assert outcomes(device, discard("late"), discard("late")) == ["applied", "repeated"]
        assert outcomes(device, discard("late", key="again")) == ["applied"]
        assert len(closed_events()) == 1

    def test_discarding_what_the_desk_never_had_or_has_closed_changes_nothing(self, match, device):
        send(device, hand(match, 5, "late"))
        rulings.dismiss(ruling_id=Ruling.objects.get().pk, actor=PROGRAM, reason="entered by hand")
        events = Event.objects.count()
        assert outcomes(device, discard("late", "unheard-of")) == ["applied"]
        assert Ruling.objects.get().reason == "entered by hand"
        assert Event.objects.count() == events

    def test_the_same_key_for_another_discarding_is_refused(self, match, device):
        assert outcomes(device, discard("one"), discard("two")) == ["applied", "refused"]

    def test_a_refused_discarding_is_not_kept_at_the_desk(self, match, device):
        broken = {"key": "d", "kind": "attention.discard", "of": [], "match": match.pk}
        [result] = send(device, broken)
        assert result.outcome == "refused"
        assert [(e["code"], e["path"]) for e in result.errors] == [("bad_keys", "of")]
        assert not Ruling.objects.exists()

    def test_another_table_discards_nothing(self, match, device):
        send(device, hand(match, 5, "late"))
        beside = joined(match, table=table.read(match).table.number + 1)
        assert outcomes(beside, discard("late")) == ["applied"]
        assert kept() == {"late": "open"}

    def test_a_tablet_that_joined_again_discards_what_it_sent_before(self, match, device):
        send(device, hand(match, 5, "late"))
        devices.revoke(device_id=device.id, actor=PROGRAM)
        assert outcomes(joined(match), discard("late")) == ["applied"]
        assert kept() == {"late": "discarded"}

    def test_a_match_that_was_moved_does_not_keep_the_table_from_discarding(self, match, device):
        matches.assign_table(match_id=match.pk, table_number=None, actor=PROGRAM)
        assert outcomes(device, hand(match, 1, "here")) == ["refused"]
        assert outcomes(device, discard("here")) == ["applied"]
        assert kept() == {"here": "discarded"}

    def test_only_a_device_that_is_not_revoked_discards(self, match, device):
        send(device, hand(match, 5, "late"))
        Device.objects.update(revoked_at="2026-01-01T00:00:00Z")
        for actor in (PROGRAM, Actor("user", 1, "organizer x"), device.actor):
            with pytest.raises(NotAllowed):
                attention.discard(keys=["late"], actor=actor, key="d")
        assert kept() == {"late": "open"}


class TestAppliedLater:
    def test_also_when_it_was_refused_and_applied_in_one_request(self, match, device):
        one, two = hand(match, 1, "one"), hand(match, 2, "two")
        assert outcomes(device, two, one, two) == ["conflict", "applied", "applied"]
        assert kept() == {"two": "applied"}

    def test_also_when_the_tablet_has_joined_again_meanwhile(self, match, device):
        send(device, hand(match, 2, "two"))
        send(joined(match), hand(match, 1, "one"), hand(match, 2, "two"))
        assert kept() == {"two": "applied"}

    def test_a_hand_whose_answer_was_lost_does_not_trouble_the_desk_under_a_new_device(
        self, match, device
    ):
        send(device, hand(match, 1, "one"))
        [result] = send(joined(match), hand(match, 1, "one"))
        assert result.outcome == "repeated"
        assert kept() == {}

    def test_a_hand_that_was_undone_meanwhile_does_not_come_back_with_a_new_device(
        self, match, device
    ):
        undo = {**hand(match, 1, "u"), "kind": "hand.undo", "version": 1, "reason": "the other's"}
        assert outcomes(device, hand(match, 1, "one"), undo) == ["applied", "applied"]
        assert outcomes(joined(match), hand(match, 1, "one"), undo) == ["repeated", "repeated"]
        assert Hand.objects.get(is_current=True).is_void

    def test_nor_when_it_is_sent_again_from_the_table_its_match_was_moved_to(self, match, device):
        send(device, hand(match, 1, "one"))
        beside = joined(match, table=table.read(match).table.number + 1)
        number = table.read(match).table.number + 1
        matches.assign_table(match_id=match.pk, table_number=number, actor=PROGRAM)
        [result] = send(beside, hand(match, 1, "one"))
        assert result.outcome == "conflict"
        assert result.current is not None
        assert result.current["history"][0]["key"] == "one"
        assert kept() == {}


class TestInstead:
    def test_a_correction_in_the_place_of_theirs_closes_it(self, match, device):
        send(joined(match), hand(match, 1, "theirs", quick(4, 4)))
        assert outcomes(device, hand(match, 1, "mine", quick(5, 3))) == ["conflict"]
        mine = hand(
            match, 1, "put", quick(5, 3), kind="hand.correct", version=1, reason="agreed",
            instead=["mine"],
        )  # fmt: skip
        assert outcomes(device, mine) == ["applied"]
        assert kept() == {"mine": "replaced"}
        assert Hand.objects.get(is_current=True).stones == (5, 3)

    def test_a_hand_entered_again_closes_all_it_stands_for(self, match, device):
        send(device, hand(match, 1, "a", {"cards": []}), hand(match, 1, "b", {"cards": 5}))
        assert outcomes(device, hand(match, 1, "c", instead=["a", "b", "none"])) == ["applied"]
        assert kept() == {"a": "replaced", "b": "replaced"}

    def test_refused_as_well_it_takes_the_place_of_the_first_at_the_desk(self, match, device):
        send(device, hand(match, 1, "a", {"cards": []}))
        send(device, hand(match, 1, "b", {"cards": 5}, instead=["a"]))
        assert kept() == {"a": "sent_again", "b": "open"}
        assert outcomes(device, discard("b", "a")) == ["applied"]
        assert kept() == {"a": "sent_again", "b": "discarded"}

    def test_only_what_came_from_this_table(self, match, device):
        beside = was_beside(match)
        send(beside, hand(match, 1, "theirs"))
        send(device, hand(match, 1, "mine", instead=["theirs"]))
        assert kept() == {"theirs": "open"}


class TestAtTheDesk:
    @pytest.fixture
    def late(self, match: Match, device: DeviceIdentity) -> Ruling:
        send(device, hand(match, 5, "late", plain()))
        return Ruling.objects.get()

    def test_putting_it_in_the_place_of_another_saves_and_closes_it(self, match, late):
        table.record(match, quick(1, 1))
        rejected_hands.correct(
            ruling_id=late.pk, game=1, number=1, record=plain(), reason="theirs", actor=PROGRAM
        )
        assert Hand.objects.get(is_current=True).stones == (7, 1)
        assert kept() == {"late": "entered"}

    def test_a_hand_that_is_refused_stays_at_the_desk(self, late):
        with pytest.raises(Refusal):
            rejected_hands.enter(ruling_id=late.pk, record={"cards": []}, actor=PROGRAM)
        assert kept() == {"late": "open"}
        assert not Hand.objects.exists()

    def test_only_what_a_table_sent_is_entered_so(self, match):
        table.record(match, plain(claim=[3, 5]))
        with pytest.raises(NotFound):
            rejected_hands.enter(ruling_id=Ruling.objects.get().pk, record=plain(), actor=PROGRAM)


class TestWhatIsKept:
    def test_an_action_that_names_itself_stays_open(self, match, device):
        send(device, hand(match, 5, "late", instead=["late"]))
        assert kept() == {"late": "open"}

    def test_what_is_no_hand_does_not_take_the_place_of_one(self, match, device):
        send(device, hand(match, 5, "late", quick(17, 3)))
        send(joined(match), {"key": "late", "kind": "nonsense", "match": match.pk})
        assert Ruling.objects.get().proposed["action"]["record"] == quick(17, 3)

    def test_an_endless_action_is_refused_and_not_kept(self, match, device):
        nested: list[Any] = []
        for _ in range(100_000):
            nested = [nested]
        for record in ({**quick(2, 1), "id": "x" * 20_000}, {"cards": nested}):
            first = hand(match, 1, "first", record)
            alone = send(device, first)
            [result, after] = send(device, first, hand(match, 1, "good"))
            assert alone[0] == result
            assert [error["code"] for error in result.errors] == ["action_too_large"]
            assert after.outcome == ("applied" if "id" in record else "repeated")
        assert kept() == {}

    def test_a_record_with_a_thousand_faults_leaves_a_line_in_the_log(self, match, device):
        wrong = {f"field{number}": 0 for number in range(1000)}
        assert outcomes(device, hand(match, 1, "wrong", wrong)) == ["refused"]
        told = Event.objects.get(kind="attention.raised").data
        assert told["codes"] == ["bad_json"]
        assert len(Ruling.objects.get().proposed["errors"]) == attention.MOST_ERRORS

    def test_a_table_where_the_match_was_cannot_fill_the_list(self, match, device, monkeypatch):
        monkeypatch.setattr(attention, "MOST_OPEN", 2)
        beside = was_beside(match)
        send(beside, *(hand(match, 5, f"foreign{number}") for number in range(3)))
        send(device, hand(match, 5, "ours"))
        assert kept() == {"foreign0": "open", "foreign1": "open", "ours": "open"}

    def test_a_table_where_the_match_never_was_raises_nothing_about_it(self, match, device):
        beside = joined(match, table=table.read(match).table.number + 1)
        assert outcomes(beside, hand(match, 1, "foreign")) == ["refused"]
        assert kept() == {}
        assert not Event.objects.filter(kind="attention.raised").exists()

    def test_a_match_that_was_given_out_with_others_was_there_too(self, match, device):
        number = table.read(match).table.number + 1
        beside = joined(match, table=number)
        given = {"match": events.match_ref(match), "table": number}
        with transaction.atomic():
            events.append(
                tournament=lock(tournament_id=match.tournament_id),
                kind="tables.assigned",
                actor=PROGRAM,
                data={"assigned": [given]},
            )
            Match.objects.filter(pk=match.pk).update(table=beside.table_id)
        matches.assign_table(match_id=match.pk, table_number=number - 1, actor=PROGRAM)
        send(beside, hand(match, 5, "late"))
        assert kept() == {"late": "open"}


def test_what_a_table_closed_itself_hides_nothing_that_the_desk_closed(match, device, monkeypatch):
    monkeypatch.setattr("scoring.outbox.queries.sent.MOST_CLOSED", 2)
    send(device, hand(match, 5, "late"))
    rulings.dismiss(ruling_id=Ruling.objects.get().pk, actor=PROGRAM, reason="entered by hand")
    beside = was_beside(match)
    for sender in (device, beside):
        keys = [f"{sender.id}-{number}" for number in range(3)]
        send(sender, *(hand(match, 5, key) for key in keys))
        assert outcomes(sender, discard(*keys)) == ["applied"]
    shown = closed_at_desk(tournament_id=match.tournament_id, table_id=device.table_id)
    assert shown == [{"key": "late", "became": "dismissed"}]


def test_a_hand_that_was_changed_meanwhile_is_not_put_out_of_its_place(match, device):
    send(device, hand(match, 5, "late", plain()))
    table.record(match, quick(1, 1))
    with pytest.raises(Conflict) as refused:
        rejected_hands.correct(
            ruling_id=Ruling.objects.get().pk, game=1, number=1, record=plain(), reason="theirs",
            actor=PROGRAM, expected_version=2,
        )  # fmt: skip
    assert refused.value.codes == ("changed_meanwhile",)
    assert kept() == {"late": "open"}


def test_a_hand_that_is_refused_again_otherwise_is_brought_up_to_date_at_the_desk(match, device):
    send(device, hand(match, 5, "late", quick(2, 1)))
    send(device, hand(match, 6, "late", quick(3, 1)))
    action = Ruling.objects.get().proposed["action"]
    assert (action["hand"], action["record"]) == (6, quick(3, 1))
