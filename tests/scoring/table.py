"""A table to test with: a match being played, and hands whose stones are plain to see."""

from __future__ import annotations

from random import Random
from typing import Any

from mus.bots import play_hand
from mus.ruleset import ruleset_from
from scoring.course.queries.states import Answer, match_state
from scoring.hands.services import corrections, hands
from scoring.outbox.services import outbox
from scoring.outbox.services.outbox import ActionResult
from scoring.rulings.models import Ruling, TribunalCase
from scoring.rulings.services import rulings
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.log.rules.roles import Actor
from tournament.matches.models import Match
from tournament.tables.models import Table
from tournament.tables.queries import DeviceIdentity, authenticate, join_token
from tournament.tables.services import devices

PROGRAM = play.PROGRAM

# Nothing hangs on the mano: grande is B's, chica, pares (3) and juego (3) are A's. When nobody
# bets, A takes 7 stones and B takes 1.
CARDS = ["A A 4 4", "R R R 7", "C S 7 4", "S 6 5 4"]
DECLARED = {"pares": [True, True, False, False], "juego": [False, True, True, False]}


def a_match(*, pairs: int = 4, started: bool = True, **fields: Any) -> Match:
    """The first match of a small championship; best of 3 unless `best_of` says otherwise."""
    best_of = fields.pop("best_of", 3)
    tournament = play.tournament(entered=pairs, drawn=True, **fields)
    Match.objects.filter(tournament=tournament).update(best_of=best_of)
    match = Match.objects.filter(tournament=tournament, status="ready").order_by("slot")[0]
    if started:
        play.start(match, table_number=match.slot + 1)
    return read(match)


def read(match: Match) -> Match:
    found = Match.objects.select_related("tournament", "pair_a", "pair_b", "table")
    return found.get(pk=match.pk)


def a_device(match: Match, *, table: int | None = None) -> Actor:
    """A tablet that has joined the table of the match, or another one."""
    return joined(match, table=table).actor


def joined(match: Match, *, table: int | None = None) -> DeviceIdentity:
    """The same as the server knows it by its token."""
    of_match = read(match).table
    number = table or (of_match.number if of_match else 0)
    at = Table.objects.get(tournament=match.tournament, number=number)
    return authenticate(devices.join(token=join_token(at))[1])


def plain(**changes: Any) -> dict[str, Any]:
    """A hand in which nobody bet and nobody erred."""
    return {"cards": CARDS, "declared": DECLARED, **changes}


def lie(seat: int, **changes: Any) -> dict[str, Any]:
    """A plain hand with a false claim (G0) of the player at this seat: 0 and 2 are of pair A."""
    return plain(infractions=[{"kind": "false_claim", "seat": seat}], **changes)


def seen(lance: str, stake: int, *, by: str = "A") -> dict[str, Any]:
    """Bets of one lance: envido and quiero."""
    other = "B" if by == "A" else "A"
    return {lance: [{"by": by, "call": "envido", "stake": stake}, {"by": other, "call": "quiero"}]}


def ordago(lance: str, *, by: str = "A") -> dict[str, Any]:
    other = "B" if by == "A" else "A"
    return {lance: [{"by": by, "call": "ordago"}, {"by": other, "call": "quiero"}]}


def win_for_a() -> dict[str, Any]:
    """Chica is A's: an órdago on it wins the game."""
    return plain(bets=ordago("chica"))


def win_for_b() -> dict[str, Any]:
    """Grande is B's: an órdago on it wins the game."""
    return plain(bets=ordago("grande"))


def record(match: Match, entered: object, *, actor: Actor = PROGRAM, **options: Any) -> Answer:
    return hands.record(match_id=match.pk, record=entered, actor=actor, **options)


def correct(match: Match, game: int, number: int, entered: object, **options: Any) -> Answer:
    given = {"reason": "written down wrongly", "actor": PROGRAM, **options}
    return corrections.correct(match_id=match.pk, game=game, number=number, record=entered, **given)


def undo(match: Match, **options: Any) -> Answer:
    """Takes the last hand back."""
    return corrections.undo(
        match_id=match.pk, **{"reason": "wrong table", "actor": PROGRAM, **options}
    )


def a_case(match: Match, *, actor: Actor = PROGRAM) -> TribunalCase:
    """The Tribunal's case of the third false claim of pair A, in the first hand of game 2."""
    for times in (2, 1):
        for _time in range(times):
            record(match, lie(0), actor=actor)
        asked = Ruling.objects.filter(kind="repetition", status="open").latest("pk")
        rulings.confirm(ruling_id=asked.pk, actor=actor)
    return TribunalCase.objects.get()


def overrule(match: Match, game: int, number: int, **outcome: Any) -> Ruling:
    """An official rules a hand (D7)."""
    given = {"reason": "misdeal", "actor": PROGRAM, **outcome}
    return rulings.overrule(match_id=match.pk, game=game, number=number, **given)


def quick(a: int, b: int, **winner: str) -> dict[str, Any]:
    return {"quick": {"stones": [a, b], **winner}}


def sent_hand(
    match: Match, number: int, key: str, record: Any = None, **more: Any
) -> dict[str, Any]:
    """A hand of game 1 as a tablet sends it."""
    of = {"match": match.pk, "game": 1, "hand": number, "record": record or quick(2, 1)}
    return {"key": key, "kind": "hand.record", **of, **more}


def send(device: DeviceIdentity, *actions: Any) -> list[ActionResult]:
    """The answers to a tablet's actions in one request."""
    return list(outbox.apply(device=device, actions=actions).results)


def outcomes(device: DeviceIdentity, *actions: Any) -> list[str]:
    return [result.outcome for result in send(device, *actions)]


def dealt(match: Match, rng: Random) -> dict[str, Any]:
    """A hand dealt and played by bots where the match stands; only what the table enters."""
    state = match_state(match_id=match.pk, history=False)
    assert state.next is not None
    hand = play_hand(
        ruleset=ruleset_from(state.ruleset),
        mano=state.next.mano,
        score=state.next.score,
        rng=rng,
        first_of_game=state.next.mano_is_free,
    )
    kept = ("cards", "declared", "bets", "infractions", "claim")
    entered = {name: hand[name] for name in kept if name in hand}
    return {**entered, "mano": hand["mano"]} if state.next.mano_is_free else entered


def log(tournament: Tournament) -> list[str]:
    return list(tournament.events.order_by("number").values_list("kind", flat=True))
