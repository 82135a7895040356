"""Checks a whole tournament: its log's chain, its draw, its rows, its hands, its bracket."""

import json
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.utils.translation import gettext_lazy as _

from mus import RecordRefused
from scoring.course.queries.stored import FALSE_CLAIM
from scoring.proof.queries.stored import (
    match_key,
    penalties_of,
    question_faults,
    room_faults,
    stored,
)
from scoring.proof.queries.tables import FROM_THE_LOG, Exported
from scoring.proof.rules.beside import ONE, AuxiliaryTables
from scoring.proof.rules.following import (
    bracket_faults,
    changed_by_hand,
    draw_faults,
    hand_faults,
    is_agreement,
    keeps_rank,
    keeps_title,
    other_rules,
    signature_faults,
    unknown_draws,
    way_faults,
)
from scoring.proof.rules.lines import Key, State, case_key, is_near, ruling_key
from scoring.proof.rules.parting import Mismatch, named, parted, partings
from scoring.proof.rules.replay import NONSENSE, LogTellsNonsense, Replay
from scoring.rulings.models import Ruling, TribunalCase
from scoring.rulings.queries.review import NOT_PUBLIC, case_json, ruling_json
from tournament.championship.models import Tournament
from tournament.commitment.models import DrawCommitment
from tournament.commitment.rules import RECIPE, WITHOUT_WISHES, commitment_of
from tournament.formats.setting import Wishes
from tournament.log.queries.log import beyond_the_head, entries_of
from tournament.log.rules.events import LogEntry, first_fault, stamp
from tournament.matches.models import Match

# Settles hands with the second engine, the tablet's JavaScript, where Node.js is installed.


PROGRAM = Path(__file__).resolve().parents[3] / "tablet" / "settle-lines.mjs"
PATIENCE = 120


def settled(records: Sequence[object]) -> list[Any] | None:
    """The settlement of each record; None where Node.js or the tablet's sources are missing."""
    node = shutil.which("node")
    if node is None or not PROGRAM.exists():
        return None
    if not records:
        return []
    lines = "\n".join(json.dumps(record) for record in records)
    ran = subprocess.run(  # noqa: S603 - a fixed program of our own, found on the machine's path
        [node, str(PROGRAM)], input=lines, capture_output=True, text=True, timeout=PATIENCE,
        check=True,
    )  # fmt: skip
    return [json.loads(line) for line in ran.stdout.split("\n") if line]


# Compares rows that follow from the log alone with the log, in every column that it tells.


OF_THE_ACT = ("at", "since")
"""Columns with the time of an act, which must lie within a minute of its event."""


def auxiliary_faults(tournament: Tournament, auxiliary: AuxiliaryTables) -> Iterator[Mismatch]:
    """Every row of these tables that differs from the log. One query for each table."""
    for table in FROM_THE_LOG:
        log_rows = auxiliary.rows[table.name]
        yield from parted((table.name,), log_rows, _held(tournament, table, log_rows), auxiliary.by)
    yield from _secret_faults(tournament)


def secrets_elsewhere(tournament: Tournament) -> list[str]:
    """Draws prepared on another machine: their secret is not here and cannot be checked."""
    there = DrawCommitment.objects.filter(tournament=tournament, state="open", secret="")
    return ["secret"] if there.exists() else []


def _held(
    tournament: Tournament, table: Exported, log_rows: dict[int, State]
) -> dict[int | str, State]:
    rows = table.model._default_manager.filter(**{table.of: tournament.pk}).order_by("pk")
    held: dict[int | str, State] = {}
    for row in rows.values("pk", *({table.key} - {""}), *table.lookups):
        key = row[table.key] if table.key else ONE
        state = log_rows.get(key, {})
        columns = {
            name: _in_log_form(row[name], name, log_value) for name, log_value in state.items()
        }
        held[key if key not in held else f"{key} again, {row['pk']}"] = columns
    return held


