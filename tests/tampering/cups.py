"""Signs what pairs agree to, and erases a name, in a tournament to be tampered with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tournament.championship.models import Tournament


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
