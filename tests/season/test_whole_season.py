"""A season as one story: tournaments of several organizers, a league over weeks, a final by
qualifiers, a correction after the fact and an erasure. Ranking and ratings follow from the files of
the tournaments alone."""

import json
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from scoring.matchdays import queries as matchdays
from scoring.matchdays import services as match_days
from scoring.proof.queries.tables import tournament_file
from scoring.proof.services.erasing import erase
from scoring.proof.services.files import rebuild
from scoring.rulings.services import endings
from scoring.statements import services as statements
from scoring.statements.queries import link_of
from season.models import Circuit
from season.queries.carrying import circuit_file
from season.queries.circuits import get_public
from season.queries.ranking import known_people, qualifiers, ranking, ratings
from season.services import circuits as services
from season.services import entering, merging
from season.services.carrying import bring_in
from tests.night import of_many
from tests.refusals import refusal
from tests.season.seasons import actor_of, circuit, cup
from tests.tampering.trials import forget_everything
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.draw import services as draw
from tournament.log.rules.events import ERASED
from tournament.log.rules.roles import Actor
from tournament.matches.models import Match

TOURNAMENTS = of_many(3, nightly=30)
ORGANIZERS = of_many(2, nightly=10)
ENTERED = of_many(4, nightly=16)
POOL = tuple(f"Player {n}, Partner {n}" for n in range(1, 2 * ENTERED + 1))
ALIAS = "Player Last, Partner Last"
SETTINGS = {"points": "1: 100\n2: 70\n3-4: 40", "taking_part": 5, "best_of": of_many(2, nightly=8)}


class Season:
    """Organizers, dice, and the tournaments of a circuit."""

    def __init__(self) -> None:
        self.dice = Random(7)
        self.owners = [User.objects.create_user(f"club{n}") for n in range(ORGANIZERS)]
        self.circuit: Circuit = circuit(self.owners[0], **SETTINGS)
        self.cups: list[Tournament] = []

    def play(self, made: Tournament, actor: Actor) -> None:
        """Every match to the end, by the organizer, with the dice's results."""
        while ready := Match.objects.filter(tournament=made, status="ready").first():
            won, lost = ready.wins_needed, self.dice.randrange(ready.wins_needed)
            games = (won, lost) if self.dice.random() < 0.6 else (lost, won)
            endings.record_result(match_id=ready.pk, games=games, actor=actor)
        made.refresh_from_db()
        assert made.status == "finished"

    def holds(self, number: int) -> Tournament:
        """One more tournament, by the organizer whose turn it is, offered and taken in."""
        owner = self.owners[number % ORGANIZERS]
        entered = tuple(self.dice.sample(POOL, ENTERED))
        made = cup(f"Cup {number}", entered, owner=owner, day=number, played=False)
        self.play(made, actor_of(owner))
        self.joins(made, owner)
        return made

    def joins(self, made: Tournament, owner: User) -> None:
        which = {"circuit_id": self.circuit.pk, "tournament_id": made.pk}
        entry = services.offer(**which, actor=actor_of(owner))
        if entry.status != "in":
            services.take_in(**which, actor=actor_of(self.owners[0]))
        self.cups.append(made)


def a_league(season: Season) -> None:
    """A league over weeks: a match by agreement, one postponed, one given by default, the rest."""
    owner = season.owners[-1]
    actor = actor_of(owner)
    options = {"format": "round_robin", "format_options": {"any_order": True}}
    made = cup("Winter League", (*POOL[:3], ALIAS), owner=owner, day=90, played=False, **options)
    statements.set_terms(tournament_id=made.pk, entered_by="pairs", actor=actor)
    now = timezone.now().replace(microsecond=0)
    days = [now + timedelta(days=7 * n) for n in (1, 2, 3)]
    match_days.set_days(tournament_id=made.pk, days=days, actor=actor)
    late, agreed, missed = Match.objects.filter(tournament=made).order_by("-round", "slot")[:3]
    match_days.postpone(match_id=late.pk, until=days[-1], reason="snow", actor=actor)
    a, b = (link_of(pair_id=pair) for pair in (agreed.pair_a_id, agreed.pair_b_id) if pair)
    meeting: dict[str, Any] = {
        "match_id": agreed.pk, "at": now + timedelta(days=2), "venue": "Casino",
    }  # fmt: skip
    match_days.propose(link=a, **meeting)
    match_days.accept(link=b, **meeting)
    for link in (a, b):
        statements.say(link=link, match_id=agreed.pk, games=(agreed.wins_needed, 0))
    assert matchdays.overdue(tournament_id=made.pk, now=days[-1] + timedelta(days=1))
    endings.walkover(match_id=missed.pk, winner="B", actor=actor, reason="nobody came")
    season.play(made, actor)
    season.joins(made, owner)