def _in_log_form(value: Any, name: str, log_value: Any) -> Any:
    """A value in the form of the log. A time near enough to the one told is replaced by it."""
    if not isinstance(value, datetime):
        return value
    if name in OF_THE_ACT and log_value and is_near(value, [datetime.fromisoformat(log_value)]):
        return log_value
    return stamp(value)


def _secret_faults(tournament: Tournament) -> Iterator[Mismatch]:
    """A fault for each unopened secret that does not fit its published commitment."""
    waiting = DrawCommitment.objects.filter(tournament=tournament, state="open").exclude(secret="")
    for row in waiting:
        again = commitment_of(
            algorithm=row.algorithm, numbers=row.numbers, head=row.head, secret=row.secret,
            wishes=Wishes.from_json(row.wishes or {}),
            recipe=WITHOUT_WISHES if row.wishes is None else RECIPE,
        )  # fmt: skip
        if again != row.commitment:
            where = f"prepared › {row.event_number} › secret"
            yield Mismatch(where, row.commitment, again, row.event_number)


CHECKS = ("log", "draw", "rows", "rulings", "hands", "games", "bracket", "agreements", "twin")
"""The checks, in this order."""


UNREADABLE = (RecordRefused, ObjectDoesNotExist, *NONSENSE)
"""The exceptions that an edited log may cause, because anything may be missing in it."""


@dataclass(frozen=True, slots=True)
class Check:
    """The result of one check: how many things were checked, and the first fault."""

    name: str
    count: int
    fault: Mismatch | None


@dataclass(frozen=True, slots=True)
class Report:
    """The results of all checks of a tournament. `left_out`: what could not be checked here;
    `by_hand`: rounds that an official has changed by hand, with the event and the reason."""

    slug: str
    events: int
    head: str
    checks: tuple[Check, ...]
    left_out: tuple[str, ...] = ()
    by_hand: tuple[tuple[int, int, str], ...] = ()

    @property
    def ok(self) -> bool:
        return all(check.fault is None for check in self.checks)

    @property
    def first(self) -> Mismatch | None:
        """The first fault; None when there is none."""
        return next((check.fault for check in self.checks if check.fault), None)


def verify_tournament(*, tournament_id: int, with_twin: bool = False) -> Report:
    """Checks everything that can be checked. Raises Tournament.DoesNotExist.

    `with_twin` settles every hand by the JavaScript engine too, where Node.js is installed.
    Call it under the tournament's lock, or while nobody writes, so that it never sees half a
    change.
    """
    tournament = Tournament.objects.get(pk=tournament_id)
    entries = list(entries_of(tournament=tournament))
    checks = [_log(tournament, entries)]
    replay = Replay()
    if checks[0].fault is None:
        try:
            replay.apply_events(entries)
        except LogTellsNonsense as error:
            where = f"event {error.number}"
            fault = Mismatch(where, "the events before it", error.what, error.number)
            checks = [Check("log", len(entries), fault)]
    left_out = [*unknown_draws(replay), *other_rules(replay), *secrets_elsewhere(tournament)]
    if checks[0].fault is None:
        try:
            checks += [*_replay_checks(tournament, replay, entries), _agreements(entries)]
            left_out += ["title"] if keeps_title(replay) else []
            left_out += ["rank"] if keeps_rank(replay) else []
        except UNREADABLE as error:
            fault = Mismatch("log", "what can be compared with rows", repr(error)[:200])
            checks.append(Check("rows", 0, fault))
        if with_twin:
            twin_check = _twin(replay)
            checks += [twin_check] if twin_check else []
            left_out += [] if twin_check else ["twin"]
    return Report(
        tournament.slug, tournament.event_number, tournament.event_hash, tuple(checks),
        tuple(left_out), changed_by_hand(replay),
    )  # fmt: skip


