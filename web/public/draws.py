"""The page on which anybody can repeat the draw, and the page where the room types its words."""

import json

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from delivery.marks import FRAME, published
from tournament import limits
from tournament.championship.queries.tournaments import TournamentView
from tournament.commitment import services as commitment
from tournament.commitment.queries import draw_stories, swaps, takes_words
from tournament.commitment.rules import DrawStory
from tournament.matches.queries.matches import bracket
from web.acting import submit
from web.once import new_once
from web.public.page import of_tournament, show
from web.qr import qr_svg
from web.roomcode import by_room_code

BY_ONE_ADDRESS = limits.Limit("draw-words", most=60, seconds=600)
"""Everybody in the room has one address, that of its Wi-Fi. Whoever asks has the room's code."""


class Words(forms.Form):
    words = forms.CharField(
        label=gettext_lazy("Your words"),
        max_length=commitment.LONGEST_WORDS,
        help_text=gettext_lazy("Anything, in one line. Everybody will see it; no names, please."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


@published(shows=FRAME)
@of_tournament
def draw(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Every draw with its commitment and words, and a button that repeats it in the browser."""
    stories = draw_stories(tournament_id=tournament.id)
    draw_pages = [_draw_page(tournament, story) for story in reversed(stories)]
    valid = [story for story in stories if not story.undone and not story.cancelled]
    is_plain = bool(valid) and not valid[-1].commitment and not valid[-1].by_hand
    rounds = bracket(tournament_id=tournament.id).rounds if tournament.is_drawn else ()
    by_hand = [round_ for round_ in rounds if round_.by_hand and round_.number > 1]
    context = {"told": draw_pages, "is_plain": is_plain, "by_hand": by_hand}
    context["swaps"] = swaps(tournament_id=tournament.id)
    context["is_by_hand"] = bool(valid) and bool(valid[-1].by_hand)
    return show(request, tournament, "draw.html", "log", **context)


def _draw_page(tournament: TournamentView, story: DrawStory) -> dict[str, object]:
    """A draw with the data for the reader's browser, and its commitment as a QR code to be
    photographed."""
    text = f"{story.recipe} {tournament.slug} {story.commitment}"
    return {
        "story": story,
        "json": json.dumps(story.to_json(), separators=(",", ":"), ensure_ascii=False),
        "svg": qr_svg(text, title=story.recipe) if story.commitment else "",
    }


@by_room_code(takes_words)
def words(request: HttpRequest, tournament: TournamentView, code: str) -> HttpResponse:
    """The form for the room's phones; POST adds words. 404 for a wrong code."""
    form = Words(request.POST or None)

    def page(status: int) -> HttpResponse:
        context = {"tournament": tournament, "form": form, "once": new_once()}
        return render(request, "public/draw_words.html", context, status=status)

    def say(*, words: str) -> object:
        limits.spend(BY_ONE_ADDRESS, request.META.get("REMOTE_ADDR", ""))
        return commitment.add_words_by_code(tournament_id=tournament.id, code=code, words=words)

    return submit(
        request,
        form,
        do=say,
        done=_("Your words are in the draw."),
        to=reverse("public:draw", args=[tournament.slug]),
        again=page,
    )
