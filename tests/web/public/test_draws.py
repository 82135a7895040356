"""The page on which anybody makes a draw again, and the room's words."""

import html
import json
import re
import runpy
import shutil
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.cache import caches
from django.core.management import CommandError, call_command
from django.urls import reverse

from scoring.proof.rules.following import draw_faults
from scoring.proof.rules.replay import Replay
from tests.night import seed_of
from tests.tournament import play
from tests.tournament.draw import agreement as draws
from tests.web.pages import read
from tournament.championship.models import Tournament
from tournament.championship.services import tournaments
from tournament.commitment import services as commitment
from tournament.commitment.models import DrawCommitment
from tournament.commitment.queries import draw_stories, words_code
from tournament.commitment.rules import commitment_of
from tournament.draw import services as draw
from tournament.draw.rules import round_1_of
from tournament.entries.models import Pair
from tournament.formats import knockout
from tournament.formats.registry import FORMATS
from tournament.formats.setting import Setting, Wishes
from tournament.log.models import Event
from tournament.log.queries.log import entries_of, export_log
from web.public.draws import BY_ONE_ADDRESS

ROOT = Path(__file__).resolve().parents[3]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def cup(db: None) -> Tournament:
    caches["default"].clear()
    return play.tournament(entered=5)


def drawn(cup: Tournament) -> None:
    commitment.commit(tournament_id=cup.pk, actor=play.PROGRAM)
    commitment.add_words(tournament_id=cup.pk, words="a <red> barn", actor=play.PROGRAM)
    commitment.reveal(tournament_id=cup.pk, actor=play.PROGRAM)


def test_the_page_shows_the_print_before_the_words_and_no_secret(client, cup):
    assert "No draw yet" in read(client, "draw", cup.slug)
    kept = commitment.commit(tournament_id=cup.pk, actor=play.PROGRAM)
    text = read(client, "draw", cup.slug)
    assert kept.commitment in text
    assert kept.secret not in text
    assert "not opened yet" in text


def test_the_code_to_photograph_names_the_recipe_of_the_print(client, cup, monkeypatch):
    coded = []

    def told(text: str, *, title: str) -> str:
        coded.append((title, text))
        return ""

    monkeypatch.setattr("web.public.draws.qr_svg", told)
    kept = commitment.commit(tournament_id=cup.pk, actor=play.PROGRAM)
    read(client, "draw", cup.slug)
    recipe = Event.objects.get(kind="draw.committed").data["recipe"]
    assert coded == [(recipe, f"{recipe} {cup.slug} {kept.commitment}")]


def test_what_the_page_gives_a_browser_is_enough_to_make_the_draw_again(client, cup):
    drawn(cup)
    given = re.search(r'data-draw="([^"]*)"', read(client, "draw", cup.slug))
    assert given is not None
    told = json.loads(html.unescape(given[1]))
    assert draws.by_the_file(told) == [told["commitment"], told["seed"], told["matches"]]


def test_undone_and_cancelled_draws_stay_with_their_reasons(client, cup):
    drawn(cup)
    draw.undo(tournament_id=cup.pk, reason="a pair was missing", actor=play.PROGRAM)
    commitment.commit(tournament_id=cup.pk, actor=play.PROGRAM)
    commitment.cancel(tournament_id=cup.pk, reason="too loud", actor=play.PROGRAM)
    draw.make(tournament_id=cup.pk, actor=play.PROGRAM)
    text = read(client, "draw", cup.slug)
    for said in ("a pair was missing", "too loud", "No fingerprint"):
        assert said in text


def test_somebody_in_the_room_adds_words_with_the_code(client, cup):
    kept = commitment.commit(tournament_id=cup.pk, actor=play.PROGRAM)
    code = words_code(commitment=kept.commitment)
    at = reverse("public:draw-words", args=[cup.slug, code])
    assert client.get(at).status_code == 200
    assert client.post(at, {"words": ""}).status_code == 400
    assert client.post(at, {"words": "eleven geese"}).status_code == 302
    told = Event.objects.get(tournament=cup, kind="draw.words_added")
    assert (told.data["words"], told.actor_label) == ("eleven geese", "the room")
    wrong = reverse("public:draw-words", args=[cup.slug, "0" * 10])
    assert client.get(wrong).status_code == 404
    assert client.post(wrong, {"words": "guessed"}).status_code == 404


