"""A pause is announced, becomes longer or shorter, ends, or is called off."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.desk.declared.act import DeskAct, Field
from tournament.pauses import services as pauses
from tournament.pauses.queries import PauseView
from tournament.pauses.rules import LEAST_MINUTES, MOST_MINUTES

USUAL_MINUTES = 30


def _line(pause: PauseView) -> str:
    since, until = (timezone.localtime(one) for one in (pause.starts_at, pause.ends_at))
    return f"{since:%H:%M}–{until:%H:%M} {pause.reason}"


ANNOUNCE_PAUSE = DeskAct(
    on="tournament", name="announce_pause", tag="clock", address="pauses/", page="announce_pause",
    page_address="pauses/announce/",
    do=pauses.announce,
    title=_("Announce a pause"),
    button={"pairs": _("Announce the pause")},
    done=_("The pause is announced."),
    to="day_clock", tab="clock", answers="pause",
    operation="clock.pauses.post", creates=True,
    summary="Announce a pause to everybody, from now on or from `starts_at`.",
    body=("Announcement", ""),
    fields=(
        Field(
            "starts_at", "hour", _("From"), _("Empty: from now on."), "Left out: from now on.",
            required=False,
        ),
        Field(
            "minutes", "number", _("Minutes"), least=LEAST_MINUTES, most=MOST_MINUTES,
            initial=lambda **_more: USUAL_MINUTES,
        ),
        Field(
            "reason", "text", _("What for"), _("A word for everybody to read, such as lunch."),
            "What for, in a word: lunch.", most=60, initial=lambda **_more: _("lunch"),
        ),
        Field(
            "stops_clock", "flag", _("Stop the clock of the day"),
            _("Otherwise the day ends when it would have ended without the pause."),
            "The six hours (T5) stand still meanwhile. Left out: they go on.",
        ),
    ),
    says=lambda **_more: [
        _("Everybody sees it, also on the big screens, and the forecast counts it."),
        _("Matches that are being played go on: tell the room."),
    ],
    danger=False,
)  # fmt: skip

CHANGE_PAUSE = DeskAct(
    on="pause", name="change_pause", tag="clock", address="change/", page="change_pause",
    page_address="",
    do=pauses.change,
    title=_("Longer or shorter"),
    button={"pairs": _("Set it")},
    done=_("The pause is changed."),
    to="day_clock", tab="clock", answers="pause",
    summary="Change a pause's length, counted from its beginning.",
    body=("PauseLength", ""),
    fields=(
        Field(
            "minutes", "number", _("Minutes"), least=LEAST_MINUTES, most=MOST_MINUTES,
            initial=lambda pause, **_more: pause.minutes,
        ),
    ),
    says=lambda pause, **_more: [_line(pause), _("The minutes count from its beginning on.")],
    danger=False,
)  # fmt: skip

END_PAUSE = DeskAct(
    on="pause", name="end_pause", tag="clock", address="end/", page="end_pause",
    do=pauses.end,
    done=_("The pause is ended."),
    to="day_clock", answers="pause",
    summary="End a pause now.",
    asks=False,
)  # fmt: skip

CALL_OFF_PAUSE = DeskAct(
    on="pause", name="call_off_pause", tag="clock", address="call-off/", page="call_off_pause",
    do=pauses.call_off,
    title=_("Cancel the pause"),
    done=_("The pause is cancelled."),
    to="day_clock", tab="clock", answers="pauses",
    summary="Cancel a pause. The forecast no longer counts it. The answer lists the others.",
    says=lambda pause, **_more: [_line(pause), _("The forecast no longer counts it.")],
)  # fmt: skip
