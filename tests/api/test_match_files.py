"""Matches as files over the API: taken out, looked at, brought in."""

import pytest

from mus.notation import read_match
from scoring.course.models import Hand
from tests.api.conftest import codes, paths
from tests.api.test_every_endpoint import database
from tests.scoring import files, table
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.matches.models import Match
from tournament.matches.services import matches


@pytest.fixture
def match(drawn: Tournament) -> Match:
    Match.objects.filter(tournament=drawn).update(best_of=3)
    return table.read(play.match(drawn, 1, 0))


@pytest.fixture
def mus(match: Match) -> str:
    return files.two_games(match)


# Taken out


def test_a_match_is_a_text_to_take_away_for_everybody(anyone, desk, match_at, match, mus):
    desk.post(f"{match_at}/import/", {"text": mus})
    answer = anyone.get(f"{match_at}/text/")

    assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; charset=utf-8")
    name = f'attachment; filename="{match.tournament.slug}-championship-1.1.mus"'
    assert answer["Content-Disposition"] == name
    text = answer.content.decode()
    assert str(read_match(text).course().outcome) == "A"
    assert files.played(text) == files.played(mus)


@pytest.mark.parametrize("accepts", ["text/plain", "application/json", "*/*", "image/png"])
def test_the_text_comes_whatever_is_accepted_and_a_refusal_is_json(anyone, at, match_at, accepts):
    assert anyone.get(f"{match_at}/text/", accept=accepts).status_code == 200
    answer = anyone.get(f"{at}/matches/999999/text/", accept=accepts)
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/json")
    assert codes(answer)


@pytest.mark.parametrize("what", ["text", "hands/records"])
def test_nothing_is_sent_twice_while_nothing_changes(anyone, match_at, match, what):
    first = anyone.get(f"{match_at}/{what}/")
    again = anyone.get(f"{match_at}/{what}/", **{"if-none-match": first["ETag"]})
    assert (first.status_code, again.status_code) == (200, 304)
    play.start(match)
    assert anyone.get(f"{match_at}/{what}/", **{"if-none-match": first["ETag"]}).status_code == 200


def test_the_records_of_a_match_are_what_settle_takes(anyone, desk, match_at, mus):
    desk.post(f"{match_at}/import/", {"text": mus})
    records = anyone.get(f"{match_at}/hands/records/").json()

    assert [record["format"] for record in records] == ["mus-hand/1"] * 4
    settled = anyone.post("/settle/", records).json()
    stored = Hand.objects.order_by("game__number", "number")
    assert [one["stones"] for one in settled] == [list(hand.stones) for hand in stored]
    assert [one["score"] for one in settled] == [list(hand.score) for hand in stored]


def test_a_match_without_hands_has_no_records(anyone, match_at):
    assert anyone.get(f"{match_at}/hands/records/").json() == []


@pytest.mark.parametrize("hands", [1, 3])
def test_files_take_as_many_queries_however_many_hands(
    anyone, match_at, match, django_assert_num_queries, hands
):
    play.start(match)
    for _hand in range(hands):
        table.record(match, table.plain())
    # Tournament, card, match, and games and hands.
    with django_assert_num_queries(5):
        anyone.get(f"{match_at}/text/")
    # Tournament, card, match, hands.
    with django_assert_num_queries(4):
        anyone.get(f"{match_at}/hands/records/")


# Brought in


def test_a_match_is_looked_at_first(desk, match_at, mus):
    before = database()
    answer = desk.post(f"{match_at}/import/preview/", {"text": mus})

    assert answer.status_code == 200
    body = answer.json()
    assert (body["winner"], body["games_won"], body["sides"]) == ("A", [2, 0], "AB")
    assert [len(game["hands"]) for game in body["games"]] == [2, 2]
    assert body["games"][0]["hands"][0]["settlement"]["ledger"][0]["stones"] == 1
    assert body["notes"] == []
    assert database() == before


def test_a_match_is_brought_in_and_its_winner_goes_on(desk, anyone, at, match_at, mus):
    answer = desk.post(f"{match_at}/import/", {"text": mus, "expected_version": 1})

    assert answer.status_code == 201
    assert answer.json()["state"]["status"] == "finished"
    after = anyone.get(f"{match_at}/").json()
    assert (after["winner"], after["ended_by"]) == ("A", "games")
    final = anyone.get(f"{at}/rounds/2/").json()["matches"][0]
    assert after["pair_a"] in (final["pair_a"], final["pair_b"])


