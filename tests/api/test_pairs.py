"""Pairs over the API: entered, read without contacts, changed, gone and back."""

from base64 import b64encode

import pytest

from scoring.desk.queries.latest import latest
from scoring.proof.queries.verify import verify_tournament
from tests.api.conftest import codes, paths
from tests.tournament import play
from tests.tournament.entries.test_sheets import ods
from tournament.championship.models import Tournament
from tournament.consolation.queries import standby
from tournament.entries.models import Pair
from tournament.matches.models import Match
from tournament.signup.models import Payment
from tournament.standings.queries import standings

NEW = {"player_1": "Deba", "player_2": "Mutriku", "contact": "555 123"}


@pytest.fixture
def pairs_at(entry: Tournament) -> str:
    return f"/tournaments/{entry.slug}/pairs"


def test_everybody_reads_the_pairs_and_only_organizers_their_contacts(
    anyone, elsewhere, desk, pairs_at
):
    for reader in (anyone, elsewhere):
        rows = reader.get(f"{pairs_at}/").json()
        assert [row["number"] for row in rows] == [1, 2, 3, 4]
        assert all("contact" not in row for row in rows)
    assert desk.get(f"{pairs_at}/").json()[0]["contact"] == "phone 1"
    one = rows[0]["id"]
    assert "contact" not in anyone.get(f"{pairs_at}/{one}/").json()
    assert desk.get(f"{pairs_at}/{one}/").json()["contact"] == "phone 1"


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_takes_two_queries_however_long(anyone, db, django_assert_num_queries, rows):
    slug = play.tournament(entered=rows).slug
    with django_assert_num_queries(2):
        assert len(anyone.get(f"/tournaments/{slug}/pairs/").json()) == rows


def test_a_pair_is_entered_under_the_next_number(desk, pairs_at):
    answer = desk.post(f"{pairs_at}/", NEW)
    assert answer.status_code == 201
    assert (answer.json()["number"], answer.json()["contact"]) == (5, "555 123")


def test_the_same_two_players_are_not_entered_twice_unawares(desk, pairs_at):
    assert desk.post(f"{pairs_at}/", NEW).status_code == 201
    assert codes(desk.post(f"{pairs_at}/", NEW)) == ["duplicate_pair"]
    assert desk.post(f"{pairs_at}/", {**NEW, "allow_duplicate": True}).status_code == 201


def test_a_player_is_not_entered_in_two_pairs_unawares(desk, pairs_at):
    desk.post(f"{pairs_at}/", NEW)
    other = {"player_1": "Zumaia", "player_2": "DEBA"}
    refused = desk.post(f"{pairs_at}/", other)
    assert (codes(refused), paths(refused)) == (["player_twice"], ["player_2"])
    listed = {"text": "Aia, Zumaia\nDeba, Lezo"}
    assert paths(desk.post(f"{pairs_at}/bulk/", listed)) == ["lines[2].player_1"]
    assert desk.post(f"{pairs_at}/bulk/", {**listed, "allow_duplicates": True}).status_code == 201


def test_a_list_is_read_as_one_says_without_the_lines_left_out(desk, pairs_at):
    text = "Suplentes:\nAgirre,Deba,Olano,Mutriku,sí"
    plain = desk.post(f"{pairs_at}/preview/", {"text": text}).json()
    assert [column["guess"] for column in plain["columns"]] == [
        "player_1", "player_2", "club", "contact", "unknown",
    ]  # fmt: skip
    chosen = {
        "text": text,
        "meanings": ["last_1", "first_1", "last_2", "first_2", "paid"],
        "ignored": [1],
    }
    looked = desk.post(f"{pairs_at}/preview/", chosen).json()
    assert (looked["is_ready"], looked["problems"]) == (True, [])
    (entry,) = looked["entries"]
    assert (entry["player_1"], entry["player_2"]) == ("Deba Agirre", "Mutriku Olano")
    assert (entry["is_paid"], entry["cleaned"]) == (True, ["player_1", "player_2"])
    (entered,) = desk.post(f"{pairs_at}/bulk/", chosen).json()
    assert Payment.objects.get().pair_id == entered["id"]
    wrong = desk.post(f"{pairs_at}/bulk/", {"text": text, "meanings": ["nickname"]})
    assert (wrong.status_code, codes(wrong)) == (400, ["invalid_choice"])


