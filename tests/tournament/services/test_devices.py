"""Tablets: joining, being in touch, being shut out."""

import pytest

from tests.tournament.play import PROGRAM, tournament
from tournament.errors import NotAllowed, NotFound, Refusal
from tournament.models import Device, Event, Table
from tournament.queries.tables import authenticate, join_token
from tournament.services import devices

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return Table.objects.get(tournament=tournament(), number=1)


def test_a_device_joins_by_the_link_and_is_known_by_its_token(table):
    device, raw = devices.join(token=join_token(table), label="Samsung")
    known = authenticate(raw)
    assert (known.id, known.table_number, known.slug) == (device.pk, 1, table.tournament.slug)
    assert known.label == "Samsung"


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


def test_a_device_tells_that_it_is_there_and_what_it_holds(table):
    device, _raw = devices.join(token=join_token(table))
    devices.seen(device_id=device.pk, unsent=3)
    devices.seen(device_id=device.pk)
    device.refresh_from_db()
    assert device.unsent == 3


@pytest.mark.parametrize("unsent", [-1, "3", True, 10**9])
def test_what_a_device_holds_is_a_number(table, unsent):
    device, _raw = devices.join(token=join_token(table))
    with pytest.raises(Refusal):
        devices.seen(device_id=device.pk, unsent=unsent)


def test_a_revoked_device_is_nobody(table):
    device, raw = devices.join(token=join_token(table))
    devices.revoke(device_id=device.pk, actor=PROGRAM)
    with pytest.raises(NotAllowed):
        authenticate(raw)
    with pytest.raises(Refusal):
        devices.revoke(device_id=device.pk, actor=PROGRAM)


def test_only_organizers_revoke(table, foreign_actor):
    device, _raw = devices.join(token=join_token(table))
    with pytest.raises(NotAllowed):
        devices.revoke(device_id=device.pk, actor=foreign_actor)
    with pytest.raises(NotFound):
        devices.revoke(device_id=9999, actor=PROGRAM)


def test_a_link_cannot_be_used_without_end(table):
    for _ in range(devices.MOST_DEVICES_A_TABLE):
        devices.join(token=join_token(table))
    with pytest.raises(Refusal) as caught:
        devices.join(token=join_token(table))
    assert caught.value.codes == ("too_many_devices",)