@pytest.mark.long
def test_nobody_floods_the_draw_with_words(client, cup):
    kept = commitment.commit(tournament_id=cup.pk, actor=play.PROGRAM)
    at = reverse("public:draw-words", args=[cup.slug, words_code(commitment=kept.commitment)])
    said = [f"goose {n}" for n in range(BY_ONE_ADDRESS.most + 1)]
    statuses = [client.post(at, {"words": words}).status_code for words in said]
    assert statuses == [302] * BY_ONE_ADDRESS.most + [429]
    assert BY_ONE_ADDRESS.most < commitment.MOST_WORDS, "one address leaves room for the others"


def test_the_three_programs_make_the_same_draws():
    assert draws.disagreements(draws.cases(draws=200, seed=seed_of(7))) == []


def with_wishes(cup: Tournament, seeds: list[int]) -> None:
    Tournament.objects.filter(pk=cup.pk).update(
        format_options={"seeds": seeds, "clubs_apart": True}
    )


@pytest.mark.rows_by_hand
def test_seeds_and_clubs_are_bound_by_the_print_and_checked_by_all(client, cup, tmp_path):
    with_wishes(cup, [4, 2])
    Pair.objects.filter(number__in=[1, 3, 5]).update(club="Deba")
    commitment.commit(tournament_id=cup.pk, actor=play.PROGRAM)
    commitment.add_words(tournament_id=cup.pk, words="a red barn", actor=play.PROGRAM)
    with_wishes(cup, [1])  # after the print it is too late to seed another pair
    commitment.reveal(tournament_id=cup.pk, actor=play.PROGRAM)
    made = Event.objects.get(kind="draw.made").data
    assert (made["algorithm"], made["seeds"]) == ("mus-draw/3", [4, 2])
    given = re.search(r'data-draw="([^"]*)"', read(client, "draw", cup.slug))
    assert given is not None
    told = json.loads(html.unescape(given[1]))
    again = [told["commitment"], told["seed"], told["matches"]]
    assert draws.by_the_file(told) == again
    assert draws.by_the_page([told]) in (None, [again])
    assert alone(cup, tmp_path).returncode == 0
    out = StringIO()
    call_command("verify_draw", cup.slug, stdout=out)
    assert "everything follows" in out.getvalue()


@pytest.mark.rows_by_hand
def test_other_seeds_than_those_of_the_print_are_found(cup, tmp_path):
    with_wishes(cup, [4, 2])
    drawn(cup)
    event = Event.objects.get(kind="draw.made")
    wishes = Wishes((1,), dict(event.data["clubs"]))
    recipe = event.data["algorithm"]
    other = knockout.draw(event.data["numbers"], event.data["seed"], wishes, recipe)
    changed = {"seeds": [1], "matches": [list(match) for match in other.matches]}
    Event.objects.filter(pk=event.pk).update(sealed={**event.sealed, **changed})
    done = alone(cup, tmp_path)
    assert (done.returncode, "another print" in done.stdout) == (1, True)
    with pytest.raises(CommandError):
        call_command("verify_draw", cup.slug, stdout=StringIO())
    told = Replay().apply_events(entries_of(tournament=Tournament.objects.get(pk=cup.pk)))
    assert [fault.where for fault in draw_faults(told)] == ["draw › wishes"]


