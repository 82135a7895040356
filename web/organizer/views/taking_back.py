"""Rulings, corrections, and changes that affected later matches: taken back."""

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext as _

from scoring.course.queries.consequences import Consequences
from scoring.course.services.refolding import match_preview
from scoring.desk.declared.own_pages import TAKE_BACK_CORRECTION, TAKE_BACK_RULING, UNDO_CASCADE
from scoring.desk.queries.now import InboxItem, inbox_item
from scoring.rulings.queries.words import live_cascade
from scoring.undoing.queries import undo_of_ruling
from scoring.undoing.services.previews import preview
from tournament.championship.queries.tournaments import TournamentView
from tournament.errors import NotFound, Refusal
from tournament.matches.queries.matches import match_card
from tournament.matches.queries.undone import CascadeOnRecord, cascade_on_record
from tournament.matches.services.results import REASON, Act
from web.organizer.acting import ask, page_of
from web.organizer.considering import consider, foreseen, would_change
from web.organizer.forms.reasons import Reason
from web.organizer.guard import actor_of, for_organizers
from web.seen import agreed, seen


@for_organizers("GET", "POST")
def take_back(request: HttpRequest, tournament: TournamentView, ruling_id: int) -> HttpResponse:
    """Takes a ruling back, after showing the consequences."""
    item = item_of(tournament, ruling_id)
    cascade = live_cascade(ruling_id=ruling_id, tournament_id=tournament.id)
    if cascade is not None:
        return HttpResponseRedirect(page_of(tournament, "undo_cascade", cascade))
    act = partial(TAKE_BACK_RULING.do, ruling_id=ruling_id, actor=actor_of(request))
    return consider(
        request,
        "take_back_ruling.html",
        Reason(request.POST or None),
        look=lambda **data: item_would_change(item, partial(act, **data)),
        do=partial(act, **agreed(request, item.version)),
        done=TAKE_BACK_RULING.done,
        to=page_of(tournament, "desk"),
        asks_why=True,
        tab="rulings",
        item=item,
        card=item.match,
    )


@for_organizers("GET", "POST")
def correction(request: HttpRequest, tournament: TournamentView, match_id: int) -> HttpResponse:
    """Takes the last correction of a match back, after showing what changes with it."""
    card = match_card(match_id=match_id, tournament_id=tournament.id)
    act = partial(TAKE_BACK_CORRECTION.do, match_id=match_id, actor=actor_of(request))
    return consider(
        request,
        "take_back_correction.html",
        Reason(request.POST or None),
        look=lambda **data: would_change(partial(act, **data), match_id=match_id),
        do=partial(act, sets_aside=seen(request)),
        done=TAKE_BACK_CORRECTION.done,
        to=page_of(tournament, "match", match_id),
        asks_why=True,
        tab="rulings",
        card=card,
    )


def way_back(request: HttpRequest, tournament: TournamentView, item: InboxItem) -> str:
    """The address of the page that takes a decided ruling back; empty when none does."""
    event = undo_of_ruling(tournament_id=tournament.id, ruling_id=item.ruling.id)
    if event is not None:
        return page_of(tournament, "undo_act", event)
    act = partial(TAKE_BACK_RULING.do, ruling_id=item.ruling.id, actor=actor_of(request))
    try:
        match_preview(partial(act, reason=REASON), match_id=item.match.id)
    except Refusal:
        return ""
    return page_of(tournament, "take_back_ruling", item.ruling.id)


def item_would_change(item: InboxItem, act: Act) -> Consequences | None:
    """What a decision on a question would change in its match; None when nothing changes. Raises
    what the act raises; also for a hand that is gone a Refusal: the question's page says what has
    become of it."""
    place = (item.game, item.number) if item.game is not None and item.number is not None else None
    try:
        return would_change(act, match_id=item.match.id, target=place)
    except NotFound as gone:
        raise Refusal(gone.problems) from gone


def item_of(tournament: TournamentView, ruling_id: int) -> InboxItem:
    """A question of the tournament, open or decided. Raises Http404."""
    item = inbox_item(ruling_id=ruling_id, tournament_id=tournament.id)
    if item is None:
        raise Http404("no such ruling")
    return item


@for_organizers("GET", "POST")
def cascade(request: HttpRequest, tournament: TournamentView, cascade_id: int) -> HttpResponse:
    """Shows what is restored and what was played meanwhile, asks for a reason, and takes the
    cascade back."""
    record = cascade_on_record(cascade_id=cascade_id, tournament_id=tournament.id)
    if request.method == "GET" and _is_undone_as_remembered(request, tournament, record):
        return HttpResponseRedirect(page_of(tournament, "undo_act", record.event))
    back = _page_of(tournament, record)
    act = partial(UNDO_CASCADE.do, cascade_id=cascade_id, actor=actor_of(request))
    would = foreseen(partial(act, reason=REASON), tournament_id=tournament.id, but=record.match_id)
    falls = would["cascade"].sets_aside
    stands = [match for match in record.kept if match.id not in falls]
    return ask(
        request,
        title=UNDO_CASCADE.title,
        button=UNDO_CASCADE.button_for("pairs"),
        says=[
            _("The change is undone, and every match that it undid is as it was before."),
            _("What was played in their place since is kept for the record."),
        ],
        template="undo_cascade.html",
        do=partial(act, sets_aside=seen(request)),
        done=UNDO_CASCADE.done,
        to=back,
        kept=record,
        stands=stands,
        **would,
    )


def _is_undone_as_remembered(
    request: HttpRequest, tournament: TournamentView, record: CascadeOnRecord
) -> bool:
    """Whether the undo of the act takes back all of it: nothing was played in its place."""
    try:
        preview(tournament_id=tournament.id, event=record.event or 0, actor=actor_of(request))
    except Refusal:
        return False
    return True


def _page_of(tournament: TournamentView, record: CascadeOnRecord) -> str:
    if record.match_id is not None:
        return page_of(tournament, "match", record.match_id)
    return page_of(tournament, "change_pair", record.pair_number)