def a_final(season: Season) -> Tournament:
    """The first of the ranking, entered in one step, and played."""
    owner = season.owners[0]
    made = play.tournament(name="The Final", owner=owner)
    shown = qualifiers(circuit=get_public(slug=season.circuit.slug), first=4, tournament_id=made.pk)
    entering.qualify(
        circuit_id=season.circuit.pk, tournament_id=made.pk, first=4, seen=shown.keys,
        actor=actor_of(owner),
    )  # fmt: skip
    assert made.pairs.count() == shown.entering >= 4
    draw.make(tournament_id=made.pk, actor=actor_of(owner), seed="final")
    season.play(made, actor_of(owner))
    season.joins(made, owner)
    return made


def told(slug: str) -> dict[str, Any]:
    """All that everybody reads of a circuit, without the keys of its addresses."""
    view = get_public(slug=slug)
    ranked, rated = ranking(circuit=view), ratings(circuit=view)
    return {
        "ranking": [
            (one.rank, one.person.name, one.points, [(r.tournament, r.place, r.points, r.counts)
                                                     for r in one.results])
            for one in ranked.lines
        ],
        "corrected": [(one.slug, one.corrections) for one in ranked.tournaments],
        "ratings": [
            (one.rank, one.person.name, one.rating, one.uncertainty, one.matches, one.won)
            for one in rated.lines
        ],
        "calibration": rated.calibration,
    }  # fmt: skip


def rebuilt(season: Season) -> dict[str, Any]:
    """The same from nothing but the files of the tournaments and of the circuit, in a database
    without anything."""
    files = [tournament_file(tournament_id=one.pk) for one in season.cups]
    carried = circuit_file(circuit=get_public(slug=season.circuit.slug))
    Circuit.objects.all().delete()
    forget_everything()
    come = {"content": carried, "actor": play.PROGRAM, "owner": season.owners[0]}
    assert refusal(bring_in, **come) == ("missing_tournaments",)
    for content in files:
        rebuild(content=content)
    again = bring_in(**come)
    written = circuit_file(circuit=get_public(slug=again.slug))
    assert json.loads(written) == json.loads(carried), "and it is written the same again"
    return told(again.slug)


def two_are_the_same(season: Season) -> None:
    """A pair that played the league under another name, by the word of those who run it."""
    people = known_people(circuit=get_public(slug=season.circuit.slug))
    keys = {one.person.name: one.person.key for one in people}
    merging.merge(
        circuit_id=season.circuit.pk, actor=actor_of(season.owners[0]),
        one=keys[ALIAS.replace(", ", " – ")], other=keys[POOL[-1].replace(", ", " – ")],
    )  # fmt: skip


@pytest.mark.django_db
def test_ranking_and_ratings_of_a_season_follow_from_the_files_of_its_tournaments():
    season = Season()
    for number in range(TOURNAMENTS):
        season.holds(number)
    a_league(season)
    two_are_the_same(season)
    a_final(season)
    before = told(season.circuit.slug)

    first = season.cups[0]
    match = Match.objects.filter(tournament=first).order_by("-round")[0]
    games = (match.games_b, match.games_a)
    by = actor_of(season.owners[0])
    endings.replace_result(match_id=match.pk, games=games, actor=by, reason="misread")
    corrected = told(season.circuit.slug)
    assert corrected["ranking"] != before["ranking"]
    assert [kind.kind for kind in dict(corrected["corrected"])[first.slug]] == ["match.replaced"]

    gone = first.pairs.order_by("number")[0].player_1
    erase(tournament_id=first.pk, words=[gone], asked_by="person", reason="asked", actor=by)
    erased = told(season.circuit.slug)
    assert any(ERASED in name for _rank, name, *_rest in erased["ranking"])

    assert rebuilt(season) == erased
