"""The stored rows of a tournament in the form in which its log tells them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import Any

from django.db.models import QuerySet

from scoring.course.models import Game, Hand, Penalty
from scoring.course.queries.states import hand_json
from scoring.proof.rules.beside import WHOLE, RoomState
from scoring.proof.rules.lines import Key, State, is_near, key_of
from scoring.proof.rules.parting import Mismatch, parted
from scoring.proof.rules.replay import OF_THE_DAY, Replay
from scoring.rulings.models import AppealWindow, Ruling, TribunalCase
from scoring.rulings.queries.review import cases, questions
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.log.rules.events import LogEntry, stamp
from tournament.log.rules.kinds import OF_PAIRS, doing, step_of
from tournament.matches.models import Cascade, Match
from tournament.tables.models import Device, Table


def stored(*, tournament: Tournament, replay: Replay) -> State:
    """The counterpart of `replay.snapshot()`, read from the tables. Six queries."""
    pairs = {pair.pk: pair for pair in Pair.objects.filter(tournament=tournament)}
    numbers: dict[int | None, int | None] = {pk: pair.number for pk, pair in pairs.items()}
    matches = {match.pk: match for match in _matches(tournament)}
    keys = {pk: match_key(match) for pk, match in matches.items()}
    games = {game.pk: game for game in Game.objects.filter(match__tournament=tournament)}
    champion = numbers.get(tournament.champion_id)
    return {
        "tournament": {
            **_day(tournament, replay),
            "champion": champion,
            "games_by_round": tournament.games_by_round,
            "rounds_by_hand": sorted(tournament.rounds_by_hand),
        },
        "pairs": {pair.number: _pair(pair, replay) for pair in pairs.values()},
        "matches": {
            keys[pk]: _match(match, numbers, replay.matches.get(keys[pk], {}))
            for pk, match in matches.items()
        },
        "hands": _hands(tournament, games, keys, replay),
        "games": _games(games.values(), keys),
    }  # fmt: skip


def _matches(tournament: Tournament) -> QuerySet[Match]:
    return Match.objects.filter(tournament=tournament).select_related("table")


def match_key(match: Match) -> Key:
    """The key of this match in the log."""
    ref = {"kind": match.kind, "id": match.pk, "round": match.round, "slot": match.slot}
    return key_of(ref)


def penalties_of(*, tournament: Tournament) -> dict[Key, list[State]]:
    """(match, game, hand, version) → the penalties stored for it."""
    penalties: dict[Key, list[State]] = {}
    rows = Penalty.objects.filter(hand__game__match__tournament=tournament).order_by("pk")
    for row in rows.select_related("hand__game", "pair"):
        hand = row.hand
        place = (hand.game.match_id, hand.game.number, hand.number, hand.version)
        penalty = {
            "pair": row.pair.number,
            "clause": row.clause,
            "lance": row.lance,
            "seat": row.seat,
            "counts": row.counts,
        }
        penalties.setdefault(place, []).append(penalty)
    return penalties


def _day(tournament: Tournament, replay: Replay) -> State:
    day: State = {name: getattr(tournament, name) for name in OF_THE_DAY if name in replay.day}
    for name in ("starts_at", "postponed_from"):
        if day.get(name) is not None:
            day[name] = stamp(day[name])
    more = ("tables_count", "best_of", "draw_seed", "drawn_pairs", "draw_recipe")
    held = {name: getattr(tournament, name) for name in more if name in replay.day}
    if "drawn_pairs" in held and held["drawn_pairs"] is None:
        # Older rows lack the number of pairs drawn; their log has it.
        held["drawn_pairs"] = replay.day["drawn_pairs"]
    return {**day, **held, "status": tournament.status}


def _pair(pair: Pair, replay: Replay) -> State:
    """The public fields of a pair. A log from before a field existed does not tell it; the row then
    has its default."""
    log_pair = replay.pairs.get(pair.number, {})
    return {
        field.name: getattr(pair, field.name)
        for field in Pair._meta.fields
        if field.name in Pair.PUBLIC
        and (field.name in log_pair or getattr(pair, field.name) != field.get_default())
    }


def _match(match: Match, numbers: dict[int | None, int | None], log_match: State) -> State:
    """A match, with its table if the log tells it."""
    table = {"table": match.table.number if match.table else None} if "table" in log_match else {}
    return {
        **table,
        "pairs": [numbers.get(pk) for pk in match.pairs],
        "status": match.status,
        "winner": match.winner,
        "ended_by": match.ended_by,
        "games": [match.games_a, match.games_b],
        "best_of": match.best_of,
        "seating": match.seating,
        "first_mano": match.first_mano,
        "four_kings": match.four_kings,
        "names": match.names,
    }


def _hands(
    tournament: Tournament, games: dict[int, Game], keys: dict[int, Key], replay: Replay
) -> dict[Key, dict[Key, State]]:
    hands: dict[Key, dict[Key, State]] = {}
    rows = Hand.objects.filter(game__match__tournament=tournament)
    for hand in rows.order_by("game_id", "number", "version").iterator(chunk_size=1000):
        if hand.game_id not in games:
            continue  # its game is missing, which is reported elsewhere
        hand.game = games[hand.game_id]
        place = (hand.game.number, hand.number, hand.version)
        key = keys[hand.game.match_id]
        log_hand = replay.hands.get(key, {}).get(place, {})
        beside = {
            "reason": hand.reason,
            "at": stamp(hand.at),
            "who": [hand.actor_kind, hand.actor_id, hand.actor_label],
        }
        hands.setdefault(key, {})[place] = {
            **hand_json(hand),
            **{name: value for name, value in beside.items() if name in log_hand},
            "current": hand.is_current,
        }
    return hands


def _games(games: Iterable[Game], keys: dict[int, Key]) -> dict[Key, dict[int, State]]:
    by_match: dict[Key, dict[int, State]] = {}
    for game in games:
        if game.match_id not in keys:
            continue
        by_match.setdefault(keys[game.match_id], {})[game.number] = {
            "score": [game.score_a, game.score_b],
            "winner": game.winner or None,
            "ended_by": game.ended_by or None,
            "hands": [game.hand_count, game.last_number],
            "mano": game.mano if game.hand_count else None,
        }
    return by_match


# Compares rows of the room with the log: tables, tablets, the time for appeals, questions, cases,
# cascades, and the times of matches and games.


JOINED, SHUT, BEGIN = doing("join"), doing("revoke", "count_tables"), doing("start", "import")
BY_THE_DRAW = (*doing("draw", "undraw"), *OF_PAIRS)
OF_DEVICES = (*doing("name_device"), *JOINED, *SHUT)
STATES = ("followed", "matches", "set_aside", "restored", "called_off", "consolation")


def room_faults(
    tournament: Tournament, room: RoomState, entries: Sequence[LogEntry]
) -> Iterator[Mismatch]:
    """Every row of the room that differs from the log."""
    window = AppealWindow.objects.filter(tournament=tournament).first()
    here = _devices(tournament, room)
    held = {
        "tables": _tables(tournament),
        "devices": here,
        "appeals": window.minutes if window else None,
    }
    devices = {n: device for n, device in room.devices.items() if n in here}
    log_rows = {
        "tables": list(range(1, room.tables + 1)), "devices": devices, "appeals": room.window,
    }  # fmt: skip
    yield from parted((), log_rows, held, room.by)
    yield from _hand_faults(tournament)
    yield from _cascade_faults(tournament, entries)
    yield from _moment_faults(tournament, entries)
    yield from _tablet_moment_faults(tournament, entries)


def question_faults(tournament: Tournament, room: RoomState) -> Iterator[Mismatch]:
    """Every question and case that differs from what the log last told. If the log tells of all
    questions, includes those that it never mentioned."""
    rulings = Ruling.objects.filter(match__tournament=tournament)
    stored_tables = {
        "questions": questions(rulings),
        "cases": cases(TribunalCase.objects.filter(pair__tournament=tournament)),
    }
    for ruling in rulings.select_related("game", "hand").order_by("pk"):
        of = (ruling.game and ruling.game.match_id, ruling.hand and ruling.hand.game_id)
        if of not in ((ruling.match_id, ruling.game_id), (ruling.match_id, None), (None, None)):
            yield Mismatch(f"ruling {ruling.pk}", "a hand and a game of its match", str(of))
        why = room.appeals.get(ruling.pk) if ruling.kind == Ruling.Kind.APPEAL else None
        if why is not None and ruling.proposed != {"reason": why}:
            yield Mismatch(f"ruling {ruling.pk} › proposed", why, str(ruling.proposed)[:200])
    log_tables: dict[str, dict[int, State]] = {"questions": room.questions, "cases": room.cases}
    for name, log_rows in log_tables.items():
        rows = stored_tables[name]
        stored_rows = rows if room.tells >= WHOLE else {n: rows[n] for n in rows if n in log_rows}
        yield from parted((name,), log_rows, stored_rows, room.by)


def _tables(tournament: Tournament) -> list[int]:
    tables = Table.objects.filter(tournament=tournament)
    return list(tables.order_by("number").values_list("number", flat=True))


def _devices(tournament: Tournament, room: RoomState) -> dict[int, State]:
    """The stored tablets. A tablet in the log may be missing here: tablets that did nothing but
    join are deleted later."""
    rows = Device.objects.filter(table__tournament=tournament).select_related("table", "pair")
    return {row.pk: _device(row, room.devices.get(row.pk, {})) for row in rows.order_by("pk")}


def _device(row: Device, log_device: State) -> State:
    held = {"name": row.label, "key": row.public_key}
    return {
        "table": row.table.number,
        "pair": row.pair.number if row.pair else None,
        "revoked": row.revoked_at is not None,
        # A tournament rebuilt from a file has no keys, because files leave them out.
        **{
            name: value
            for name, value in held.items()
            if name in log_device and (value or name != "key")
        },
        **({"key": log_device["key"]} if "key" in log_device and not row.public_key else {}),
    }


def _hand_faults(tournament: Tournament) -> Iterator[Mismatch]:
    """Versions of hands whose `previous` is not the version before."""
    rows = Hand.objects.filter(game__match__tournament=tournament, version__gt=1)
    for hand in rows.select_related("previous").order_by("pk"):
        before = hand.previous
        place = (hand.game_id, hand.number, hand.version - 1)
        held = (before.game_id, before.number, before.version) if before else None
        if held != place:
            yield Mismatch(f"hand {hand.pk} › previous", str(place), str(held))


def _cascade_faults(tournament: Tournament, entries: Sequence[LogEntry]) -> Iterator[Mismatch]:
    """Faults of cascades: each must belong to its event, each such event must have one, and it must
    be undone exactly when an event says so."""
    by_number = {entry.number: entry for entry in entries}
    by_undo = undone_acts(entries)
    back: dict[Any, LogEntry] = {
        entry.data.get("takes_back"): entry
        for entry in entries
        if step_of(entry.kind) == "undo_cascade" and entry.number not in by_undo
    }
    back |= by_undo
    seen: set[int] = set()
    ways_back = [entry for entry in entries if step_of(entry.kind) == "undo_cascade"]
    rows = Cascade.objects.filter(tournament=tournament).select_related("match", "pair")
    for row in rows.order_by("pk"):
        if row.event_number is None:
            entry = ways_back.pop(0) if ways_back else None
        else:
            entry = None if row.event_number in seen else by_number.get(row.event_number)
            seen.add(row.event_number)
        undone = entry if row.event_number is None else back.get(row.event_number)
        yield from _one_cascade(row, entry, undone)
    for entry in ways_back:
        yield Mismatch("cascades", f"one of event {entry.number}", "nothing", entry.number)
    for entry in entries:
        cascade = entry.data.get("set_aside") or entry.data.get("called_off")
        is_undo = step_of(entry.kind) in ("undo", "undo_cascade")
        if cascade and not is_undo and entry.number not in seen:
            yield Mismatch("cascades", f"one of event {entry.number}", "nothing", entry.number)


def undone_acts(entries: Sequence[LogEntry]) -> dict[int, LogEntry]:
    """Event → the undo of its act, for every act that does not stand now."""
    by_number = {entry.number: entry for entry in entries}
    undone: dict[int, LogEntry] = {}
    for entry in entries:
        for number in _events_undone_by(entry):
            undone[number] = entry
            for again in _events_undone_by(by_number[number]):
                undone.pop(again, None)
    return undone


def _events_undone_by(entry: LogEntry) -> range:
    first, last = entry.data["of"] if step_of(entry.kind) == "undo" else (0, -1)
    return range(first, last + 1)


def _one_cascade(
    row: Cascade, entry: LogEntry | None, undone: LogEntry | None
) -> Iterator[Mismatch]:
    where = f"cascade {row.pk}"
    if entry is None:
        yield Mismatch(where, "no such change", row.what)
        return
    rows = row.set_aside.order_by("pk").values_list("pk", "round", "slot")
    aside = [list(place) for place in rows]
    log_cascade = {
        "what": entry.kind,
        "reason": entry.data_with_texts.get("reason"),
        "by": entry.actor.label,
        "undone": undone is not None,
        "match": _number(entry.data.get("match"), "id"),
        "pair": _number(entry.data.get("pair"), "number"),
        "near": True,
        "set aside": [place for place in aside if place in _places_aside(entry)],
    }
    held = {
        "what": row.what,
        "reason": row.reason,
        "by": row.actor_label,
        "undone": row.undone_at is not None,
        "match": row.match_id,
        "pair": row.pair.number if row.pair else None,
        "near": is_near(row.at, [entry.at])
        and (row.undone_at is None or undone is None or is_near(row.undone_at, [undone.at])),
        "set aside": aside,
    }
    if row.pair is None:  # an event about a match may also name a pair
        log_cascade["pair"] = None
    if row.event_number is not None and step_of(entry.kind) == "undo_cascade":
        log_cascade["match"] = None  # its row, unlike the one taken back, names no match
    yield from parted((where,), log_cascade, held, {(where,): entry.number})


def _places_aside(entry: LogEntry) -> list[list[Any]]:
    refs = (one["match"] for one in entry.data.get("set_aside", ()))
    return [[ref["id"], ref["round"], ref["slot"]] for ref in refs]


def _number(ref: Any, name: str) -> Any:
    return ref.get(name) if isinstance(ref, dict) else None


def _moment_faults(tournament: Tournament, entries: Sequence[LogEntry]) -> Iterator[Mismatch]:
    """Times of matches and games that are near no event that could have set them. A match begins
    with its start event, and ends with an event that tells that it is finished."""
    times = _moments(entries)
    drawn = [entry.at for entry in entries if entry.kind in BY_THE_DRAW]
    matches = Match.objects.filter(tournament=tournament).order_by("pk")
    games = Game.objects.filter(match__tournament=tournament).order_by("pk")
    rows: Iterable[Match | Game] = chain(matches, games)
    for row in rows:
        for name in ("started_at", "finished_at"):
            moment = getattr(row, name)
            key = (row.pk, name) if isinstance(row, Match) else (row.match_id, "any")
            others = [] if key[1] == "started_at" else drawn
            if moment and not is_near(moment, times.get(key, [])) and not is_near(moment, others):
                where = f"{type(row).__name__.lower()} {row.pk} › {name}"
                yield Mismatch(where, "no event of this match then", moment.isoformat())


def _tablet_moment_faults(
    tournament: Tournament, entries: Sequence[LogEntry]
) -> Iterator[Mismatch]:
    """Faults in the times at which tablets joined and were revoked."""
    tablet_entries = [entry for entry in entries if entry.kind in OF_DEVICES]
    for row in Device.objects.filter(table__tournament=tournament).order_by("pk"):
        of_row = [entry for entry in tablet_entries if entry.data.get("device", row.pk) == row.pk]
        for name, kinds in (("joined_at", JOINED), ("revoked_at", SHUT)):
            moment = getattr(row, name)
            events = [one.at for one in of_row if one.kind in kinds]
            if moment and not is_near(moment, events):
                where = f"device {row.pk} › {name}"
                yield Mismatch(where, "no event of this tablet then", moment.isoformat())


def _moments(entries: Sequence[LogEntry]) -> Mapping[tuple[int, str], list[datetime]]:
    """(match, column or "any") → the times of the events about it."""
    times: dict[tuple[int, str], list[datetime]] = {}
    for entry in entries:
        states = chain.from_iterable(entry.data.get(name, ()) for name in STATES)
        for state in chain((entry.data,), states):
            ref = state.get("match") if isinstance(state, dict) else None
            if not isinstance(ref, dict):
                continue
            names = ["any"]
            names += ["started_at"] if entry.kind in BEGIN else []
            names += ["finished_at"] if state.get("status") == "finished" else []
            for name in names:
                times.setdefault((ref["id"], name), []).append(entry.at)
    return times