@pytest.mark.rows_by_hand
def test_another_recipe_than_that_of_the_print_is_found_by_every_program(cup, tmp_path):
    kept = commitment.commit(tournament_id=cup.pk, actor=play.PROGRAM)
    tournaments.change(tournament_id=cup.pk, actor=play.PROGRAM, format="swiss")
    DrawCommitment.objects.filter(pk=kept.pk).update(algorithm="mus-rounds/1")
    commitment.add_words(tournament_id=cup.pk, words="a red barn", actor=play.PROGRAM)
    commitment.reveal(tournament_id=cup.pk, actor=play.PROGRAM)
    done = alone(cup, tmp_path)
    assert (done.returncode, "another recipe" in done.stdout) == (1, True)
    with pytest.raises(CommandError):
        call_command("verify_draw", cup.slug, stdout=StringIO())
    entries = list(entries_of(tournament=Tournament.objects.get(pk=cup.pk)))
    assert [fault.where for fault in draw_faults(Replay().apply_events(entries))] == [
        "draw › recipe"
    ]
    (story,) = draw_stories(tournament_id=cup.pk)
    assert in_the_browser(story.to_json()) in (["promise"], None)
    lines = [
        (entry.number + 1, {**entry.to_json(), "data": entry.data_with_texts}) for entry in entries
    ]
    with pytest.raises(SystemExit, match="another recipe"):
        draws._file("verify_mustour").check_draws(lines)


@pytest.mark.rows_by_hand
def test_a_print_of_an_earlier_version_is_opened_as_it_was_made(cup):
    kept = commitment.commit(tournament_id=cup.pk, actor=play.PROGRAM)
    told = Event.objects.get(kind="draw.committed")
    earlier = commitment_of(
        algorithm=told.data["algorithm"],
        numbers=told.data["numbers"],
        head=told.data["head"],
        secret=kept.secret,
        recipe="mus-commit/1",
    )
    changed = {**told.sealed, "recipe": "mus-commit/1", "commitment": earlier}
    Event.objects.filter(pk=told.pk).update(sealed=changed)
    DrawCommitment.objects.update(commitment=earlier, wishes=None)
    commitment.add_words(tournament_id=cup.pk, words="a red barn", actor=play.PROGRAM)
    commitment.reveal(tournament_id=cup.pk, actor=play.PROGRAM)
    assert Event.objects.get(kind="draw.made").data["commitment"]["recipe"] == "mus-commit/1"
    out = StringIO()
    call_command("verify_draw", cup.slug, stdout=out)
    assert "everything follows" in out.getvalue()
    entries = entries_of(tournament=Tournament.objects.get(pk=cup.pk))
    assert list(draw_faults(Replay().apply_events(entries))) == []


def test_more_seeds_than_a_small_group_holds_go_to_the_larger_ones():
    made = FORMATS["groups"](Setting()).draw(list(range(1, 8)), "s", Wishes(tuple(range(1, 8))))
    assert {n for match in made.matches for n in match} == set(range(1, 8))


def test_every_pair_comes_to_every_place_as_often():
    """By counting, over the small sizes; 3,000 seeds leave a tenth of chance."""
    for pairs in range(2, 9):
        counted = draws.places(pairs=pairs, draws=3000)
        of_pair = {pair: {} for pair in range(1, pairs + 1)}
        for (pair, place), count in counted.items():
            of_pair[pair][place] = count
        for place in {place for _pair, place in counted}:
            shares = [of_pair[pair].get(place, 0) for pair in of_pair]
            expected = sum(shares) / pairs
            spread = max(abs(share - expected) for share in shares)
            assert spread < 5 * expected**0.5, (pairs, place)


def in_the_browser(told: dict[str, object]) -> list[str] | None:
    """What the page's own program finds; None where there is no Node.js."""
    node = shutil.which("node")
    if node is None:
        return None
    module = json.dumps(str(ROOT / "static" / "proof" / "draw.js"))
    asked = f"console.log(JSON.stringify(faults({json.dumps(told)})))"
    program = f"import {{ faults }} from {module}; {asked}"
    ran = subprocess.run(
        [node, "--no-warnings", "--input-type=module", "-e", program],
        text=True, check=True, capture_output=True,
    )  # fmt: skip
    found: list[str] = json.loads(ran.stdout)
    return found


