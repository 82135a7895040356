"""A tournament goes into a file, out of it again, and nothing that was tampered with does."""

import gzip
import json
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection
from jsonschema import Draft202012Validator

from scoring.course.models import Hand
from scoring.outbox.services import calls
from scoring.proof.queries.tables import FROM_THE_LOG, LEFT_OUT, TABLES, TOURNAMENT, tournament_file
from scoring.proof.queries.verify import verify_tournament
from scoring.proof.rules.lines import FORMAT, BrokenFile, read, written
from scoring.proof.services.files import rebuild, write_file
from tests.night import seed_of
from tests.scoring import acts, table
from tests.tampering.cups import sign_and_erase
from tests.tampering.files import chain_anew, tampered_bytes
from tests.tampering.trials import forget_everything, rebuilt_alone
from tests.tampering.trials import run as tamper
from tests.tournament import play
from tests.tournament.seatings.test_day import day_of, lowest_first, seat
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.entries.services import departures
from tournament.matches.services import matches
from tournament.witness.queries import public_key, signed_head

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[3]
EXPORTS = ROOT / "tests" / "kept" / "exports"
KEPT = [f"mustour-{number}" for number in (1, 2)]
"""Every version of the format; of each a file is kept, and a schema."""


@pytest.fixture
def cup() -> Tournament:
    """A championship with a match under way, a false word, a claim and a result of the desk."""
    made = play.tournament(entered=6, drawn=True)
    one, other = made.matches.filter(status="ready", round=1).order_by("slot")
    match = play.start(one)
    false_word = {"kind": "false_claim", "seat": 1}
    for entered in (table.plain(infractions=[false_word]), table.plain(claim=[9, 9])):
        table.record(match, entered)
    table.record(match, table.win_for_a())
    play.win(other)
    return Tournament.objects.get(pk=made.pk)


@pytest.fixture
def content(cup: Tournament) -> bytes:
    """Its file; the database is empty afterwards."""
    made = write_file(tournament_id=cup.pk)
    forget_everything()
    return made


def test_a_rebuilt_tournament_gives_the_same_bytes_and_holds(content):
    rebuilt_alone(content)
    assert Hand.objects.count() == 3


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="is about PostgreSQL")
def test_a_number_that_somebody_was_given_a_moment_ago_is_given_to_nobody_else(content):
    """Its row is not seen yet; and a sequence does not go back with a transaction."""
    of_pairs = "pg_get_serial_sequence('tournament_pair', 'id')"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT setval({of_pairs}, nextval({of_pairs}) + 500)")
        (given,) = cursor.fetchone()
    rebuild(content=content)
    assert play.pair(play.tournament(entered=1), 1).pk == given + 1


def test_a_rebuilt_tournament_goes_on(content):
    rebuilt = rebuild(content=content)
    match = rebuilt.matches.get(status="playing")
    table.record(match, table.plain())
    up = rebuilt.matches.filter(status="ready", kind="championship").first()
    matches.walkover(match_id=up.pk, winner="A", reason="late", actor=play.PROGRAM)
    assert verify_tournament(tournament_id=rebuilt.pk).first is None


def test_whatever_people_did_is_rebuilt():
    crowd = acts.a_crowd(seed=4)
    for _act in range(60):
        crowd.act()
    rebuilt_alone(tournament_file(tournament_id=crowd.cup.pk))


def test_contacts_stay_at_home_unless_asked_for(cup):
    Pair.objects.filter(number=1).update(contact="at the harbour")
    assert b"harbour" not in tournament_file(tournament_id=cup.pk)
    with_contacts = tournament_file(tournament_id=cup.pk, contacts=True)
    assert b"harbour" in with_contacts
    forget_everything()
    rebuilt = rebuild(content=with_contacts)
    assert rebuilt.pairs.get(number=1).contact == "at the harbour"


def test_every_table_and_every_field_is_in_the_file_or_said_to_stay_at_home():
    named = {kept.model: kept for kept in (TOURNAMENT, *TABLES, *FROM_THE_LOG)}
    for app in ("tournament", "scoring"):
        for model in apps.get_app_config(app).get_models():
            if model not in named:
                assert model._meta.label in LEFT_OUT, f"{model._meta.label}: name it in tables.py"
                continue
            kept = named[model]
            columns = {one.name for one in model._meta.concrete_fields}
            left_out = {*kept.at_home, *kept.private, *kept.from_log}
            assert left_out <= columns, f"{model._meta.label}: {left_out - columns} is no column"
            if kept.has_rows:
                assert set(kept.fields) == columns - left_out
            else:
                told = {*kept.at_home, *kept.from_log, "id"}
                assert columns == told, f"{model._meta.label}: name its columns in tables.py"


