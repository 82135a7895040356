"""The referee team on its page and at the desk, and calls from tables answered there."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.outbox.queries.at_table import table_state
from scoring.outbox.services import calls
from scoring.rulings.models import Ruling
from tournament.referees.queries import team
from tournament.tables.models import Table
from tournament.tables.queries import authenticate, join_token
from tournament.tables.services import devices


@pytest.fixture
def staffed(desk, at, drawn):
    for name in ("Pasaia", "Lezo"):
        desk.post(at("add_referee", drawn.slug), {"name": name})
    return drawn


@pytest.fixture
def tablet(drawn):
    """The secret of a tablet at table 1."""
    table = Table.objects.get(tournament_id=drawn.id, number=1)
    return devices.join(token=join_token(table))[1]


def text(browser, where):
    return " ".join(browser.get(where).text.split())


def test_a_hand_over_is_two_taps_at_the_desk(desk, at, staffed):
    where = at("desk", staffed.slug)
    form = f'action="{at("hand_over", staffed.slug)}?next={where}"'
    html = text(desk, where)
    assert form in html
    assert 'name="tables" value="3"' in html
    assert '<button class="button button--small" name="to" value="2">Lezo' in html
    answer = desk.post(f"{at('hand_over', staffed.slug)}?next={where}", {"tables": 3, "to": "2"})
    assert answer.url == where
    assert team(tournament_id=staffed.id).posts[3].name == "Lezo"


@pytest.mark.parametrize("posted", [{}, {"tables": "x", "to": "1"}, {"tables": 1, "to": "²"}])
def test_nonsense_moves_nothing_and_is_said(desk, at, staffed, posted):
    where = at("hand_over", staffed.slug)
    assert "notice" in desk.post(where, posted, follow=True).text
    assert not team(tournament_id=staffed.id).posts


def test_the_head_referee_sees_every_table_with_its_referee(desk, at, staffed, playing, actor):
    desk.post(at("hand_over", staffed.slug), {"tables": [1, 2], "to": "1"})
    calls.raise_call(match_id=playing.id, actor=actor, about="cards")
    html = text(desk, at("referees", staffed.slug))
    rows = html.split('data-key="post-')
    assert len(rows) == 1 + 3
    assert "Pasaia" in rows[1]
    assert "badge--warn" in rows[1]
    assert "nobody" in rows[3]
    assert "Something with the cards" in html


def test_who_leaves_is_asked_about_first(desk, at, staffed):
    where = at("remove_referee", staffed.slug, 1)
    assert "Pasaia" in text(desk, where)
    assert desk.post(where).url == at("referees", staffed.slug)
    assert "Pasaia" not in text(desk, at("referees", staffed.slug))
    assert desk.get(where).status_code == 404


def test_a_call_is_first_at_the_desk_answered_and_the_table_reads_it(
    desk, at, drawn, playing, tablet
):
    table = Client()
    table.post(reverse("referee:join", args=[_link(drawn)]))
    call = reverse("referee:call", args=[playing.id])
    assert "How somebody behaves" in text(table, call)
    assert table.post(call, {"about": "rule"}).url == reverse("referee:match", args=[playing.id])
    match = reverse("referee:match", args=[playing.id])
    assert "Nobody has answered yet" in text(table, match)
    html = text(desk, at("desk", drawn.slug))
    assert html.index("ask-card--call") < html.index('class="wall"'), "above the tables"

    ruling = Ruling.objects.get(kind="call")
    told = table_state(device=authenticate(tablet))["calls"]
    assert [(one["id"], one["about"], one["answered_at"]) for one in told] == [
        (ruling.pk, "rule", None)
    ]
    desk.post(at("answer_call", drawn.slug, ruling.pk))
    html = text(desk, at("desk", drawn.slug))
    assert "answered: on the way" in html
    assert "organizer arizkun" in html
    for page in (match, reverse("referee:table")):
        assert "on the way" in text(table, page)
    assert table_state(device=authenticate(tablet))["calls"][0]["answered_at"]
    again = desk.post(at("answer_call", drawn.slug, ruling.pk), follow=True).text
    assert "on the way to this table already" in again
    desk.post(at("confirm_ruling", drawn.slug, ruling.pk))
    assert table_state(device=authenticate(tablet))["calls"] == []
    late = desk.post(at("answer_call", drawn.slug, ruling.pk), follow=True).text
    assert "answered already" in late


def _link(drawn):
    return join_token(Table.objects.get(tournament_id=drawn.id, number=1))


def test_the_desk_calls_for_a_table(desk, at, staffed, playing):
    call = reverse("referee:call", args=[playing.id])
    assert call in text(desk, at("referees", staffed.slug))
    assert desk.post(call, {"about": "late"}).url == at("referees", staffed.slug)
    assert desk.post(call, {"about": "weather"}).status_code == 400
    assert [one.proposed["about"] for one in Ruling.objects.all()] == ["late"]
