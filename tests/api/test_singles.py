"""Players without a partner over the API: seen with their contacts, joined, taken off the list."""

import pytest

from tests.api.conftest import codes
from tests.tournament.play import PROGRAM
from tournament.championship.models import Tournament
from tournament.signup.services import desk as sign_up_desk
from tournament.signup.services import partners


@pytest.fixture
def looking(entry: Tournament) -> list[int]:
    """Three players who look for a partner."""
    terms = {"is_open": True, "cap": None, "fee": "", "note": "", "actor": PROGRAM}
    sign_up_desk.set_terms(tournament_id=entry.pk, **terms)
    return [
        partners.look(tournament_id=entry.pk, player=name, phone="600 123").pk
        for name in ("Deba", "Orio", "Aia")
    ]


def test_two_who_look_become_a_pair_and_one_is_taken_off(desk, elsewhere, anyone, entry, looking):
    at = f"/tournaments/{entry.slug}/singles/"
    assert anyone.get(at).status_code == 401
    assert elsewhere.get(at).status_code == 403
    rows = desk.get(at).json()
    assert [(row["player"], row["contact"]) for row in rows] == [
        ("Deba", "600 123"), ("Orio", "600 123"), ("Aia", "600 123"),
    ]  # fmt: skip
    first, second, third = looking
    both = {"first": first, "second": second}
    assert codes(desk.post(f"{at}pair-up/", {**both, "second": first})) == ["asks_oneself"]
    assert elsewhere.post(f"{at}pair-up/", both).status_code == 403
    assert [row["player"] for row in desk.post(f"{at}pair-up/", both).json()] == ["Aia"]
    pairs = desk.get(f"/tournaments/{entry.slug}/pairs/").json()
    assert {pairs[-1]["player_1"], pairs[-1]["player_2"]} == {"Deba", "Orio"}
    assert codes(desk.post(f"{at}pair-up/", both)) == ["no_such_single"]
    assert desk.post(f"{at}{third}/remove/").json() == []
    assert codes(desk.post(f"{at}{third}/remove/")) == ["no_such_single"]
