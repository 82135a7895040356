"""Late pairs, and pairs that do not come at all (T7)."""

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from scoring.desk.declared.own_pages import JOIN_LATE, TAKE_PLACE
from tournament.championship.queries.tournaments import TournamentView
from tournament.entries.models import ENTERED
from tournament.entries.queries import pairs_not_drawn
from tournament.entries.services import latecomers
from tournament.formats.registry import made_for
from tournament.matches.models import Match
from tournament.matches.queries.openings import Opening, openings, ways_in
from web.organizer.acting import ask, page_of, show
from web.organizer.forms.entries import LatePair
from web.organizer.guard import for_organizers
from web.templatetags.formatwords import act_words

BY_LOT = "lot"
"""The choice that leaves a late pair's place to the lot of the draw."""


@for_organizers("GET", "POST")
def late_pair(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Puts a pair that was not drawn into a free place of round 1, opposite a bye or in place of a
    withdrawn pair, by lot unless one is chosen; else as `ways_in` offers it."""
    free = {place.key: place for place in openings(tournament_id=tournament.id)}
    others = ways_in(tournament_id=tournament.id)
    back = page_of(tournament, "entries")
    if not free and not others:
        return show(request, "late_none.html", tab="entries")
    waiting = pairs_not_drawn(tournament_id=tournament.id)

    def do(**data: Any) -> Any:
        arguments: dict[str, Any] = {
            "pair_number": data.get("pair"),
            "allow_duplicate": data["allow_duplicate"],
            "reason": data["reason"],
            "actor": data["actor"],
            **{field.name: data[field.name] for field in ENTERED if field.name in data},
        }
        inherits = {"inherits": data.get("inherits", False)}
        if data["place"] == BY_LOT:
            return latecomers.take_place_by_lot(
                tournament_id=tournament.id, **arguments, **inherits
            )
        place = free.get(data["place"])
        if place is None:
            return JOIN_LATE.do(tournament_id=tournament.id, into=data["place"], **arguments)
        return TAKE_PLACE.do(
            match_id=place.match.id, side=place.side.value, **arguments, **inherits
        )

    return ask(
        request,
        title=act_words("late", tournament),
        button=act_words("let_in", tournament),
        says=[]
        if tournament.is_individual
        else [
            _("Whatever you choose, the rest of the draw stays as it is."),
            _("Places from which a later match has begun are not offered."),
        ],
        danger=False,
        tab="entries",
        form=partial(
            LatePair,
            places=[
                *([(BY_LOT, _lot_words(len(free)))] if len(free) > 1 else []),
                *((key, _place_words(place)) for key, place in free.items()),
                *((way.into, way.changes) for way in others),
            ],
            entrants=tournament.entrants,
            may_inherit="leaving" in made_for(tournament.format, {}).options,
            waiting=[(pair.number, f"{pair.number}. {pair.name}") for pair in waiting],
        ),
        do=do,
        done=lambda got: (
            _taken_words(got, free)
            if isinstance(got, Match)
            else str(JOIN_LATE.done) % {"pair": got, "number": got.number}
        ),
        to=page_of(tournament, "desk"),
        back=back,
    )


def _lot_words(places: int) -> str:
    return _("By lot, one of the %(n)s places that are free.") % {"n": places}


def _place_words(place: Opening) -> str:
    words: dict[str, Any] = {"match": place.match.label, "to": place.to}
    if place.against is not None:
        words["against"] = place.against.name
    if place.why == "bye" and place.against is None:
        sentence = _("Match %(match)s, against nobody: the pair that had a bye has left.")
    elif place.why == "bye":
        sentence = _("Match %(match)s, against %(against)s, who had a bye.")
    elif place.matches > 1:
        words |= {"left": place.instead_of.name if place.instead_of else "", "n": place.matches}
        sentence = _("In place of %(left)s, with its %(n)s matches. Match %(match)s is the first.")
    elif place.against is not None:
        words["left"] = place.instead_of.name if place.instead_of else ""
        sentence = _("Match %(match)s, in place of %(left)s, against %(against)s.")
    else:
        words["left"] = place.instead_of.name if place.instead_of else ""
        sentence = _("Match %(match)s, in place of %(left)s: the other pair has left, too.")
    if place.to:
        sentence += " " + _("The winner goes on to match %(to)s.")
    return sentence % words


def _taken_words(match: Match, free: dict[str, Opening]) -> str:
    place = next(one for one in free.values() if one.match.id == match.pk)
    names = {"match": match.label, "a": match.pair_a, "b": match.pair_b, "to": place.to}
    if match.status != "ready":
        return _("The pair is in match %(match)s.") % names
    sentence = _("Match %(match)s is now %(a)s against %(b)s.")
    if place.to:
        sentence += " " + _("The winner goes on to match %(to)s.")
    return sentence % names
