"""Tables, codes and tablets."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.statements import services as statements
from tests.scoring.statements.said import a_match, links
from tournament.matches.services import matches
from tournament.tables.models import Device
from tournament.tables.queries import join_tokens
from tournament.tables.services import devices


@pytest.fixture
def token(drawn):
    return lambda number: dict(join_tokens(tournament_id=drawn.id))[number]


def test_every_table_is_on_the_list_with_its_tablets(desk, at, drawn, token):
    devices.join(token=token(2), label="Old tablet")
    html = desk.get(at("tables", drawn.slug)).text
    assert "Table 3" in html
    assert "Old tablet" in html


@pytest.mark.parametrize("count", ["0", "many", "501", ""])
def test_an_impossible_number_is_refused_and_kept(desk, at, drawn, again, count):
    response = desk.post(at("set_tables", drawn.slug), {"count": count})
    assert response.status_code == 400
    assert again(drawn.id).tables_count == 3
    assert f'value="{count}"' in response.text or not count


def test_a_table_in_use_cannot_be_put_away(desk, at, drawn, ready, actor):
    matches.start(match_id=ready.id, actor=actor, table_number=3)
    response = desk.post(at("set_tables", drawn.slug), {"count": "2"})
    assert response.status_code == 400
    assert "A match is being played at table 3" in response.text


def test_a_table_shows_its_code_and_the_same_address_in_letters(desk, at, drawn, token):
    html = desk.get(at("table", drawn.slug, 2)).text
    assert "http://testserver" + reverse("referee:join", args=[token(2)]) in html
    assert '<svg class="qr__code"' in html or 'class="qr__code"' in html


def test_there_is_no_code_for_a_table_that_is_not_there(desk, at, drawn):
    assert desk.get(at("table", drawn.slug, 9)).status_code == 404
    assert desk.get(at("rotate_code", drawn.slug, 9)).status_code == 404


def test_a_slip_has_its_address_in_letters_and_says_whom_to_ask(desk, at, drawn, token):
    html = desk.get(at("print_codes", drawn.slug)).text
    for number in (1, 2, 3):
        address = "http://testserver" + reverse("referee:join", args=[token(number)])
        assert f'<p class="copy">{address}</p>' in html
    assert html.count("Does it not open? Ask the desk.") == 3


def test_codes_that_open_only_here_say_so_on_paper_too(desk, at, drawn):
    for name, args in (("print_codes", [drawn.slug]), ("table", [drawn.slug, 1])):
        html = desk.get(at(name, *args), headers={"host": "127.0.0.1"}).text
        assert '<p class="notice notice--warn"><span class="notice__title">These codes open' in html
        assert "data-print hidden" in html


def test_a_new_code_makes_the_printed_one_useless(desk, at, drawn, token):
    old = token(1)
    assert "no longer lets anybody in" in desk.get(at("rotate_code", drawn.slug, 1)).text
    desk.post(at("rotate_code", drawn.slug, 1))
    assert token(1) != old


def test_a_tablet_is_revoked_after_being_asked(desk, at, drawn, token):
    device, _raw = devices.join(token=token(1), label="Lost tablet")
    devices.seen(device_id=device.pk, unsent=2)
    html = desk.get(at("revoke_device", drawn.slug, device.pk)).text
    assert "Lost tablet" in html
    assert "2 hands not sent yet" in html
    desk.post(at("revoke_device", drawn.slug, device.pk))
    assert Device.objects.get(pk=device.pk).revoked_at is not None
    assert "revoked" in desk.get(at("table", drawn.slug, 1)).text


def test_revoking_offers_a_new_code_in_the_same_step(desk, at, drawn, token):
    device, _raw = devices.join(token=token(1))
    old = token(1)
    html = desk.get(at("revoke_device", drawn.slug, device.pk)).text
    assert re.search(r'<input[^>]*name="new_code"[^>]*checked', html)
    desk.post(at("revoke_device", drawn.slug, device.pk), {"new_code": "on"})
    assert Device.objects.get(pk=device.pk).revoked_at is not None
    assert token(1) != old


def test_the_desk_sees_whose_phone_it_is_and_revokes_it_without_a_new_code(desk, arizkun):
    match = a_match()
    phone, _raw = statements.join(link=links(match)[0])
    match.tournament.organizers.add(arizkun)
    slug = match.tournament.slug
    html = re.sub(r"\s+", " ", desk.get(reverse("organizer:table", args=[slug, 1])).text)
    assert f"phone of pair {match.pair_a.number}, {match.pair_a.name}" in html
    address = reverse("organizer:revoke_device", args=[slug, phone.pk])
    html = desk.get(address).text
    assert "give the pair a new one instead" in html
    assert "new_code" not in html
    desk.post(address)
    phone.refresh_from_db()
    assert phone.revoked_at is not None


def _silent(device, *, minutes):
    long_ago = timezone.now() - timedelta(minutes=minutes)
    Device.objects.filter(pk=device.pk).update(last_seen_at=long_ago)
    return f"{timezone.localtime(long_ago):%H:%M}"


@pytest.mark.parametrize("page", ["desk", "tables"])
def test_a_table_that_has_been_silent_says_since_when(desk, at, drawn, token, ready, actor, page):
    matches.assign_table(match_id=ready.id, table_number=1, actor=actor)
    device, _raw = devices.join(token=token(1))
    assert "silent since" not in desk.get(at(page, drawn.slug)).text
    heard = _silent(device, minutes=3)
    html = desk.get(at(page, drawn.slug)).text
    assert f"silent since {heard}" in html
    assert (f"0 unsent at {heard}" in html) == (page == "tables")
    assert re.search(r'badge--warn"[^>]*>\s*silent since', html)


def test_a_table_that_is_silent_while_a_match_is_on_shows_in_red(
    desk, at, drawn, token, ready, actor
):
    matches.assign_table(match_id=ready.id, table_number=1, actor=actor)
    matches.start(match_id=ready.id, actor=actor)
    device, _raw = devices.join(token=token(1))
    _silent(device, minutes=3)
    for page in ("desk", "tables"):
        html = desk.get(at(page, drawn.slug)).text
        assert re.search(r'badge--bad"[^>]*>\s*silent since', html)
        assert "data-grows-old" in html


def test_a_tablet_that_was_revoked_makes_no_table_silent(desk, at, drawn, token):
    device, _raw = devices.join(token=token(1))
    _silent(device, minutes=30)
    desk.post(at("revoke_device", drawn.slug, device.pk))
    assert "silent since" not in desk.get(at("tables", drawn.slug)).text


def test_matches_that_lose_their_table_are_named(desk, at, drawn, ready, actor):
    matches.assign_table(match_id=ready.id, table_number=3, actor=actor)
    response = desk.post(at("set_tables", drawn.slug), {"count": "2"}, follow=True)
    assert f"The tables are set. Without a table now: {ready.label}." in response.text
    log = desk.get(at("log", drawn.slug)).text
    assert f"without a table: {ready.label}" in log


def test_when_no_match_loses_its_table_none_is_named(desk, at, drawn):
    html = desk.post(at("set_tables", drawn.slug), {"count": "2"}, follow=True).text
    assert "The tables are set." in html
    assert "Without a table" not in html