def alone(cup: Tournament, tmp_path: Path, *, edit: str = "") -> subprocess.CompletedProcess[str]:
    text = "".join(export_log(tournament_id=cup.pk))
    (tmp_path / "log.jsonl").write_text(text.replace(edit, "other words") if edit else text)
    program = ROOT / "static" / "proof" / "verify_draw.py"
    return subprocess.run(
        [sys.executable, "-I", str(program), str(tmp_path / "log.jsonl")],
        capture_output=True, text=True,
    )  # fmt: skip


def test_the_file_that_stands_alone_agrees(cup, tmp_path):
    drawn(cup)
    done = alone(cup, tmp_path)
    assert (done.returncode, "the draw follows" in done.stdout) == (0, True), done.stderr
    assert alone(cup, tmp_path, edit="a <red> barn").returncode == 1


@pytest.mark.parametrize("format_", ["round_robin", "groups"])
def test_the_same_file_makes_draws_of_all_rounds(client, tmp_path, format_):
    caches["default"].clear()
    cup = play.tournament(entered=9, format=format_)
    drawn(cup)
    done = alone(cup, tmp_path)
    assert (done.returncode, "the draw follows" in done.stdout) == (0, True), done.stderr
    assert alone(cup, tmp_path, edit="a <red> barn").returncode == 1
    assert 'download="verify_draw.py"' in read(client, "draw", cup.slug)


def test_the_command_makes_every_draw_again(cup):
    out = StringIO()
    call_command("verify_draw", cup.slug, stdout=out)
    drawn(cup)
    call_command("verify_draw", cup.slug, stdout=out)
    assert "everything follows" in out.getvalue()
    event = Event.objects.get(tournament=cup, kind="draw.made")
    Event.objects.filter(pk=event.pk).update(
        sealed={**event.sealed, "matches": event.sealed["matches"][::-1]}
    )
    with pytest.raises(CommandError):
        call_command("verify_draw", cup.slug, stdout=out)
    with pytest.raises(CommandError):
        call_command("verify_draw", "nowhere", stdout=out)


def test_the_page_says_of_a_draw_without_a_secret_that_it_had_none(client, cup):
    bends = "A draw nobody can rig"
    assert bends in read(client, "draw", cup.slug)
    draw.make(tournament_id=cup.pk, actor=play.PROGRAM)
    text = read(client, "draw", cup.slug)
    assert bends not in text
    assert "No secret was fixed before this draw" in text
    draw.undo(tournament_id=cup.pk, actor=play.PROGRAM, reason="two pairs were missing")
    assert bends in read(client, "draw", cup.slug)
    drawn(cup)
    assert bends in read(client, "draw", cup.slug)


def test_the_bracket_leads_to_the_check_of_its_draw(client, cup):
    drawn(cup)
    bracket = client.get(reverse("public:bracket", args=[cup.slug])).text
    assert f'<a href="{reverse("public:draw", args=[cup.slug])}">Check the draw</a>' in bracket


@pytest.mark.parametrize("key", ["knockout", "swiss", "round_robin", "groups"])
def test_a_draw_by_hand_is_said_and_checked_by_the_program_that_anybody_downloads(
    client, tmp_path, key
):
    cup = play.tournament(entered=7, format=key)
    format_ = FORMATS[key](Setting({}, "", 7))
    template = format_.draw(range(1, 8), "the room")
    round_1 = round_1_of(template.matches, format_.places(7))
    draw.make(tournament_id=cup.pk, actor=play.PROGRAM, by_hand=round_1, reason="Balls of the bar")
    page = read(client, "draw", cup.slug)
    assert "Drawn by hand" in page
    assert "Balls of the bar" in page
    assert "data-draw-again" not in page
    done = alone(cup, tmp_path)
    assert "round 1 drawn by hand by the organizer: Balls of the bar" in done.stdout
    assert done.returncode == 0
    events = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    made = next(event for event in events if event["kind"] == "draw.made")
    made["data"]["matches"][-1] = made["data"]["matches"][0]
    program = runpy.run_path(str(ROOT / "static" / "proof" / "verify_draw.py"))
    assert program["check"](events) == 1
