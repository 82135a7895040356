"""The places of a tournament, taken by pairs that signed up: at once, or from the waiting list."""

from __future__ import annotations

from jobs.services import ask
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.entries.rules.lists import Entry, both_players
from tournament.entries.services.pairs import store
from tournament.log import services as events
from tournament.log import services as records
from tournament.log.rules.roles import Actor
from tournament.signup.models import SignUp
from tournament.signup.queries import contact_of, entered_at_desk, offer, pair_of, players_of_pairs
from tournament.signup.rules import taken_in


def fill(tournament: Tournament, actor: Actor, site: str) -> list[SignUp]:
    """Enters waiting pairs, earliest first, while there is a place. A waiting pair that the desk
    has entered meanwhile has its place already: it is not entered a second time. A pair with a
    player who is in another pair, or in a disqualified one, stays on the list: the desk decides
    about it. For services only."""
    free = offer(tournament_id=tournament.pk).free
    waiting = _still_waiting(tournament)
    seats = players_of_pairs(tournament_id=tournament.pk)
    let_in: list[SignUp] = []
    for one in waiting:
        if len(let_in) == free:
            break
        if seats.taken((one.player_1, one.player_2)) is None:
            pair = bring_in(tournament, one, actor)
            seats.entered.update(taken_in([(pair.number, pair.player_1, pair.player_2)]))
            tell(one, site)
            let_in.append(one)
    return let_in


def _still_waiting(tournament: Tournament) -> list[SignUp]:
    """The waiting list, earliest first, after each pair on it that the desk has entered was given
    the pair of the same two players."""
    at_desk = entered_at_desk(tournament_id=tournament.pk)
    waiting: list[SignUp] = []
    known = SignUp.objects.filter(tournament=tournament, state="waiting").order_by("at", "id")
    for one in known:
        pair = at_desk.pop(both_players(one.player_1, one.player_2), None)
        if pair is None:
            waiting.append(one)
        else:
            _has(one, pair)
    return waiting


def give_place(made: SignUp) -> None:
    """Gives a sign-up that waits the pair of the same two players, if the desk has entered it. For
    services only."""
    pair = pair_of(made)
    if pair is not None and made.pair is None:
        _has(made, pair)


def bring_in(tournament: Tournament, made: SignUp, actor: Actor) -> Pair:
    """Enters a pair that signed up; returns it. For services only."""
    contact = contact_of(made.phone, made.email)
    named = {"player_1": made.player_1, "player_2": made.player_2, "club": made.club}
    (pair,) = store(tournament, [Entry(0, {**named, "contact": contact})])
    _has(made, pair)
    events.append(
        tournament=tournament,
        kind="pair.entered",
        actor=actor,
        data={"pair": records.pair_record(pair)},
        topics=("pairs",),
    )
    return pair


def _has(made: SignUp, pair: Pair) -> None:
    made.pair, made.state = pair, SignUp.State.IN
    made.save(update_fields=["pair", "state"])


def tell(made: SignUp, site: str) -> None:
    """Queues the mail with the pair's link and whether it is entered or waits, when the pair asked
    for mail."""
    if made.wants_mail and site:
        key = f"{made.pk}.{made.state}.{made.link_version}"
        ask(
            "signup.mail",
            {"sign_up_id": made.pk, "site": site},
            key=key,
            tournament_id=made.tournament_id,
        )
