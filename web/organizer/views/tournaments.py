"""The organizer's tournaments: listed, created, changed, shortened."""

import json
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from operations.removal.services import delete_tournament
from scoring.desk.declared import life_of
from scoring.desk.declared.own_pages import CHANGE, CREATE
from scoring.matchdays.queries.calendar import over_weeks
from scoring.rulings.queries.review import window_minutes
from scoring.rulings.services import appeals
from scoring.statements import services as statements
from scoring.statements.queries import terms_of
from tournament import limits
from tournament.championship.queries.tournaments import TournamentView, tournaments_of
from tournament.championship.services.tournaments import checked
from tournament.errors import Refusal
from tournament.formats.registry import made_for
from tournament.tables.services import tables
from web import settingwords, words
from web.acting import attempt, submit
from web.files import download
from web.organizer.acting import page_of, show
from web.organizer.forms.tournaments import (
    RULES,
    NewTournamentForm,
    RulesFile,
    TournamentDetails,
    TournamentForm,
    TypedName,
    initial_of,
    initial_of_rules,
    next_start,
    rules_of,
)
from web.organizer.guard import actor_of, for_organizers, only

MOST_TO_COPY = 8


@only("GET")
def mine(request: HttpRequest) -> HttpResponse:
    tournaments = tournaments_of(user=request.user)
    leagues = [one.id for one in tournaments if made_for(one.format, {}).is_league]
    weeks = over_weeks(tournament_ids=leagues) if leagues else ()
    return show(request, "mine.html", tournaments=tournaments, over_weeks=weeks)


@only("GET", "POST")
def create(request: HttpRequest) -> HttpResponse:
    usual = _usual_zone(request)
    zone = usual or timezone.get_default_timezone_name()
    earlier = tournaments_of(user=request.user)
    like = next((one for one in earlier if one.slug == request.GET.get("like")), None)
    initial = initial_of(like) if like else {"time_zone": zone}
    if like:
        initial["appeal_minutes"] = window_minutes(tournament_id=like.id)
        initial["entered_by"] = terms_of(tournament_id=like.id).entered_by
    start = {"starts_at": next_start(like.time_zone if like else zone)}
    file = RulesFile()
    if request.POST.get("step") == "file":
        return _begin_with_a_file(request, {**initial, **start}, earlier)
    preview_values = values_to_preview(request)
    form = NewTournamentForm(
        None if preview_values else request.POST or None,
        initial=preview_values or {**initial, "seeds": "", **start},
    )
    if not usual:
        form.may_guess_the_zone()

    def again(status: int) -> HttpResponse:
        fields = {"form": form, "file": file, "earlier": earlier[:MOST_TO_COPY], "like": like}
        return show(request, "create.html", status=status, **fields)

    if preview_values:
        return again(200)

    def do(**data: Any) -> Any:
        limits.creating_tournament(
            account=request.user.pk, address=request.META.get("REMOTE_ADDR", "")
        )
        tournament = CREATE.do(
            actor=actor_of(request),
            owner=request.user,
            tables=data["tables"],
            **form.sent(zone=zone),
        )
        if data["appeal_minutes"]:
            appeals.set_window(
                tournament_id=tournament.pk, minutes=data["appeal_minutes"], actor=actor_of(request)
            )
        if data["entered_by"]:
            statements.set_terms(
                tournament_id=tournament.pk, entered_by=data["entered_by"], actor=actor_of(request)
            )
        for name, why in form.idle().items():
            messages.warning(request, f"{form[name].label}: {why}")
        return tournament

    return submit(
        request,
        form,
        do=do,
        done=CREATE.done,
        to=lambda tournament: page_of(tournament, "entries"),
        again=again,
    )


def values_to_preview(request: HttpRequest) -> dict[str, str]:
    """The fields as they were typed, for a page that only shows the rules they make; empty when
    the form is to be carried out."""
    if request.POST.get("step") != "rules":
        return {}
    return {name: str(value) for name, value in request.POST.items()}


def _begin_with_a_file(
    request: HttpRequest, initial: dict[str, Any], earlier: tuple[TournamentView, ...]
) -> HttpResponse:
    """The form for a new tournament with the rules of a file; nothing is made yet."""
    file = RulesFile(request.POST, request.FILES)

    rules, status = attempt(request, file, do=lambda rules: read_rules(rules.read(LARGEST + 1)))
    file_values = initial_of_rules(rules) if status == 200 else {}
    form = NewTournamentForm(initial={**initial, **file_values})
    return show(
        request,
        "create.html",
        status=status,
        form=form,
        file=file,
        earlier=earlier[:MOST_TO_COPY],
        from_file=bool(file_values),
    )


@only("GET")
def regulations(request: HttpRequest) -> HttpResponse:
    """Every regulation and setting, explained."""
    return show(
        request, "regulations.html", regulations=words.regulations(), settings=settingwords.SETTINGS
    )