def schema_of(version: str) -> Draft202012Validator:
    schema = json.loads((ROOT / "docs" / f"{version}.schema.json").read_text("utf-8"))
    return Draft202012Validator(schema)


def test_every_line_is_what_the_schema_says(content):
    validator = schema_of(FORMAT.replace("/", "-"))
    for row in content.split(b"\n")[:-1]:
        validator.validate(json.loads(row))


def test_what_is_no_line_is_not_what_the_schema_says(content):
    validator = schema_of(FORMAT.replace("/", "-"))
    first, second = (json.loads(row) for row in content.split(b"\n")[:2])
    pair = json.loads(content.split(b"\n")[next(lines_of(content, "pair")) - 1])
    without_hash = {name: value for name, value in second["data"].items() if name != "hash"}
    wrong = {
        "another kind": {**second, "kind": "rumour"},
        "no seal": {name: first[name] for name in first.keys() - {"seal"}},
        "a seal that is none": {**first, "seal": "x"},
        "line 0": {**first, "line": 0},
        "an event without its hash": {**second, "data": without_hash},
        "one more field in the header": {**first, "data": {**first["data"], "more": 1}},
        "a row of no table": {**pair, "data": {**pair["data"], "row": "people"}},
    }  # fmt: skip
    for what, line in wrong.items():
        assert not validator.is_valid(line), what


def test_a_file_of_every_version_is_kept():
    there = {file.name.split(".")[0] for file in EXPORTS.iterdir()}
    schemas = {file.name.split(".")[0] for file in (ROOT / "docs").glob("mustour-*.schema.json")}
    assert there == schemas == set(KEPT)
    assert FORMAT.replace("/", "-") in KEPT


@pytest.fixture
def kept(request: pytest.FixtureRequest) -> bytes:
    return gzip.decompress((EXPORTS / f"{request.param}.mustour.gz").read_bytes())


@pytest.mark.parametrize("kept", KEPT, indirect=True)
def test_a_kept_file_is_what_its_schema_says(kept):
    rows = [json.loads(row) for row in kept.split(b"\n")[:-1]]
    validator = schema_of(rows[0]["data"]["format"].replace("/", "-"))
    for row in rows:
        validator.validate(row)


@pytest.mark.parametrize("kept", KEPT, indirect=True)
def test_a_file_of_an_earlier_version_is_rebuilt_and_every_hand_settles(kept):
    rebuilt = rebuild(content=kept)
    header = read(kept)[0].data
    assert (rebuilt.event_number, rebuilt.event_hash) == (header["events"], header["head"])
    report = verify_tournament(tournament_id=rebuilt.pk, with_twin=True)
    assert report.ok, report.first


def resealed(content: bytes, line: int, **changes: object) -> bytes:
    """The file with fields of one line changed, and every seal made anew."""
    parts = [(one.kind, dict(one.data)) for one in read(content)]
    parts[line - 1][1].update(changes)
    return "".join(written(parts)).encode()


def lines_of(content: bytes, row: str) -> Iterator[int]:
    return (line.number for line in read(content) if line.data.get("row") == row)


def without(content: bytes, row: str, *columns: str) -> bytes:
    """The file as a version wrote it that did not have these columns yet."""
    parts = [(one.kind, dict(one.data)) for one in read(content)]
    for _kind, data in parts:
        for column in columns if data.get("row") == row else ():
            del data[column]
    return "".join(written(parts)).encode()


def test_a_column_that_an_earlier_version_had_not_gets_the_models_default(content):
    earlier = without(content, "match", "cascade", "four_kings")
    earlier = without(earlier, "tournament", "drawn_pairs", "champion", "games_by_round")
    assert b"cascade" in content
    assert b"cascade" not in earlier
    rebuilt = rebuild(content=earlier)
    assert rebuilt.games_by_round == {}
    assert tournament_file(tournament_id=rebuilt.pk) == content


def test_a_column_that_the_log_tells_cannot_be_left_out(content):
    with pytest.raises(BrokenFile, match="club: the log tells Club 1"):
        rebuild(content=without(content, "pair", "club"))