def _replay_checks(tournament: Tournament, replay: Replay, entries: list[LogEntry]) -> list[Check]:
    held = stored(tournament=tournament, replay=replay)
    hands = sum(len(hands) for hands in replay.hands.values())
    rows = 1 + len(held["pairs"]) + len(held["matches"])
    rows += sum(len(one) for name in ("hands", "games") for one in held[name].values())
    rulings = chain(
        _ruling_faults(tournament, replay),
        _missing_rulings(tournament, replay),
        _penalty_faults(tournament, replay),
        question_faults(tournament, replay.room),
    )
    games = sum(len(games) for games in replay.games.values())
    return [
        _check("draw", len(replay.draws), draw_faults(replay)),
        _check(
            "rows",
            rows + len(replay.room.devices) + replay.room.tables + replay.auxiliary.count,
            chain(
                partings(replay, held),
                room_faults(tournament, replay.room, entries),
                auxiliary_faults(tournament, replay.auxiliary),
            ),
        ),
        _check("rulings", len(replay.rulings) + len(replay.cases), rulings),
        _check("hands", hands, hand_faults(replay)),
        _check("games", games, way_faults(replay)),
        _check("bracket", len(replay.matches) + len(replay.seatings), bracket_faults(replay)),
    ]


def _check(name: str, count: int, faults: Iterable[Mismatch]) -> Check:
    try:
        return Check(name, count, next(iter(faults), None))
    except UNREADABLE as error:
        return Check(name, count, Mismatch(name, "what can be read", repr(error)[:200]))


def _agreements(entries: list[LogEntry]) -> Check:
    signed = sum(is_agreement(entry) and bool(entry.data.get("signed")) for entry in entries)
    return _check("agreements", signed, signature_faults(entries))


def _log(tournament: Tournament, entries: list[LogEntry]) -> Check:
    chain_fault = first_fault(
        entries, head_number=tournament.event_number, head_hash=tournament.event_hash
    )
    if chain_fault is not None:
        where = f"event {chain_fault.number}"
        return Check(
            "log", len(entries), Mismatch(where, "the chain", chain_fault.code, chain_fault.number)
        )
    if beyond_the_head(tournament_id=tournament.pk):
        number = tournament.event_number + 1
        fault = Mismatch(f"event {number}", "the head", "wrong_head", number)
        return Check("log", len(entries), fault)
    return Check("log", len(entries), None)


def _ruling_faults(tournament: Tournament, replay: Replay) -> Iterator[Mismatch]:
    """Decided questions and heard cases of which the log does not tell."""
    decided = Ruling.objects.filter(match__tournament=tournament, decided_at__isnull=False)
    rulings = decided.exclude(kind__in=NOT_PUBLIC).select_related("game", "hand")
    for row in rulings.order_by("pk"):
        data = ruling_json(row)
        # No event of its own tells that a question was closed because its hand changed.
        fell_away = row.status == row.Status.DISMISSED and row.outcome == {"superseded": True}
        if ruling_key(row.match_id, data) not in replay.rulings and not fell_away:
            yield Mismatch(f"ruling {row.pk}", "no such ruling", str(data)[:200])
    cases = TribunalCase.objects.filter(ruling__match__tournament=tournament).exclude(state="open")
    for case in cases.select_related("pair", "ruling__game", "ruling__hand").order_by("pk"):
        data = {"pair": {"number": case.pair.number}, **case_json(case)}
        if case_key(case.ruling.match_id, data) not in replay.cases:
            yield Mismatch(f"case {case.pk}", "no such case", str(data)[:200])