@for_organizers("GET", "POST")
def change(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Changes everything before the draw; after it, only what does not affect the play."""
    # A form opened before the draw and sent after it still contains the rules; the service then
    # refuses them.
    if tournament.is_drawn and "regulation" not in request.POST:
        return _change_details(request, tournament)
    preview_values = values_to_preview(request)
    form = TournamentForm(
        None if preview_values else request.POST or None,
        initial=preview_values or initial_of(tournament),
    )

    def again(status: int) -> HttpResponse:
        life = life_of(tournament)
        return show(request, "change.html", status=status, form=form, tab="settings", life=life)

    if preview_values:
        return again(200)

    def do(**data: Any) -> None:
        CHANGE.do(tournament_id=tournament.id, actor=actor_of(request), **_sent(form, tournament))
        if data["tables"] != tournament.tables_count:
            tables.set_count(
                tournament_id=tournament.id, count=data["tables"], actor=actor_of(request)
            )

    return submit(
        request,
        form,
        do=do,
        done=CHANGE.done,
        to=page_of(tournament, "change"),
        again=again,
    )


def _change_details(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    form = TournamentDetails(request.POST or None, initial=initial_of(tournament))
    return submit(
        request,
        form,
        do=lambda **_: CHANGE.do(
            tournament_id=tournament.id, actor=actor_of(request), **_sent(form, tournament)
        ),
        done=CHANGE.done,
        to=page_of(tournament, "change"),
        again=lambda status: show(
            request,
            "change_drawn.html",
            status=status,
            tab="settings",
            form=form,
            regulation_name=words.regulation_name(tournament.regulation),
            settings=words.settings_of(tournament),
            life=life_of(tournament),
            can_reduce=tournament.status == "running" and (tournament.best_of or 1) > 1,
        ),
    )


def _sent(form: TournamentDetails, tournament: TournamentView) -> dict[str, Any]:
    return form.sent(zone=tournament.time_zone, courtesy=tournament.courtesy_minutes)


@for_organizers("GET", "POST")
def delete(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Asks for its name, then deletes a tournament that has no draw."""
    back = page_of(tournament, "change")
    question = {
        "title": _("Delete %(name)s") % {"name": tournament.name},
        "says": [
            _("Everything in it is deleted for everybody: entries, contacts, the log."),
            _("Nobody can undo this. To keep it, call it off or hide it."),
            _("Type its name to say that it is this one: %(name)s") % {"name": tournament.name},
        ],
        "button": _("Delete the tournament"), "back": back, "danger": True,
    }  # fmt: skip
    form = TypedName(request.POST or None)
    return submit(
        request,
        form,
        do=partial(delete_tournament, tournament_id=tournament.id, actor=actor_of(request)),
        done=_("%(name)s is removed.") % {"name": tournament.name},
        to=reverse("organizer:mine"),
        again=lambda status: show(
            request, "confirm.html", status=status, question=question, form=form, tab="settings"
        ),
    )


def _usual_zone(request: HttpRequest) -> str:
    """The time zone of this organizer's last tournament; "" for the first one, and for an operator,
    who sees those of others."""
    before = () if request.user.is_superuser else tournaments_of(user=request.user)
    return before[0].time_zone if before else ""


RECIPE = "mus-rules/1"
LARGEST = 20_000
"""Bytes: house rules of 4,000 letters and every setting are far fewer."""


@for_organizers("GET")
def rules_file(request: HttpRequest, tournament: TournamentView) -> HttpResponseBase:
    """The rules by which the tournament is played, as JSON. Who is seeded belongs to its pairs and
    stays out."""
    options = {name: one for name, one in tournament.format_options.items() if name != "seeds"}
    rules = {"rules": RECIPE, **rules_of(tournament), "format_options": options}
    text = json.dumps(rules, indent=2, ensure_ascii=False)
    name = f"{tournament.slug}-rules.json"
    return download(text + "\n", name=name, kind="application/json; charset=utf-8")


def read_rules(content: bytes) -> dict[str, Any]:
    """The rules of such a file, by the names of a tournament's fields. Raises Refusal when it is no
    such file, or when this program cannot play so; `rules` then names what it does not know."""
    try:
        document = json.loads(content.decode("utf-8-sig")) if len(content) <= LARGEST else None
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict) or document.get("rules") != RECIPE:
        raise Refusal.one(
            "rules",
            "no_rules",
            _("This is not a file of rules. Choose one saved from the settings of a tournament."),
        )
    unknown = sorted(set(document) - {"rules", *RULES})
    if unknown:
        raise Refusal.one(
            "rules",
            "unknown_field",
            _("A newer version of the program wrote this file. Update this server first."),
        )
    try:
        rules = checked({name: document[name] for name in RULES if name in document})
    except Refusal as refusal:
        first = refusal.problems[0]
        raise Refusal.one("rules", first.code, f"{first.field}: {first.message}") from refusal
    return rules
