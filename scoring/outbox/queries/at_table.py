"""The state that a table's tablet shows: its match with everything entered, and what comes next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from django.db.models import Q, QuerySet

from mus.ruleset import RuleSet, ruleset_from
from mus.version import RULES_VERSION
from scoring.course.models import Hand
from scoring.course.queries.states import MatchState, state_of
from scoring.course.queries.stored import find_match, is_key, ruleset_of
from scoring.outbox.queries.called import open_calls
from scoring.outbox.queries.sent import closed_at_desk, said_place
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.formats.regulations import REGULATIONS
from tournament.log.models import Event
from tournament.matches.models import Match
from tournament.matches.queries.matches import card_of
from tournament.pauses.queries import tournament_with_pauses
from tournament.tables.queries import DeviceIdentity


def table_state(*, device: DeviceIdentity) -> dict[str, Any]:
    """The state of the device's table, as JSON.

    `match`: the match being played here; `last`: when there is none, the match that ended here
    last; `next`: matches that could begin here; `calls`: the table's open calls; `closed`: rejected
    actions of this table that the desk has closed; `pauses`: those not over when the tournament
    last changed. The number of queries does not depend on the number of hands.
    """
    tournament, pauses = tournament_with_pauses(tournament_id=device.tournament_id)
    playing, last, ready = _matches_here(device)
    now = _json_of(playing, tournament)
    # The count of open rulings is already known: when it is 0 no query is made.
    asks = [playing.pk] if playing is not None and now and now["open_rulings"] else []
    asks += [match.pk for match in ready]
    return {
        "tournament": {
            "slug": tournament.slug,
            "name": tournament.name,
            "place": tournament.place,
            "regulation": tournament.regulation,
            "is_rehearsal": tournament.is_rehearsal,
            "status": tournament.status,
        },
        "table": {"number": device.table_number},
        "device": {"id": device.id, "label": device.label},
        "rules_version": RULES_VERSION,
        "match": now,
        "last": _json_of(last, tournament) if playing is None else None,
        "next": [_to_begin(match, tournament) for match in ready],
        "calls": [call.to_json() for call in open_calls(match_ids=asks)],
        "closed": closed_at_desk(tournament_id=tournament.pk, table_id=device.table_id),
        "pauses": [
            {"starts_at": since, "ends_at": until, "reason": reason}
            for since, until, reason in pauses
        ],
        "links": {
            "tournament": f"/t/{tournament.slug}/",
            "rules": f"/t/{tournament.slug}/rules/",
            "join": "/referee/",
        },
    }


def match_json(*, match_id: int) -> dict[str, Any]:
    """One match as its table needs it, with every hand that counts. Raises NotFound."""
    return _whole(find_match(match_id=match_id))


def match_at(*, match_id: int, action: Mapping[str, Any]) -> dict[str, Any]:
    """One match as its table needs it, with at most two hands: the counting hand at the place that
    the action names, and the counting hand with the action's key. Raises NotFound."""
    place = Q(number=-1)
    if (said := said_place(action)) is not None:
        place = Q(game__number=said[0], number=said[1])
    if is_key(action.get("key")):
        place |= Q(key=action["key"])
    match = find_match(match_id=match_id)
    return _whole(match, _hands(match).filter(place))


def _matches_here(device: DeviceIdentity) -> tuple[Match | None, Match | None, list[Match]]:
    here = Match.objects.filter(tournament_id=device.tournament_id, table_id=device.table_id)
    with_pairs = here.select_related("pair_a", "pair_b", "table")
    live = list(
        with_pairs.filter(status__in=["ready", "playing"]).order_by("kind", "round", "slot")
    )
    playing = next((match for match in live if match.status == "playing"), None)
    ready = [match for match in live if match.status == "ready"]
    if playing is not None:
        return playing, None, ready
    last = with_pairs.filter(status="finished", started_at__isnull=False)
    return None, last.order_by("-finished_at", "-id").first(), ready


def _to_begin(match: Match, tournament: Tournament) -> dict[str, Any]:
    """A match that could begin here, with what a tablet without network needs to begin it."""
    match.tournament = tournament
    return {
        **card_of(match).to_json(),
        "pairs": {"A": _pair(match.pair_a), "B": _pair(match.pair_b)},
        "ruleset": settings_of(ruleset_from(ruleset_of(match=match, tournament=tournament))),
        "four_kings_allowed": _four_kings_allowed(tournament),
    }