def _missing_rulings(tournament: Tournament, replay: Replay) -> Iterator[Mismatch]:
    """Rulings, decisions of games and cases that the log tells of but that are not stored."""
    rows = Ruling.objects.filter(match__tournament=tournament).select_related("game").in_bulk()
    for number, (match, event) in replay.questions.items():
        row = rows.get(number)
        if row is None or row.match_id != match:
            held = "nothing" if row is None else f"of match {row.match_id}"
            yield Mismatch(f"ruling {number}", f"of match {match}", held, event)
    decided = Counter(
        (row.match_id, row.game.number)
        for row in rows.values()
        if row.game and row.hand_id is None and row.kind == Ruling.Kind.OVERRULE
    )
    for (match, game), events in replay.decisions.items():
        if decided[match, game] < len(events):
            where = f"decisions of match {match} game {game}"
            yield Mismatch(where, str(len(events)), str(decided[match, game]), events[-1])
    cases = TribunalCase.objects.filter(ruling__match__tournament=tournament)
    places = set(cases.values_list("ruling__match_id", "ruling__game__number", "pair__number"))
    for place, event in replay.heard.items():
        if place not in places:
            where = f"case of pair {place[2]}"
            yield Mismatch(where, f"match {place[0]} game {place[1]}", "nothing", event)


def _penalty_faults(tournament: Tournament, replay: Replay) -> Iterator[Mismatch]:
    """Stored penalties that differ from their hand's settlement."""
    held = penalties_of(tournament=tournament)
    rows = Match.objects.filter(tournament=tournament)
    matches = {match_key(match): match.pk for match in rows}
    for key, hands in replay.hands.items():
        pairs = replay.matches[key]["pairs"]
        for place, hand in hands.items():
            expected = [] if hand["void"] else _expected_penalties(hand, pairs)
            penalties = held.get((matches[key], *place), [])
            if expected != penalties:
                where = named(("penalties", key, place))
                yield Mismatch(
                    where, str(expected), str(penalties), replay.by.get(("hands", key, place))
                )


def _expected_penalties(hand: dict[str, object], pairs: list[int]) -> list[dict[str, object]]:
    settlement = hand["settlement"]
    assert isinstance(settlement, dict)
    return [
        {
            "pair": pairs[penalty["seat"] % 2],
            "clause": penalty["clause"],
            "lance": penalty["lance"] or "",
            "seat": penalty["seat"],
            "counts": penalty["clause"] == FALSE_CLAIM,
        }
        for penalty in settlement.get("penalties", [])
    ]


def _twin(replay: Replay) -> Check | None:
    """Every verified hand settled in JavaScript; None where there is no Node.js."""
    places: list[tuple[Key, dict[str, object]]] = []
    for key, hands in replay.hands.items():
        for place, hand in hands.items():
            if hand["verified"] and hand["settlement"].get("ok") is not False:
                places.append((("hands", key, place), hand))
    answers = settled([hand["record"] for _path, hand in places])
    if answers is None:
        return None
    for (path, hand), answer in zip(places, answers, strict=True):
        if answer != hand["settlement"]:
            log_text, twin_text = str(hand["settlement"])[:200], str(answer)[:200]
            fault = Mismatch(named((*path, "settlement")), log_text, twin_text, replay.by.get(path))
            return Check("twin", len(places), fault)
    return Check("twin", len(places), None)


# Names of the checks of a tournament, in the reader's language.


LEFT_OUT_NAMES = {
    "twin": _("the second engine (JavaScript), which is not installed here"),
    "secret": _("the secret of the draw that is prepared: it is on another machine"),
    "title": _(
        "the champion by today’s rule: the pair was disqualified after its last match, and the "
        "version that decided the day left it the title"
    ),
    "rank": _(
        "the bracket by today’s rule: a pair of it was disqualified before it began, and the "
        "version that worked it out left the pair its place"
    ),
}


def left_out_words(name: str) -> str:
    """What could not be checked, in words; a recipe or a regulation is given by its own name."""
    return str(LEFT_OUT_NAMES.get(name, name))


CHECK_NAMES = {
    "log": _("events, each sealed with the one before"),
    "draw": _("draws that follow from their seed"),
    "rows": _("stored rows that match the log"),
    "rulings": _("rulings, with every false declaration on record"),
    "hands": _("hands settled again, to the same stones"),
    "games": _("games that go from hand to hand without a gap"),
    "bracket": _("matches between the pairs that the results send there"),
    "agreements": _("agreements of pairs, signed by their table’s tablet"),
    "twin": _("hands settled by the second engine (JavaScript)"),
}
