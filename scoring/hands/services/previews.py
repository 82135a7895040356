"""What saving the next hand would pay, or why it would be refused: the act itself, rolled back."""

from functools import partial

from scoring.hands.queries import HandPreview, hand_preview
from scoring.hands.services import hands
from tournament.errors import NotAllowed, NotFound, Refusal
from tournament.log.rules.roles import Actor
from tournament.matches.services.results import try_out


def preview(*, match_id: int, record: object, actor: Actor) -> HandPreview:
    """What `hands.record` would settle, or the problems it would raise. Raises NotFound,
    NotAllowed."""
    try:
        try_out(partial(hands.record, match_id=match_id, record=record, actor=actor))
    except (NotFound, NotAllowed):
        raise
    except Refusal as refused:
        return HandPreview(None, None, refused.problems)
    return hand_preview(match_id=match_id, record=record)