def test_the_same_key_again_gets_the_first_answer_and_other_content_is_refused(desk, match_at, mus):
    key = {"idempotency-key": "k1"}
    first = desk.post(f"{match_at}/import/", {"text": mus}, **key)
    again = desk.post(f"{match_at}/import/", {"text": mus}, **key)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    other = desk.post(f"{match_at}/import/", {"text": mus + "; more"}, **key)
    assert (other.status_code, codes(other)) == (409, ["key_reused"])


def test_what_the_table_counts_otherwise_is_said_and_waits(desk, match_at, match):
    mus = files.text(match, "Game 1", f"0 0-0 {files.PLAIN} =9-1")
    body = desk.post(f"{match_at}/import/", {"text": mus}).json()

    assert [note["code"] for note in body["notes"]] == ["claim_differs"]
    assert body["notes"][0]["path"].startswith("lines[")
    assert [ruling["kind"] for ruling in body["rulings"]] == ["claim"]
    assert body["state"]["next"]["score"] == [7, 1]


def test_every_fault_is_named_by_its_line_and_nothing_changes(desk, match_at, match):
    mus = files.text(match, "Game 1", "0 0-0 772", "1 0-0", BestOf="5", A="Lezo – Deba")
    before = database()
    for where in ("import", "import/preview"):
        answer = desk.post(f"{match_at}/{where}/", {"text": mus})
        assert answer.status_code == 400
        assert set(codes(answer)) == {"bad_cards", "bad_hand"}
        assert all(path.startswith("lines[") for path in paths(answer))
    assert database() == before


def test_pairs_with_other_names_are_brought_in_when_somebody_says_which_is_which(
    desk, match_at, match
):
    mus = files.two_games(match, A="Lezo – Deba", B="Eibar – Zumaia")
    answer = desk.post(f"{match_at}/import/", {"text": mus})
    assert (answer.status_code, codes(answer)) == (400, ["other_players", "other_players"])
    body = desk.post(f"{match_at}/import/", {"text": mus, "sides": "BA"}).json()
    assert (body["winner"], body["sides"]) == ("B", "BA")


def test_d7_rulings_in_the_text_need_a_reason(desk, match_at, match):
    mus = files.text(match, "Game 1", f"0 0-0 {files.PLAIN} ~5-0")
    answer = desk.post(f"{match_at}/import/", {"text": mus})
    assert (answer.status_code, codes(answer)) == (400, ["reason_required"])
    answer = desk.post(f"{match_at}/import/", {"text": mus, "reason": "Table 4's sheet."})
    assert answer.json()["state"]["next"]["score"] == [5, 0]


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({}, "text"),
        ({"text": ""}, "text"),
        ({"text": 3}, "text"),
        ({"text": "x" * 200_001}, "text"),
        ({"text": "x", "sides": "A"}, "sides"),
        ({"text": "x", "sides": None}, "sides"),
        ({"text": "x", "reason": "x" * 501}, "reason"),
        ({"text": "x", "file": "x"}, "file"),
    ],
)
@pytest.mark.parametrize("where", ["import", "import/preview"])
def test_a_request_that_is_not_understood_names_the_field(desk, match_at, where, body, path):
    answer = desk.post(f"{match_at}/{where}/", body)
    assert (answer.status_code, paths(answer)) == (400, [path])


def test_a_match_that_has_begun_or_was_changed_is_refused(desk, match_at, match, mus):
    matches.assign_table(match_id=match.pk, table_number=1, actor=table.PROGRAM)
    late = desk.post(f"{match_at}/import/", {"text": mus, "expected_version": 1})
    assert (late.status_code, codes(late)) == (409, ["changed_meanwhile"])
    play.start(match)
    answer = desk.post(f"{match_at}/import/", {"text": mus})
    assert (answer.status_code, codes(answer)) == (400, ["already_begun"])


def test_an_import_takes_as_many_queries_however_many_plain_hands(
    desk, django_assert_max_num_queries, drawn, at
):
    for slot, hands in enumerate((2, 30)):
        match = table.read(play.match(drawn, 1, slot))
        lines = [f"{n % 4} {n}-0 Q1-0" for n in range(hands)]
        mus = files.text(match, "Game 1", *lines)
        with django_assert_max_num_queries(50):
            assert desk.post(f"{at}/matches/{match.pk}/import/", {"text": mus}).status_code == 201
