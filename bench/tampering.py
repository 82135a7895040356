"""Changes a tournament behind its back, thousands of times, and asks whether that is found.

`python -m bench.tampering --changes 10000 --seed 1` makes a small championship in a database in
memory, with agreements that a tablet has signed and names that were erased, and tampers with its
stored rows, with its events and the texts beside them, and with its file (as it is, and with every
seal and hash made anew). What is not found is listed; docs/trust.md says why.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tournament.championship.models import Tournament


def tampered_bytes(content: bytes, rng: Random) -> tuple[str, bytes]:
    """The file with one thing changed, and what."""
    rows = content.split(b"\n")[:-1]
    at = rng.randrange(len(rows))
    act = rng.choice(["flip", "drop", "double", "swap", "cut"])
    if act == "flip":
        place = rng.randrange(len(content))
        other = bytes([content[place] ^ (1 << rng.randrange(8))])
        return act, content[:place] + other + content[place + 1 :]
    if act == "cut":
        return act, content[: rng.randrange(len(content))]
    if act == "drop":
        del rows[at]
    elif act == "double":
        rows.insert(at, rows[at])
    else:
        other_row = (at + 1 + rng.randrange(len(rows) - 1)) % len(rows)
        rows[at], rows[other_row] = rows[other_row], rows[at]
    return act, b"".join(row + b"\n" for row in rows)


def resealed(content: bytes, rng: Random) -> tuple[str, bytes] | None:
    """The file with one value changed and every seal and hash made anew; None when the value is
    one that nothing else tells of."""
    lines = [json.loads(row) for row in content.split(b"\n")[:-1]]
    if rng.random() < 0.2:
        return _moved(lines, rng)
    line = rng.choice(lines[1:-1])
    path, changed = another_inside(line["data"], rng)
    if path is None or (line["kind"] == "row" and _nobody_tells(line["data"], path)):
        return None
    line["data"] = changed
    if line["kind"] == "event":
        if path[0] in ("hash", "previous", "actor", "at") or (
            path[0] == "data" and not _matters(line, path)
        ):
            return None
        chain_anew(lines)
    parts = [(one["kind"], one["data"]) for one in lines[:-1]]
    what = f"{line['kind']} {line['data'].get('row', line['data'].get('kind'))} {path}"
    return what, _sealed_anew(parts)


A_MOMENT = "2026-05-24T12:00:00.000000Z"
HANGING = ("pair.entered", "pairs.entered", "draw.made", "match.started", "hand.recorded",
           "hand.corrected", "match.finished", "device.joined", "ruling.made")  # fmt: skip
"""Events on which rows hang: without them, or with another order, the rows do not follow."""
TELLING = ("hand", "hands", "games", "followed", "matches", "champion", "tournament_status",
           "winner", "numbers", "seed", "status", "pairs", "best_of")  # fmt: skip
SIGNED = ("match", "game", "score", "by", "signed")
"""What a tablet has signed of an agreement; its match by its number alone."""


def _moved(lines: list[dict[str, Any]], rng: Random) -> tuple[str, bytes] | None:
    """The file with a row, or an event on which rows hang, dropped, doubled or swapped with the
    next, and every seal, number and hash made anew."""
    kind = rng.choice(["row", "event"])
    of_kind = [at for at, line in enumerate(lines) if line["kind"] == kind]
    at = rng.choice(of_kind[:-1])
    data, act = lines[at]["data"], rng.choice(["drop", "double", "swap"])
    if kind == "event" and (data["kind"] not in HANGING or act == "swap"):
        return None
    if data.get("row") in ("tournament", "device") and act != "double":
        return None  # one is always there; the other may be let go
    if act == "drop":
        del lines[at]
    elif act == "double":
        lines.insert(at, json.loads(json.dumps(lines[at])))
    else:
        if lines[at + 1]["data"]["row"] != data["row"]:
            return None
        lines[at], lines[at + 1] = lines[at + 1], lines[at]
    for number, line in enumerate((one for one in lines if one["kind"] == "event"), start=1):
        line["data"]["number"] = number
    chain_anew(lines)
    lines[0]["data"]["events"] = sum(one["kind"] == "event" for one in lines)
    parts = [(one["kind"], one["data"]) for one in lines[:-1]]
    return f"{act} {kind} {data.get('row', data.get('kind'))}", _sealed_anew(parts)


def _sealed_anew(parts: list[tuple[str, Any]]) -> bytes:
    from scoring.proof.rules.lines import written

    return "".join(written(parts)).encode()


def _matters(line: dict[str, Any], path: list[Any]) -> bool:
    """Whether rows or rules hang on this part of an event; a reason or a label is words alone."""
    if line["data"]["kind"] in ("game.confirmed", "match.confirmed"):
        return path[1] in SIGNED and (path[1] != "match" or path[2] == "id")
    kinds = ("hand.recorded", "hand.corrected", "draw.made", "match.finished", "match.games")
    if line["data"]["kind"] not in kinds or path[1] not in TELLING:
        return False
    # Names beside numbers, and the states of events that a later one tells over again.
    if "name" in path or "id" in path or path[1] in ("hands", "games", "followed", "matches"):
        return False
    return line["data"]["kind"] == "draw.made" or path[1] == "hand"


def _nobody_tells(row: dict[str, Any], path: list[Any]) -> bool:
    """Whether only the seals hold this value of a row: see docs/trust.md."""
    from scoring.proof.queries.compared import NOT_COMPARED

    table, column = row["row"], path[0]
    hidden = table == "ruling" and row["kind"] in ("call", "attention")
    return (
        column in ("row", "id")
        or column in NOT_COMPARED[table]
        or (hidden and column in ("proposed", "outcome", "reason"))
        or (table == "game" and column == "mano" and not row["hand_count"])
    )


def chain_anew(lines: list[dict[str, Any]]) -> None:
    """Makes every hash of the log anew, and the head in the header with them."""
    import hashlib

    from scoring.proof.rules.lines import canonical

    previous = "0" * 64
    for line in lines:
        if line["kind"] == "event":
            event = line["data"]
            event["previous"] = previous
            body = {name: event[name] for name in event.keys() - {"hash", "texts"}}
            event["hash"] = previous = hashlib.sha256(canonical(body).encode()).hexdigest()
    lines[0]["data"]["head"] = previous


def another_inside(value: Any, rng: Random) -> tuple[list[Any] | None, Any]:
    """`value` with one number, text or truth inside it changed, and where."""
    places = list(_leaves(value, []))
    if not places:
        return None, value
    path = rng.choice(places)
    copy = json.loads(json.dumps(value))
    inside = copy
    for key in path[:-1]:
        inside = inside[key]
    old = inside[path[-1]]
    if isinstance(old, bool):
        inside[path[-1]] = not old
    elif isinstance(old, int):
        inside[path[-1]] = old + rng.choice([1, 2, 3])
    elif len(old) == len(A_MOMENT) and old.endswith("Z"):
        inside[path[-1]] = f"{old[:11]}{(int(old[11:13]) + 1) % 24:02}{old[13:]}"
    else:
        inside[path[-1]] = old[:-1] + ("x" if old[-1:] != "x" else "y")
    return path, copy


def _leaves(value: Any, path: list[Any]) -> Iterator[list[Any]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, [*path, key])
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _leaves(inner, [*path, index])
    elif isinstance(value, bool | int | str):
        yield path


def tamper_with_an_event(cup: Tournament, rng: Random) -> str | None:
    """An event, or a text beside it, changed in place: a value of its data, another text, a text
    taken away or put back. Half of the changes are of agreements and of texts, which are few."""
    from tournament.log.models import Event

    events = Event.objects.filter(tournament=cup).order_by("pk")
    column = rng.choice(["sealed", "texts"])
    if rng.random() < 0.5:
        events = events.filter(kind__endswith=".confirmed") if column == "sealed" else events
    there = [one for one in events if getattr(one, column)]
    if not there:
        return None
    event = rng.choice(there)
    if column == "texts" and rng.random() < 0.5:
        what, texts = _other_texts(event.texts, rng)
        Event.objects.filter(pk=event.pk).update(texts=texts)
        return f"Event.texts: {what}"
    path, changed = another_inside(getattr(event, column), rng)
    if path is None:
        return None
    Event.objects.filter(pk=event.pk).update(**{column: changed})
    return f"Event.{column} {event.kind} {path}"


def _other_texts(texts: dict[str, Any], rng: Random) -> tuple[str, dict[str, Any]]:
    """The texts beside an event with one of them erased without a word, put back, or left out."""
    name = rng.choice(sorted(texts))
    if rng.random() < 0.3:
        return "left out", {one: kept for one, kept in texts.items() if one != name}
    if texts[name] is None:
        return "put back", {**texts, name: ["0" * 32, "Lezo"]}
    return "taken away", {**texts, name: None}


@contextmanager
def taken_back() -> Iterator[None]:
    """Whatever is done inside is undone after it."""
    from django.db import transaction

    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def found_in_rows(
    cup: Tournament, rng: Random, tamper: Callable[[Tournament, Random], str | None]
) -> tuple[str, bool] | None:
    """Tampers with a row or an event, and whether the check named something."""
    from django.db import DatabaseError

    from scoring.proof.queries.verify import verify_tournament

    with taken_back():
        try:
            what = tamper(cup, rng)
        except (DatabaseError, ValueError, TypeError):
            return "a row that the database refuses", True
        if what is None:
            return None
        return what, not verify_tournament(tournament_id=cup.pk).ok


def refused(content: bytes) -> bool:
    """Whether a file is refused; nothing of it is kept either way."""
    from scoring.proof.rules.lines import BrokenFile
    from scoring.proof.services.files import rebuild

    with taken_back():
        try:
            rebuild(content=content)
        except BrokenFile:
            return True
    return False


def forget_everything() -> None:
    """Empties the database of tournaments, so that files can be rebuilt in it."""
    from django.apps import apps
    from django.db import connection, transaction

    from tournament.championship.models import Tournament

    # Together: PostgreSQL asks at the end whether anything refers to what is gone.
    with transaction.atomic(), connection.constraint_checks_disabled():
        crowned = Tournament.objects.filter(champion__isnull=False)
        crowned.update(champion=None, status="running")
        for app in ("scoring", "tournament"):
            for model in apps.get_app_config(app).get_models(include_auto_created=True):
                rows = model._base_manager.all()
                rows._raw_delete(rows.db)


Trial = Callable[[], "tuple[str, bool] | None"]
Say = Callable[[str], None]
EVERY = 250
"""After how many changes of a sort it says how far it is."""


def silent(_said: str) -> None:
    """Says nothing."""


def run(
    *, changes: int, seed: int, cup: Tournament, content: bytes, say: Say = silent
) -> tuple[Counter[str], list[str]]:
    """How many changes of each sort were found, and what was not. The database must hold `cup`;
    afterwards it holds nothing."""
    rng = Random(seed)
    found: Counter[str] = Counter()
    missed: list[str] = []

    def tried(sort: str, trial: Trial, times: int) -> None:
        done = 0
        while done < times:
            came = trial()
            if came is None:
                continue
            done += 1
            what, ok = came
            found[sort] += ok
            missed.extend([] if ok else [f"{sort}: {what}"])
            if done % EVERY == 0 or done == times or not ok:
                say(f"{sort}: {done} of {times}" + ("" if ok else f", not found: {what}"))

    from bench.tampered_rows import tamper_with_a_row

    tried("rows", lambda: found_in_rows(cup, rng, tamper_with_a_row), changes // 8)
    tried("events", lambda: found_in_rows(cup, rng, tamper_with_an_event), changes // 8)
    forget_everything()
    assert not refused(content), "the file itself is refused"
    tried("file", lambda: _refused(tampered_bytes(content, rng), content), changes // 2)
    tried("file sealed anew", lambda: _refused(resealed(content, rng), content), changes // 4)
    return found, missed


def _refused(tampered: tuple[str, bytes] | None, content: bytes) -> tuple[str, bool] | None:
    if tampered is None or tampered[1] == content:
        return None
    return tampered[0], refused(tampered[1])


def a_championship() -> Tournament:
    """A small one, played by bots, with what `sign_and_erase` leaves."""
    from io import StringIO

    from django.core.management import call_command

    from tournament.championship.models import Tournament

    call_command("simulate", "--pairs", "3", "--seed", "3", stdout=StringIO())
    cup = Tournament.objects.get()
    sign_and_erase(cup, cup.matches.filter(table__isnull=False).latest("pk").pk)
    return Tournament.objects.get(pk=cup.pk)


def sign_and_erase(cup: Tournament, match_id: int) -> None:
    """A tablet signs what the pairs of a match agree to, game by game; then a name is erased."""
    from scoring.course.models import Game
    from scoring.outbox.services.confirmations import confirm
    from scoring.proof.services.erasing import erase
    from tests.scoring import signing
    from tournament.log.rules.actors import Actor
    from tournament.tables.models import Table
    from tournament.tables.queries import authenticate, join_token
    from tournament.tables.services import devices

    there = Table.objects.get(matches=match_id)
    tablet = authenticate(devices.join(token=join_token(there))[1]).actor
    for game in Game.objects.filter(match=match_id).exclude(winner="").order_by("number"):
        for side in "AB":
            said: dict[str, Any] = {"game": game.number, "score": [game.score_a, game.score_b]}
            said |= {"by": [side], "hands": 9}
            mark = signing.signed(slug=cup.slug, match=match_id, **said)
            key = f"agreed {game.number} {side}"
            confirm(match_id=match_id, actor=tablet, key=key, signed=mark, **said)
    asks = Actor("program", None, "bench")
    words = [cup.pairs.get(number=2).player_1]
    erase(tournament_id=cup.pk, words=words, asked_by="person", reason="asked", actor=asks)


def in_a_database_of_its_own(task: tuple[int, int]) -> tuple[Counter[str], list[str]]:
    """So many changes with this seed, in a process that has nothing else to do."""
    changes, seed = task
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ["DATABASE_URL"] = "sqlite:///:memory:"
    import django

    django.setup()
    from django.core.management import call_command

    from scoring.proof.queries.exports import tournament_file

    call_command("migrate", verbosity=0)
    cup = a_championship()
    content = tournament_file(tournament_id=cup.pk)
    return run(changes=changes, seed=seed, cup=cup, content=content,
               say=lambda said: print(f"seed {seed}: {said}", flush=True))  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--changes", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1, help="each with the next seed")
    options = parser.parse_args()
    tasks = [
        (options.changes // options.processes, options.seed + more)
        for more in range(options.processes)
    ]
    found: Counter[str] = Counter()
    missed: list[str] = []
    with get_context("spawn").Pool(options.processes) as pool:
        for some_found, some_missed in pool.imap(in_a_database_of_its_own, tasks):
            found.update(some_found)
            missed += some_missed
    for sort, count in found.items():
        print(f"{sort}: {count} found")
    for what in missed:
        print(f"not found: {what}")


if __name__ == "__main__":
    main()
