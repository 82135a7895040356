"""A small championship to be tampered with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tournament.championship.models import Tournament


def a_championship() -> Tournament:
    """A small one, played by bots, with what the two below leave."""
    from io import StringIO

    from django.core.management import call_command

    from tournament.championship.models import Tournament

    call_command("simulate", "--pairs", "3", "--seed", "3", stdout=StringIO())
    cup = Tournament.objects.get()
    beside_the_play(cup)
    sign_and_erase(cup, cup.matches.filter(table__isnull=False).latest("pk").pk)
    return Tournament.objects.get(pk=cup.pk)


def beside_the_play(cup: Tournament) -> None:
    """Whatever else the log tells of a day: a pair that is here and one that plays no more,
    referees, a screen that is steered, what signing up cost."""
    from tournament.arrivals import services as arrivals
    from tournament.consolation import services as consolation
    from tournament.log.rules.roles import Actor
    from tournament.referees import services as referees
    from tournament.screens import services as screens
    from tournament.signup.services import desk

    room: dict[str, Any] = {"tournament_id": cup.pk, "actor": Actor("program", None, "bench")}
    arrivals.arrive(numbers=[1, 3], **room)
    consolation.opt_out(number=2, **room)
    for name in ("Arrasate", "Lezo"):
        referees.add(name=name, **room)
    referees.hand_over(tables=[1], to=2, **room)
    screens.steer(panels=["bracket", "tables"], seconds=20, **room)
    desk.set_terms(is_open=False, cap=9, fee="20 €", note="bring cards", **room)


def sign_and_erase(cup: Tournament, match_id: int) -> None:
    """A tablet signs what the pairs of a match agree to, game by game; then a name is erased."""
    from scoring.course.models import Game
    from scoring.outbox.services.actions import confirm
    from scoring.proof.services.erasing import erase
    from tests.scoring import signing
    from tournament.log.rules.roles import Actor
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
