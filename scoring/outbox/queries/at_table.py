"""The state that a table's tablet shows: its match with everything entered, and what comes next."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.db import models
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from mus.ruleset import RuleSet, ruleset_from
from mus.sides import Side
from mus.version import RULES_VERSION
from scoring.course.models import Game, Hand
from scoring.course.queries.states import MatchState, hand_json, state_of
from scoring.course.queries.stored import find_match, is_key, ruleset_of
from scoring.outbox.queries.sent import closed_at_desk, match_line, said_place
from scoring.rulings.models import Ruling
from tournament.championship.models import Tournament
from tournament.formats.regulations import REGULATIONS
from tournament.log.models import Event
from tournament.log.rules.kinds import doing
from tournament.matches.models import Match
from tournament.matches.queries.matches import card_of
from tournament.pauses.queries import tournament_with_pauses
from tournament.tables.queries import DeviceIdentity

# Calls of tables: why, and whether somebody is on the way.


class About(models.TextChoices):
    """Why a table calls. The words are for the desk: the public log does not repeat them."""

    RULE = "rule", _("A question about a rule")
    CLAIM = "claim", _("The pairs do not agree")
    LATE = "late", _("Somebody is missing")
    CARDS = "cards", _("Something with the cards")
    CONDUCT = "conduct", _("How somebody behaves")
    HELP = "help", _("Please come")


@dataclass(frozen=True, slots=True)
class Answered:
    """Who is on the way to a table, and since when."""

    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class OpenCall:
    """An open call. `answered`: who is on the way; None while nobody is."""

    id: int
    match_id: int
    about: str
    at: datetime
    answered: Answered | None

    @property
    def about_name(self) -> str:
        return about_name(self.about)

    def to_json(self) -> dict[str, Any]:
        """The call as JSON for the table's tablet."""
        on_the_way = self.answered.at if self.answered else None
        return {
            "id": self.id, "match": self.match_id, "about": self.about, "at": self.at,
            "answered_at": on_the_way,
        }  # fmt: skip


def open_calls(*, match_ids: list[int]) -> tuple[OpenCall, ...]:
    """The open calls of these matches, oldest first. One query; no query without matches."""
    if not match_ids:
        return ()
    calls = Ruling.objects.filter(
        match__in=match_ids, kind=Ruling.Kind.CALL, status=Ruling.Status.OPEN
    )
    return tuple(_call(ruling) for ruling in calls.order_by("raised_at", "id"))


def answered_in(proposed: Any) -> Answered | None:
    """Who is on the way to a table that called, by its call's `proposed`; None for nobody."""
    answer = proposed.get("answered")
    return Answered(answer["by"], datetime.fromisoformat(answer["at"])) if answer else None


def about_name(about: str) -> str:
    """Why a table calls, in the reader's language; empty for an unknown word."""
    return str(About(about).label) if about in About.values else ""


def _call(ruling: Ruling) -> OpenCall:
    about = ruling.proposed.get("about", "")
    answered = answered_in(ruling.proposed)
    return OpenCall(ruling.pk, ruling.match_id, about, ruling.raised_at, answered)