def test_a_preview_of_a_list_shows_every_problem_and_enters_nothing(desk, pairs_at):
    answer = desk.post(f"{pairs_at}/preview/", {"text": "Deba, Mutriku\nOndarroa"})
    assert answer.status_code == 200
    assert answer.json()["is_ready"] is False
    assert answer.json()["entries"][0]["player_1"] == "Deba"
    assert answer.json()["problems"][0]["path"].startswith("lines[2]")
    assert Pair.objects.count() == 4


def test_a_list_is_entered_whole_or_not_at_all(desk, pairs_at):
    bad = desk.post(f"{pairs_at}/bulk/", {"text": "Deba, Mutriku\nOndarroa"})
    assert bad.status_code == 400
    assert paths(bad)[0].startswith("lines[2]")
    assert Pair.objects.count() == 4
    good = desk.post(f"{pairs_at}/bulk/", {"text": "Deba, Mutriku\nOndarroa / Lekeitio"})
    assert good.status_code == 201
    assert [row["number"] for row in good.json()] == [5, 6]


def test_a_list_comes_as_a_file_too_and_another_sheet_by_its_name(desk, pairs_at):
    content = ods(Inscritos=[["Deba", "Mutriku"]], Reservas=[["Ondarroa", "Lekeitio"]])
    file = b64encode(content).decode()
    preview = desk.post(f"{pairs_at}/preview/", {"file": file}).json()
    assert [line["player_1"] for line in preview["entries"]] == ["Deba"]
    assert preview["sheets"] == ["Inscritos", "Reservas"]
    (entered,) = desk.post(f"{pairs_at}/bulk/", {"file": file, "sheet": "Reservas"}).json()
    assert entered["player_1"] == "Ondarroa"
    plain = b64encode("Íñigo; Begoña".encode("cp1252")).decode()
    assert desk.post(f"{pairs_at}/bulk/", {"file": plain}).status_code == 201


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "required"),
        ({"text": "Deba, Mutriku", "file": "RGViYQ=="}, "required"),
        ({"file": "no base64"}, "invalid"),
        ({"file": 5}, "invalid"),
        ({"file": b64encode(b"%PDF-1.7").decode()}, "pdf"),
        ({"file": b64encode(b"PK\x03\x04 broken").decode()}, "unreadable"),
        ({"file": b64encode(b"Deba, Mutriku").decode(), "sheet": "Pairs"}, "no_such_sheet"),
    ],
)
def test_a_file_that_is_no_list_is_refused_with_a_code(desk, pairs_at, body, code):
    answer = desk.post(f"{pairs_at}/preview/", body)
    assert (answer.status_code, codes(answer)) == (400, [code])


@pytest.mark.parametrize("verb", ["preview", "bulk"])
def test_a_list_of_more_letters_than_a_list_can_have_is_refused(desk, pairs_at, verb):
    answer = desk.post(f"{pairs_at}/{verb}/", {"text": "Deba, Mutriku\n" * 30_000})
    assert (answer.status_code, paths(answer)) == (400, ["text"])
    assert "400000" in answer.content.decode().replace(",", "")
    assert len(answer.content) < 1000
    assert Pair.objects.count() == 4


def test_a_list_of_lines_without_end_is_refused_with_few_faults(desk, pairs_at):
    answer = desk.post(f"{pairs_at}/bulk/", {"text": "Deba\n" * 70_000})
    assert answer.status_code == 400
    assert len(answer.content) < 50_000
    assert Pair.objects.count() == 4


def test_a_pair_is_corrected(desk, pairs_at):
    one = Pair.objects.get(number=1)
    answer = desk.patch(f"{pairs_at}/{one.pk}/", {"club": "Getariako Elkartea"})
    assert answer.status_code == 200
    assert (answer.json()["club"], answer.json()["contact"]) == ("Getariako Elkartea", "phone 1")


def test_a_pair_withdraws_comes_back_and_is_disqualified(desk, pairs_at):
    one = Pair.objects.get(number=1).pk
    gone = desk.post(f"{pairs_at}/{one}/withdraw/", {"reason": "A broken car."})
    assert (gone.status_code, gone.json()["status"]) == (200, "withdrawn")
    again = desk.post(f"{pairs_at}/{one}/withdraw/", {"reason": "A broken car."})
    assert codes(again) == ["already_out"]
    back = desk.post(f"{pairs_at}/{one}/reinstate/", {"reason": "The car is mended."})
    assert back.json()["status"] == "entered"
    out = desk.post(f"{pairs_at}/{one}/disqualify/", {"reason": "The tribunal has decided."})
    assert out.json()["status"] == "disqualified"