def _json_of(match: Match | None, tournament: Tournament) -> dict[str, Any] | None:
    if match is None:
        return None
    match.tournament = tournament
    return _whole(match)


def _whole(match: Match, hands: Iterable[Hand] | None = None) -> dict[str, Any]:
    state = state_of(match, history=False)
    rules = ruleset_from(state.ruleset)
    return {
        "id": match.pk,
        "version": match.version,
        "status": match.status,
        "kind": match.kind,
        "round": match.round,
        "winner": match.winner or None,
        "ended_by": match.ended_by,
        "pairs": {"A": _pair(match.pair_a), "B": _pair(match.pair_b)},
        "seating": match.seating,
        "first_mano": match.first_mano,
        "best_of": match.best_of,
        "four_kings": match.four_kings,
        "four_kings_allowed": _four_kings_allowed(match.tournament),
        "ruleset": settings_of(rules),
        **_standing(state, rules),
        "awaiting_ruling": state.awaiting_ruling,
        "open_rulings": state.open_rulings,
        "history": [_hand(hand) for hand in (_hands(match) if hands is None else hands)],
        "confirmed": _confirmed(match, state),
    }


def settings_of(rules: RuleSet) -> dict[str, Any]:
    """Every setting of a rule set by name, ready for JSON."""
    return {name: _plain(value) for name, value in asdict(rules).items()}


def _plain(value: Any) -> Any:
    # Settings are numbers, booleans and enum members; enum members are turned into plain texts.
    return str(value) if isinstance(value, str) else value


def _standing(state: MatchState, rules: RuleSet) -> dict[str, Any]:
    following = state.next
    return {
        "games_won": list(state.games_won),
        "games": [
            {
                "number": game.number,
                "winner": game.winner or None,
                "ended_by": game.ended_by,
                "score": list(game.score),
                "hands": game.hands,
            }
            for game in state.games
        ],
        "game": following and {"number": following.game, "score": list(following.score)},
        "hand": following and {"number": following.hand},
        "mano": following and following.mano,
        "mano_free": bool(following and following.mano_is_free and rules.first_hand == "corrida"),
    }


def _hands(match: Match) -> QuerySet[Hand]:
    counting = Hand.objects.filter(game__match=match, is_current=True, is_void=False)
    return counting.select_related("game").order_by("game__number", "number")


def _hand(hand: Hand) -> dict[str, Any]:
    return {
        "game": hand.game.number,
        "number": hand.number,
        "version": hand.version,
        "key": hand.key,
        "verified": hand.verified,
        "record": hand.record,
        "settlement": hand.settlement,
        "ruled": hand.ruled,
        "stones": list(hand.stones),
        "score": list(hand.score),
        "game_winner": hand.game_winner or None,
        "by": {"kind": hand.actor_kind, "id": hand.actor_id, "label": hand.actor_label},
        "at": hand.at,
    }


def _pair(pair: Pair | None) -> dict[str, Any] | None:
    if pair is None:
        return None
    return {
        "number": pair.number,
        "name": pair.name,
        "players": [pair.player_1, pair.player_2],
        "club": pair.club,
    }


def _four_kings_allowed(tournament: Tournament) -> bool:
    return REGULATIONS[tournament.regulation].offers_four_kings(tournament.settings)


def _confirmed(match: Match, state: MatchState) -> dict[str, Any]:
    """The pairs that have agreed to each game and to the match. After a change of the score they
    must agree again."""
    scores: dict[int | None, list[int]] = {g.number: list(g.score) for g in state.games}
    if match.status == "finished":
        scores[None] = [match.games_a, match.games_b]
    agreed = confirmed(match=match, scores=scores)
    whole = agreed.pop(None, [])
    games = {str(game): by for game, by in sorted(agreed.items(), key=lambda g: g[0] or 0)}
    return {"games": games, "match": whole}


def confirmed(
    *, match: Match, scores: Mapping[int | None, list[int]]
) -> dict[int | None, list[str]]:
    """Game → the pairs that agreed to this score; key None: to the score of the match."""
    given = Event.objects.filter(
        tournament_id=match.tournament_id,
        kind__in=["game.confirmed", "match.confirmed"],
        sealed__match__id=match.pk,
    )
    agreed: dict[int | None, set[str]] = {}
    for data in given.order_by("number").values_list("sealed", flat=True):
        if scores.get(data["game"]) == data["score"]:
            agreed.setdefault(data["game"], set()).update(data["by"])
    return {game: sorted(by) for game, by in agreed.items()}
