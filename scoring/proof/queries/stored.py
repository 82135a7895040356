"""The stored rows of a tournament in the form in which its log tells them."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet

from scoring.course.models import Game, Hand, Penalty
from scoring.course.queries.states import hand_json
from scoring.proof.rules.keys import Key, State, key_of
from scoring.proof.rules.told import OF_THE_DAY, Told
from scoring.rulings.models import Ruling, TribunalCase
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.log.rules.events import stamp
from tournament.matches.models import Match


def stored(*, tournament: Tournament, told: Told) -> State:
    """The counterpart of `told.snapshot()`, read from the tables. Six queries."""
    pairs = {pair.pk: pair for pair in Pair.objects.filter(tournament=tournament)}
    numbers: dict[int | None, int | None] = {pk: pair.number for pk, pair in pairs.items()}
    matches = {match.pk: match for match in _matches(tournament)}
    keys = {pk: match_key(match) for pk, match in matches.items()}
    games = {game.pk: game for game in Game.objects.filter(match__tournament=tournament)}
    champion = numbers.get(tournament.champion_id)
    return {
        "tournament": {
            **_day(tournament, told),
            "champion": champion,
            "games_by_round": tournament.games_by_round,
        },
        "pairs": {pair.number: _pair(pair, told) for pair in pairs.values()},
        "matches": {
            keys[pk]: _match(match, numbers, told.matches.get(keys[pk], {}))
            for pk, match in matches.items()
        },
        "hands": _hands(tournament, games, keys, told),
        "games": _games(games.values(), keys),
    }  # fmt: skip


def _matches(tournament: Tournament) -> QuerySet[Match]:
    return Match.objects.filter(tournament=tournament).select_related("table")


def match_key(match: Match) -> Key:
    """The key of this match in the log."""
    ref = {"kind": match.kind, "id": match.pk, "round": match.round, "slot": match.slot}
    return key_of(ref)


def stored_rulings(*, tournament: Tournament) -> list[tuple[int, Ruling]]:
    """Every question that an official has decided, with its match. Calls and refused actions of
    tables are left out."""
    decided = Ruling.objects.filter(match__tournament=tournament, decided_at__isnull=False)
    said = decided.exclude(kind__in=["call", "attention"]).select_related("game", "hand")
    return [(ruling.pk, ruling) for ruling in said.order_by("pk")]


def stored_cases(*, tournament: Tournament) -> list[TribunalCase]:
    """Every case that the Tribunal has heard or decided."""
    cases = TribunalCase.objects.filter(ruling__match__tournament=tournament)
    found = cases.exclude(state="open").select_related("pair", "ruling__game", "ruling__hand")
    return list(found.order_by("pk"))


def rulings_by_number(*, tournament: Tournament) -> dict[int, Ruling]:
    """Id → ruling, open ones included."""
    rows = Ruling.objects.filter(match__tournament=tournament).select_related("game")
    return {ruling.pk: ruling for ruling in rows.order_by("pk")}


def case_places(*, tournament: Tournament) -> set[Key]:
    """(match, game, pair) of every case of the Tribunal, open ones included."""
    cases = TribunalCase.objects.filter(ruling__match__tournament=tournament)
    return set(cases.values_list("ruling__match_id", "ruling__game__number", "pair__number"))


def penalties_of(*, tournament: Tournament) -> dict[Key, list[State]]:
    """(match, game, hand, version) → the penalties stored for it."""
    found: dict[Key, list[State]] = {}
    rows = Penalty.objects.filter(hand__game__match__tournament=tournament).order_by("pk")
    for row in rows.select_related("hand__game", "pair"):
        hand = row.hand
        place = (hand.game.match_id, hand.game.number, hand.number, hand.version)
        said = {
            "pair": row.pair.number,
            "clause": row.clause,
            "lance": row.lance,
            "seat": row.seat,
            "counts": row.counts,
        }
        found.setdefault(place, []).append(said)
    return found


def _day(tournament: Tournament, told: Told) -> State:
    day: State = {name: getattr(tournament, name) for name in OF_THE_DAY if name in told.day}
    if "starts_at" in day:
        day["starts_at"] = stamp(tournament.starts_at)
    more = ("tables_count", "best_of", "draw_seed", "drawn_pairs", "draw_recipe")
    held = {name: getattr(tournament, name) for name in more if name in told.day}
    if "drawn_pairs" in held and held["drawn_pairs"] is None:
        # Older rows lack the number of pairs drawn; their log has it.
        held["drawn_pairs"] = told.day["drawn_pairs"]
    return {**day, **held, "status": tournament.status}


def _pair(pair: Pair, told: Told) -> State:
    """The public fields of a pair. A log from before a field existed does not tell it; the row then
    has its default."""
    said = told.pairs.get(pair.number, {})
    return {
        field.name: getattr(pair, field.name)
        for field in Pair._meta.fields
        if field.name in Pair.PUBLIC
        and (field.name in said or getattr(pair, field.name) != field.get_default())
    }


def _match(match: Match, numbers: dict[int | None, int | None], told: State) -> State:
    """A match, with its table if the log tells it."""
    table = {"table": match.table.number if match.table else None} if "table" in told else {}
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
    }


def _hands(
    tournament: Tournament, games: dict[int, Game], keys: dict[int, Key], told: Told
) -> dict[Key, dict[Key, State]]:
    found: dict[Key, dict[Key, State]] = {}
    rows = Hand.objects.filter(game__match__tournament=tournament)
    for hand in rows.order_by("game_id", "number", "version").iterator(chunk_size=1000):
        if hand.game_id not in games:
            continue  # its game is missing, which is reported elsewhere
        hand.game = games[hand.game_id]
        place = (hand.game.number, hand.number, hand.version)
        key = keys[hand.game.match_id]
        said = told.hands.get(key, {}).get(place, {})
        beside = {
            "reason": hand.reason,
            "at": stamp(hand.at),
            "who": [hand.actor_kind, hand.actor_id, hand.actor_label],
        }
        found.setdefault(key, {})[place] = {
            **hand_json(hand),
            **{name: value for name, value in beside.items() if name in said},
            "current": hand.is_current,
        }
    return found


def _games(games: Iterable[Game], keys: dict[int, Key]) -> dict[Key, dict[int, State]]:
    found: dict[Key, dict[int, State]] = {}
    for game in games:
        if game.match_id not in keys:
            continue
        found.setdefault(keys[game.match_id], {})[game.number] = {
            "score": [game.score_a, game.score_b],
            "winner": game.winner or None,
            "ended_by": game.ended_by or None,
            "hands": [game.hand_count, game.last_number],
            "mano": game.mano if game.hand_count else None,
        }
    return found