def test_a_pair_whose_names_came_in_again_is_brought_back_as_other_people(desk, pairs_at):
    one = Pair.objects.get(number=1)
    desk.post(f"{pairs_at}/{one.pk}/withdraw/", {"reason": "A broken car."})
    desk.post(f"{pairs_at}/", {"player_1": one.player_1, "player_2": one.player_2})
    back: dict[str, object] = {"reason": "The car is mended."}
    (told,) = desk.get(f"{pairs_at}/{one.pk}/reinstate/preview/").json()["problems"]
    assert told["code"] == "duplicate_pair"
    late = desk.post(f"{pairs_at}/{one.pk}/reinstate/", back)
    assert late.json()["errors"] == [told]
    assert (late.status_code, codes(late)) == (400, ["duplicate_pair"])
    back["allow_duplicate"] = True
    assert desk.post(f"{pairs_at}/{one.pk}/reinstate/", back).json()["status"] == "entered"
    assert codes(desk.get(f"{pairs_at}/{one.pk}/reinstate/preview/")) == ["not_out"]


def test_what_changes_much_needs_a_reason(desk, pairs_at):
    one = Pair.objects.get(number=1).pk
    answer = desk.post(f"{pairs_at}/{one}/withdraw/", {})
    assert (answer.status_code, paths(answer)) == (400, ["reason"])


def test_the_matches_of_a_pair(anyone, at):
    one = Pair.objects.get(number=1).pk
    rows = anyone.get(f"{at}/pairs/{one}/matches/").json()
    assert len(rows) == 1
    assert 1 in {rows[0]["pair_a"]["number"], rows[0]["pair_b"]["number"]}


def test_T6_a_substitute_for_somebody_who_sits_there_no_more_is_a_conflict(desk, entry, pairs_at):
    pair = Pair.objects.get(number=1)
    body = {"out": 1, "player": "Lezo", "leaves": pair.player_1, "reason": "ill"}
    address = f"{pairs_at}/{pair.pk}/substitute/"
    assert desk.post(address, body).status_code == 200
    late = desk.post(address, {**body, "player": "Deba"})
    assert (late.status_code, codes(late)) == (409, ["changed_meanwhile"])
    assert late.json()["current"]["player_1"] == "Lezo"
    pair.refresh_from_db()
    assert pair.player_1 == "Lezo"
    for wrong in (7, None, "x" * 81, ""):
        assert desk.post(address, {**body, "leaves": wrong}).status_code == 400


def test_a_pair_leaves_and_comes_back_only_in_the_version_that_was_seen(desk, pairs_at):
    one = Pair.objects.get(number=1)
    at = f"{pairs_at}/{one.pk}"
    seen = desk.get(f"{at}/").json()["version"]
    desk.patch(f"{at}/", {"player_1": "Lezo"})
    body: dict[str, object] = {"reason": "A broken car.", "expected_version": seen}
    late = desk.post(f"{at}/withdraw/", body)
    assert (late.status_code, codes(late)) == (409, ["changed_meanwhile"])
    assert late.json()["current"]["player_1"] == "Lezo"
    body["expected_version"] = late.json()["current"]["version"]
    gone = desk.post(f"{at}/withdraw/", body).json()
    assert gone["status"] == "withdrawn"
    assert desk.post(f"{at}/disqualify/", body).status_code == 409
    assert desk.post(f"{at}/reinstate/", body).status_code == 409
    body["expected_version"] = gone["version"]
    assert desk.post(f"{at}/reinstate/", body).json()["status"] == "entered"


def test_T7_after_the_draw_a_pair_is_told_to_come_in_late_and_does(desk, organizer):
    cup = play.tournament(entered=3, drawn=True, owner=organizer)
    at = f"/tournaments/{cup.slug}/pairs"
    refused = desk.post(f"{at}/", NEW)
    assert codes(refused) == ["already_drawn"]
    assert "pairs/late/" in refused.json()["errors"][0]["message"]

    (place,) = desk.get(f"{at}/places/").json()
    assert place["why"] == "bye"
    where = {"match": place["match"]["id"], "side": place["side"]}
    let_in = desk.post(f"{at}/late/", {**NEW, **where, "reason": "the bus"})
    assert let_in.status_code == 201
    assert "Deba – Mutriku" in str(let_in.json())
    assert desk.get(f"{at}/places/").json() == []
    again = {**NEW, "player_1": "Lezo", "player_2": "Aia", **where, "reason": "the bus"}
    assert codes(desk.post(f"{at}/late/", again)) == ["place_taken"]


