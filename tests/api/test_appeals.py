"""Appeals over the API, and a ruling taken back."""

from __future__ import annotations

import pytest

from scoring.outbox.services import calls
from scoring.rulings.models import Ruling
from scoring.rulings.services import rulings
from tests.api.conftest import Api, codes
from tests.scoring.table import PROGRAM, a_device, plain, read, record
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.matches.models import Match


@pytest.fixture
def match(drawn: Tournament) -> Match:
    return play.start(play.match(drawn, 1, 0), table_number=1)


def test_an_appeal_is_entered_waits_at_the_desk_and_is_decided(
    desk: Api, at: str, match: Match
) -> None:
    record(match, plain())
    here = f"{at}/matches/{match.pk}/appeal/"
    asked = desk.post(here, {"side": "B", "game": 1, "number": 1, "reason": "it was 31"})
    assert (asked.status_code, asked.json()["kind"]) == (201, "appeal")
    ruling = asked.json()["id"]
    [item] = desk.get(f"{at}/desk/").json()["items"]
    assert (item["ruling"]["kind"], item["pair"]) == ("appeal", match.pair_b.name)
    assert codes(desk.post(here, {"side": "B", "reason": "again"})) == ["already_open"]
    done = desk.post(f"/rulings/{ruling}/reject/", {"reason": "it was not"})
    assert done.json()["status"] == "dismissed"
    assert desk.post(f"/rulings/{ruling}/withdraw/", {"reason": "late"}).status_code == 409
    assert (
        desk.post(f"/rulings/{ruling}/reopen/", {"reason": "a second look"}).json()["outcome"]
        is None
    )
    upheld = desk.post(f"/rulings/{ruling}/uphold/", {"stones": [0, 5], "reason": "it was"})
    assert (upheld.json()["status"], upheld.json()["outcome"]["stones"]) == ("replaced", [0, 5])


def test_a_ruling_is_taken_back(desk: Api, match: Match) -> None:
    record(read(match), plain(claim=[9, 9]))
    asked = Ruling.objects.get()
    here = f"/rulings/{asked.pk}/take-back/"
    assert codes(desk.post(here, {"reason": "too early"})) == ["still_open"]
    rulings.decide_claim(ruling_id=asked.pk, stands="claim", reason="seen", actor=PROGRAM)
    assert desk.post(here, {"reason": "counted"}).json()["status"] == "open"


def test_nobody_counts_what_is_asked_elsewhere_by_the_numbers_of_rulings(
    elsewhere: Api, match: Match
) -> None:
    """They are one row for all tournaments: one that is not yours is as one that is not there."""
    record(read(match), plain(claim=[9, 9]))
    calls.raise_call(match_id=match.pk, actor=a_device(match), message="Come", key="c")
    for ruling in Ruling.objects.all():
        for verb in ("confirm", "dismiss", "reject", "take-back", "answer-call", "close-call"):
            here, nowhere = (
                elsewhere.post(f"/rulings/{number}/{verb}/", {"reason": "mine"})
                for number in (ruling.pk, ruling.pk + 1_000)
            )
            assert (here.status_code, here.content) == (nowhere.status_code, nowhere.content)
    assert set(Ruling.objects.values_list("status", flat=True)) == {"open"}
