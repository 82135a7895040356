"""Days of several installations are brought in to one: each counts from a number of its own."""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from scoring.proof.queries.tables import FROM_THE_LOG, TABLES, tournament_file
from scoring.proof.rules.lines import HIGHEST, BrokenFile, numbers_named, read
from scoring.proof.services import files
from scoring.proof.services.files import rebuild
from scoring.rulings.models import Ruling, TribunalCase
from tests.refusals import refusal
from tests.scoring import numbered
from tests.servers import empty
from tests.tampering.trials import forget_everything
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.draw import services as draw
from tournament.entries.models import Pair
from tournament.log.queries.log import entries_of
from tournament.log.rules.events import LogEntry
from tournament.log.rules.roles import Actor
from tournament.matches.models import Match
from tournament.matches.services import matches
from tournament.pauses.models import Pause
from tournament.tables.models import Device

ROOT = Path(__file__).resolve().parents[3]
SERVER, LAPTOP, ANOTHER = 1_000_000_000, 7_000_000, 8_000_000
ORDERS = (
    f"own,{LAPTOP}-one,own,{ANOTHER}-one,{LAPTOP}-two,own",
    f"own,{ANOTHER}-two,{LAPTOP}-two,own,{LAPTOP}-one,{ANOTHER}-one,own",
    f"{LAPTOP}-one,own,{LAPTOP}-two,own",
)


