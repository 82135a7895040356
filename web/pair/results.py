"""A pair's result, said by itself on its own telephone: the page behind its link."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.matchdays.queries.calendar import Meeting, meetings_of
from scoring.matchdays.services import appointments
from scoring.statements import services as statements
from scoring.statements.queries import OwnMatch, ResultPage, result_page
from season.queries.circuits import circuit_of
from tournament import limits
from tournament.matches.queries.matches import MatchCard
from web.acting import press, submit
from web.localization import tournament_of
from web.methods import uncached
from web.once import new_once


@dataclass(frozen=True, slots=True)
class ResultChoice:
    """A result as this pair sees it, its own games first; `value`: as the form sends it."""

    value: str
    ours: int
    theirs: int

    @property
    def is_won(self) -> bool:
        return self.ours > self.theirs

    @property
    def is_level(self) -> bool:
        return self.ours == self.theirs


class ResultForm(forms.Form):
    """One of the results that the match can have; `answers`: the other pair's statement as it was
    shown."""

    result = forms.RegexField(r"^\d-\d$")
    answers = forms.IntegerField(required=False, min_value=1)

    @property
    def games(self) -> tuple[int, int]:
        a, b = self.cleaned_data["result"].split("-")
        return int(a), int(b)


class MeetingForm(forms.Form):
    at = forms.DateTimeField(
        label=gettext_lazy("When"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    venue = forms.CharField(
        label=gettext_lazy("Where"),
        max_length=120,
        help_text=gettext_lazy(
            "Everybody can read this once you have agreed, so name a bar, not a home."
        ),
    )


@uncached("GET")
def own_result(request: HttpRequest, link: str) -> HttpResponse:
    """The pair's present match, and what was said of its result."""
    return show(request, link, None)


@uncached("GET", "POST")
def result_of(request: HttpRequest, link: str, match_id: int) -> HttpResponse:
    """The same of one match; POST says its result, or answers what the other pair said."""
    page_of(link, match_id)
    form = ResultForm(request.POST if request.method == "POST" else None)

    def say() -> Any:
        limits.spend(statements.BY_ONE_PAIR, link)
        answers = form.cleaned_data["answers"]
        return statements.say(link=link, match_id=match_id, games=form.games, answers=answers)

    def done_words(match: Any) -> str:
        if match.status == "finished":
            return _("Both pairs agree. The result is entered.")
        own = page_of(link, match_id).match
        if own and own.state == "desk":
            return _("Sent. Your opponents entered a different result, so the organizers decide.")
        return _("The result is sent. Your opponents can now confirm it.")

    return submit(
        request,
        form,
        do=lambda **_: say(),
        done=done_words,
        to=reverse("pair:result", args=[link]),
        again=lambda status: show(request, link, match_id, form=form, status=status),
    )


@uncached("POST")
def take_back(request: HttpRequest, link: str, match_id: int) -> HttpResponse:
    """Takes back what the pair said, while the other one has not answered."""
    page_of(link, match_id)

    def do() -> Any:
        limits.spend(statements.BY_ONE_PAIR, link)
        return statements.take_back(link=link, match_id=match_id)

    return press(
        request,
        do=do,
        done=_("Your result is taken back."),
        to=reverse("pair:result", args=[link]),
    )