@pytest.mark.parametrize("column", ["id", "number", "player_1"])
def test_a_row_cannot_be_without_a_column_that_has_no_default(content, column):
    with pytest.raises(BrokenFile, match=f"bad_row {column}"):
        rebuild(content=without(content, "pair", column))


def test_a_broken_file_is_refused_with_its_line_and_nothing_is_kept(content):
    rows = content.split(b"\n")[:-1]
    whole = [row + b"\n" for row in rows]
    hand, pair = next(lines_of(content, "hand")), next(lines_of(content, "pair"))
    broken = {
        "not_json": (3, b"".join([*whole[:2], b"{\n", *whole[3:]])),
        "wrong_seal": (3, content.replace(b"Getaria 1", b"Getaria 7", 1)),
        "cut": (len(rows), content[:-1]),
        "out_of_order": (4, b"".join([*whole[:3], whole[4], whole[3], *whole[5:]])),
        "empty": (1, b""),
        "unknown_format": (1, resealed(content, 1, format="mustour/9")),
        "wrong_hash": (2, resealed(content, 2, at="2026-01-01T00:00:00.000000Z")),
        "wrong_head": (None, resealed(content, 1, head="0" * 64)),
        "unknown_table": (pair, resealed(content, pair, row="people")),
        "bad_row": (pair, resealed(content, pair, number="one")),
        "points_nowhere": (hand, resealed(content, hand, game=10**6)),
        "not_in_the_log": (hand, resealed(content, hand, number=77)),
        "does_not_hold": (None, resealed(content, pair, player_1="Zumaia")),
    }
    for code, (line, changed) in broken.items():
        with pytest.raises(BrokenFile) as refused:
            rebuild(content=changed)
        assert refused.value.code == code, (code, refused.value)
        assert line in (None, refused.value.line), (code, refused.value)
        assert not Tournament.objects.exists()
        assert not Pair.objects.exists()


def test_a_tournament_is_not_rebuilt_where_there_is_one(cup):
    made = tournament_file(tournament_id=cup.pk)
    with pytest.raises(BrokenFile, match=r"already_here|numbers_taken"):
        rebuild(content=made)


def test_a_sample_of_everything_that_can_be_tampered_with_is_found(cup):
    played = cup.matches.get(status="playing")
    matches.assign_table(match_id=played.pk, table_number=1, actor=play.PROGRAM)
    sign_and_erase(cup, played.pk)
    assert cup.events.filter(kind="game.confirmed").count() == 2
    made = tournament_file(tournament_id=cup.pk)
    found, missed = tamper(changes=80, seed=seed_of(3), cup=cup, content=made)
    assert missed == []
    assert sum(found.values()) == 80


def test_the_commands_write_and_rebuild_and_say_what_is_wrong(cup, tmp_path):
    file = tmp_path / "cup.mustour"
    call_command("export_tournament", cup.slug, "--to", str(file), stdout=StringIO())
    out = StringIO()
    call_command("export_tournament", cup.slug, stdout=out)
    assert out.getvalue().encode() == file.read_bytes()
    forget_everything()
    call_command("rebuild_tournament", str(file), stdout=out)
    assert cup.event_hash in out.getvalue()
    forget_everything()
    file.write_bytes(file.read_bytes()[:-20])
    with pytest.raises(CommandError, match="cut"):
        call_command("rebuild_tournament", str(file), stdout=out)
    with pytest.raises(CommandError):
        call_command("rebuild_tournament", str(tmp_path / "nothing"), stdout=out)
    with pytest.raises(CommandError):
        call_command("export_tournament", "nowhere", stdout=out)


