"""Results that everybody sees as under review or provisional."""

from django.urls import reverse

from scoring.rulings.models import AppealWindow
from tests.scoring import table
from tournament.matches.models import Match
from tournament.matches.services import matches


def test_the_time_for_appeals_is_set_on_a_page_and_seen_by_everybody(desk, at, drawn, ready, actor):
    page = at("appeals", drawn.slug)
    assert "Results are final at once" in desk.get(at("rulings", drawn.slug)).content.decode()
    assert desk.post(page, {"minutes": "9999"}).status_code == 400
    desk.post(page, {"minutes": "15"})
    assert AppealWindow.objects.get().minutes == 15
    assert "Appeals: 15 minutes" in desk.get(at("rulings", drawn.slug)).content.decode()
    matches.record_result(match_id=ready.id, games=(3, 1), actor=actor)
    for address in (
        reverse("public:match", args=[drawn.slug, ready.id]),
        at("match", drawn.slug, ready.id),
    ):
        assert "Provisional: final from" in desk.get(address).content.decode()


def test_the_bracket_says_that_a_match_is_under_review(desk, at, drawn, playing):
    bracket = reverse("public:bracket", args=[drawn.slug])
    assert "under review" not in desk.get(bracket).content.decode()
    table.record(table.read(Match.objects.get(pk=playing.id)), table.plain(claim=[9, 9]))
    assert "under review" in desk.get(bracket).content.decode()
    page = desk.get(reverse("public:match", args=[drawn.slug, playing.id])).content.decode()
    assert "Under review" in page
