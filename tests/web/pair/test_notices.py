"""A browser asks to be told of a pair, on a page of its own."""

import pytest
from django.urls import reverse

from tests.tournament.notices.test_notices import SERVICE, Browser
from tests.tournament.play import PROGRAM, match, tournament
from tournament.matches.services import matches
from tournament.notices.models import Watch

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(in_english):
    return tournament(entered=4, drawn=True)


def test_a_browser_asks_and_takes_it_back(client, cup):
    page = client.get(reverse("pair:notices", args=[cup.slug, 2])).text
    watch = reverse("pair:watch", args=[cup.slug, 2])
    assert f'data-watch="{watch}"' in page
    given = {"data": Browser().subscription, "content_type": "application/json"}
    assert client.post(watch, **given).status_code == 200
    assert Watch.objects.get().pair.number == 2
    client.delete(watch, data={"endpoint": SERVICE}, content_type="application/json")
    assert not Watch.objects.exists()


def test_a_browser_that_gave_its_place_up_is_told_so(client, cup):
    watch, watched = (reverse(f"pair:{name}", args=[cup.slug, 2]) for name in ("watch", "watched"))
    assert (
        f'data-watched="{watched}"' in client.get(reverse("pair:notices", args=[cup.slug, 2])).text
    )
    given = {"data": Browser().subscription, "content_type": "application/json"}
    assert client.post(watched, **given).json()["told"] is False
    client.post(watch, **given)
    assert client.post(watched, **given).json()["told"] is True
    other = reverse("pair:watched", args=[cup.slug, 1])
    assert client.post(other, **given).json()["told"] is False, "of another pair it is not"
    Watch.objects.all().delete()
    assert client.post(watched, **given).json()["told"] is False
    for body in ("{", "[]", '{"endpoint": {}}', "[" * 3_900):
        answer = client.post(watched, data=body, content_type="application/json")
        assert answer.json()["told"] is False
    assert client.get(watched).status_code == 405


def test_what_is_no_subscription_is_refused_with_words(client, cup):
    watch = reverse("pair:watch", args=[cup.slug, 2])
    for body in ("{", "[]", '{"endpoint": "https://evil.example"}'):
        answer = client.post(watch, data=body, content_type="application/json")
        assert answer.status_code == 400
        assert answer.json()["problems"]
    assert client.get(watch).status_code == 405


@pytest.mark.parametrize(
    "body", ["[" * 3_900, '{"endpoint": "https://\\ud800"}', '{"endpoint": {}}']
)
def test_nothing_that_is_sent_as_a_subscription_breaks_the_page(client, cup, body):
    watch = reverse("pair:watch", args=[cup.slug, 2])
    assert client.post(watch, data=body, content_type="application/json").status_code == 400
    assert client.delete(watch, data=body, content_type="application/json").status_code < 500


def test_a_pair_nobody_has_is_a_404(client, cup):
    for name in ("notices", "watch", "watched"):
        assert client.post(reverse(f"pair:{name}", args=[cup.slug, 99])).status_code in (404, 405)


def test_the_worker_is_served_where_it_may_see_the_pages(client):
    assert client.get("/t/notices-worker.js")["Content-Type"].startswith("text/javascript")


def test_the_page_of_a_called_pair_says_its_table(client, cup):
    called = match(cup, 1, 0)
    matches.assign_table(match_id=called.pk, table_number=3, actor=PROGRAM)
    page = client.get(reverse("public:pair", args=[cup.slug, called.pair_a.number]))
    html = page.text
    assert "Table 3" in html
    assert "called, against" in html
    assert reverse("pair:notices", args=[cup.slug, called.pair_a.number]) in html