def checked_alone(content: bytes, tmp_path: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """The program that people download, with nothing of the project but `mus`."""
    (tmp_path / "mus").unlink(missing_ok=True)
    (tmp_path / "mus").symlink_to(ROOT / "mus")
    (tmp_path / "it.mustour").write_bytes(content)
    program = ROOT / "static" / "proof" / "verify_mustour.py"
    return subprocess.run(
        [sys.executable, str(program), "it.mustour", *more], cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True,
    )  # fmt: skip


def test_the_program_that_stands_alone_says_the_same(content, tmp_path):
    done = checked_alone(content, tmp_path)
    assert done.returncode == 0, done.stderr
    assert "3 hands hold" in " ".join(done.stdout.split())
    rng = Random(seed_of(5))
    for _change in range(8):
        what, changed = tampered_bytes(content, rng)
        if changed != content:
            done = checked_alone(changed, tmp_path)
            assert done.returncode == 1, what
            assert "Traceback" not in done.stderr, what


def other_seats(content: bytes, number: int) -> bytes:
    """The file with two seats of a table of round `number` exchanged, and every hash made anew."""
    lines = [json.loads(row) for row in content.split(b"\n")[:-1]]
    seated = [one["data"]["data"] for one in lines if one["data"].get("kind") == "round.seated"]
    first, second, *_others = tables = seated[number - 1]["seats"]
    assert len(tables) > 1
    first[0], second[0] = second[0], first[0]
    chain_anew(lines)
    return "".join(written([(one["kind"], one["data"]) for one in lines[:-1]])).encode()


@pytest.mark.parametrize("by_standing", [False, True])
def test_the_program_that_stands_alone_draws_the_tables_of_individuals_again(tmp_path, by_standing):
    day = day_of(9, seats=4, rounds=3, by_standing=by_standing)
    for _round in range(2):
        lowest_first(day)
    departures.withdraw(pair_id=play.pair(day, 5).pk, actor=play.PROGRAM, reason="gone home")
    seat(day)
    content = write_file(tournament_id=day.pk)
    done = checked_alone(content, tmp_path)
    assert done.returncode == 0, done.stderr
    assert "4 draws" in done.stdout, "the draw and three rounds"
    for number in (1, 2, 3):
        done = checked_alone(other_seats(content, number), tmp_path)
        assert (done.returncode, "other tables" in done.stderr) == (1, True)


def other_score(content: bytes) -> bytes:
    """The file with another score in an agreement, and every seal and hash made anew."""
    lines = [json.loads(row) for row in content.split(b"\n")[:-1]]
    agreed = [one["data"]["data"] for one in lines if one["data"].get("kind") == "game.confirmed"]
    agreed[0]["score"][0] += 1
    chain_anew(lines)
    return "".join(written([(one["kind"], one["data"]) for one in lines[:-1]])).encode()


@pytest.mark.long
def test_the_program_that_stands_alone_checks_what_pairs_signed_and_a_kept_head(cup, tmp_path):
    (tmp_path / "kept.txt").write_text(signed_head(tournament_id=cup.pk), "utf-8")
    (tmp_path / "key.txt").write_text(public_key(), "utf-8")
    (tmp_path / "another.txt").write_text(public_key().replace("+", "x+", 1), "utf-8")
    played = cup.matches.get(status="playing")
    matches.assign_table(match_id=played.pk, table_number=1, actor=play.PROGRAM)
    sign_and_erase(cup, played.pk)
    content = tournament_file(tournament_id=cup.pk)

    done = checked_alone(content, tmp_path, "kept.txt", "key.txt")
    assert done.returncode == 0, done.stderr
    assert "2 signed agreements hold." in done.stdout
    assert "It goes on from the head that was kept." in done.stdout

    done = checked_alone(other_score(content), tmp_path)
    assert (done.returncode, "another score" in done.stderr) == (1, True)
    done = checked_alone(other_score(content), tmp_path, "kept.txt", "key.txt")
    assert done.returncode == 1
    done = checked_alone(content, tmp_path, "kept.txt", "another.txt")
    assert "not signed by this key" in done.stderr


@pytest.mark.long
def test_a_file_that_was_written_anew_does_not_go_on_from_a_kept_head(cup, tmp_path):
    (tmp_path / "kept.txt").write_text(signed_head(tournament_id=cup.pk), "utf-8")
    (tmp_path / "key.txt").write_text(public_key(), "utf-8")
    lines = [json.loads(row) for row in tournament_file(tournament_id=cup.pk).split(b"\n")[:-1]]
    lines[1]["data"]["data"]["place"] = "Deba"
    chain_anew(lines)
    anew = "".join(written([(one["kind"], one["data"]) for one in lines[:-1]])).encode()
    assert checked_alone(anew, tmp_path).returncode == 0
    done = checked_alone(anew, tmp_path, "kept.txt", "key.txt")
    assert "history was rewritten" in done.stderr


def test_what_a_table_wrote_is_in_no_public_file(cup):
    played = cup.matches.get(status="playing")
    calls.raise_call(match_id=played.pk, message="he hid a king", actor=play.PROGRAM, key="c")
    assert b"he hid a king" not in tournament_file(tournament_id=cup.pk)
    assert b"he hid a king" in tournament_file(tournament_id=cup.pk, contacts=True)
    rebuilt_alone(tournament_file(tournament_id=cup.pk))
