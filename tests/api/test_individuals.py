"""A day of individuals over the API: drawn, entered, corrected, taken back."""

import pytest

from tests.api.conftest import codes
from tests.tournament import play
from tournament.draw import services as draw
from tournament.entries.services import pairs
from tournament.log.models import Event


@pytest.fixture
def at(organizer):
    """The address of a drawn day of four players and one round."""
    made = play.tournament(owner=organizer, regulation="short-rules", format_options={"rounds": 1})
    names = "\n".join(f"Jugador de Deba {n}" for n in range(1, 5))
    pairs.enter_list(tournament_id=made.pk, text=names, actor=play.PROGRAM)
    draw.make(tournament_id=made.pk, actor=play.PROGRAM, seed="s")
    return f"/tournaments/{made.slug}"


def test_a_day_is_played_to_its_winner(desk, anyone, at):
    assert anyone.get(f"{at}/individuals/").json()["rounds"] == []
    assert desk.post(f"{at}/individuals/rounds/").status_code == 201
    assert codes(desk.post(f"{at}/individuals/rounds/")) == ["round_open"]
    table = f"{at}/individuals/rounds/1/tables/1"
    assert codes(desk.post(f"{table}/", {"order": [[1], [2]]})) == ["bad_order"]
    answer = desk.post(f"{table}/", {"order": [[3], [1, 2], [4]]})
    assert answer.status_code == 200
    (told,) = answer.json()["rounds"][0]["tables"]
    assert [(one["player"]["number"], one["place"], one["points"]) for one in told["finish"]] == [
        (3, 1, 4), (1, 2, 3), (2, 2, 3), (4, 4, 1),
    ]  # fmt: skip
    assert anyone.get(f"{at}/").json()["champion"]["number"] == 3
    lines = anyone.get(f"{at}/standings/").json()
    assert (lines[0]["pair"]["number"], lines[0]["points"]) == (3, 4)
    other = {"order": [[1], [2], [3], [4]], "reason": "misread"}
    assert desk.post(f"{table}/", other).status_code == 409
    seen = {"seen": [[3], [1, 2], [4]]}
    assert desk.post(f"{table}/", {**other, **seen}).status_code == 200
    assert anyone.get(f"{at}/").json()["champion"]["number"] == 1
    seated = Event.objects.get(kind="round.seated").number
    together = desk.get(f"{at}/acts/{seated}/undo/preview/").json()["together"]
    assert len(together) == 2
    undo = {"reason": "they play on", "together": together[:1]}
    assert desk.post(f"{at}/acts/{together[1]}/undo/", undo).status_code == 200
    assert anyone.get(f"{at}/").json()["status"] == "running"
    assert desk.post(f"{at}/acts/{seated}/undo/", {"reason": "a slip"}).status_code == 200
    assert anyone.get(f"{at}/individuals/").json()["rounds"] == []


def test_a_day_of_pairs_has_no_tables_of_players(anyone, desk, organizer):
    cup = play.tournament(entered=4, drawn=True, owner=organizer)
    assert anyone.get(f"/tournaments/{cup.slug}/individuals/").json()["rounds"] == []
    refused = desk.post(f"/tournaments/{cup.slug}/individuals/rounds/")
    assert codes(refused) == ["not_individual"]
