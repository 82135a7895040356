"""A pause announced, made longer or shorter, ended, called off."""

from datetime import UTC, datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.championship.models import Tournament
from tournament.errors import Refusal
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules.events import stamp
from tournament.log.rules.roles import Actor
from tournament.log.services import lock
from tournament.pauses.models import Pause
from tournament.pauses.queries import no_such_pause, spans_of
from tournament.pauses.rules import LEAST_MINUTES, MOST_AHEAD, MOST_MINUTES, overlaps


@transaction.atomic
def announce(
    *,
    tournament_id: int,
    minutes: int,
    reason: str,
    actor: Actor,
    starts_at: datetime | None = None,
    stops_clock: bool = False,
) -> Pause:
    """Announces a pause of so many minutes, from now or from a later moment. `reason`: a short text
    such as "lunch". Everybody sees the pause, and the forecast counts it. `stops_clock`: the six
    hours (T5) stand still meanwhile; otherwise the end of the day does not change.

    Raises NotFound, NotAllowed, Refusal (reason_required, too_long, out_of_range, finished,
    in_the_past, too_far, overlaps).
    """
    tournament, now = lock(tournament_id=tournament_id, official=actor), timezone.now()
    why = _word(reason)
    length = _length(minutes)
    # In UTC: by the clock of a place, minutes are lost and doubled when its clocks change.
    since = now if starts_at is None else starts_at.astimezone(UTC)
    if tournament.status == Tournament.Status.FINISHED:
        raise Refusal.one(
            "tournament", "finished", _("This tournament is over. There is nothing to pause.")
        )
    if since < now - timedelta(minutes=1):
        raise Refusal.one(
            "starts_at", "in_the_past", _("A pause cannot begin in the past. Give a later time.")
        )
    if since > now + MOST_AHEAD:
        raise Refusal.one(
            "starts_at", "too_far", _("A pause is announced for the day that is played.")
        )
    _must_be_free(tournament, since, since + length)
    pause = Pause.objects.create(
        tournament=tournament,
        starts_at=since,
        ends_at=since + length,
        reason=why,
        stops_clock=stops_clock,
    )
    _log(tournament, pause, "pause.announced", actor)
    return pause


@transaction.atomic
def change(*, pause_id: int, minutes: int, actor: Actor) -> Pause:
    """Changes the length of a pause that is not over, counted from its start. Raises NotFound,
    NotAllowed, Refusal (out_of_range, over, in_the_past, overlaps)."""
    tournament, pause, now = _standing(pause_id, actor)
    until = pause.starts_at + _length(minutes)
    if until < now:
        raise Refusal.one(
            "minutes", "in_the_past", _("It has lasted longer than that already. End it instead.")
        )
    _must_be_free(tournament, pause.starts_at, until, but=pause)
    pause.ends_at = until
    pause.save(update_fields=["ends_at"])
    _log(tournament, pause, "pause.changed", actor)
    return pause


@transaction.atomic
def end(*, pause_id: int, actor: Actor) -> Pause:
    """Ends a pause that has begun, before its time. Raises NotFound, NotAllowed, Refusal (over,
    not_begun)."""
    tournament, pause, now = _standing(pause_id, actor)
    if pause.starts_at > now:
        raise Refusal.one("pause", "not_begun", _("This pause has not begun. Cancel it instead."))
    pause.ends_at = now
    pause.save(update_fields=["ends_at"])
    _log(tournament, pause, "pause.ended", actor)
    return pause


@transaction.atomic
def call_off(*, pause_id: int, actor: Actor) -> Pause:
    """Cancels a pause that is not over; the forecast no longer counts it. Raises NotFound,
    NotAllowed, Refusal (over)."""
    tournament, pause, _now = _standing(pause_id, actor)
    pause.is_off = True
    pause.save(update_fields=["is_off"])
    _log(tournament, pause, "pause.called_off", actor)
    return pause


def _standing(pause_id: int, actor: Actor) -> tuple[Tournament, Pause, datetime]:
    """A pause that is not over, its tournament, which is locked, and the present moment. Raises
    NotFound (no_such_pause), NotAllowed, Refusal (over)."""
    pauses = Pause.objects.filter(pk=pause_id, is_off=False)
    tournament_id = pauses.values_list("tournament_id", flat=True).first()
    if tournament_id is None:
        raise no_such_pause()
    tournament, now = lock(tournament_id=tournament_id, official=actor), timezone.now()
    pause = pauses.first()
    if pause is None:
        raise no_such_pause()
    if pause.ends_at <= now:
        raise Refusal.one("pause", "over", _("This pause is over. Announce another one."))
    return tournament, pause, now


def _word(reason: object) -> str:
    word = rights.given_reason(reason)
    if len(word) > 60:
        raise Refusal.one("reason", "too_long", _("Say what for in a word or two: 60 letters."))
    return word


def _length(minutes: object) -> timedelta:
    number = rights.whole_number(minutes, field="minutes", least=LEAST_MINUTES, most=MOST_MINUTES)
    return timedelta(minutes=number)


def _must_be_free(
    tournament: Tournament, since: datetime, until: datetime, but: Pause | None = None
) -> None:
    """Raises Refusal (overlaps) when another pause than `but` is announced for that time."""
    announced = spans_of(tournament_id=tournament.pk)
    others = [one for one in announced if but is None or one != (but.starts_at, but.ends_at)]
    if overlaps(others, since, until):
        raise Refusal.one(
            "starts_at",
            "overlaps",
            _("Another pause is announced for that time. Change that one instead."),
        )


def _log(tournament: Tournament, pause: Pause, kind: str, actor: Actor) -> None:
    events.append(
        tournament,
        actor,
        kind,
        {
            "pause": pause.pk,
            "starts_at": stamp(pause.starts_at),
            "ends_at": stamp(pause.ends_at),
            "minutes": round((pause.ends_at - pause.starts_at).total_seconds() / 60),
            "reason": pause.reason,
            "stops_clock": pause.stops_clock,
        },
    )
