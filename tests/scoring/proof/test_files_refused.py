"""A file that is not taken says where and why."""

import json
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import pytest

from scoring.course.models import Hand
from scoring.proof.rules import entries
from scoring.proof.rules.lines import BrokenFile, Line, canonical, header_of, read, written
from scoring.proof.rules.parting import Mismatch
from scoring.proof.rules.replay import LogTellsNonsense, Replay
from scoring.proof.services import files
from tests.scoring import table
from tests.tampering.trials import forget_everything
from tournament.arrivals import services as arrivals
from tournament.championship.models import Tournament
from tournament.draw import services as draw
from tournament.entries.services import pairs
from tournament.log.models import Event
from tournament.log.rules.events import GENESIS, LogEntry
from tournament.log.rules.roles import Actor
from tournament.matches.models import Match
from tournament.seatings import services as seatings
from tournament.tables.models import Device

pytestmark = pytest.mark.django_db
STORED = "1:QUJD"


def refused(call: Any, *args: Any, **given: Any) -> tuple[int, str, str]:
    with pytest.raises(BrokenFile) as caught:
        call(*args, **given)
    return caught.value.line, caught.value.code, caught.value.detail


def test_a_file_without_its_tournament_says_what_is_missing():
    header = Line(1, "header", {"slug": "zarautz", "events": 0, "head": ""})
    assert refused(files._tournament, [header], {}, Replay()) == (
        1, "no_tournament", "one row of the tournament is needed",
    )  # fmt: skip


def test_a_tournament_that_is_here_already_is_named(match):
    slug = match.tournament.slug
    header = Line(1, "header", {"slug": slug, "events": 0, "head": ""})
    rows = {"tournament": [Line(2, "row", {})]}
    assert refused(files._tournament, [header], rows, Replay()) == (1, "already_here", slug)


@pytest.mark.parametrize("changed", [{"at": "noon"}, {"actor": {"kind": "ghost"}}, {"hash": "zz"}])
def test_an_event_of_nobody_of_no_time_or_without_its_hash_is_no_event(changed):
    said = {
        "tournament": "t", "number": 1, "kind": "draw.made", "previous": GENESIS,
        "hash": GENESIS, "at": datetime(2026, 5, 24, tzinfo=UTC).isoformat(), "data": {},
        "actor": {"kind": "program", "id": None, "label": "test"},
    }  # fmt: skip
    assert entries._entry(Line(2, "event", said)).kind == "draw.made"
    line, code, detail = refused(entries._entry, Line(2, "event", {**said, **changed}))
    assert (line, code) == (2, "not_an_event")
    assert "at or actor" in detail or "previous or hash" in detail


def test_a_fault_is_named_by_its_event_its_row_or_the_last_line():
    lines = [
        Line(1, "header", {}), Line(2, "row", {"row": "pair", "id": 3}),
        Line(3, "row", {"row": "hand", "id": 3}),
    ]  # fmt: skip
    assert files._line_of(Mismatch("pair 3", "a", "b", 7), lines) == 8
    assert files._line_of(Mismatch("pair 3", "a", "b"), lines) == 2
    assert files._line_of(Mismatch("hand 3", "a", "b"), lines) == 3
    assert files._line_of(Mismatch("pair 4", "a", "b"), lines) == 3


def header(**said: Any) -> Line:
    return Line(1, "header", {"slug": "t", "events": 1, "head": "h", **said})


def told(number: int, tournament: str = "t") -> LogEntry:
    at = datetime(2026, 5, 24, tzinfo=UTC)
    by = Actor("program", None, "test")
    return LogEntry(tournament, number, "draw.made", by, at, {}, "", "")


@pytest.mark.parametrize(
    "wrong", [{"slug": 3}, {"events": "1"}, {"events": True}, {"events": -5}, {"head": None}]
)
def test_a_header_names_the_tournament_its_events_and_the_head(wrong):
    assert refused(files._must_chain, header(**wrong), []) == (
        1, "bad_header", "slug, events and head are needed",
    )  # fmt: skip


def test_an_event_of_another_tournament_is_named_by_its_line_and_a_bit_of_its_name():
    there = [told(1), told(2, "another " * 20)]
    line, code, detail = refused(files._must_chain, header(), there)
    assert (line, code, len(detail)) == (3, "another_tournament", 80)
    assert detail == ("another " * 20)[:80]


