"""The data of an undo's event: the state of every row that changed, in the words of the log.

Nothing here knows which act was undone.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from scoring.course.models import Game
from scoring.proof.queries.tables import FROM_THE_LOG, Exported
from scoring.proof.rules.beside import ONE
from scoring.proof.rules.replay import OF_THE_DAY
from scoring.rulings.models import AppealWindow, Ruling, TribunalCase
from scoring.undoing.queries import Row, model_of
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.log import services as events
from tournament.log.rules.events import stamp
from tournament.matches.models import Match
from tournament.matches.services.bracket import OF_THE_START
from tournament.memory.services import Changes
from tournament.tables.models import Device, Table

Data = dict[str, Any]
Rows = Mapping[str, list[Row | None]]
"""Primary key → columns before and after."""


def states_in(tournament: Tournament, changes: Changes) -> Data:
    """The states of the rows that the undo has changed."""
    rows: dict[Any, Rows] = {model_of(table): changed for table, changed in changes.items()}
    data: Data = {"removed": {}}
    _add_pairs(rows.get(Pair, {}), data)
    _add_matches(rows.get(Match, {}), data)
    _add_games(rows.get(Game, {}), data)
    _add_day(tournament, rows.get(Tournament, {}), data)
    _add_room(tournament, rows, data)
    for model, name in ((Ruling, "questions"), (TribunalCase, "cases")):
        _add_removed(data, name, (int(pk) for pk, _row in _deleted(rows.get(model, {}))))
    for table in FROM_THE_LOG:
        _add_table(table, rows.get(table.model, {}), rows.get(Pair, {}), data)
    return data


def _add_removed(data: Data, name: str, removed: Iterable[Any]) -> None:
    if listed := list(removed):
        data["removed"][name] = listed


def _existing(rows: Rows) -> list[int]:
    return [int(pk) for pk, (_before, after) in rows.items() if after is not None]


def _deleted(rows: Rows) -> Iterator[tuple[str, Row]]:
    for pk, (before, after) in rows.items():
        if before is not None and after is None:
            yield pk, before


def _add_pairs(rows: Rows, data: Data) -> None:
    pairs = Pair.objects.filter(pk__in=_existing(rows)).order_by("number")
    if pairs:
        data["pairs"] = [events.pair_record(pair) for pair in pairs]
    removed = [Pair(**row) for _pk, row in _deleted(rows)]
    _add_removed(data, "pairs", [events.pair_ref(pair) for pair in removed])


def _add_matches(rows: Rows, data: Data) -> None:
    matches = Match.objects.filter(pk__in=_existing(rows)).select_related(
        "pair_a", "pair_b", "table"
    )
    data["followed"] = []
    for match in matches.order_by("kind", "round", "slot"):
        before = rows[str(match.pk)][0] or {}
        key = "followed"
        if before.get("kind", match.kind) != match.kind:
            key = "set_aside" if match.is_set_aside else "restored"
        state = {
            **events.match_state(match),
            "table": match.table.number if match.table else None,
            **{name: getattr(match, name) for name in ("best_of", *OF_THE_START)},
        }
        data.setdefault(key, []).append(state)
    _add_removed(
        data,
        "matches",
        (
            {"id": int(pk), **{name: row[name] for name in ("kind", "round", "slot")}}
            for pk, row in _deleted(rows)
        ),
    )


def _add_games(rows: Rows, data: Data) -> None:
    games = Game.objects.filter(pk__in=_existing(rows)).select_related("match").order_by("number")
    refs = {game.match_id: events.match_ref(game.match) for game in games}
    by_match: dict[int, list[Data]] = defaultdict(list)
    for game in games:
        state = {
            "number": game.number,
            "score": [game.score_a, game.score_b],
            "winner": game.winner or None,
            "ended_by": game.ended_by or None,
        }
        by_match[game.match_id].append(state)
    if by_match:
        data["games_now"] = [{"match": refs[pk], "games": by_match[pk]} for pk in by_match]
    removed = [row for _pk, row in _deleted(rows)]
    matches = Match.objects.in_bulk([row["match_id"] for row in removed])
    _add_removed(
        data,
        "games",
        (
            {"match": events.match_ref(matches[row["match_id"]]), "game": row["number"]}
            for row in removed
        ),
    )


def _add_day(tournament: Tournament, rows: Rows, data: Data) -> None:
    changed = {name for before, _after in rows.values() for name in before or ()}
    if changed & {"status", "champion_id"}:
        tournament.refresh_from_db()
        data["tournament_status"] = tournament.status
        data["champion"] = events.pair_ref(tournament.champion)
    if changed & {"best_of", "games_by_round"}:
        data["lengths"] = {"best_of": tournament.best_of, "by_round": tournament.games_by_round}
    if "rounds_by_hand" in changed:
        data["rounds_by_hand"] = list(tournament.rounds_by_hand)
    if day := changed & {*OF_THE_DAY}:
        data["day"] = {name: _as_told(getattr(tournament, name)) for name in sorted(day)}


def _add_room(tournament: Tournament, rows: Mapping[Any, Rows], data: Data) -> None:
    """The tables of the room, their tablets, and the time for appeals."""
    changed = {
        name for before, _after in rows.get(Tournament, {}).values() for name in before or ()
    }
    if "tables_count" in changed or Table in rows:
        laid = Table.objects.filter(tournament=tournament).count()
        data["room"] = {"tables": tournament.tables_count, "laid": laid}
    devices = Device.objects.filter(pk__in=_existing(rows.get(Device, {}))).order_by("pk")
    if devices:
        data["devices"] = [
            {"device": row.pk, "name": row.label, "revoked": row.revoked_at is not None}
            for row in devices
        ]
    if AppealWindow in rows:
        window = AppealWindow.objects.filter(tournament=tournament).first()
        data["appeals"] = {"minutes": window.minutes if window else None}


def _add_table(table: Exported, rows: Rows, pairs: Rows, data: Data) -> None:
    """Rows that follow from the log alone, by the key under which the log names them."""
    if not rows:
        return
    states: list[Data] = []
    found = table.model._default_manager.filter(pk__in=_existing(rows)).order_by("pk")
    for row in found.values("pk", *({table.key} - {""}), *table.lookups):
        key = row[table.key] if table.key else ONE
        states.append({"key": key, "state": {n: _as_told(row[n]) for n in table.lookups}})
    existing = {one["key"] for one in states}
    states += [
        {"key": key, "state": None}
        for key in _keys_of_deleted(table, rows, pairs)
        if key not in existing
    ]
    data.setdefault("beside", {})[table.name] = states


def _as_told(value: Any) -> Any:
    return stamp(value) if isinstance(value, datetime) else value


def _keys_of_deleted(table: Exported, rows: Rows, pairs: Rows) -> Iterator[Any]:
    for pk, row in _deleted(rows):
        if table.key in ("", "id"):
            yield int(pk) if table.key else ONE
            continue
        name, _of, column = table.key.partition("__")
        if not column:
            yield row[name]
            continue
        removed_pair = pairs.get(str(row[f"{name}_id"]), [None])[0] if name == "pair" else None
        if removed_pair is not None:
            yield removed_pair["number"]
            continue
        model: Any = table.model._meta.get_field(name).related_model
        related = model._base_manager.filter(pk=row[f"{name}_id"])
        yield related.values_list("pk" if column == "id" else column, flat=True).get()
