"""The draw prepared and undone, the rounds of a day of individuals, and who is here."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from scoring.desk.declared.act import REASON, DeskAct, Field
from tournament.arrivals import services as arrivals
from tournament.commitment import services as commitment
from tournament.commitment.services import LONGEST_WORDS
from tournament.draw import services as draw
from tournament.entries.models import Pair
from tournament.seatings import services as seatings

UNDO_DRAW = DeskAct(
    on="tournament", name="undo", tag="draw", address="draw/undo/", page="undo_draw",
    do=draw.undo,
    title=_("Undo the draw"),
    done=_("The draw is undone. Entry is open again."),
    to="entries", back="draw", tab="draw", answers="tournament",
    summary="Undo the draw, as long as no match has begun.",
    body=("DrawBack", "The draw is undone; with a reason."),
    fields=(REASON,),
    says=lambda **_more: [
        _("Every match of the bracket is removed and entry is open again."),
        _("The next draw will be another. This one stays in the log with your reason."),
        _("It cannot be undone once a match has begun."),
    ],
)  # fmt: skip

SWAP_PLACES = DeskAct(
    on="tournament", name="swap", tag="draw", address="draw/swap/", page="swap_places",
    do=draw.swap,
    title=_("Swap two places of the draw"),
    button={"pairs": _("Swap the two pairs"), "clubs": _("Swap the two clubs")},
    done=_("The two have changed places."),
    to="draw", tab="draw", answers="tournament",
    summary="Two pairs take each other's place in the draw, before a match of theirs begins.\n\n"
    "Where the draw lays out later rounds too, they do so in all of them. The draw as it was made\n"
    "stays on the record, and everybody sees the exchange with its reason.",
    body=("Exchange", "Two pairs change places in the draw; with a reason."),
    fields=(
        Field("first", "pair", _("This pair"), program="The number of a pair."),
        Field("second", "pair", _("changes places with"), program="The number of the other pair."),
        REASON,
    ),
    says=lambda **_more: [
        _("Each takes the other’s place: opponents, bye and table."),
        _("The draw as it was made stays in the log. Everybody sees the change and your reason."),
    ],
    offered=lambda tournament: tournament.stage in ("drawn", "running")
    and not tournament.is_individual,
    danger=False,
)  # fmt: skip

PREPARE_DRAW = DeskAct(
    on="tournament", name="prepare", tag="draw", address="draw/prepare/", page="prepare_draw",
    do=commitment.commit,
    done=_("The draw is prepared. Let the room photograph its fingerprint, then speak."),
    to="draw", answers="tournament",
    summary="Prepare the draw: its fingerprint is published before anybody knows what is drawn.",
    asks=False,
)  # fmt: skip

ADD_WORDS = DeskAct(
    on="tournament", name="add_words", tag="draw", address="draw/words/", page="add_draw_words",
    do=commitment.add_words,
    done=_("The words are in the draw."),
    to="draw", answers="tournament",
    summary="Add words that the room says to the prepared draw.",
    body=("RoomWords", "What somebody in the room says."),
    fields=(Field("words", "text", _("Words said aloud"), most=LONGEST_WORDS),),
    asks=False,
)  # fmt: skip

REVEAL_DRAW = DeskAct(
    on="tournament", name="reveal", tag="draw", address="draw/reveal/", page="reveal_draw",
    do=commitment.reveal,
    done=_("The secret is opened, and the draw is made and recorded."),
    to="draw", answers="tournament", creates=True,
    summary="Open the secret of the prepared draw, and draw by it and the words of the room.",
    stands_on="draw",  # pressed twice, it shows the draw that was made
)  # fmt: skip

CANCEL_DRAW = DeskAct(
    on="tournament", name="cancel", tag="draw", address="draw/cancel/", page="cancel_draw",
    do=commitment.cancel,
    title=_("Cancel the prepared draw"),
    done=_("The prepared draw is cancelled."),
    to="draw", tab="draw", answers="tournament",
    summary="Cancel the prepared draw: its secret is opened, and it stays in the log.",
    body=("DrawCancelled", "A prepared draw is cancelled; with a reason."),
    fields=(REASON,),
    says=lambda **_more: [
        _("Its secret is opened, so that everybody can see what it would have been."),
        _("It stays on the draw's page and in the log with your reason."),
    ],
)  # fmt: skip

SEAT_ROUND = DeskAct(
    on="tournament", name="seat", tag="individuals", address="individuals/rounds/",
    page="seat_round", page_address="seating/",
    do=seatings.seat,
    done=lambda drawn, **_more: str(_("Round %(n)s is drawn.")) % {"n": drawn.number},
    to="desk", answers="individuals", creates=True,
    summary="Draw the tables of the next round.",
    asks=False,
)  # fmt: skip

ARRIVE = DeskAct(
    on="pair", name="arrive", tag="pairs", address="here/", page="arrive",
    do=arrivals.arrive,
    names=lambda tournament, pair: {"tournament_id": tournament.id, "numbers": [pair.number]},
    done=_("Number %(number)s is here."),
    to="arrivals", answers="pair_of_address",
    summary="Check a pair in.",
    asks=False,
)  # fmt: skip

NOT_HERE = DeskAct(
    on="pair", name="not_here", tag="pairs", address="not-here/", page="not_here",
    do=arrivals.take_back,
    names=lambda tournament, pair: {"tournament_id": tournament.id, "number": pair.number},
    done=_("Number %(number)s is not here."),
    to="arrivals", answers="pair_of_address",
    summary="Undo a pair's check-in.",
    asks=False,
)  # fmt: skip


def _arrived(pairs: tuple[Pair, ...], **_more: object) -> str:
    if not pairs:
        return str(_("Everybody is here."))
    words = ngettext("%(n)s more is here.", "%(n)s more are here.", len(pairs))
    return words % {"n": len(pairs)}


ARRIVE_ALL = DeskAct(
    on="tournament", name="arrive_all", tag="pairs", address="pairs/here/", page="arrive_all",
    page_address="pairs/here/all/",
    do=arrivals.arrive_all,
    done=_arrived,
    to="arrivals", answers="pairs",
    summary="Check in every pair that is not here yet. The answer lists them.",
    asks=False,
)  # fmt: skip
