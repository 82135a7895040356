"""Both pairs confirm, on the table's screen, how a game or the match ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.course.models import Game
from scoring.course.queries.states import Answer, current_state
from scoring.course.services import submissions
from scoring.outbox.queries.at_table import confirmed
from scoring.outbox.rules import agreement_text
from tournament.errors import Conflict, NotFound, Refusal
from tournament.log import services as events
from tournament.log import services as records
from tournament.log.queries import rights
from tournament.log.rules.roles import Actor
from tournament.log.services import lock_match
from tournament.matches.models import Match
from tournament.tables.rules import is_signed
from tournament.tables.services import devices


@transaction.atomic
def confirm(
    *,
    match_id: int,
    by: Sequence[str],
    score: object,
    actor: Actor,
    game: int | None = None,
    key: str = "",
    hands: object = None,
    signed: object = None,
) -> Answer:
    """Stores that the pairs `by` ("A", "B") agree to the end of a game, or, with `game` None, of
    the match.

    `score`: the stones of the game or the games of the match that they agreed to. The agreement
    holds while this is the score. A repeated agreement is not stored again. `signed`: the tablet's
    `key` and its `signature` over `agreement_text`, with `hands`, the number of hands it showed;
    None where it cannot sign. Raises NotFound (no_such_game), NotAllowed, Refusal (not_ended,
    bad_side, bad_signature, bad_key, other_key), Conflict (other_score, key_reused).
    """
    tournament, match = lock_match(match_id=match_id)
    body = ["confirmation", match_id, game, by, score]
    earlier = submissions.earlier_answer(actor=actor, key=key, body=body)
    if earlier is not None:
        return Answer(earlier, repeated=True)
    rights.official_or_table(tournament=tournament, match=match, actor=actor)
    sides = _sides(by)
    stands = _match_score(match) if game is None else _game_score(match, game)
    if score != stands:
        raise Conflict.over(
            "score",
            "other_score",
            _("The score is another one by now. Look at it, then ask both pairs again."),
            current=current_state(match),
        )
    mark = None
    if signed is not None:
        said = {"match": match_id, "game": game, "score": stands, "by": sides}
        mark = _mark(actor, signed, hands, {"slug": tournament.slug, **said})
    agreed = confirmed(match=match, scores={game: stands})
    if not set(sides) <= set(agreed.get(game, ())):
        events.append(
            tournament=tournament,
            kind="match.confirmed" if game is None else "game.confirmed",
            actor=actor,
            data={
                "match": records.match_ref(match),
                "game": game,
                "score": stands,
                "by": sides,
                "signed": mark,
            },
            topics=(f"match:{match.pk}",),
        )
    answer = {"state": current_state(match)}
    submissions.keep_answer(actor=actor, key=key, body=body, answer=answer)
    return Answer(answer)


def _mark(
    actor: Actor, signed: object, hands: object, said: Mapping[str, Any]
) -> dict[str, object]:
    """The signature for the event, after checking it against `said`. Empty without a signature."""
    given = signed if isinstance(signed, dict) else {}
    key, signature = given.get("key"), given.get("signature")
    if actor.kind != "device" or actor.id is None or not isinstance(key, str):
        raise _bad_signature()
    devices.signs_with(device_id=actor.id, key=key)
    text = agreement_text(**said, hands=_count(hands))
    if not key or not is_signed(key=key, text=text, signature=signature):
        raise _bad_signature()
    return {"key": key, "hands": _count(hands), "signature": signature}


def _bad_signature() -> Refusal:
    return Refusal.one(
        "signed",
        "bad_signature",
        _("The signature is not this tablet's for this score. Ask both pairs again."),
    )


def _sides(by: object) -> list[str]:
    sides = [side for side in ("A", "B") if isinstance(by, list | tuple) and side in by]
    if not sides or len(sides) != len(by):  # type: ignore[arg-type]
        raise Refusal.one("by", "bad_side", _("Say which pairs agree: A, B or both."))
    return sides


def _game_score(match: Match, number: object) -> list[int]:
    game = Game.objects.filter(match=match, number=_count(number)).first()
    if game is None:
        raise NotFound.one(
            "game", "no_such_game", _("There is no such game. Choose one that was played.")
        )
    if not game.winner:
        raise Refusal.one("game", "not_ended", _("This game has not ended. Play it to its end."))
    return [game.score_a, game.score_b]


def _match_score(match: Match) -> list[int]:
    if match.status != Match.Status.FINISHED:
        raise Refusal.one("match", "not_ended", _("This match has not ended. Play it to its end."))
    return [match.games_a, match.games_b]


def _count(value: object) -> int:
    """The value as the number of a game, or of hands; 0 for anything that cannot be one."""
    return value if type(value) is int and 0 < value < 10_000 else 0
