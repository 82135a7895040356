"""The draw, so that anybody can make it again; and where the room says its words."""

from __future__ import annotations

import json

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from publication.marks import published
from tournament import limits
from tournament.championship.queries.tournaments import TournamentView
from tournament.commitment import services
from tournament.commitment.queries import draw_stories, takes_words
from tournament.commitment.rules import DrawStory
from web.acting import submit
from web.once import new_once
from web.public.page import of_tournament, show
from web.qr import qr_svg
from web.roomcode import by_room_code

BY_ONE_ADDRESS = limits.Limit("draw-words", most=20, seconds=600)

IN_ROUNDS = ("mus-circle/1", "mus-groups/1")
"""Recipes that draw the matches of all rounds: `verify_rounds.py` makes them again."""


class Words(forms.Form):
    """What somebody in the room says."""

    words = forms.CharField(
        label=gettext_lazy("Your words"),
        max_length=services.LONGEST_WORDS,
        help_text=gettext_lazy("Anything, in one line. Everybody will see it; no names, please."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


@published()
@of_tournament
def draw(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Every draw with what was committed to, the words, and a button that makes it again here."""
    stories = draw_stories(tournament_id=tournament.id)
    told = [_told(tournament, story) for story in reversed(stories)]
    in_rounds = any(story.algorithm in IN_ROUNDS for story in stories)
    program = "verify_rounds.py" if in_rounds else "verify_draw.py"
    return show(request, tournament, "draw.html", "log", told=told, program=program)


def _told(tournament: TournamentView, story: DrawStory) -> dict[str, object]:
    """A draw with what the reader's browser needs, and its print to be photographed."""
    text = f"mus-commit/1 {tournament.slug} {story.commitment}"
    return {
        "story": story,
        "json": json.dumps(story.to_json(), separators=(",", ":"), ensure_ascii=False),
        "svg": qr_svg(text, title="mus-commit/1") if story.commitment else "",
    }


@by_room_code(takes_words)
def words(request: HttpRequest, tournament: TournamentView, code: str) -> HttpResponse:
    """The form for the room's phones; POST adds words. A wrong code is a 404."""
    form = Words(request.POST or None)

    def page(status: int) -> HttpResponse:
        context = {"tournament": tournament, "form": form, "once": new_once()}
        return render(request, "public/draw_words.html", context, status=status)

    def say(said: str) -> object:
        limits.spend(BY_ONE_ADDRESS, request.META.get("REMOTE_ADDR", ""))
        return services.add_words_by_code(tournament_id=tournament.id, code=code, words=said)

    return submit(
        request,
        form,
        do=lambda data: say(data["words"]),
        done=_("Your words are in the draw."),
        to=reverse("public:draw", args=[tournament.slug]),
        again=page,
    )