def test_a_gap_in_the_numbers_is_named_by_the_line_where_an_event_is_missing():
    assert refused(files._must_chain, header(), [told(2)]) == (2, "number_gap", "")


def test_a_log_that_tells_nonsense_is_named_by_the_event_that_does(monkeypatch):
    def nonsense(_self: Replay, _entries: Any) -> None:
        raise LogTellsNonsense(6, "no such match " * 20)

    monkeypatch.setattr(Replay, "apply_events", nonsense)
    assert refused(files._replay_of, []) == (7, "nonsense", ("no such match " * 20)[:200])


class TestWhole:
    """Of a small tournament, with one hand."""

    @pytest.fixture
    def match(self) -> Match:
        return table.a_match(best_of=5)

    @pytest.fixture
    def content(self, match: Match) -> bytes:
        table.record(match, table.quick(2, 1))
        arrivals.arrive(tournament_id=match.tournament_id, numbers=[1], actor=table.PROGRAM)
        return files.write_file(tournament_id=match.tournament_id)

    def changed(self, content: bytes, **fields: object) -> tuple[int, bytes]:
        """The file with the second pair changed, sealed anew; and the line of that pair."""
        lines = read(content)
        line = [one for one in lines if one.data.get("row") == "pair"][1].number
        parts = [(one.kind, dict(one.data)) for one in lines]
        parts[line - 1][1].update(fields)
        forget_everything()
        return line, "".join(written(parts)).encode()

    def test_a_row_that_is_not_what_the_log_tells_is_named_by_the_event_with_both(self, content):
        _line, other = self.changed(content, club="Zumaia")
        where, code, detail = refused_file(other)
        event = read(content)[where - 1].data
        assert (event["kind"], code) == ("pairs.entered", "does_not_hold")
        assert "Zumaia" in detail
        assert "Club 2" in detail

    def test_a_row_that_the_database_cannot_keep_is_named_by_the_first_of_its_table(self, content):
        line, other = self.changed(content, number=1)
        where, code, detail = refused_file(other)
        assert (where, code) == (line - 1, "not_storable")
        assert detail
        assert "\n" not in detail
        assert not Tournament.objects.exists()

    def test_an_event_that_the_database_cannot_keep_is_named_by_the_first_of_the_log(
        self, content, monkeypatch
    ):
        made = files._event

        def without_a_number(tournament: Tournament, entry: LogEntry, undo: None) -> Event:
            event = made(tournament, entry, undo)
            event.number = None
            return event

        forget_everything()
        monkeypatch.setattr(files, "_event", without_a_number)
        where, code, _detail = refused_file(content)
        first = next(line.number for line in read(content) if line.kind == "event")
        assert (where, code) == (first, "not_storable")
        assert not Tournament.objects.exists()

    def test_what_would_be_written_otherwise_again_is_not_kept(self, content, monkeypatch):
        line, other = self.changed(content, club="Zumaia")
        monkeypatch.setattr(files.tables, "tournament_file", lambda **_of: other)
        assert refused_file(content) == (line, "not_kept", "it would be written otherwise again")

    def test_rows_that_would_be_missing_again_are_not_kept(self, content, monkeypatch):
        forget_everything()
        lines = read(content)
        shorter = "".join(written([(one.kind, one.data) for one in lines[:-1]])).encode()
        monkeypatch.setattr(files.tables, "tournament_file", lambda **_of: shorter)
        assert refused_file(content) == (len(lines) - 1, "not_kept", "rows are missing")

    def test_a_tablet_of_the_file_has_to_join_again(self, match):
        device = table.joined(match)
        content = files.write_file(tournament_id=match.tournament_id)
        forget_everything()
        files.rebuild(content=content)
        rebuilt = Device.objects.get(pk=device.id)
        assert rebuilt.token_hash == f"rebuilt {device.id} {match.tournament.slug}"

    def test_what_a_hand_says_comes_from_its_event(self, content):
        forget_everything()
        files.rebuild(content=content)
        hand = Hand.objects.get()
        assert (hand.stones_a, hand.stones_b, hand.score_a, hand.score_b) == (2, 1, 2, 1)
        assert (hand.is_void, hand.ruled, hand.game_winner, hand.verified) == (
            False, None, "", False,
        )  # fmt: skip
        assert hand.record["quick"] == {"stones": [2, 1]}
        assert hand.settlement["stones"] == [2, 1]

    @pytest.mark.parametrize(
        ("kind", "path", "value"),
        [
            ("hand.recorded", ("data", "hand", "settlement"), STORED),
            ("hand.recorded", ("data", "hand", "settlement"), 15),
            ("pairs.arrived", ("data", "pairs", 0, "number"), "x"),
            ("hand.recorded", ("data", "hand"), STORED),
            ("hand.recorded", ("data", "hand", "stones"), []),
            ("hand.recorded", ("data", "hand", "void"), STORED),
            ("draw.made", ("data", "numbers", 0), STORED),
            ("draw.made", ("data", "numbers", 1), {}),
            ("tournament.created", ("data", "settings"), STORED),
            ("draw.made", ("actor", "id"), 10**30),
            ("draw.made", ("actor", "id"), {}),
            ("draw.made", ("actor", "label"), None),
            ("draw.made", ("actor", "label"), "x" * 121),
            ("draw.made", ("kind",), [[1]]),
            ("draw.made", ("data",), [1]),
        ],
    )
    @pytest.mark.sampled(4)
    def test_whatever_somebody_forges_and_seals_anew_is_refused_by_its_line(
        self, content, kind, path, value
    ):
        forget_everything()
        where, code, _detail = refused_file(forged(content, kind, path, value))
        assert where > 1
        named = {"not_an_event", "nonsense", "does_not_hold", "not_storable", "not_in_the_log"}
        assert code in named
        assert not Tournament.objects.exists()


