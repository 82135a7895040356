"""`manage.py export_match` and `import_match`: a match out of one tournament and into another."""

import io
import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from scoring.course.models import Hand
from tests.scoring import files
from tests.scoring.matchfiles.test_imports import whole_database
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _speaks_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_AU.UTF-8")


@pytest.fixture
def match() -> Match:
    return files.ready()


@pytest.fixture
def sheet(tmp_path: Path, match: Match) -> Path:
    file = tmp_path / "table 4.mus"
    file.write_text(files.two_games(match), encoding="utf-8")
    return file


def run(name: str, *arguments: object) -> str:
    out = StringIO()
    call_command(name, *map(str, arguments), stdout=out)
    return out.getvalue()


def refused(*arguments: object) -> str:
    before = whole_database()
    with pytest.raises(CommandError) as error:
        run("import_match", *arguments)
    assert whole_database() == before
    return str(error.value)


def test_a_match_is_brought_in_and_taken_out_again(match, sheet):
    said = run("import_match", "--match", match.pk, sheet)

    match.refresh_from_db()
    assert (match.winner, match.status) == ("A", "finished")
    assert "2 – 0" in said
    assert "game 1: " in said
    assert f"{match.pair_a.name} wins, and the match ends." in said
    assert Hand.objects.first().actor_label == "import_match"
    assert files.played(run("export_match", match.pk)) == files.played(sheet.read_text())


def test_its_hands_are_taken_out_as_records(match, sheet):
    run("import_match", "--match", match.pk, sheet)
    lines = run("export_match", match.pk, "--records").splitlines()
    assert [json.loads(line)["id"] for line in lines] == [
        f"m{match.pk}-g{game}-h{hand}" for game in (1, 2) for hand in (1, 2)
    ]


def test_looking_changes_nothing(match, sheet):
    before = whole_database()
    said = run("import_match", "--match", match.pk, sheet, "--look")
    assert "Would be recorded" in said
    assert whole_database() == before


def test_the_standard_input_is_read_for_a_dash(match, monkeypatch):
    data = files.two_games(match).encode("utf-16")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    run("import_match", "--match", match.pk, "-")
    match.refresh_from_db()
    assert match.winner == "A"


def test_names_and_reasons_may_be_given(match, tmp_path):
    file = tmp_path / "other.mus"
    text = files.text(match, "Game 1", f"0 0-0 {files.PLAIN} ~5-0", A="Lezo – Deba")
    file.write_text(text, encoding="utf-8")
    assert "line" in refused("--match", match.pk, file)
    said = run("import_match", "--match", match.pk, file, "--sides", "AB", "--reason", "The sheet.")
    assert "Lezo" in said
    assert "the match begins and goes on where the file ends" in said
    assert Hand.objects.get().reason == "The sheet."


def test_a_match_that_waits_for_a_ruling_says_so(match, tmp_path):
    file = tmp_path / "waits.mus"
    both = f"0 0-0 {files.PLAIN} !0 !1"
    file.write_text(files.text(match, "Game 1", both, "Decided A ; x", "Game 2", "Decided A ; x"))
    said = run("import_match", "--match", match.pk, file)
    assert "the match ends when the organizers have ruled" in said


def test_what_is_not_there_is_said(match, sheet, tmp_path):
    assert "no_such" not in refused("--match", match.pk + 1000, sheet)
    assert "Name a file that is there" in refused("--match", match.pk, tmp_path / "none")
    assert "Name a file that is there" in refused("--match", match.pk, tmp_path)
    with pytest.raises(CommandError, match="There is no such match"):
        run("export_match", match.pk + 1000)


@pytest.mark.parametrize(
    ("terminal", "said"),
    [
        ("en_AU.UTF-8", "line 10: “772” is not"),
        ("es_ES.UTF-8", "línea 10: «772» no son"),
        ("fr_FR", "ligne 10: « 772 » : ce ne sont"),
        ("C", "línea 10: «772» no son"),  # no language of ours: that of the installation
    ],
)
def test_place_and_mistake_are_said_in_the_language_of_the_terminal(
    match, tmp_path, monkeypatch, terminal, said
):
    monkeypatch.setenv("LC_ALL", terminal)
    file = tmp_path / "bad.mus"
    file.write_text(files.text(match, "Game 1", "0 0-0 772", "x"), encoding="utf-8")
    # The French put a space that does not break before a colon.
    assert refused("--match", match.pk, file).replace("\u00a0", " ").startswith(said)
