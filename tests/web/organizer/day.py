"""A day to act on by its pages alone, and what stands in it, to compare before and after."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scoring.course.models import Game, Hand
from scoring.desk.queries.now import desk_inbox
from scoring.matchdays.models import Appointment, Postponement
from scoring.matchdays.queries.calendar import dates_of
from scoring.rulings.models import AppealWindow, Ruling, TribunalCase
from scoring.statements.queries import links_of, terms_of
from tests.tournament import play
from tests.web.pages import Forms
from tournament.arrivals.models import Arrival
from tournament.championship.models import Role, Tournament
from tournament.commitment.models import DrawCommitment
from tournament.consolation.models import OptOut
from tournament.entries.models import Pair
from tournament.log.models import Event
from tournament.matches.models import Cascade, Match
from tournament.matches.queries.matches import next_up, playing
from tournament.pauses.models import Pause
from tournament.referees.models import Post, Referee
from tournament.screens.models import Screen
from tournament.seatings.models import SeatedRound
from tournament.signup.models import Payment, SignUp, Terms
from tournament.standings.queries import consolation_standings, standings
from tournament.tables.models import Arrangement, Device

OF_THE_DAY = (
    "name", "place", "starts_at", "best_of", "games_by_round", "status", "champion__number",
    "draw_seed", "tables_count", "courtesy_minutes", "prizes",
    "is_called_off", "is_hidden", "ended_early", "consolation_ended",
    "ties", "points_given", "results_of_gone",
)  # fmt: skip
OF_A_MATCH = (
    "kind", "round", "slot", "pair_a__number", "pair_b__number", "best_of", "status", "winner",
    "ended_by", "games_a", "games_b", "table__number",
)  # fmt: skip


class Day:
    """A tournament and the organizer's browser."""

    def __init__(self, desk: Client, cup: Tournament, patch: pytest.MonkeyPatch) -> None:
        self.desk, self.cup, self.patch = desk, cup, patch

    def press(self, name: str, /, *args: object, query: str = "", **data: Any) -> None:
        """Sends the form of a page as it is shown, with these fields changed; it must be taken."""
        view = name if ":" in name else f"organizer:{name}"
        whole = args if ":" in name else (self.cup.slug, *args)
        where = reverse(view, args=whole) + query
        page = self.desk.get(where)
        shown = self._form(page, where) if page.status_code == 200 else {}
        if data.get("step") == "do":  # with the names of all that would fall
            looked = self.desk.post(where, {**shown, **data, "step": "look"})
            shown |= self._form(looked, where)
        answer = self.desk.post(where, {**shown, **data})
        assert answer.status_code == 302, (name, _wrong(answer.text))
        told = (self.desk.get(answer.url).context or {}).get("messages", ())
        wrong = [str(one) for one in told if one.level_tag == "error"]
        assert not wrong, (name, wrong)

    def page(self, name: str, *args: object) -> str:
        return self.desk.get(reverse(f"organizer:{name}", args=[self.cup.slug, *args])).text

    def _form(self, page: HttpResponse, where: str) -> dict[str, list[str]]:
        forms = Forms(page.text).found
        here = [fields for action, fields in forms if action in ("", where) or action[0] == "#"]
        return here[-1] if here else {}

    def match(self, round_: int = 1, slot: int = 0, kind: str = "championship") -> Match:
        return play.match(self.cup, round_, slot, kind)

    def last(self, kind: str) -> int:
        """The number of the last event of a kind."""
        return self.cup.events.filter(kind=kind).latest("number").number

    def told(self) -> int:
        return Event.objects.filter(tournament=self.cup).count()

    def stands(self) -> dict[str, Any]:
        """Everything that anybody sees of the day: public pages, standings, the desk's rows."""
        of, by_match = {"tournament": self.cup}, {"match__tournament": self.cup}
        pairs = Pair.objects.filter(**of, status=Pair.Status.ENTERED)
        matches = Match.objects.filter(**of).exclude(kind="set_aside")
        live = matches.exclude(kind="consolation", winner="", status="finished")
        rows = live.values_list(*OF_A_MATCH).order_by("kind", "round", "slot")
        hands = Hand.objects.filter(game__match__in=live, is_current=True, is_void=False)
        games = Game.objects.filter(match__in=live).exclude(winner="")
        pauses = Pause.objects.filter(**of, is_off=False)
        inbox = desk_inbox(tournament_id=self.cup.pk)
        return {
            "day": Tournament.objects.values_list(*OF_THE_DAY).get(pk=self.cup.pk),
            "pairs": list(
                pairs.values_list("number", "player_1", "player_2", "club", "contact")
            ),
            "matches": [row if row[0] == "championship" else _unplaced(row) for row in rows],
            "standings": _standings(standings(tournament_id=self.cup.pk)),
            "consolation": _standings(consolation_standings(tournament_id=self.cup.pk)),
            "next": [card.label for card in next_up(tournament_id=self.cup.pk)],
            "playing": [card.label for card in playing(tournament_id=self.cup.pk)],
            "hands": list(hands.values_list("game__match", "game__number", "number", "stones_a",
                                            "stones_b", "game_winner").order_by("pk")),
            "games": list(games.values_list("match", "number", "winner", "ended_by")),
            "inbox": [(item.ruling.kind, item.match.id) for item in inbox.items],
            "cases": list(TribunalCase.objects.filter(ruling__match__tournament=self.cup)
                          .values_list("state", "verdict")),
            "decided": Ruling.objects.filter(**by_match, status="open").count(),
            "undone": Cascade.objects.filter(**of, undone_at=None).count(),
            "here": list(Arrival.objects.filter(pair__in=pairs).values_list("pair__number")),
            "paid": list(Payment.objects.filter(pair__in=pairs).values_list("pair__number")),
            "signup": list(Terms.objects.filter(**of).values_list("is_open", "cap", "fee")),
            "waiting": list(SignUp.objects.filter(**of).values_list("state", "pair__number")),
            "seated": list(SeatedRound.objects.filter(**of).values_list("number", "tables")),
            "draw": list(DrawCommitment.objects.filter(**of, state="open").values_list("words")),
            "results": terms_of(tournament_id=self.cup.pk),
            "no_link": [row.number for row in links_of(tournament_id=self.cup.pk) if not row.link],
            "screen": list(Screen.objects.filter(**of)
                           .values_list("shown", "seconds", "panels", "held", "step")),
            "tablets": list(Device.objects.filter(table__tournament=self.cup)
                            .values_list("label", "revoked_at")),
            "arranged": list(Arrangement.objects.filter(table__tournament=self.cup)
                             .values_list("table", "name", "is_out", "kept_for")),
            "pauses": list(pauses.values_list("reason", "starts_at", "ends_at")),
            "days": dates_of(tournament_id=self.cup.pk),
            "postponed": list(Postponement.objects.filter(match__tournament=self.cup)
                              .values_list("match", "until", "reason")),
            "agreed": list(Appointment.objects.filter(match__tournament=self.cup)
                           .exclude(meets_at=None).values_list("match", "meets_at", "venue")),
            "appeals": list(AppealWindow.objects.filter(**of).values_list("minutes")),
            "out": list(OptOut.objects.filter(pair__in=pairs).values_list("pair__number")),
            "people": sorted(self.cup.organizers.values_list("username", flat=True)),
            "roles": sorted(Role.objects.filter(**of).values_list("user__username", "role")),
            "referees": sorted(Referee.objects.filter(**of, has_left=False).values_list("name")),
            "posts": sorted(Post.objects.filter(table__tournament=self.cup)
                            .values_list("table__number", "referee__name")),
        }  # fmt: skip


def _wrong(page: str) -> list[str]:
    """What a page says is wrong."""
    said = re.findall(
        r'(?s)class="[^"]*(?:error|notice)[^"]*"[^>]*>(.*?)</(?:p|ul|div|section)>', page
    )
    return [re.sub(r"<[^>]+>|\s+", " ", one).strip() for one in said]


def _unplaced(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """A consolation match without its place: made again it has another."""
    return (row[0], *row[3:])


def _standings(lines: Any) -> list[Any]:
    told = ("place", "title", "matches_won", "matches_lost", "games_won", "games_lost")
    return [(one.pair.number, *(getattr(one, name) for name in told)) for one in lines]
