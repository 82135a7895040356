"""The page on which a past event, or a day's paper, comes in."""

import json
import re
from base64 import b64encode
from io import BytesIO

from tests.tournament.entries.test_sheets import ods
from tournament.championship.models import Tournament
from tournament.entries.models import Pair

PLAYED = [
    ["Pareja 1", "Pareja 2", "Juegos 1", "Juegos 2"],
    ["Lezo / Orio", "Deba / Mutriku", "3", "1"],
    ["Getaria / Zumaia", "Bera / Aia", "2", "3"],
    ["Bera / Aia", "Lezo / Orio", "3", "0"],
]


def fields_of(html):
    """What the form would send back."""
    text = re.search(r'name="results_text"[^>]*>\s?(.*?)</textarea>', html, re.DOTALL)[1]
    looked_at = re.search(r'name="looked_at" value="(\w+)"', html)
    return {"results_text": text, "looked_at": looked_at[1] if looked_at else ""}


def test_last_years_sheet_is_shown_match_by_match_and_then_entered(desk, client, at, empty):
    where = at("enter_afterwards", empty.slug)
    assert where in desk.get(at("change", empty.slug)).text
    assert desk.get(where).status_code == 200
    file = BytesIO(ods(Torneo=PLAYED))
    file.name = "last-year.ods"
    html = desk.post(where, {"file": file}).text
    shown = " ".join(re.sub(r"<[^>]+>", " ", html).split())
    assert "What was read: 4 pairs" in shown
    assert "Champion: Bera – Aia" in shown
    assert "Getaria – Zumaia 2–3 Bera – Aia" in shown
    assert not Pair.objects.exists()

    given = {**fields_of(html), "step": "enter"}
    without = desk.post(where, {**given, "reason": ""})
    assert without.status_code == 400
    changed = {**given, "results_text": given["results_text"].replace("\t0", "\t1")}
    assert "What was read" in desk.post(where, {**changed, "reason": "paper"}).text
    assert not Pair.objects.exists(), "it was changed since it was looked at"
    given["results_text"] = given["results_text"].replace("\n", "\r\n")
    assert desk.post(where, {**given, "reason": "last year's sheet"}).url == at("desk", empty.slug)
    cup = Tournament.objects.get(pk=empty.id)
    assert (cup.champion.name, cup.entered_afterwards) == ("Bera – Aia", True)
    assert "entered afterwards" in client.get(f"/t/{empty.slug}/").text


def test_a_wrong_line_is_named_and_stays_in_the_box(desk, at, entered):
    where = at("enter_afterwards", entered.slug)
    answer = desk.post(where, {"results_text": "1 - 2: 3-0\nwho won?", "reason": "paper"})
    assert answer.status_code == 400
    assert "Line 2: Write both pairs and the games of each" in answer.text
    assert "1 - 2: 3-0\nwho won?</textarea>" in answer.text
    assert 'value="enter"' not in answer.text
    empty = desk.post(where, {"results_text": "", "step": "enter", "reason": "paper"})
    assert empty.status_code == 400


def test_a_file_that_is_none_is_named_at_its_field(desk, at, entered):
    file = BytesIO(b"%PDF-1.7")
    file.name = "bracket.pdf"
    answer = desk.post(at("enter_afterwards", entered.slug), {"file": file})
    assert answer.status_code == 400
    assert "This is a PDF." in answer.text


def test_a_program_sends_the_same_file(desk, empty):
    def send(**body):
        address = f"/api/v1/tournaments/{empty.slug}/results/afterwards/"
        return desk.post(address, json.dumps(body), "application/json")

    assert send(reason="paper").status_code == 400
    assert send(results_text="1 2 3 0", reason="paper").status_code == 400
    file = b64encode(ods(Torneo=PLAYED)).decode()
    answer = send(file=file, reason="last year's sheet")
    assert answer.status_code == 200, answer.text
    assert Tournament.objects.get(pk=empty.id).champion.name == "Bera – Aia"