@pytest.fixture(scope="module")
def days(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of two days of each of two laptops, and of one that counted from 1."""
    folder = tmp_path_factory.mktemp("days")
    for first in (LAPTOP, ANOTHER, 1):
        done = run(empty(folder / f"{first}.sqlite3"), "played", folder, first)
        assert done.returncode == 0, done.stderr
    return folder


def run(database: str, *words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tests.scoring.numbered", *map(str, words)],
        cwd=ROOT, env={**os.environ, "DATABASE_URL": database}, capture_output=True, text=True,
    )  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("order", ORDERS)
def test_days_of_laptops_come_in_to_a_server_in_any_order_and_it_counts_on_above_its_own(
    days, tmp_path, order
):
    done = run(empty(tmp_path / "db.sqlite3"), "gathered", days, SERVER, order)
    assert done.returncode == 0, done.stderr


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.service
@pytest.mark.parametrize("order", ORDERS)
def test_they_come_in_to_postgresql_as_well(days, postgres_url, order):
    done = run(postgres_url, "gathered", days, SERVER, order)
    assert done.returncode == 0, done.stderr


@pytest.mark.long
@pytest.mark.service
def test_what_was_played_on_postgresql_from_a_number_on_comes_in_too(postgres_url, tmp_path):
    done = run(postgres_url, "played", tmp_path, LAPTOP)
    assert done.returncode == 0, done.stderr
    order = f"own,{LAPTOP}-two,own,{LAPTOP}-one"
    done = run(empty(tmp_path / "db.sqlite3"), "gathered", tmp_path, SERVER, order)
    assert done.returncode == 0, done.stderr


@pytest.mark.long
def test_a_laptop_and_a_server_that_both_counted_from_1_stay_apart(days, tmp_path):
    done = run(empty(tmp_path / "db.sqlite3"), "gathered", days, 1, "own,1-one")
    assert "numbers_taken" in done.stderr


@pytest.mark.django_db
class TestInOneDatabase:
    @pytest.fixture
    def content(self) -> bytes:
        """Of a day whose first draw, with matches of lower numbers, was undone, and that was not
        the first."""
        play.tournament(entered=2)
        made = tournament_file(tournament_id=numbered.played("elsewhere"))
        forget_everything()
        return made

    def test_numbers_below_and_above_those_of_the_file_are_in_nobodys_way(self, content):
        first, last = ends(content, "pair")
        a_pair(last + 1)
        a_pair(first - 1)
        assert tournament_file(tournament_id=rebuild(content=content).pk) == content

    @pytest.mark.parametrize("place", ["first", "between", "last"])
    def test_a_number_from_its_first_to_its_last_is(self, content, place):
        first, last = ends(content, "pair")
        pk = {"first": first, "between": (first + last) // 2, "last": last}[place]
        a_pair(pk)
        with pytest.raises(BrokenFile, match=f"numbers_taken pair {first} to {last}"):
            rebuild(content=content)
        assert Tournament.objects.count() == 1

    def test_a_number_of_a_match_that_is_gone_and_that_its_log_names_is_too(self):
        cup = play.tournament(entered=4, drawn=True)
        gone = play.start(play.match(cup, 1, 0)).pk
        matches.undo_start(match_id=gone, reason="wrong table", actor=play.PROGRAM)
        draw.undo(tournament_id=cup.pk, reason="a pair was missing", actor=play.PROGRAM)
        content = tournament_file(tournament_id=cup.pk)
        forget_everything()
        other = play.tournament(name="Another")
        match = Match.objects.create(pk=gone, tournament=other, kind="championship", round=1,
                                     slot=0, best_of=3)  # fmt: skip
        with pytest.raises(BrokenFile, match=f"line 1: numbers_taken match {gone} to {gone}"):
            rebuild(content=content)
        match.delete()
        rebuild(content=content)
        assert play.match(play.tournament(entered=2, drawn=True, name="Next"), 1, 0).pk > gone

    def test_a_number_that_no_browser_holds_is_no_number(self, content):
        from tests.scoring.proof.test_files import lines_of, resealed

        line = next(lines_of(content, "appeals"), None) or next(lines_of(content, "table"))
        with pytest.raises(BrokenFile, match=f"line {line}: bad_row id"):
            rebuild(content=resealed(content, line, id=HIGHEST + 1))

    def test_the_next_row_gets_that_number_and_never_a_lower_one(self):
        start = play.pair(play.tournament(entered=1), 1).pk + 1000
        assert set(files.count_from(start)) <= set(files.COUNTED)
        assert play.pair(play.tournament(entered=1), 1).pk == start
        assert "pair" not in files.count_from(start)
        assert files.count_from(1) == ()
        assert play.pair(play.tournament(entered=1), 1).pk == start + 1

    @pytest.mark.skipif("connection.vendor != 'postgresql'", reason="is about PostgreSQL")
    def test_a_sequence_that_a_backup_left_uncalled_does_not_go_back(self, content):
        sequence = "pg_get_serial_sequence('tournament_pair', 'id')"
        start = ends(content, "pair")[1] + 800
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT setval({sequence}, {start}, false)")
        rebuild(content=content)
        assert play.pair(play.tournament(entered=1, name="Next"), 1).pk == start

    def test_a_table_that_never_had_a_row_counts_from_it_too(self):
        if connection.vendor == "sqlite":
            with connection.cursor() as cursor:
                cursor.execute("DELETE FROM sqlite_sequence")
        start = 10**9  # further than the sequence that all tests of a run share
        assert "pair" in files.count_from(start)
        assert play.pair(play.tournament(entered=1), 1).pk == start

    @pytest.mark.parametrize("number", [0, -7, 2**52 + 1, 10**30])
    def test_a_number_that_cannot_be_counted_from_is_refused_with_what_can(self, number):
        assert refusal(files.count_from, number) == ("bad_number",)
        with pytest.raises(CommandError, match=str(2**52)):
            call_command("count_from", "--", str(number))

    def test_the_command_says_what_it_did(self, monkeypatch):
        monkeypatch.setenv("LC_ALL", "en")
        start = str(play.pair(play.tournament(entered=1), 1).pk + 9000)
        every = len(files.COUNTED)
        assert said("count_from", start).startswith(f"Tables that count from {start} on now: ")
        again = said("count_from", start)
        assert f"now: 0 of {every}." in again
        assert "pair" in again


def a_pair(pk: int) -> None:
    """A pair of another tournament, with this number."""
    another = play.tournament(name="Another")
    Pair.objects.create(pk=pk, number=1, tournament=another, player_1="Orio", player_2="Deba")


def said(*words: str) -> str:
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def ends(content: bytes, table: str) -> tuple[int, int]:
    found = [line.data["id"] for line in read(content) if line.data.get("row") == table]
    return min(found), max(found)


@pytest.mark.django_db
def test_whatever_a_log_names_by_its_number_is_looked_for(everything):
    """Every row that is there and every number that the log has of one that is not."""
    named = numbers_named(entries_of(tournament=everything))
    rows: dict[str, Sequence[int]] = {
        "match": Match.objects.filter(tournament=everything).values_list("pk", flat=True),
        "ruling": Ruling.objects.values_list("pk", flat=True),
        "case": TribunalCase.objects.values_list("pk", flat=True),
        "device": Device.objects.values_list("pk", flat=True),
        "pause": Pause.objects.values_list("pk", flat=True),
    }  # fmt: skip
    assert named.keys() == rows.keys()
    for table, there in rows.items():
        assert list(there), table
        assert any(one in named[table] for one in there), table
        assert min(there) <= named[table][-1] <= max(there) + 100, table


def test_each_word_before_a_number_names_its_table_and_hands_and_what_tables_wrote_do_not():
    ref = {"id": 41, "kind": "set_aside", "round": 1, "slot": 0}
    data = {
        "match": ref, "set_aside": [{"match": {**ref, "id": 44}}],
        "asked": [{"question": 5, "match": 39, "proposed": {"pause": 10**9}}],
        "outcome": {"with": 9}, "cases_now": [{"case": 3, "question": 6}],
        "hand": {"question": 10**9}, "pause": True, "device": HIGHEST + 1,
    }  # fmt: skip
    by = Actor("device", 17, "table 1")
    entry = LogEntry("t", 1, "ruling.made", by, play.NOON, data, "", "")
    assert numbers_named([entry]) == {
        "match": range(39, 45), "ruling": range(5, 10), "case": range(3, 4),
        "device": range(17, 18),
    }  # fmt: skip


def test_every_table_whose_rows_keep_their_numbers_is_counted():
    kept = {one.name for one in TABLES} | {one.name for one in FROM_THE_LOG if one.key == "id"}
    assert set(files.COUNTED) == kept
    assert re.fullmatch(r"(\w+ )+\w+", " ".join(files.COUNTED))
