"""Undo of any act at the desk: one page for all of them."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.desk.declared.own_pages import UNDO_ACT
from scoring.undoing.queries import UndoView, undo_view
from scoring.undoing.services import previews
from tournament.championship.queries.tournaments import TournamentView
from tournament.errors import NotFound, Refusal, StrOrPromise
from tournament.log.rules.kinds import step_of
from web.organizer.acting import ask, page_of
from web.organizer.forms.undoing import UndoForm
from web.organizer.guard import actor_of, for_organizers
from web.organizer.undowords import sentences_of
from web.templatetags.eventwords import event_detail
from web.templatetags.matchwords import event_words


@for_organizers("GET", "POST")
def undo(request: HttpRequest, tournament: TournamentView, event: int) -> HttpResponse:
    """Shows what the undo changes, and carries it out."""
    view = undo_view(tournament_id=tournament.id, event=event)
    if step_of(view.act.kind) == "draw":  # undone as a whole, by a page of its own
        return redirect("organizer:undo_draw", tournament.slug)
    foreseen: previews.UndoPreview | None = None
    in_the_way: list[StrOrPromise] = []
    try:
        foreseen = previews.preview(
            tournament_id=tournament.id, event=event, actor=actor_of(request)
        )
    except NotFound:
        raise
    except Refusal as refused:
        in_the_way = [problem.message for problem in refused.problems]
    back, elsewhere = page_of(tournament, "desk"), ""
    if in_the_way:
        back, elsewhere = _elsewhere(tournament, view)
    lines = [
        " · ".join(filter(None, (str(event_words(one, tournament)), event_detail(one, tournament))))
        for one in (view.act, *view.later)
    ]
    return ask(
        request,
        title=_("Undo: %(act)s") % {"act": event_words(view.act, tournament)},
        says=[lines[0], _("Everything that it changed will be as it was before.")],
        do=partial(UNDO_ACT.do, tournament_id=tournament.id, event=event),
        done=UNDO_ACT.done,
        to=page_of(tournament, "desk"),
        button=_("Undo all of these together") if view.later else _("Undo"),
        form=partial(UndoForm, needs_reason=view.needs_reason),
        initial={"together": ",".join(map(str, view.together))},
        template="undo_act.html",
        back=back,
        elsewhere=elsewhere,
        in_the_way=in_the_way,
        must_wait=bool(in_the_way),
        later=lines[1:],
        changed=sentences_of(foreseen, tournament) if foreseen else [],
        matches=foreseen.matches if foreseen else None,
    )


def _elsewhere(tournament: TournamentView, view: UndoView) -> tuple[str, str]:
    """The address where new facts change what cannot be undone any more, and its words."""
    match = view.act.data.get("match")
    if step_of(view.act.kind) == "reduce":  # each match is worked out anew (T5)
        return page_of(tournament, "restore_games", view.act.number), _("Undo the reduction")
    if isinstance(match, dict):
        return page_of(tournament, "match", match["id"]), _("To the match")
    return page_of(tournament, "desk"), _("To the desk")