@pytest.mark.parametrize("seats", [[1, 2, 3], [None], {"a": 1}, "x", [[{}]], [[10**30]]])
def test_forged_tables_of_individuals_are_refused_by_their_line(db, seats):
    day = table.play.tournament(regulation="short-rules", format_options={"rounds": 2})
    names = "\n".join(f"Jugador de Deba {n}" for n in range(1, 4))
    pairs.enter_list(tournament_id=day.pk, text=names, actor=table.PROGRAM)
    draw.make(tournament_id=day.pk, actor=table.PROGRAM, seed="s")
    for number in (1, 2):
        seatings.seat(tournament_id=day.pk, actor=table.PROGRAM)
        which = {"tournament_id": day.pk, "number": number, "table": 1}
        seatings.enter_order(**which, order=[1, 2, 3], actor=table.PROGRAM)
    content = files.write_file(tournament_id=day.pk)
    forget_everything()
    _line, code, _detail = refused_file(forged(content, "round.seated", ("data", "seats"), seats))
    assert code in {"nonsense", "does_not_hold"}
    assert not Tournament.objects.exists()


def forged(content: bytes, kind: str, path: tuple[Any, ...], value: Any) -> bytes:
    """The file with a value in an event of that kind changed, and every hash and seal made anew."""
    parts = [(one.kind, json.loads(json.dumps(one.data))) for one in read(content)]
    part: Any = next(data for of, data in parts if of == "event" and data["kind"] == kind)
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    previous = GENESIS
    for of, data in parts:
        if of == "event":
            data["previous"] = previous
            body = {name: data[name] for name in data.keys() - {"hash", "texts"}}
            data["hash"] = previous = sha256(canonical(body).encode()).hexdigest()
    parts[0][1]["head"] = previous
    return "".join(written(parts)).encode()


def refused_file(content: bytes) -> tuple[int, str, str]:
    return refused(files.rebuild, content=content)


@pytest.mark.parametrize("data", ["NaN", "-Infinity", "1e999", "9" * 5_000, '"\\ud800"'])
def test_what_json_reads_and_nobody_writes_is_a_broken_line(data):
    row = f'{{"data":{{"a":{data}}},"kind":"header","line":1,"seal":"x"}}\n'
    assert refused(header_of, row.encode())[0] == 1


def test_a_line_of_millions_of_lists_is_refused_before_it_is_parsed():
    row = b'{"line":1,"kind":"header","data":{"a":[' + b"[]," * 1_100_000 + b'[]]},"seal":""}\n'
    assert refused(read, row)[:2] == (1, "too_large")
