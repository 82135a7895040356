"""A day of individuals: rounds drawn, orders of finish entered and corrected."""

from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.desk.declared.own_pages import ORDER_OF_FINISH
from scoring.desk.queries.latest import latest
from tournament.championship.queries.tournaments import TournamentView
from tournament.pauses.queries import pauses_ahead
from tournament.seatings.queries import SeatedTableView, day_of_individuals
from tournament.standings.queries import standings
from web.acting import submit
from web.organizer.acting import page_of, show
from web.organizer.forms.reasons import Reason
from web.organizer.guard import actor_of, for_organizers
from web.seen import whole

NO_PLACE = ("", gettext_lazy("has left"))


class OrderForm(Reason):
    """The place of each player of `table`. Whoever has left may have none. The reason is asked for
    once an order stands."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, table: SeatedTableView, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.table = table
        stood = {one.player.number: one.place for one in table.finish}
        places = [(str(place), str(place)) for place in range(1, len(table.seats) + 1)]
        for player in table.seats:
            self.fields[f"place_{player.number}"] = forms.ChoiceField(
                label=player.name,
                choices=[*places, *([] if player.is_in else [NO_PLACE])],
                required=player.is_in,
                initial=str(stood.get(player.number) or ""),
                widget=forms.RadioSelect,
                error_messages={"required": _("Choose a place.")},
            )
        if table.is_over:
            self.fields["seen"].initial = "; ".join(
                " ".join(map(str, group)) for group in _groups(stood)
            )
        else:
            del self.fields["reason"], self.fields["seen"]

    def players(self) -> list[Any]:
        """The fields of the places, in the order of the seats."""
        return [self[f"place_{player.number}"] for player in self.table.seats]

    def order(self) -> list[list[int]]:
        """The players by the places chosen; those with the same one share it."""
        chosen = {
            player.number: self.cleaned_data[f"place_{player.number}"]
            for player in self.table.seats
        }
        return _groups({number: int(place) for number, place in chosen.items() if place})

    def seen_order(self) -> list[list[int]] | None:
        """The order that the page showed as the one that stands; None where it showed none."""
        text = self.cleaned_data.get("seen")
        if not text:
            return None
        groups = [map(whole, group.split()) for group in text.split(";")]
        return [[one for one in group if one is not None] for group in groups]


def _groups(places: dict[int, Any]) -> list[list[int]]:
    taken = sorted({place for place in places.values() if place})
    return [sorted(player for player in places if places[player] == place) for place in taken]


def desk(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The desk of a day of individuals: the open round, the table of points, what was played."""
    return show(
        request,
        "desk_individuals.html",
        tournament=tournament,
        tab="desk",
        live=True,
        day=day_of_individuals(tournament_id=tournament.id),
        lines=standings(tournament_id=tournament.id),
        pauses=pauses_ahead(tournament_id=tournament.id),
        latest=latest(tournament_id=tournament.id),
    )


@for_organizers("GET", "POST")
def order(
    request: HttpRequest, tournament: TournamentView, number: int, table: int
) -> HttpResponse:
    """The order of finish of a table: entered, or corrected with a reason."""
    view = _table_of(tournament, number, table)
    form = OrderForm(request.POST or None, table=view)

    def do(**data: Any) -> Any:
        return ORDER_OF_FINISH.do(
            tournament_id=tournament.id,
            number=number,
            table=table,
            order=form.order(),
            seen=form.seen_order(),
            reason=data.get("reason", ""),
            actor=actor_of(request),
        )

    return submit(
        request,
        form,
        do=do,
        done=str(ORDER_OF_FINISH.done) % {"n": table},
        to=page_of(tournament, "desk"),
        again=lambda status: show(
            request,
            "order_of_finish.html",
            status=status,
            tournament=tournament,
            tab="desk",
            form=form,
            number=number,
            table=view,
        ),
    )


def _table_of(tournament: TournamentView, number: int, table: int) -> SeatedTableView:
    """The table. Raises Http404 where there is none."""
    if tournament.is_individual:
        rounds = day_of_individuals(tournament_id=tournament.id).rounds
        if 1 <= number <= len(rounds) and 1 <= table <= len(rounds[number - 1].tables):
            return rounds[number - 1].tables[table - 1]
    raise Http404("no such table")
