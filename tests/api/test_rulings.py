"""Rulings, appeals and the Tribunal over the API."""

from typing import Any

import pytest

from scoring.outbox.services import calls
from scoring.rulings.models import Ruling, TribunalCase
from scoring.rulings.services import rulings
from tests.api.conftest import Api, codes
from tests.scoring.table import PROGRAM, a_device, plain, read, record
from tests.tournament import play
from tournament.log.models import Event
from tournament.matches.models import Match


def test_an_appeal_is_entered_waits_at_the_desk_and_is_decided(desk, at, match):
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
    assert codes(desk.post(f"/rulings/{ruling}/reopen/", {"reason": "a second look"})) == ["gone"]
    rejected = Event.objects.get(kind="ruling.made").number
    desk.post(f"{at}/acts/{rejected}/undo/", {"reason": "a second look"})
    upheld = desk.post(f"/rulings/{ruling}/uphold/", {"stones": [0, 5], "reason": "it was"})
    assert (upheld.json()["status"], upheld.json()["outcome"]["stones"]) == ("replaced", [0, 5])


def test_a_ruling_is_taken_back(desk, match):
    record(read(match), plain(claim=[9, 9]))
    asked = Ruling.objects.get()
    here = f"/rulings/{asked.pk}/take-back/"
    assert codes(desk.post(here, {"reason": "too early"})) == ["still_open"]
    rulings.decide_claim(ruling_id=asked.pk, stands="claim", reason="seen", actor=PROGRAM)
    assert desk.post(here, {"reason": "counted"}).json()["status"] == "open"


def test_nobody_counts_what_is_asked_elsewhere_by_the_numbers_of_rulings(elsewhere, match):
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


def lie(match: Match) -> Ruling | None:
    record(match, plain(infractions=[{"kind": "false_claim", "seat": 0}]))
    return Ruling.objects.filter(kind="repetition", status="open").first()


@pytest.fixture
def third(match: Match) -> Ruling:
    """The third false claim of pair A, which waits at the desk."""
    lie(match)
    second = lie(match)
    assert second is not None
    rulings.confirm(ruling_id=second.pk, actor=PROGRAM)
    found = lie(match)
    assert found is not None
    return found


@pytest.fixture
def case(desk: Api, at: str, third: Ruling) -> dict[str, Any]:
    opened = desk.post(f"{at}/cases/", {"ruling": third.pk, "reason": "heard by two"})
    assert opened.status_code == 201
    return dict(opened.json())


def test_G1_a_third_false_claim_is_passed_on_as_a_case(desk, at, case, third):
    assert (case["state"], case["verdict"], case["is_decided"]) == ("open", "", False)
    assert (case["game"], case["number"]) == (2, 1)
    third.refresh_from_db()
    assert (third.status, third.reason) == ("confirmed", "heard by two")
    assert desk.get(f"{at}/cases/").json() == [case]
    assert desk.get(f"{at}/cases/{case['id']}/").json() == case


def test_G1_a_second_false_claim_is_none_of_the_tribunals(desk, at, match):
    lie(match)
    second = lie(match)
    assert second is not None
    refused = desk.post(f"{at}/cases/", {"ruling": second.pk})
    assert (refused.status_code, codes(refused)) == (400, ["not_for_the_tribunal"])
    second.refresh_from_db()
    assert second.is_open


def test_G1_a_case_is_heard_and_decided(desk, at, case):
    here = f"{at}/cases/{case['id']}/"
    heard = desk.post(f"{here}hear/", {"note": "they deny it"}).json()
    assert (heard["state"], heard["heard"]) == ("heard", "they deny it")
    assert heard["heard_by"] == "organizer zarautz"

    done = desk.post(f"{here}decide/", {"verdict": "warned", "reason": "once more and out"}).json()

    assert (done["state"], done["verdict"], done["is_decided"]) == ("decided", "warned", True)
    assert (done["reason"], done["decided_by"]) == ("once more and out", "organizer zarautz")
    again = desk.post(f"{here}decide/", {"verdict": "game", "reason": "x"})
    assert (again.status_code, codes(again)) == (409, ["already_decided"])
    assert again.json()["current"]["verdict"] == "warned"


def test_G1_what_a_verdict_would_do_is_asked_first(desk, at, case, match):
    def ask(verdict: str) -> Any:
        return desk.post(f"{at}/cases/{case['id']}/decide/preview/", {"verdict": verdict})

    game = ask("game").json()
    assert (game["takes"], game["game"]) == ("game", 2)
    assert (game["games_before"], game["games_after"]) == ([0, 1], [0, 2])
    whole = ask("match").json()
    assert (whole["takes"], whole["winner_before"], whole["winner_after"]) == ("match", "", "B")
    out = ask("disqualified").json()
    assert (out["takes"], [one["pair"]["name"] for one in out["leaves"]]) == (
        "pair", [match.pair_b.name],
    )  # fmt: skip
    assert ask("warned").json()["takes"] == ""
    assert ask("hanged").status_code == 400
    assert TribunalCase.objects.get().state == "open"


def test_a_case_of_another_tournament_is_not_here(desk, case, third, organizer):
    other = f"/tournaments/{play.tournament(entered=4, drawn=True, owner=organizer).slug}"
    verdict = {"verdict": "game"}
    body = {**verdict, "reason": "x"}
    assert desk.get(f"{other}/cases/").json() == []
    assert desk.get(f"{other}/cases/{case['id']}/").status_code == 404
    assert desk.post(f"{other}/cases/{case['id']}/decide/preview/", verdict).status_code == 404
    assert desk.post(f"{other}/cases/{case['id']}/hear/", {"note": "x"}).status_code == 404
    assert desk.post(f"{other}/cases/{case['id']}/decide/", body).status_code == 404
    assert codes(desk.post(f"{other}/cases/", {"ruling": third.pk})) == ["no_such_ruling"]
    assert TribunalCase.objects.get().state == "open"


def test_G1_a_verdict_that_took_nothing_is_taken_back(desk, at, case):
    here = f"{at}/cases/{case['id']}/"
    assert codes(desk.post(f"{here}take-back/", {"reason": "x"})) == ["still_open"]
    desk.post(f"{here}decide/", {"verdict": "cleared", "reason": "the noise"})
    back = desk.post(f"{here}take-back/", {"reason": "the wrong pair"}).json()
    assert (back["state"], back["verdict"], back["is_decided"]) == ("open", "", False)
