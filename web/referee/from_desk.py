"""A table's rejected hand at the desk, entered with the referee's forms; for organizers only."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.outbox.queries.sent import SentHand, sent_hand
from tournament.errors import StrOrPromise
from tournament.log.rules.roles import Actor
from tournament.matches.queries.matches import MatchCard
from web.acting import next_url
from web.handform.form import LANCE_NAMES
from web.referee.access import official_of
from web.seen import whole

ENTERED = "entered"
FIELDS: Mapping[str, StrOrPromise] = {
    "mano": gettext_lazy("Mano"),
    "cards": gettext_lazy("Cards"),
    "declared": gettext_lazy("Declarations"),
    "bets": gettext_lazy("Bets"),
    "infractions": gettext_lazy("Infractions"),
    "claim": gettext_lazy("What the table says it took"),
    "quick": gettext_lazy("Stones"),
}


@dataclass(frozen=True, slots=True)
class FromDesk:
    """The rejected hand, the organizer who enters it, and the page to go back to."""

    hand: SentHand
    actor: Actor
    back: str

    @property
    def ruling_id(self) -> int:
        return self.hand.ruling.id

    @property
    def content(self) -> Mapping[str, Any]:
        """The first values of the form."""
        return self.hand.content

    @property
    def left_out(self) -> list[str]:
        """The names of the fields that could not be used."""
        return [_field_name(path) for path in self.hand.left_out]

    def is_settled(self, request: HttpRequest) -> bool:
        """Whether the hand is already settled; then adds a message for the next page.

        A hand that was entered may come from the same form sent twice. When it was settled
        otherwise, the typed values stay on the screen with a message.
        """
        ruling = self.hand.ruling
        entered = (ruling.outcome or {}).get("became") == ENTERED
        if ruling.is_open or (request.method == "POST" and not entered):
            return False
        what = ruling.became or ruling.status_name
        messages.info(request, _("This has been settled already: %(what)s.") % {"what": what})
        return True


def from_desk(request: HttpRequest, match: MatchCard) -> FromDesk | None:
    """The rejected hand that `sent` names in the form or the address; None without `sent`.

    Raises Http404 for users who do not organize this tournament and for an unknown id; NotFound
    when it is no hand of this match.
    """
    number = request.POST.get("sent") or request.GET.get("sent")
    if not number:
        return None
    actor = official_of(request, match)
    ruling_id = whole(number, 18)
    if ruling_id is None:
        raise Http404("no such hand")
    hand = sent_hand(ruling_id=ruling_id, match_id=match.id)
    back = next_url(request, default=reverse("referee:match", args=[match.id]))
    return FromDesk(hand, actor, back)


def _field_name(path: str) -> str:
    name, _dot, lance = path.partition(".")
    field = str(FIELDS.get(name, name))
    return f"{field}: {LANCE_NAMES[lance]}" if lance in LANCE_NAMES else field
