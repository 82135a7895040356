"""What a late pair loses by the rules is offered at the desk, and taken by an official (T7)."""

from __future__ import annotations

from tests.tournament import play
from tournament.championship.queries.tournaments import TournamentView
from tournament.formats.regulations import LateRule
from tournament.log.models import Event
from tournament.matches.queries.openings import openings
from tournament.matches.services import matches


def test_T7_what_a_late_pair_has_lost_is_offered_at_the_desk(
    desk, at, drawn, ready, actor, monkeypatch
):
    matches.assign_table(match_id=ready.id, table_number=1, actor=actor)
    assert "Lost by being late" not in desk.get(at("desk", drawn.slug)).text
    monkeypatch.setattr(TournamentView, "late_rule", LateRule(0, None, None))
    page = desk.get(at("desk", drawn.slug)).text
    assert "Lost by being late" in page
    assert "1 game" in page.split("Lost by being late")[1][:700]
    assert (
        "Start the match when the pair has arrived"
        in desk.get(at("match", drawn.slug, ready.id)).text
    )

    matches.start(match_id=ready.id, table_number=1, actor=actor)
    page = desk.get(at("match", drawn.slug, ready.id)).text
    assert at("forfeit", drawn.slug, ready.id) + "?clause=T7" in page
    page = desk.get(at("forfeit", drawn.slug, ready.id) + "?clause=T7")
    assert page.context["form"]["clause"].value() == "T7"
    assert "Disciplinary Tribunal" not in page.text
    late = {"loser": "A", "clause": "T7", "reason": "Ten minutes.", "game": 1, "step": "do"}
    desk.post(at("forfeit", drawn.slug, ready.id), late)
    assert "a late pair loses" not in desk.get(at("match", drawn.slug, ready.id)).text

    monkeypatch.setattr(TournamentView, "late_rule", LateRule(None, None, 0))
    assert "the late pair loses the match." in desk.get(at("match", drawn.slug, ready.id)).text


def test_T7_a_late_pairs_place_is_left_to_the_lot_unless_one_is_chosen(desk, at, arizkun):
    cup = play.tournament(entered=5, drawn=True, owner=arizkun)
    page = desk.get(at("late_pair", cup.slug))
    place = page.context["form"]["place"]
    assert place.value() == "lot", "the first bye is not chosen beforehand"
    free = openings(tournament_id=cup.pk)
    assert "By lot, one of the 3 places that are free." in page.text

    late = {"player_1": "Lezo", "player_2": "Deba", "reason": "the bus"}
    desk.post(at("late_pair", cup.slug), {**late, "place": "lot"})
    told = Event.objects.latest("number").data
    assert told["by_lot"] == [[one.match.slot, one.side.value] for one in free]

    chosen = openings(tournament_id=cup.pk)[-1]
    late |= {"player_1": "Aia", "player_2": "Orio", "place": chosen.key}
    desk.post(at("late_pair", cup.slug), late)
    told = Event.objects.latest("number").data
    assert (told["match"]["id"], "by_lot" in told) == (chosen.match.id, False)

    values = [
        choice
        for choice, _words in desk.get(at("late_pair", cup.slug))
        .context["form"]
        .fields["place"]
        .choices
    ]
    assert "lot" not in values, "one place is no choice for a lot"
