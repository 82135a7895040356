"""The state of a match stored before a change of hands, so that its cascade can be taken back
whole."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.forms.models import model_to_dict

from scoring.course.models import Game, Hand
from scoring.course.services.versions import Writing, recount, write_again, write_void
from scoring.rulings.models import Ruling
from scoring.wording.reasons import HAND_CHANGED
from tournament.championship.models import Tournament
from tournament.matches.models import Cascade, Match

GAME = ("mano", "score_a", "score_b", "winner", "ended_by")
RULING = ("status", "outcome", "reason", "decided_by", "decided_by_id", "proposed")


def kept_of(match: Match) -> dict[str, Any]:
    """The hands, games and questions of a match as they are now. An official's decision that
    answered no question is left out, and so stays when the cascade is taken back."""
    rulings = Ruling.objects.filter(match=match).exclude(kind=Ruling.Kind.OVERRULE)
    return {
        "hands": current_hands(match),
        "games": {g.pk: model_to_dict(g, GAME) for g in Game.objects.filter(match=match)},
        "rulings": {r.pk: _ruling(r) for r in rulings},
    }


def kept_of_finished(match: Match) -> dict[str, Any] | None:
    """`kept_of` for a match that has ended, because its change may affect later matches; otherwise
    None."""
    return kept_of(match) if match.status == Match.Status.FINISHED else None


def keep_way_back(*, cascade: Cascade, before: dict[str, Any] | None, match: Match) -> None:
    """Stores `before` (from `kept_of`) in the match's cascade, with the hands that count after the
    change."""
    cascade.play = {**(before or {}), "since": current_hands(match)}
    cascade.save(update_fields=["play"])


def last_cascade(tournament: Tournament) -> Cascade | None:
    """The cascade of the tournament's last event, if it has one."""
    number = Tournament.objects.filter(pk=tournament.pk).values("event_number")
    return Cascade.objects.filter(tournament=tournament, event_number__in=number).first()


def current_hands(match: Match) -> list[int]:
    """Primary keys of the match's versions that count."""
    counting = Hand.objects.filter(game__match=match, is_current=True, is_void=False)
    return list(counting.order_by("pk").values_list("pk", flat=True))


def _ruling(ruling: Ruling) -> dict[str, Any]:
    at = ruling.decided_at
    row = {name: getattr(ruling, name) for name in RULING}
    return {**row, "decided_at": at.isoformat() if at else None}


def go_back(*, match: Match, play: dict[str, Any], writing: Writing) -> list[Hand]:
    """Restores hands, games and questions of a match from `play` (`kept_of`); returns the versions
    written."""
    written = _hands_back(match, play["hands"], writing)
    for pk, fields in play["games"].items():
        ended = writing.at if fields["winner"] else None
        own = Game.objects.filter(pk=int(pk), match__tournament=match.tournament_id)
        own.update(**fields, finished_at=ended)
    since = Game.objects.filter(match=match).exclude(pk__in=[int(pk) for pk in play["games"]])
    since.update(score_a=0, score_b=0, winner="", ended_by="", finished_at=None)
    recount(match=match)
    _questions_back(match, play["rulings"], writing)
    return written


def _hands_back(match: Match, before: list[int], writing: Writing) -> list[Hand]:
    stood = {
        (hand.game_id, hand.number): hand
        for hand in Hand.objects.filter(pk__in=before).select_related("game")
    }
    written = []
    now = Hand.objects.filter(game__match=match, is_current=True).select_related("game")
    for hand in now.order_by("game__number", "number"):
        earlier = stood.get((hand.game_id, hand.number))
        if earlier is None and not hand.is_void:
            version = write_void(hand=hand, writing=writing)
        elif earlier is not None and earlier.pk != hand.pk:
            earlier.game.match = match
            version = write_again(hand=earlier, previous=hand, writing=writing)
        else:
            continue
        Ruling.objects.filter(hand=hand).update(hand=version)
        written.append(version)
    return written


def _questions_back(match: Match, rows: dict[str, Any], writing: Writing) -> None:
    open_now = Ruling.objects.filter(match=match, status=Ruling.Status.OPEN)
    since = open_now.exclude(kind=Ruling.Kind.APPEAL)
    since.exclude(pk__in=[int(pk) for pk in rows]).update(
        status=Ruling.Status.DISMISSED,
        outcome={"superseded": True},
        reason=writing.reason or HAND_CHANGED,
        decided_by=writing.actor.label[:120],
        decided_by_id=writing.actor.id,
        decided_at=writing.at,
    )
    for pk, row in rows.items():
        at = row["decided_at"]
        when = datetime.fromisoformat(at) if at else None
        # Questions that went to the Tribunal since then stay as they are.
        own = Ruling.objects.filter(pk=int(pk), match__tournament=match.tournament_id)
        own.filter(case__isnull=True).update(**{**row, "decided_at": when})
