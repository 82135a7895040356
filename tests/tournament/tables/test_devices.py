"""Tablets: joining, being in touch, being shut out."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.refusals import named_faults
from tests.scoring import signing
from tests.tournament.play import PROGRAM, tournament
from tournament.errors import NotAllowed, NotFound, Refusal
from tournament.log.models import Event
from tournament.tables.models import Device, Table
from tournament.tables.queries import authenticate, join_token
from tournament.tables.services import devices

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return Table.objects.get(tournament=tournament(), number=1)


def test_a_tablet_joins_with_its_key_and_the_log_has_it(table):
    device, raw = devices.join(token=join_token(table), public_key=signing.key())
    devices.join(token=join_token(table), known_as=raw)
    joined = Event.objects.get(tournament=table.tournament, kind="device.joined")
    said = {"table": 1, "device": device.pk, "name": "1-1"}
    assert joined.data == {**said, "key": signing.key()}
    devices.join(token=join_token(table), known_as=raw, public_key=signing.key(2))
    assert Event.objects.latest("number").data["key"] == signing.key(2)


def test_what_is_no_key_is_refused_and_nobody_joins(table):
    assert named_faults(devices.join, token=join_token(table), public_key="ed25519:AAAA") == [
        ("public_key", "bad_key")
    ]
    assert not Device.objects.exists()


def test_neither_the_link_nor_the_token_is_stored_or_logged(table):
    token = join_token(table)
    _device, raw = devices.join(token=token)
    stored = str(list(Device.objects.values())) + str(list(Event.objects.values()))
    assert raw not in stored
    assert token not in stored
    assert token not in str(list(Table.objects.values()))


@pytest.mark.parametrize(
    "token",
    ["", ".", "1", "1.", "x.y", "999999.abc", "1." + "0" * 40, "9" * 300, "¹.x", None, 5, "1.\x00"],
)
def test_any_other_link_leads_nowhere(table, token):
    with pytest.raises(NotFound) as caught:
        devices.join(token=token)
    assert caught.value.codes == ("bad_link",)


def test_a_link_of_one_table_does_not_open_another(table):
    other = Table.objects.get(tournament=table.tournament, number=2)
    mixed = f"{other.pk}.{join_token(table).split('.')[1]}"
    with pytest.raises(NotFound):
        devices.join(token=mixed)


@pytest.mark.parametrize("raw", ["", "x", "\ud800", "x" * 10_000, None, 5])
def test_an_unknown_token_is_nobodys(raw):
    with pytest.raises(NotAllowed):
        authenticate(raw)


@pytest.mark.parametrize("unsent", [-1, "3", True, 10**9])
def test_what_a_device_holds_is_a_number(table, unsent):
    device, _raw = devices.join(token=join_token(table))
    with pytest.raises(Refusal):
        devices.seen(device_id=device.pk, unsent=unsent)


@pytest.mark.postgres
def test_a_report_is_stored_and_keeps_the_count_when_it_names_none(table):
    device, _raw = devices.join(token=join_token(table))
    before = timezone.now()
    assert devices.seen(device_id=device.pk, unsent=2)
    assert devices.seen(device_id=device.pk)
    reported = Device.objects.get(last_seen_at__range=(before, timezone.now()))
    assert (reported.pk, reported.unsent) == (device.pk, 2)

    devices.revoke(device_id=device.pk, actor=PROGRAM)
    assert not devices.seen(device_id=device.pk, unsent=3)
    assert Device.objects.get().last_seen_at == reported.last_seen_at


def test_only_organizers_revoke(table, foreign_actor):
    device, _raw = devices.join(token=join_token(table))
    with pytest.raises(NotAllowed):
        devices.revoke(device_id=device.pk, actor=foreign_actor)
    with pytest.raises(NotFound):
        devices.revoke(device_id=9999, actor=PROGRAM)


def test_the_same_device_moves_to_another_table_and_may_take_another_name(table):
    _device, raw = devices.join(token=join_token(table))
    other = Table.objects.get(tournament=table.tournament, number=2)
    moved, _same = devices.join(token=join_token(other), known_as=raw, label="By the window")
    assert (authenticate(raw).table_number, moved.label) == (2, "By the window")
    assert Device.objects.count() == 1


@pytest.mark.parametrize("known_as", ["", "x", "\ud800", "x" * 10_000, None, 5])
def test_who_is_not_known_is_a_new_device(table, known_as):
    devices.join(token=join_token(table))
    devices.join(token=join_token(table), known_as=known_as)
    assert Device.objects.count() == 2


def test_a_device_of_another_tournament_is_a_new_one(table):
    elsewhere = Table.objects.get(tournament=tournament(), number=1)
    _device, raw = devices.join(token=join_token(table))
    _other, fresh = devices.join(token=join_token(elsewhere), known_as=raw)
    assert fresh != raw
    assert authenticate(raw).table_id == table.pk


def test_a_link_cannot_be_used_without_end_and_keeps_nobody_out(table):
    """Twenty strangers with a photograph of the code: the replacement comes in all the same."""
    own, raw = devices.join(token=join_token(table), label="The table's own")
    Event.objects.create(
        **_event_of(table.tournament, number=900, kind="hand.entered", actor_id=own.pk)
    )
    for _ in range(2 * devices.MOST_DEVICES_A_TABLE):
        devices.join(token=join_token(table))
    _replacement, fresh = devices.join(token=join_token(table), label="Replacement")
    assert Device.objects.filter(table=table).count() == devices.MOST_DEVICES_A_TABLE
    assert authenticate(raw).label == "The table's own"
    assert authenticate(fresh).label == "Replacement"


def test_no_device_that_acted_gives_way(table):
    """Its hands refer to it: by their sender a hand that is sent again is known."""
    for number in range(devices.MOST_DEVICES_A_TABLE):
        one, _raw = devices.join(token=join_token(table))
        Event.objects.create(
            **_event_of(table.tournament, number=900 + number, kind="hand.entered", actor_id=one.pk)
        )
        table.tournament.refresh_from_db()
    _late, fresh = devices.join(token=join_token(table))
    _later, _fresher = devices.join(token=join_token(table))
    assert Device.objects.filter(table=table).count() == devices.MOST_DEVICES_A_TABLE + 1
    with pytest.raises(NotAllowed):
        authenticate(fresh)


def _event_of(owner, *, number, kind, actor_id):
    last = Event.objects.filter(tournament=owner).order_by("number").last()
    fields = {f.name: getattr(last, f.name) for f in Event._meta.fields if f.name != "id"}
    return {**fields, "number": number, "kind": kind, "actor_kind": "device", "actor_id": actor_id}


def test_a_revoked_device_stays_out_by_the_code_it_came_by(table):
    device, raw = devices.join(token=join_token(table))
    devices.revoke(device_id=device.pk, actor=PROGRAM)
    with pytest.raises(NotAllowed) as caught:
        devices.join(token=join_token(table), known_as=raw)
    assert caught.value.codes == ("device_revoked",)
    assert Device.objects.count() == 1


def test_a_revoked_device_may_be_let_in_by_a_new_code(table):
    old = join_token(table)
    device, raw = devices.join(token=old)
    devices.revoke(device_id=device.pk, actor=PROGRAM, new_code=True)
    table.refresh_from_db()
    assert join_token(table) != old
    with pytest.raises(NotFound):
        devices.join(token=old)
    other, fresh = devices.join(token=join_token(table), known_as=raw)
    assert (other.pk, fresh) != (device.pk, raw)


def test_only_organizers_name_devices(table, foreign_actor):
    device, _raw = devices.join(token=join_token(table))
    with pytest.raises(NotAllowed):
        devices.name(device_id=device.pk, label="Mine", actor=foreign_actor)
    with pytest.raises(NotFound):
        devices.name(device_id=9999, label="Mine", actor=PROGRAM)


def test_devices_without_a_name_are_told_apart(table):
    labels = [devices.join(token=join_token(table))[0].label for _ in range(3)]
    assert labels == ["1-1", "1-2", "1-3"]


def test_revoking_a_tablet_writes_nothing_else_of_it(table):
    device, _token = devices.join(token=join_token(table))
    with CaptureQueriesContext(connection) as statements:
        devices.revoke(device_id=device.pk, actor=PROGRAM)
    updates = [one["sql"] for one in statements if one["sql"].startswith("UPDATE")]
    (update,) = [sql for sql in updates if sql.startswith('UPDATE "tournament_device"')]
    assert '"revoked_at" =' in update
    assert update.count('" =') == 2, update  # that, and which row


def test_a_device_is_given_a_name_and_keeps_it(table):
    device, raw = devices.join(token=join_token(table))
    devices.name(device_id=device.pk, label="  Blue   tablet ", actor=PROGRAM)
    assert authenticate(raw).label == "Blue tablet"
    for label in ("", " ", "x" * 81, None):
        with pytest.raises(Refusal):
            devices.name(device_id=device.pk, label=label, actor=PROGRAM)
