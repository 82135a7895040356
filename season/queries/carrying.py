"""A circuit as a file: its settings, its tournaments by the signed heads of their logs, and who is
the same and who is private, by number and seat; and its log with its own signed head. It holds no
name of a player, and no result: these follow from the tournaments' files."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring.proof.rules.entries import entries_in
from scoring.proof.rules.lines import BrokenFile, Line
from season.models import CircuitTournament, Claim, DifferentEntry, MergedEntry
from season.queries.circuits import IN, CircuitView
from season.queries.log import public_log, signed_head
from season.queries.names import recognised, recognised_names, text_of
from season.rules.log import PREFIX, CircuitState, standing_after
from season.rules.people import Appearance
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.errors import Problem, Refusal, lazy_text
from tournament.log.models import Event
from tournament.log.rules.events import first_fault, is_hash
from tournament.log.rules.text import clean
from tournament.witness.queries import signed_head as tournament_head
from tournament.witness.rules import read_note, root

FORMAT = "mus-circuit/2"
BEFORE_LOGS = "mus-circuit/1"
"""The format of files without a log: they come in as ever."""
LONGEST = 10_000_000
MOST = 2_000
"""Tournaments, and merges, that a file may name."""
MOST_SAME = 200
SETTINGS = ("name", "carried_by", "same_names", "points", "taking_part", "best_of")


@dataclass(frozen=True, slots=True)
class Carried:
    """What a file says. `settings`: as `circuits.create` takes them; `counting`: the tournaments
    here that count, in the order of the file; `merges`: who is the same; `differences`: who is
    not though the names are equal; `private`: who is not to be named; `origin`: what the event of
    its coming in says of the log in the file."""

    settings: Mapping[str, Any]
    counting: tuple[Tournament, ...]
    merges: tuple[tuple[Appearance, ...], ...]
    differences: tuple[tuple[tuple[Appearance, ...], ...], ...]
    private: tuple[Appearance, ...]
    origin: Mapping[str, Any]


def circuit_file(*, circuit: CircuitView) -> bytes:
    """The circuit's file, for those who run it: it says who asked not to be named. Its tournaments
    are named by their heads as they are now."""
    rows = CircuitTournament.objects.filter(
        circuit=circuit.id, status=IN, tournament__is_rehearsal=False
    )
    counting = set(rows.values_list("tournament_id", flat=True))
    named: dict[int, list[list[Any]]] = {}
    merged = MergedEntry.objects.filter(merge__circuit=circuit.id)
    needed = set(counting)
    for merged_entry in merged.select_related("pair__tournament").order_by("merge_id", "id"):
        needed.add(merged_entry.pair.tournament_id)
        entry = [merged_entry.pair.tournament.slug, merged_entry.pair.number, merged_entry.seat]
        named.setdefault(merged_entry.merge_id, []).append(entry)
    parted: dict[int, dict[int, list[list[Any]]]] = {}
    of_equal = DifferentEntry.objects.filter(difference__circuit=circuit.id)
    for row in of_equal.select_related("pair__tournament").order_by("difference_id", "id"):
        needed.add(row.pair.tournament_id)
        sides = parted.setdefault(row.difference_id, {})
        entry = [row.pair.tournament.slug, row.pair.number, row.seat]
        sides.setdefault(row.side, []).append(entry)
    private = []
    hidden = Claim.objects.filter(circuit=circuit.id, is_private=True)
    rows_of_hidden = hidden.select_related("pair__tournament")
    names, written = recognised_names(rows_of_hidden), set[str]()
    for claim in rows_of_hidden:
        name = recognised(text_of(claim.pair, claim.seat))
        # Not of a substitute or an erased name, and each name once.
        if name in written or name not in names[claim.pk]:
            continue
        written.add(name)
        needed.add(claim.pair.tournament_id)
        private.append([claim.pair.tournament.slug, claim.pair.number, claim.seat])
    tournaments = Tournament.objects.filter(pk__in=needed).order_by("starts_at", "slug")
    firsts = Event.objects.filter(tournament__in=needed, number=1)
    logs = dict(firsts.values_list("tournament_id", "hash"))
    whole = {
        "format": FORMAT,
        "name": circuit.name,
        "carried_by": circuit.carried_by,
        "same_names": circuit.same_names,
        "points": circuit.points.to_text(),
        "taking_part": circuit.points.taking_part,
        "best_of": circuit.best_of,
        "tournaments": [
            {
                "slug": tournament.slug,
                "name": tournament.name,
                "counts": tournament.pk in counting,
                "log": logs[tournament.pk],
                "head": tournament_head(tournament_id=tournament.pk),
            }
            for tournament in tournaments
        ],
        "merges": [entries for entries in named.values() if len(entries) > 1],
        "differences": [list(one.values()) for one in parted.values() if len(one) > 1],
        "private": private,
        "log": public_log(circuit_id=circuit.id),
        "head": signed_head(circuit_id=circuit.id),
    }
    return (json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode()


def read_circuit(*, content: bytes) -> Carried:
    """What a circuit's file says, with the tournaments that are here. Raises Refusal (bad_file,
    changed_file, missing_tournaments, both_played): each tournament of the file must be here with
    the log of its head, and the file must say what its own log says."""
    whole = _parsed(content)
    origin = _checked_log(whole) if whole["format"] == FORMAT else {}
    here, missing = {}, []
    for named in whole["tournaments"]:
        tournament = _tournament_here(named)
        if tournament is None:
            missing.append(named["name"])
        else:
            here[named["slug"]] = tournament
    if missing:
        message = _("These tournaments are not here. Import their files first: %(names)s")
        raise Refusal.one("file", "missing_tournaments", message, names=", ".join(missing[:10]))
    settings = {name: whole[name] for name in SETTINGS}
    counting = tuple(
        here[tournament["slug"]] for tournament in whole["tournaments"] if tournament["counts"]
    )
    merges = tuple(_merge(here, merge) for merge in whole["merges"])
    differences = tuple(
        tuple(tuple(_entry(here, one, "differences") for one in side) for side in sides)
        for sides in whole["differences"]
    )
    private = tuple(_entry(here, one, "private") for one in whole["private"])
    return Carried(settings, counting, merges, differences, private, origin)


def _tournament_here(named: Mapping[str, Any]) -> Tournament | None:
    """The tournament whose log begins with the log of a head."""
    checkpoint = read_note(named["head"]).checkpoint
    events = Event.objects.filter(number=checkpoint.size, hash=checkpoint.head)
    if "log" in named:
        first = Event.objects.filter(number=1, hash=named["log"])
        events = events.filter(tournament__in=first.values("tournament"))
    event = events.select_related("tournament").order_by("tournament_id").first()
    return event.tournament if event else None


def _checked_log(whole: Mapping[str, Any]) -> dict[str, Any]:
    """What a circuit that comes in says of the log in its file. The log has to hold, its head has
    to be that of all its events, and the file has to say what it says. Raises Refusal (bad_file,
    changed_file) with the part that is wrong."""
    lines = whole.get("log")
    if not isinstance(lines, list) or not lines:
        raise _bad("log")
    try:
        events = entries_in(Line(number, "event", one) for number, one in enumerate(lines, 1))
        last = events[-1]
        fault = first_fault(events, head_number=last.number, head_hash=last.hash, with_texts=False)
        standing = standing_after((event.kind, event.data) for event in events)
    except (
        AttributeError,
        ArithmeticError,
        BrokenFile,
        LookupError,
        RecursionError,
        TypeError,
        ValueError,
    ) as error:
        raise _bad("log") from error
    if fault or any(event.tournament != last.tournament for event in events):
        raise _changed(f"log[{fault.number if fault else 1}]")
    if not isinstance(whole.get("head"), str) or not _is_note(whole["head"]):
        raise _bad("head")
    checkpoint = read_note(whole["head"]).checkpoint
    tree = root([bytes.fromhex(event.hash) for event in events])
    name = checkpoint.origin.partition(PREFIX)
    if (checkpoint.size, checkpoint.head, checkpoint.root) != (last.number, last.hash, tree) or (
        PREFIX + name[2] != last.tournament
    ):
        raise _changed("head")
    if part := standing.differs_from(_standing_in(whole)):
        raise _changed(part)
    return {"origin": checkpoint.origin, "events": last.number, "head": last.hash}


def _standing_in(whole: Mapping[str, Any]) -> CircuitState:
    """How the circuit of a file stands, without its log. Raises Refusal (changed_file)."""
    logs = {tournament["slug"]: tournament["log"] for tournament in whole["tournaments"]}

    def refs(entries: list[list[Any]], part: str) -> list[dict[str, Any]]:
        if any(slug not in logs for slug, _pair, _seat in entries):
            raise _changed(part)
        return [{"log": logs[slug], "pair": pair, "seat": seat} for slug, pair, seat in entries]

    state = {
        "settings": {name: whole[name] for name in SETTINGS},
        "tournaments": [tournament for tournament in whole["tournaments"] if tournament["counts"]],
        "merges": [refs(merge, "merges") for merge in whole["merges"]],
        "differences": [
            [refs(side, "differences") for side in sides] for sides in whole["differences"]
        ],
    }
    return standing_after([("", state)])


def both_played(tournament: str) -> Refusal:
    """The Refusal of a file that merges two who played in the same tournament."""
    message = _(
        "In this file two who both played in %(name)s are the same. Split them in the circuit and "
        "take its file again."
    )
    return Refusal.one("file", "both_played", message, name=tournament)


def _merge(here: Mapping[str, Tournament], merge: list[list[Any]]) -> tuple[Appearance, ...]:
    entries = tuple(_entry(here, one) for one in merge)
    tournaments = [here[slug] for slug, _number, _seat in merge]
    if len(set(tournaments)) < len(tournaments):
        raise both_played(max(tournaments, key=tournaments.count).name)
    return entries


def _entry(here: Mapping[str, Tournament], entry: list[Any], part: str = "merges") -> Appearance:
    slug, number, seat = entry
    pair = Pair.objects.filter(tournament=here.get(slug), number=number).first()
    if pair is None or seat not in ((1, 2) if part == "private" else (0, 1, 2)):
        raise _bad(part)
    return pair.pk, seat


def _parsed(content: bytes) -> dict[str, Any]:
    """The file's object, each part of its type. Raises Refusal (bad_file)."""
    if len(content) > LONGEST:
        raise _bad("file")
    try:
        whole = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise _bad("file") from error
    if not isinstance(whole, dict) or whole.get("format") not in (FORMAT, BEFORE_LOGS):
        raise _bad("format")
    types: dict[str, Any] = {
        "name": str, "carried_by": str, "points": str, "taking_part": int, "tournaments": list,
        "merges": list,
    }  # fmt: skip
    for name, kind in types.items():
        if not isinstance(whole.get(name), kind):
            raise _bad(name)
    if len(whole["tournaments"]) > MOST or len(whole["merges"]) > MOST:
        raise _bad("tournaments")
    whole.setdefault("best_of", None)
    whole.setdefault("same_names", "all")  # files from before there was a choice
    parted = whole.setdefault("differences", [])
    if not isinstance(parted, list) or len(parted) > MOST or not all(map(_are_sides, parted)):
        raise _bad("differences")
    private = whole.setdefault("private", [])
    if not isinstance(private, list) or len(private) > MOST or not all(map(_is_entry, private)):
        raise _bad("private")
    for cup in whole["tournaments"]:
        names = ("slug", "name", "head", *(["log"] if whole["format"] == FORMAT else []))
        texts = isinstance(cup, dict) and all(isinstance(cup.get(name), str) for name in names)
        if not texts or type(cup.get("counts")) is not bool or not _is_note(cup["head"]):
            raise _bad("tournaments")
        if "log" in cup and not is_hash(cup["log"]):
            raise _bad("tournaments")
        cup["name"], fault = clean(cup["name"], field="name", longest=120)
        if fault:
            raise _bad("tournaments")
    for merge in whole["merges"]:
        is_list = isinstance(merge, list) and 2 <= len(merge) <= MOST_SAME
        if not is_list or not all(map(_is_entry, merge)):
            raise _bad("merges")
    return whole


def _is_note(text: str) -> bool:
    try:
        read_note(text)
    except ValueError:
        return False
    return True


def _are_sides(sides: object) -> bool:
    """Whether these are entries of at least two people, each once."""
    if not isinstance(sides, list) or not 2 <= len(sides) <= MOST:
        return False
    if not all(isinstance(side, list) and 0 < len(side) <= MOST for side in sides):
        return False
    entries = [one for side in sides for one in side]
    return all(map(_is_entry, entries)) and len(set(map(tuple, entries))) == len(entries)


def _is_entry(entry: object) -> bool:
    if not isinstance(entry, list) or len(entry) != 3:
        return False
    slug, number, seat = entry
    return isinstance(slug, str) and type(number) is type(seat) is int and 0 < number < 2**31


def _bad(part: str) -> Refusal:
    message = _("This is no file of a circuit: its part “%(part)s” cannot be read.")
    return Refusal((Problem("file", "bad_file", lazy_text(message, part=part)),))


def _changed(part: str) -> Refusal:
    message = _(
        "This file was changed: its part “%(part)s” does not fit the log in it. Take the file "
        "again where it comes from."
    )
    return Refusal((Problem("file", "changed_file", lazy_text(message, part=part)),))