def show(
    request: HttpRequest,
    link: str,
    match_id: int | None,
    *,
    form: ResultForm | None = None,
    meeting: MeetingForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """Renders the page of a link; `form` and `meeting`: what was typed and refused. Raises
    Http404."""
    page = page_of(link, match_id)
    own = page.match.match.id if page.match else 0
    meetings = meetings_of(match_ids=[own, *(card.id for card in page.others)])
    context = {
        **_context(page), "link": link, "form": form or ResultForm(), "once": new_once(),
        "meeting": meetings.get(own), "meeting_form": meeting or MeetingForm(),
        "overdue": own in meetings and meetings[own].is_overdue(timezone.now()),
        "in_circuit": circuit_of(tournament_id=page.tournament_id) is not None,
        "others": [_other(page, card, meetings[card.id]) for card in page.others],
    }  # fmt: skip
    return render(request, "pair/result.html", context, status=status)


def _other(page: ResultPage, card: MatchCard, meeting: Meeting) -> tuple[MatchCard, Meeting, bool]:
    """An open match beside the shown one, and whether the other pair proposes when to play it."""
    side = "A" if card.pair_a and card.pair_a.number == page.number else "B"
    return card, meeting, meeting.new_at is not None and meeting.new_by != side


def page_of(link: str, match_id: int | None) -> ResultPage:
    """The page that a link opens, shown in its tournament's time zone."""
    page = result_page(link=link, match_id=match_id)
    tournament_of(page.slug)
    return page


def _context(page: ResultPage) -> dict[str, Any]:
    own = page.match
    keys = _keys(own) if own else []
    return {
        "page": page,
        "own": own,
        "won": [key for key in keys if key.is_won],
        "lost": [key for key in keys if not key.is_won and not key.is_level],
        "level": [key for key in keys if key.is_level],
        "ours": _key(own, own.ours.games) if own and own.ours else None,
        "theirs": _key(own, own.theirs.games) if own and own.theirs else None,
    }


def _key(own: OwnMatch, games: tuple[int, int]) -> ResultChoice:
    a, b = games
    value = f"{a}-{b}"
    return ResultChoice(value, a, b) if own.side == "A" else ResultChoice(value, b, a)


def _keys(own: OwnMatch) -> list[ResultChoice]:
    """The results to choose from, without the one that the other pair has said."""
    theirs = own.theirs.games if own.theirs else None
    return [_key(own, games) for games in own.results if games != theirs]


@uncached("POST")
def propose(request: HttpRequest, link: str, match_id: int) -> HttpResponse:
    page_of(link, match_id)
    form = MeetingForm(request.POST)

    def do(**data: Any) -> Any:
        limits.spend(appointments.BY_ONE_PAIR, link)
        return appointments.propose(link=link, match_id=match_id, **data)

    return submit(
        request,
        form,
        do=do,
        done=_("Proposed. Your opponents answer on their page."),
        to=_page_of_match(link, match_id),
        again=lambda status: show(request, link, match_id, meeting=form, status=status),
    )


@uncached("POST")
def answer(request: HttpRequest, link: str, match_id: int) -> HttpResponse:
    """Accepts what was proposed (`yes`: 1), or declines it or takes it back (0)."""
    page_of(link, match_id)
    is_yes = request.POST.get("yes") == "1"
    at, venue = _moment(request.POST.get("at", "")), request.POST.get("venue", "")

    def do() -> Any:
        limits.spend(appointments.BY_ONE_PAIR, link)
        if not is_yes:
            return appointments.decline(link=link, match_id=match_id)
        return appointments.accept(link=link, match_id=match_id, at=at, venue=venue)

    done = _("Agreed. It’s in your calendar.") if is_yes else _("The proposal is withdrawn.")
    return press(request, do=do, done=done, to=_page_of_match(link, match_id))


@uncached("POST")
def call_off(request: HttpRequest, link: str, match_id: int) -> HttpResponse:
    """Calls off what both pairs agreed on."""
    page_of(link, match_id)

    def do() -> Any:
        limits.spend(appointments.BY_ONE_PAIR, link)
        return appointments.call_off(link=link, match_id=match_id)

    done = _("The appointment is called off. Propose when and where to play.")
    return press(request, do=do, done=done, to=_page_of_match(link, match_id))


def _page_of_match(link: str, match_id: int) -> str:
    return reverse("pair:result_of", args=[link, match_id])


def _moment(text: str) -> Any:
    """The moment that a form sends back; None for anything else."""
    try:
        return parse_datetime(text)
    except ValueError:
        return None