def table_state(*, device: DeviceIdentity) -> dict[str, Any]:
    """The state of the device's table, as JSON; for a pair's phone, only with the matches of its
    pair.

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
        "device": {"id": device.id, "label": device.label, "pair": device.pair_number},
        "rules_version": RULES_VERSION,
        "match": now,
        "last": _json_of(last, tournament) if playing is None else None,
        "next": [_to_begin(match, tournament) for match in ready],
        "calls": [call.to_json() for call in open_calls(match_ids=asks)],
        "closed": closed_at_desk(
            tournament_id=tournament.pk, table_id=device.table_id, pair_id=device.pair_id
        ),
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
    if (named_place := said_place(action)) is not None:
        place = Q(game__number=named_place[0], number=named_place[1])
    if is_key(action.get("key")):
        place |= Q(key=action["key"])
    match = find_match(match_id=match_id)
    return _whole(match, _hands(match).filter(place))


def _matches_here(device: DeviceIdentity) -> tuple[Match | None, Match | None, list[Match]]:
    here = Match.objects.filter(tournament_id=device.tournament_id, table_id=device.table_id)
    if device.pair_id is not None:
        here = here.filter(Q(pair_a=device.pair_id) | Q(pair_b=device.pair_id))
    with_pairs = here.select_related("pair_a", "pair_b", "table__arrangement")
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
        "pairs": {side: _pair(match, side) for side in Side},
        **_rules_of(match, tournament),
    }


def _rules_of(match: Match, tournament: Tournament) -> dict[str, Any]:
    regulation = REGULATIONS[tournament.regulation]
    return {
        "ruleset": settings_of(ruleset_from(ruleset_of(match=match, tournament=tournament))),
        "last_game_stones": regulation.last_game(tournament.settings),
        "four_kings_allowed": regulation.offers_four_kings(tournament.settings),
    }


def _json_of(match: Match | None, tournament: Tournament) -> dict[str, Any] | None:
    if match is None:
        return None
    match.tournament = tournament
    return _whole(match)


def _whole(match: Match, hands: Iterable[Hand] | None = None) -> dict[str, Any]:
    state = state_of(match, history=False)
    return {
        **match_line(state.to_json(), {game.number for game in state.games}),
        "kind": match.kind,
        "round": match.round,
        "ended_by": match.ended_by,
        "pairs": {side: _pair(match, side) for side in Side},
        "seating": match.seating,
        "first_mano": match.first_mano,
        "best_of": match.best_of,
        "all_played": match.all_played,
        "vaca": match.vaca,
        "four_kings": match.four_kings,
        **_rules_of(match, match.tournament),
        "history": [_hand(hand) for hand in (_hands(match) if hands is None else hands)],
        "confirmed": _confirmed(match, state),
    }


def settings_of(rules: RuleSet) -> dict[str, Any]:
    """Every setting of a rule set by name, ready for JSON."""
    return {
        name: (str(value) if isinstance(value, str) else value)
        for name, value in asdict(rules).items()
    }


def _hands(match: Match) -> QuerySet[Hand]:
    counting = Hand.objects.filter(game__match=match, is_current=True, is_void=False)
    return counting.select_related("game").order_by("game__number", "number")


def _hand(hand: Hand) -> dict[str, Any]:
    by = {"kind": hand.actor_kind, "id": hand.actor_id, "label": hand.actor_label}
    line = {**hand_json(hand), "key": hand.key, "by": by, "at": hand.at}
    del line["void"]
    return line


def _pair(match: Match, side: Side) -> dict[str, Any] | None:
    """`is_club`: it entered without players, who may be named when the match begins."""
    pair = match.pair_a if side is Side.A else match.pair_b
    if pair is None:
        return None
    return {
        "number": pair.number,
        "name": pair.name,
        "players": list(match.players(side)),
        "club": pair.club,
        **({} if pair.player_2 else {"is_club": True}),
    }


def _confirmed(match: Match, state: MatchState) -> dict[str, Any]:
    """The pairs that have agreed to each game and to the match, at their present scores."""
    scores: dict[int | None, list[int]] = {g.number: list(g.score) for g in state.games}
    if match.status == "finished" or state.awaits:
        scores[None] = [match.games_a, match.games_b]
    agreed = confirmed(match=match, scores=scores)
    whole = agreed.pop(None, [])
    games = {str(game): by for game, by in sorted(agreed.items(), key=lambda g: g[0] or 0)}
    return {"games": games, "match": whole}


def confirmed(
    *, match: Match, scores: Mapping[int | None, list[int]]
) -> dict[int | None, list[str]]:
    """Game → the pairs that agreed to this score; key None: to the score of the match."""
    agreements = _agreements_in(
        Event.objects.filter(tournament=match.tournament_id, sealed__match__id=match.pk)
    )
    agreed = {
        game: _by(agreements.get((match.pk, game), ()), score) for game, score in scores.items()
    }
    return {game: sorted(by) for game, by in agreed.items() if by}


# The games that pairs have agreed to, for the desk.


BOTH = ("A", "B")
Agreements = dict[tuple[int, int | None], list[Mapping[str, Any]]]


@dataclass(frozen=True, slots=True)
class NotAgreed:
    """A match with the numbers of its games that hands ended and that not both pairs have agreed
    to. `match`: its label."""

    match_id: int
    match: str
    table: int | None
    games: tuple[int, ...]


def agreed_games(*, match_id: int) -> dict[int, tuple[str, ...]]:
    """Number of a game won by hands → the pairs ("A", "B") that agreed to its end. A pair that
    agrees to the end of the match also agrees to its last game. Empty when there is no such match.
    """
    games = list(_ended().filter(match_id=match_id))
    if not games:
        return {}
    own = Event.objects.filter(tournament=games[0].match.tournament_id)
    agreements = _agreements_in(own.filter(sealed__match__id=match_id))
    return _agreed(games, agreements)


def not_agreed(*, tournament_id: int) -> tuple[NotAgreed, ...]:
    """The matches with games that not both pairs agreed to, in bracket order. Two queries."""
    games = _ended().filter(match__tournament_id=tournament_id)
    games = games.exclude(match__kind=Match.Kind.SET_ASIDE)
    agreements = _agreements_in(Event.objects.filter(tournament_id=tournament_id))
    lines = []
    for match, played in groupby(games, key=lambda game: game.match):
        agreed = _agreed(list(played), agreements)
        if missing := tuple(number for number, by in agreed.items() if by != BOTH):
            table = match.table.number if match.table else None
            lines.append(NotAgreed(match.pk, match.label, table, missing))
    return tuple(lines)


def _ended() -> Any:
    """The games that their hands ended, match by match."""
    rows = Game.objects.filter(ended_by=Game.EndedBy.HANDS).exclude(winner="")
    order = ("match__kind", "match__round", "match__slot", "match_id", "number")
    return rows.select_related("match__table").order_by(*order)


def _agreements_in(events: Any) -> Agreements:
    """(match, game) → the agreements in the log; game None: to the end of the match."""
    agreements: Agreements = {}
    confirmations = events.filter(kind__in=doing("confirm"))
    for data in confirmations.order_by("number").values_list("sealed", flat=True):
        agreements.setdefault((data["match"]["id"], data["game"]), []).append(data)
    return agreements


def _agreed(games: list[Game], agreements: Agreements) -> dict[int, tuple[str, ...]]:
    """Game → who agreed to its present score, for the ended games of one match."""
    agreed = {}
    for game in games:
        match = game.match
        by = _by(agreements.get((match.pk, game.number), ()), [game.score_a, game.score_b])
        if game is games[-1] and match.status == Match.Status.FINISHED:
            by |= _by(agreements.get((match.pk, None), ()), [match.games_a, match.games_b])
        agreed[game.number] = tuple(sorted(by))
    return agreed


def _by(agreements: Iterable[Mapping[str, Any]], score: list[int]) -> set[str]:
    return {side for data in agreements if data["score"] == score for side in data["by"]}
