"""A title that several pairs share is theirs wherever a champion is named."""

from __future__ import annotations

import pytest
from django.core.cache import caches
from django.urls import reverse

from season.queries.ranking import ranking
from tests.season import seasons
from tests.tournament import play
from tests.web.pages import words
from tests.web.paper.test_paper import pages_of
from tournament.championship.queries.tournaments import tournament_detail
from tournament.standings.services import end_early
from web.paper.pen import Pen
from web.public.pictures import drawing_of_whole

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(arizkun):
    """A final that nobody plays."""
    caches["default"].clear()
    made = seasons.cup(owner=arizkun, played=False)
    play.play_round(made, 1)
    end_early(tournament_id=made.pk, actor=play.PROGRAM, reason="rain")
    return made


@pytest.fixture
def both(cup):
    final = play.match(cup, 2, 0)
    return [final.pair_a.name, final.pair_b.name]


def test_T9_both_are_named_on_each_page_that_names_a_champion(client, desk, cup, both):
    pages = [
        f"/t/{cup.slug}/", f"/t/{cup.slug}/tv/", "/",
        reverse("organizer:mine"), f"/t/{cup.slug}/standings/",
    ]  # fmt: skip
    for page in pages:
        said = words(desk.get(page).text)
        assert [name in said for name in both] == [True, True], page
    shared = " · ".join(sorted(both)), " · ".join(sorted(both, reverse=True))
    assert any(names in words(client.get("/").text) for names in shared)
    sent = client.get(f"/api/v1/tournaments/{cup.slug}/").json()
    assert sent["champion"] is None
    assert sorted(pair["name"] for pair in sent["champions"]) == sorted(both)


def test_T9_the_picture_and_the_poster_name_both_and_each_has_a_diploma(
    desk, cup, both, monkeypatch
):
    drawing = drawing_of_whole(tournament_detail(tournament_id=cup.pk))
    players = [player for name in both for player in name.split(" – ")]
    assert [player for player in players if player not in drawing] == []
    drawn: list[str] = []
    text = Pen.text
    monkeypatch.setattr(Pen, "text", lambda pen, x, y, said, **how: (
        drawn.append(str(said)), text(pen, x, y, said, **how)))  # fmt: skip
    sheets = {name: desk.get(reverse("organizer:sheet", args=[cup.slug, name]))
              for name in ("bracket", "diplomas")}  # fmt: skip
    box = " ".join(drawn[drawn.index("Campeones") :][:3])
    assert [player for player in players if player not in box] == []
    assert pages_of(sheets["diplomas"].content) == 4


def test_T9_a_shared_first_place_is_worth_the_points_of_the_first(cup, both, arizkun):
    made = seasons.circuit(arizkun, cup)
    lines = ranking(circuit=seasons.view(made)).lines
    points = {line.person.name: (line.rank, line.points) for line in lines}
    assert points[both[0]] == points[both[1]]
    assert points[both[0]][0] == 1
    assert max(value for _rank, value in points.values()) == points[both[0]][1] == 100
