"""The big screens are frozen or made black, and reveal what they show."""

from django.utils.translation import gettext_lazy as _

from scoring.desk.declared.act import DeskAct, Field
from tournament.errors import StrOrPromise
from tournament.screens import services as screens
from tournament.screens.models import Screen
from tournament.screens.rules import BLACK, FROZEN, HELD, MOST_STEPS

WORDS: dict[str, StrOrPromise] = {
    "": _("The screens go on."),
    FROZEN: _("The picture stays as it is."),
    BLACK: _("The screens are black."),
}


def _held(screen: Screen, **_more: object) -> StrOrPromise:
    return WORDS[screen.held]


HOLD_SCREEN = DeskAct(
    on="tournament", name="hold", tag="screen", address="screen/hold/", page="hold_screen",
    do=screens.hold,
    done=_held,
    to="screen", answers="screen",
    summary="Freeze the picture of every big screen, make them black, or let them go on.",
    body=("HoldScreen", ""),
    fields=(
        Field(
            "held", "menu", program="Empty: they go on.", required=False, among=("", *HELD),
            choices=lambda **_more: [("", ""), *((one, one) for one in HELD)],
        ),
    ),
    asks=False,
)  # fmt: skip

REVEAL_NEXT = DeskAct(
    on="tournament", name="reveal", tag="screen", address="screen/reveal/", page="reveal_next",
    do=screens.reveal,
    done=_("The screens show one more."),
    to="screen", answers="screen",
    summary="Reveal so many items of what the big screens show step by step.",
    body=("RevealNext", ""),
    fields=(Field("step", "number", program="How many are revealed.", most=MOST_STEPS),),
    asks=False,
)  # fmt: skip
