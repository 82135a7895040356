"""The questions that every view of a tournament must answer alike."""

import pytest

from tournament.log.models import Event
from web.organizer.urls import urlpatterns

# The views that only do: everything else shows a page, and what it asks is answered by POST.
ONLY_POST = {
    "enter_pair", "make_draw", "set_tables", "assign_free", "assign_table", "create_consolation",
    "add_person", "confirm_ruling", "arrive", "arrive_all", "not_here",
    "start_called", "let_in", "paid", "set_role", "prepare_draw", "add_draw_words", "reveal_draw",
    "opt_out", "opt_in", "add_referee", "hand_over", "answer_call",
    "bind_paper", "end_pause", "seat_round",
}  # fmt: skip
ONLY_GET = {
    "mine", "regulations", "desk", "entries", "print_pairs", "draw", "tables", "print_codes",
    "table", "match", "consolation", "people", "log", "export_log", "rulings", "export_hands",
    "export_all_hands", "export_tournament", "enter_sent", "arrivals", "door",
    "paper", "sheet", "acta", "contacts", "notices", "referees", "made_paper",
}  # fmt: skip
NOTHING_THERE = {"confirm_ruling", "answer_call", "end_pause"}  # no question waits, no pause
NAMES = [pattern.name for pattern in urlpatterns if pattern.name]


@pytest.fixture
def values(drawn, ready, arizkun):
    """What the addresses are made of: each thing exists, where a day begins with one."""
    return {
        "slug": drawn.slug,
        "number": 1,
        "table": 1,
        "match_id": ready.id,
        "device_id": 1,
        "person_id": arizkun.pk,
        "ruling_id": 1,
        "cascade_id": 1,
        "case_id": 1,
        "pause_id": 1,
        "game": 1,
        "event": 1,
        "first": 1,
        "job_id": 1,
        "name": "bracket",
    }


@pytest.fixture
def address(values, at):
    """An address of the view that exists, whatever it needs."""

    def of(name):
        pattern = next(p for p in urlpatterns if p.name == name)
        return at(name, *(values[part] for part in pattern.pattern.converters))

    return of


def asked(browser, name, address):
    """GET, or POST for what only does."""
    return browser.post(address) if name in ONLY_POST else browser.get(address)


def test_every_view_has_a_name_of_its_own():
    assert len(set(NAMES)) == len(NAMES)


def test_anonymous_visitors_are_sent_to_sign_in(address, client):
    for name in NAMES:
        wanted = address(name)
        response = asked(client, name, wanted)
        assert response.status_code == 302, name
        assert response.url == f"/accounts/login/?next={wanted}", name


@pytest.mark.long
def test_what_only_does_is_not_done_by_looking(address, desk):
    """Whoever loads the address of a form anew is led to the page above it."""
    before = Event.objects.latest("number").number
    for name in ONLY_POST:
        answer = desk.get(address(name))
        above = answer.headers["Location"]
        assert (answer.status_code, address(name).startswith(above)) == (302, True), name
        there = 404 if name in NOTHING_THERE else 200
        assert desk.get(above).status_code == there, name
    assert not Event.objects.filter(number__gt=before).exists()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("number", [2**63, 10**30])
def test_a_number_that_no_database_could_hold_names_nothing(values, desk, at, number):
    for pattern in (one for one in urlpatterns if one.name):
        parts = pattern.pattern.converters
        for part in (name for name in parts if isinstance(values[name], int)):
            wanted = at(pattern.name, *({**values, part: number}[name] for name in parts))
            assert asked(desk, pattern.name, wanted).status_code < 500, wanted


def test_what_only_shows_takes_no_post(address, desk):
    for name in ONLY_GET:
        assert desk.post(address(name)).status_code == 405, name


def test_other_methods_are_refused(address, desk):
    for name in NAMES:
        assert desk.delete(address(name)).status_code == 405, name
        assert desk.put(address(name)).status_code == 405, name


def test_no_page_carries_a_script_or_a_style_of_its_own(address, desk):
    for name in sorted(set(NAMES) - ONLY_POST):
        response = desk.get(address(name))
        is_page = response["Content-Type"].startswith("text/")
        if response.streaming or response.status_code == 404 or not is_page:
            continue
        html = response.text
        for forbidden in (" style=", " onclick=", "<script>", "<style"):
            assert forbidden not in html, (name, forbidden)
