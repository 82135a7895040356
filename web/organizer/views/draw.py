"""The draw, in front of everybody (T1, T2); with a commitment: prepared, given words, opened."""

from functools import partial
from typing import Any

from django import forms
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.desk.declared.draw import SWAP_PLACES
from scoring.desk.declared.own_pages import DRAW_BY_HAND, MAKE_DRAW
from tournament.addresses import absolute_url
from tournament.arrivals.queries import roll
from tournament.championship.queries.tournaments import TournamentView
from tournament.commitment import services as commitment
from tournament.commitment.queries import open_commitment, words_code
from tournament.draw.queries import draw_algorithm, first_round_by_hand, outlook
from tournament.draw.rules import FirstRound
from tournament.entries.queries import pairs_list
from tournament.formats.bouts import ENDINGS
from tournament.matches.queries.matches import bracket
from web.acting import submit
from web.formatwords import in_words
from web.organizer.acting import page_of, press, show
from web.organizer.forms.reasons import Reason
from web.organizer.guard import actor_of, for_organizers
from web.qr import qr_svg
from web.settingwords import OF_ROUNDS


class DrawForm(forms.Form):
    """The seed of a draw, when the organizers give one."""

    seed = forms.CharField(
        label=gettext_lazy("Words of the room"),
        required=False,
        max_length=200,
        help_text=gettext_lazy(
            "Leave it empty and the program makes one. With the same words and the same entries "
            "anybody gets the same draw."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class HandForm(Reason):
    """Round 1 drawn by hand: two numbers of pairs for each match, one of them empty for a bye."""

    def __init__(self, *args: Any, shape: FirstRound, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rows = [(f"a{n}", f"b{n}") for n in range(1, shape.matches + 1)]
        for names in self.rows:
            for name in names:
                self.fields[name] = forms.IntegerField(
                    label=gettext_lazy("Pair’s number"),
                    required=False,
                    min_value=1,
                    widget=forms.TextInput(
                        attrs={"inputmode": "numeric", "autocomplete": "off", "size": 4}
                    ),
                )

    def matches(self) -> list[tuple[BoundField, BoundField]]:
        """The fields of each match."""
        return [(self[a], self[b]) for a, b in self.rows]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        by_hand = [[data.get(a), data.get(b)] for a, b in self.rows]
        return {"reason": data.get("reason", ""), "by_hand": by_hand}


@for_organizers("GET")
def draw(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The draw as it was made; before it, the pairs and the form to make it."""
    if tournament.is_drawn and tournament.is_individual:  # its rounds are drawn at the desk
        return HttpResponseRedirect(page_of(tournament, "desk"))
    if tournament.is_drawn:
        return show(request, "drawn.html", **_drawn(request, tournament))
    return _before(request, tournament, DrawForm())


@for_organizers("POST")
def make(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Makes the draw; pressed twice, it shows the draw that was made."""
    here = page_of(tournament, "draw")
    if tournament.is_drawn:  # pressed twice, or on two screens: show the draw that was made
        return HttpResponseRedirect(here)
    form = DrawForm(request.POST)
    return submit(
        request,
        form,
        do=lambda **data: MAKE_DRAW.do(
            tournament_id=tournament.id, actor=actor_of(request), seed=data["seed"] or None
        ),
        done=MAKE_DRAW.done,
        to=f"{here}?show=1",
        again=lambda status: _before(request, tournament, form, status=status),
    )


@for_organizers("GET", "POST")
def by_hand(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Round 1 as balls or slips of paper gave it, match by match."""
    here = page_of(tournament, "draw")
    pairs = [pair for pair in pairs_list(tournament_id=tournament.id) if pair.status == "entered"]
    shape = first_round_by_hand(
        format=tournament.format, options=tournament.format_options, pairs=len(pairs)
    )
    if tournament.is_drawn or shape is None:
        return HttpResponseRedirect(here)
    form = HandForm(request.POST if request.method == "POST" else None, shape=shape)

    def page(status: int = 200) -> HttpResponse:
        context = {"tab": "draw", "form": form, "pairs": pairs, "shape": shape}
        return show(request, "draw_by_hand.html", status=status, **context)

    return submit(
        request,
        form,
        do=lambda **data: DRAW_BY_HAND.do(
            tournament_id=tournament.id,
            actor=actor_of(request),
            by_hand=data["by_hand"],
            reason=data["reason"],
        ),
        done=DRAW_BY_HAND.done,
        to=here,
        again=page,
    )


def _before(
    request: HttpRequest, tournament: TournamentView, form: DrawForm, *, status: int = 200
) -> HttpResponse:
    pairs = [pair for pair in pairs_list(tournament_id=tournament.id) if pair.status == "entered"]
    expected = outlook(
        format=tournament.format, options=tournament.format_options, pairs=len(pairs)
    )
    return show(
        request,
        "draw.html",
        status=status,
        tab="draw",
        live=True,
        form=form,
        pairs=pairs,
        **_prepared(request, tournament),
        roll=roll(tournament_id=tournament.id),
        enough=expected.rounds > 0,
        byes=expected.byes,
        rounds=expected.rounds,
        format=in_words(tournament),
        varies=expected.varies,
        groups=expected.groups,
        in_no_bracket=expected.in_no_bracket,
        best_of=tournament.best_of_if_drawn_now,
        some_rounds_differ=not tournament.settings.keys().isdisjoint(OF_ROUNDS),
    )


def _prepared(request: HttpRequest, tournament: TournamentView) -> dict[str, Any]:
    """The commitment that waits for words, with the code that the room scans."""
    pending = open_commitment(tournament_id=tournament.id)
    if pending is None:
        return {"prepared": None}
    code = words_code(commitment=pending.commitment)
    address = absolute_url(request, reverse("public:draw-words", args=[tournament.slug, code]))
    title = _("Words for the draw")
    return {"prepared": pending, "words_address": address, "svg": qr_svg(address, title=title)}


def _drawn(request: HttpRequest, tournament: TournamentView) -> dict[str, Any]:
    rounds = bracket(tournament_id=tournament.id).rounds
    cards = [card for round_ in rounds for card in round_.matches]
    first = rounds[0].matches if rounds else ()
    return {
        "tournament": tournament,
        "tab": "draw",
        "first": first,
        "byes": [card for card in first if card.is_bye],
        "reveal": "show" in request.GET,
        "may_swap": SWAP_PLACES.offered(tournament=tournament)
        and any(not card.started_at and not card.is_bye for card in first),
        "is_by_hand": tournament.is_drawn_by_hand,
        "algorithm": draw_algorithm(format=tournament.format, options=tournament.format_options),
        # As the service sees it: a pair that left before it sat down decides nothing.
        "may_undo": not any(
            card.started_at or (card.ended_by and ENDINGS[card.ended_by].by_people)
            for card in cards
        ),
    }


@for_organizers("POST")
def reveal(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Opens the secret and makes the draw; pressed twice, it shows the draw that was made."""
    if tournament.is_drawn:
        return HttpResponseRedirect(page_of(tournament, "draw"))
    return press(
        request,
        do=partial(commitment.reveal, tournament_id=tournament.id),
        done=_("The secret is opened, and the draw is made and recorded."),
        to=f"{page_of(tournament, 'draw')}?show=1",
    )
