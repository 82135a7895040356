"""A match brought in from a file: looked at first, then recorded whole or not at all."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from scoring.matchfiles.queries.notation import blank_mus
from scoring.rulings.models import Ruling
from tests.scoring import files
from tests.scoring.matchfiles.test_imports import whole_database
from tests.web.pages import unescaped as page
from tournament.log.models import Event
from tournament.matches.models import Match
from tournament.matches.services import matches


@pytest.fixture
def stored(ready):
    Match.objects.filter(pk=ready.id).update(best_of=3)
    return lambda: Match.objects.select_related("pair_a", "pair_b", "tournament").get(pk=ready.id)


@pytest.fixture
def mus(stored):
    return files.two_games(stored())


@pytest.fixture
def where(at, drawn, ready):
    return at("import_match", drawn.slug, ready.id)


def problems(response):
    """The numbers of the lines that a page complains about."""
    return [int(n) for n in re.findall(r"<strong>Line (\d+)</strong>", response.text)]


def look(desk, where, text, **more):
    return desk.post(where, {"text": text, "step": "look", **more})


def record(desk, where, text, **more):
    return desk.post(where, {"text": text, "step": "record", **more})


def test_a_match_that_could_begin_offers_it(desk, at, drawn, ready, where):
    assert f'href="{where}"' in page(desk.get(at("match", drawn.slug, ready.id)))


def test_the_headers_are_written_already(desk, where, ready, stored):
    shown = page(desk.get(where))
    assert blank_mus(match_id=ready.id).strip() in shown.replace("\r\n", "\n")
    assert f'[A "{stored().pair_a.name}"]' in shown


def test_the_blank_file_with_hands_under_it_is_a_good_file(desk, where, ready, stored):
    text = blank_mus(match_id=ready.id) + f"0 0-0 {files.PLAIN}\n"
    assert look(desk, where, text).status_code == 200


def test_the_sample_beside_it_is_a_good_file_too(desk, where, ready):
    (sample,) = re.findall(r'<pre class="sample">(.*?)</pre>', page(desk.get(where)), re.DOTALL)
    top = blank_mus(match_id=ready.id).removesuffix("Game 1\n")
    response = look(desk, where, top + sample)
    assert response.status_code == 200
    assert "40" in page(response)


def test_looking_shows_what_would_be_recorded_and_records_nothing(desk, where, mus, stored):
    before = whole_database()
    response = look(desk, where, mus)
    shown = page(response)

    assert response.status_code == 200
    assert "This would be recorded" in shown
    assert f"{stored().pair_a.name} wins, and the match ends." in shown
    assert "Record these 4 hands" in shown
    assert shown.count('class="hand-row"') == 4
    assert f"1 7-1 {files.WON_BY_A}" in shown
    assert all(name in shown for name in (stored().pair_a.player_2, stored().pair_b.player_1))
    assert whole_database() == before


def test_a_look_and_a_word_record_the_match(desk, at, drawn, ready, where, mus, stored):
    sent = re.search(
        r'<textarea name="text" hidden>\n?(.*?)</textarea>', page(look(desk, where, mus)), re.DOTALL
    )[1]
    response = record(desk, where, sent.replace("\n", "\r\n"), sides="", reason="")

    assert response.url == at("match", drawn.slug, ready.id)
    assert (stored().winner, stored().status) == ("A", "finished")
    assert "The match is imported." in page(desk.get(response.url))
    assert Event.objects.get(kind="match.imported").actor_label == "organizer arizkun"


@pytest.mark.parametrize(
    ("end", "encoding"), [("\r\n", "utf-8-sig"), ("\n", "utf-16"), ("\n", "cp1252")]
)
def test_a_file_as_any_editor_saves_it_is_read_into_the_text(desk, where, mus, end, encoding):
    saved = mus.replace("–", "-").replace("\n", end).encode(encoding)
    file = SimpleUploadedFile("table 4.mus", saved)
    shown = page(desk.post(where, {"file": file, "text": "ignored", "step": "look"}))
    assert "Record these 4 hands" in shown
    assert "ignored" not in shown


def test_every_mistake_is_shown_with_its_line_and_the_text_stays(desk, where, stored):
    text = files.text(stored(), "Game 1", "0 0-0 772", "what is this", A="Lezo – Deba")
    before = whole_database()
    for step in (look, record):
        response = step(desk, where, text)
        assert response.status_code == 400
        assert problems(response) == [11, 12, 12, 12]
        assert "what is this</code>" in page(response)
        assert text.strip() in page(response).replace("\r\n", "\n")
        assert "Record th" not in page(response)
    assert whole_database() == before


def test_the_same_pairs_the_other_way_round_are_said_to_be(desk, where, stored):
    match = stored()
    text = files.two_games(match, A=match.pair_b.name, B=match.pair_a.name)
    shown = page(look(desk, where, text))
    assert "The other way round." in shown
    assert f"{match.pair_b.name} wins, and the match ends." in shown


def test_s8_what_the_file_counts_otherwise_is_said_before(desk, where, stored):
    text = files.text(stored(), "Game 1", f"0 0-0 {files.PLAIN} =9-1", Result="1-0")
    response = look(desk, where, text)
    shown = page(response)
    assert "The file says 9 – 1 stones, the rules give 7 – 1." in shown
    assert "The file says 1-0, its hands give 0 – 0." in shown
    assert "goes on where the file ends" in shown
    record(desk, where, text)
    assert Ruling.objects.get().kind == "claim"


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"text": "   "},
        {"text": "x" * 200_001},
        {"text": "a\0b"},
        {"text": "x", "sides": "C"},
        {"text": "x", "reason": "x" * 501},
        {"text": '[A "\\u0000"]'},
        {"text": '[A "\\ud800"]'},
        {"text": "<script>alert(1)</script>"},
    ],
)
@pytest.mark.parametrize("step", ["look", "record", "else"])
@pytest.mark.sampled(4)
def test_what_cannot_be_a_match_is_refused_and_changes_nothing(desk, where, step, sent):
    before = whole_database()
    response = desk.post(where, {**sent, "step": step})
    assert response.status_code == 400
    assert "<script>alert" not in response.text
    assert whole_database() == before


def test_a_file_that_is_no_text_is_refused(desk, where):
    for raw in (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20, b"\xff\xfe\x00", b"\0" * 999, b"x"):
        file = SimpleUploadedFile("photo.mus", raw)
        assert desk.post(where, {"file": file, "step": "look"}).status_code == 400


def test_a_match_that_has_begun_says_so_and_takes_no_file(desk, where, mus, actor, ready):
    matches.start(match_id=ready.id, actor=actor)
    assert "This one has." in page(desk.get(where))
    before = whole_database()
    for step in (look, record):
        response = step(desk, where, mus)
        assert response.status_code == 400
        assert "Take its hands and its start back first" in page(response)
    assert whole_database() == before


def test_the_page_takes_as_many_queries_however_many_hands(
    desk, where, stored, django_assert_max_num_queries
):
    for hands in (2, 30):
        lines = [f"{n % 4} {n}-0 Q1-0" for n in range(hands)]
        text = files.text(stored(), "Game 1", *lines)
        with django_assert_max_num_queries(48):
            assert look(desk, where, text).status_code == 200


def test_the_match_page_gives_the_text_once_there_are_hands(desk, at, drawn, ready, where, mus):
    shown = page(desk.get(at("match", drawn.slug, ready.id)))
    assert f"/t/{drawn.slug}/match/{ready.id}.mus" not in shown
    record(desk, where, mus)
    shown = page(desk.get(at("match", drawn.slug, ready.id)))
    assert f"/t/{drawn.slug}/match/{ready.id}.mus" in shown