def test_T7_a_late_pair_gets_its_place_by_lot_unless_one_is_named(desk, organizer):
    cup = play.tournament(entered=5, drawn=True, owner=organizer)
    at = f"/tournaments/{cup.slug}/pairs"
    places = desk.get(f"{at}/places/").json()
    late = {**NEW, "reason": "the bus"}
    half = desk.post(f"{at}/late/", {**late, "match": places[0]["match"]["id"]})
    assert (half.status_code, half.json()["errors"][0]["path"]) == (400, "side")
    let_in = desk.post(f"{at}/late/", late)
    assert let_in.status_code == 201
    assert let_in.json()["id"] in [place["match"]["id"] for place in places]
    assert len(desk.get(f"{at}/places/").json()) == len(places) - 1


def test_T7_a_late_pair_without_a_place_joins_round_2_or_the_consolation(desk, organizer):
    cup = play.tournament(entered=4, drawn=True, owner=organizer, format="swiss")
    at = f"/tournaments/{cup.slug}/pairs"
    assert desk.get(f"{at}/places/").json() == []
    ways = desk.get(f"{at}/join/").json()
    assert [way["into"] for way in ways] == ["next_round", "consolation"]
    assert "Round 1 counts as lost: no point." in ways[0]["changes"]
    joined = desk.post(f"{at}/join/", {**NEW, "into": "next_round", "reason": "the bus"})
    assert (joined.status_code, joined.json()["number"]) == (201, 5)
    others = {**NEW, "player_1": "Lezo", "player_2": "Aia"}
    play.play_round(cup, 1)
    assert (
        desk.post(f"{at}/join/", {**others, "into": "consolation", "reason": "the bus"}).status_code
        == 201
    )
    drawn = [match.pair_a.number for match in Match.objects.filter(tournament=cup, round=2)]
    drawn += [m.pair_b.number for m in Match.objects.filter(tournament=cup, round=2) if m.pair_b]
    assert sorted(drawn) == [1, 2, 3, 4, 5]
    line = standings(tournament_id=cup.pk)[-2]
    assert (line.pair.number, line.points, line.matches_won) == (5, 0, 0)
    assert standby(tournament_id=cup.pk).numbers == {6}
    assert verify_tournament(tournament_id=cup.pk).ok
    assert [act.page for act in latest(tournament_id=cup.pk)][:1] == ["organizer:undo_act"]
    play.play_round(cup, 2)
    assert [way["into"] for way in desk.get(f"{at}/join/").json()] == ["consolation"]
    assert verify_tournament(tournament_id=cup.pk).ok


def test_T7_a_late_pair_meets_a_drawn_one_where_nobody_rests(desk, organizer):
    cup = play.tournament(entered=4, drawn=True, owner=organizer)
    at = f"/tournaments/{cup.slug}/pairs"
    refused = desk.post(f"{at}/", NEW).json()["errors"][0]
    assert (refused["code"], "pairs/join/" in refused["message"]) == ("already_drawn", True)
    ways = desk.get(f"{at}/join/").json()
    assert [way["into"] for way in ways] == ["preliminary", "consolation"]
    assert "named by lot, in a preliminary match" in ways[0]["changes"]
    joined = desk.post(f"{at}/join/", {**NEW, "into": "preliminary", "reason": "the bus"})
    assert (joined.status_code, joined.json()["number"]) == (201, 5)
    first, *_rest = desk.get(f"/tournaments/{cup.slug}/bracket/").json()["rounds"]
    assert (first["number"], first["stage"], first["matches"][0]["pair_b"]["number"]) == (
        0, "preliminary", 5,
    )  # fmt: skip
    assert [act.page for act in latest(tournament_id=cup.pk)][:1] == ["organizer:undo_act"]


def test_T7_a_late_pair_comes_into_no_match_of_another_tournament(desk, pairs_at):
    other = play.tournament(entered=3, drawn=True)
    match = other.matches.first()
    assert match is not None
    answer = desk.post(
        f"{pairs_at}/late/", {**NEW, "match": match.pk, "side": "B", "reason": "the bus"}
    )
    assert answer.status_code == 404


def test_T7_before_the_draw_a_pair_is_entered_as_usual(desk, pairs_at):
    assert desk.get(f"{pairs_at}/places/").json() == []
