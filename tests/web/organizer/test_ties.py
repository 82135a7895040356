"""The desk and everybody see a tie that no criterion breaks, and how it was decided (T9)."""

import pytest
from django.urls import reverse

from tests.tournament import play
from tests.tournament.standings.test_ties import a_circle

pytestmark = pytest.mark.django_db


def test_T9_a_tie_is_told_on_the_desk_and_in_public_and_decided_on_its_page(desk, client, arizkun):
    cup = a_circle(ties="lot")
    cup.organizers.add(arizkun)
    page = desk.get(reverse("organizer:desk", args=[cup.slug])).text
    address = reverse("organizer:decide_tie", args=[cup.slug])
    assert f'href="{address}"' in page
    public = reverse("public:standings", args=[cup.slug])
    assert "Tie for place 1" in client.get(public).text
    asked = desk.get(address)
    assert asked.context["form"]["order"].value() == "1, 2, 3"
    assert asked.context["form"]["how"].value() == "lot"
    refused = desk.post(address, {"how": "lot", "order": "1, 2", "reason": "a hat"})
    assert refused.status_code == 400
    assert desk.post(address, {"how": "lot", "order": "2, 3, 1", "reason": "a hat"}).url
    cup.refresh_from_db()
    assert cup.champion.number == 2
    page = client.get(public).text
    assert "Tie decided by a lot drawn in the room" in page
    assert "Tie for place" not in page
    assert f'href="{address}"' not in desk.get(reverse("organizer:desk", args=[cup.slug])).text


def test_points_are_given_on_the_page_of_a_pair_and_stand_beside_its_points(desk, client, arizkun):
    cup = play.tournament(entered=3, drawn=True, format="round_robin", owner=arizkun)
    address = reverse("organizer:give_points", args=[cup.slug, 2])
    assert (
        f'href="{address}"' in desk.get(reverse("organizer:change_pair", args=[cup.slug, 2])).text
    )
    assert desk.post(address, {"points": "-2", "reason": "did not come"}).status_code == 302
    assert "(−2)" in client.get(reverse("public:standings", args=[cup.slug])).text
    assert desk.post(address, {"points": "0", "reason": "x"}).status_code == 400
