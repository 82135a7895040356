"""Circuits through their services: what counts, who may do what, and every act's way back."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone

from delivery.marks import EVERY_TOURNAMENT
from delivery.stamps import _read_state
from operations.removal.services import remove_account, remove_tournament
from scoring.proof.services import erasing
from scoring.rulings.services import endings
from season import tasks
from season.models import Circuit, CircuitEvent, CircuitTournament, Merge, MergedEntry
from season.queries import circuits as queries
from season.queries.alike import alike
from season.queries.corrections import CORRECTIONS
from season.queries.known import NoSuchPerson
from season.queries.log import log_page
from season.queries.ranking import (
    known_people,
    merges_of,
    person_page,
    qualifiers,
    ranking,
    ratings,
)
from season.services import circuits, entering, merging
from tests.refusals import named_faults, refusal
from tests.season.seasons import (
    FOUR,
    actor_of,
    alone,
    circuit,
    cup,
    key_of,
    sums,
    take_in,
    view,
)
from tests.tournament import play
from tournament import notify
from tournament.championship.services import life
from tournament.draw import services as draw
from tournament.entries.models import Pair
from tournament.entries.services import departures, pairs
from tournament.errors import Conflict, NotAllowed, NotFound, Refusal
from tournament.limits import Limit, TooOften
from tournament.log.rules.events import ERASED
from tournament.log.rules.kinds import KINDS, RETIRED
from tournament.matches.models import Match
from tournament.matches.services import results
from tournament.seatings import services as seatings
from tournament.standings.queries import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def other(db: None) -> User:
    return User.objects.create_user("mutriku")


def settings_of(made: Circuit, **changed):
    return {
        "name": made.name, "carried_by": made.carried_by, "points": "1: 10\n2: 7",
        "taking_part": 1, "best_of": None, **changed,
    }  # fmt: skip


def places(of) -> dict[str, int | None]:
    return {line.pair.name: line.place for line in standings(tournament_id=of.pk)}


# The ranking


def test_the_points_follow_the_places_of_the_tournaments(runner):
    one, two = cup(), cup("Deba Cup", day=7, seed="t")
    made = circuit(runner, one, two)
    worth = {1: 100, 2: 70, 3: 40, 4: 40}
    first, second = places(one), places(two)
    naive = {name: worth[first[name]] + worth[second[name]] for name in first}
    assert sums(made) == naive
    assert [line.counted for line in ranking(circuit=view(made)).lines] == [2] * 4


def test_players_carry_the_points_where_the_circuit_says_so(runner):
    one = cup()
    two = cup("Deba Cup", ("Getaria, Lezo", "Orio, Deba", "Eibar, Irun", "Bera, Zumaia"), day=7)
    made = circuit(runner, one, two, carried_by="player")
    worth = {1: 100, 2: 70, 3: 40, 4: 40}
    naive: dict[str, int] = {}
    for found in (places(one), places(two)):
        for name, place in found.items():
            for player in name.split(" – "):
                naive[player] = naive.get(player, 0) + worth[place]
    assert sums(made) == naive


def test_a_club_that_entered_alone_is_no_player(runner):
    clubs = cup("Club Cup", ("Kaia", "Orio"), settings={"entrants": "clubs"})
    of_players = circuit(runner, cup(), clubs, carried_by="player")
    assert "" not in sums(of_players)
    assert not any("Kaia" in name for name in sums(of_players))
    lines = ratings(circuit=view(of_players)).lines
    assert len(lines) == len(sums(of_players)) == 8
    of_pairs = circuit(runner, clubs, name="Clubs")
    assert set(sums(of_pairs)) == {"Kaia", "Orio"}


def test_accents_and_order_make_no_other_pair(runner):
    one = cup(lines=("Getaria Etxea, Orio", *FOUR[1:]))
    two = cup("Deba Cup", ("ORIO, GETÁRIA-ETXEA", *FOUR[1:]), day=7)
    made = circuit(runner, one, two)
    assert len(sums(made)) == 4
    assert "ORIO – GETÁRIA-ETXEA" in sums(made)  # as in the latest tournament


def test_what_is_not_finished_or_a_rehearsal_counts_for_nothing(runner):
    running = cup("Deba Cup", day=7, played=False)
    made = circuit(runner, cup(), running)
    assert [(one.name, one.counts) for one in ranking(circuit=view(made)).tournaments] == [
        ("Zarautz Cup", True), ("Deba Cup", False),
    ]  # fmt: skip
    assert all(len(one.results) == 1 for one in ranking(circuit=view(made)).lines)
    assert refusal(take_in, made, cup("Trial", is_rehearsal=True)) == ("is_rehearsal",)


def test_a_pair_that_never_took_part_has_no_result(runner):
    made = circuit(runner, cup())
    withdrawn = play.tournament(entered=4, name="Deba Cup")
    departures.withdraw(pair_id=play.pair(withdrawn, 4).pk, reason="ill", actor=play.PROGRAM)
    draw.make(tournament_id=withdrawn.pk, actor=play.PROGRAM, seed="s")
    play.play_out(withdrawn)
    take_in(made, withdrawn)
    assert "Getaria 4 – Orio 4" not in sums(made)
    assert "Getaria 3 – Orio 3" in sums(made)


@pytest.mark.postgres
def test_a_correction_changes_the_ranking_and_is_named_there(runner):
    one = cup()
    made = circuit(runner, one)
    before = ranking(circuit=view(made))
    assert before.tournaments[0].corrections == ()
    final = play.match(one, 2, 0)
    wins = final.wins_needed
    results.replace_result(
        match_id=final.pk, games=(0, wins), reason="the wrong way round", actor=play.PROGRAM
    )
    after = ranking(circuit=view(made))
    assert [line.person.name for line in after.lines[:2]] == [
        line.person.name for line in reversed(before.lines[:2])
    ]
    (correction,) = after.tournaments[0].corrections
    assert correction.kind == "match.replaced"
    assert timezone.now() - correction.at < timedelta(minutes=5)


def test_who_plays_alone_on_a_day_of_individuals_has_points_among_players(runner):
    made = circuit(runner, cup(), carried_by="player", same_names="all")
    before = sums(made)
    day = alone("Orio", "Getaria", "Mutriku", owner=runner, day=7)
    take_in(made, day)
    more = {"Orio": 100, "Getaria": 70, "Mutriku": 40}
    assert sums(made) == {
        name: before.get(name, 0) + more.get(name, 0) for name in before.keys() | more
    }
    one, other = key_of(made, "Mutriku"), key_of(made, "Lezo")
    merging.merge(circuit_id=made.pk, one=one, other=other, actor=actor_of(runner))
    assert log_page(circuit_id=made.pk).lines[0].about == ("Mutriku", "Lezo")
    assert [one.person.name for one in known_people(circuit=view(made))].count("Lezo") == 0


def test_a_corrected_order_of_a_day_of_individuals_is_named(runner):
    day = alone("Getaria", "Orio", "Lezo", owner=runner)
    made = circuit(runner, day)
    assert sums(made) == {"Getaria": 100, "Orio": 70, "Lezo": 40}
    seatings.enter_order(
        tournament_id=day.pk, number=1, table=1, order=[2, 1, 3], seen=[[1], [2], [3]],
        actor=play.PROGRAM, reason="read wrongly",
    )  # fmt: skip
    assert sums(made) == {"Orio": 100, "Getaria": 70, "Lezo": 40}
    (correction,) = ranking(circuit=view(made)).tournaments[0].corrections
    assert (correction.kind, correction.reason) == ("round.order_corrected", "read wrongly")


def test_a_correction_of_the_day_itself_is_not_named(runner):
    one = cup(played=False)
    first = play.match(one, 1, 0)
    play.win(first)
    wins = first.wins_needed
    results.replace_result(match_id=first.pk, games=(0, wins), reason="no", actor=play.PROGRAM)
    play.play_out(one)
    made = circuit(runner, one)
    assert sums(made)
    assert ranking(circuit=view(made)).tournaments[0].corrections == ()


def test_the_kinds_of_corrections_are_kinds_of_events():
    assert set(CORRECTIONS) <= KINDS | RETIRED


# Ratings


def test_only_matches_played_to_their_end_are_rated(runner):
    one = cup(lines=(*FOUR, "Orio 5, Deba 5"), played=False)  # byes in round 1
    ready = Match.objects.filter(tournament=one, status="ready").earliest("pk")
    play.start(ready)
    endings.decide(match_id=ready.pk, winner="A", reason="a case", actor=play.PROGRAM)
    play.play_out(one)
    made = circuit(runner, one)
    played = Match.objects.filter(tournament=one, ended_by="games").count()
    assert 0 < played < Match.objects.filter(tournament=one).count()
    found = ratings(circuit=view(made))
    assert sum(line.matches for line in found.lines) == 2 * played
    assert sum(line.won for line in found.lines) == played
    assert sum(line.matches for line in found.calibration) + found.even == played
    for line in found.lines:
        page = person_page(circuit=view(made), key=line.person.key)
        assert (page.rating, len(page.steps)) == (line, line.matches)
        assert round(page.steps[0].after, 1) == line.rating


def test_the_matches_of_a_tournament_that_was_called_off_are_not_rated(runner):
    running = cup("Deba Cup", day=7, played=False)
    found = view(circuit(runner, running))
    play.win(play.match(running, 1, 0))
    assert ratings(circuit=found).count == 2
    life.call_off(tournament_id=running.pk, reason="rain", actor=play.PROGRAM)
    assert ratings(circuit=found).count == 0


# Acts and their ways back


def test_nobody_else_may(runner, other):
    one, made = cup(owner=runner), circuit(runner)
    stranger = actor_of(other)
    pks = {"circuit_id": made.pk, "tournament_id": one.pk}
    take_in(made, one)
    keys = {"one": key_of(made, "Getaria – Orio"), "other": key_of(made, "Lezo – Deba")}
    acts = [
        lambda: circuits.offer(**pks, actor=stranger),
        lambda: circuits.withdraw_offer(**pks, actor=stranger),
        lambda: circuits.take_in(**pks, actor=stranger),
        lambda: circuits.take_out(**pks, actor=stranger),
        lambda: circuits.change(circuit_id=made.pk, actor=stranger, **settings_of(made)),
        lambda: circuits.remove(circuit_id=made.pk, actor=stranger),
        lambda: circuits.add_runner(circuit_id=made.pk, username="mutriku", actor=stranger),
        lambda: circuits.remove_runner(circuit_id=made.pk, user_id=runner.pk, actor=stranger),
        lambda: merging.merge(circuit_id=made.pk, **keys, actor=stranger),
        lambda: merging.split(circuit_id=made.pk, merge_id=1, actor=stranger),
        lambda: entering.qualify(**pks, first=1, seen="", actor=stranger),
    ]
    kept = CircuitEvent.objects.count()
    for act in acts:
        with pytest.raises(NotAllowed):
            act()
    assert CircuitEvent.objects.count() == kept
    with pytest.raises(NotAllowed):
        queries.get_for_runner(user=other, slug=made.slug)
    with pytest.raises(NotFound):
        queries.get_public(slug="no-such")


def test_a_runner_enters_nobody_in_somebody_elses_tournament(runner, other):
    made = circuit(runner, cup())
    final = play.tournament(name="Final", owner=other)
    with pytest.raises(NotAllowed):
        entering.qualify(
            circuit_id=made.pk, tournament_id=final.pk, first=2, seen="", actor=actor_of(runner)
        )
    assert not Pair.objects.filter(tournament=final).exists()


@pytest.mark.parametrize(
    ("wrong", "fields"),
    [
        ({"name": " "}, {"name"}),
        ({"name": "x" * 121}, {"name"}),
        ({"carried_by": "club"}, {"carried_by"}),
        ({"points": "1: 10\n1: 7\nfirst"}, {"points[2]", "points[3]"}),
        ({"points": None}, {"points[1]"}),
        ({"points": "1: 1\n" * 2_000}, {"points[1]"}),
        ({"taking_part": -1}, {"taking_part"}),
        ({"best_of": 0}, {"best_of"}),
        ({"name": "", "points": "1"}, {"name", "points[1]"}),
    ],
)
def test_wrong_settings_name_the_field(runner, wrong, fields):
    made = circuit(runner)
    change = {"circuit_id": made.pk, "actor": actor_of(runner), **settings_of(made, **wrong)}
    assert {field for field, _code in named_faults(circuits.change, **change)} == fields


def test_circuits_of_one_name_have_addresses_of_their_own_and_are_not_made_without_end(
    runner, monkeypatch
):
    slugs = [circuit(runner).slug for _n in range(3)]
    assert slugs == ["coast-circuit", "coast-circuit-2", "coast-circuit-3"]
    monkeypatch.setattr(circuits, "PER_HOUR", Limit("circuits", 3, 3600))
    with pytest.raises(TooOften):
        circuit(runner)


def test_there_is_always_somebody_who_runs_it(runner, other):
    made, actor = circuit(runner), actor_of(runner)
    assert refusal(circuits.remove_runner, circuit_id=made.pk, user_id=runner.pk, actor=actor) == (
        "last_runner",
    )
    circuits.add_runner(circuit_id=made.pk, username="mutriku", actor=actor)
    for username, code in (("mutriku", "already_runner"), ("\x00", "no_such_user")):
        assert refusal(circuits.add_runner, circuit_id=made.pk, username=username, actor=actor) == (
            code,
        )
    circuits.remove_runner(circuit_id=made.pk, user_id=runner.pk, actor=actor_of(other))
    assert [one.username for one in queries.runners_of(circuit_id=made.pk)] == ["mutriku"]


@pytest.mark.postgres
def test_an_account_that_alone_runs_a_circuit_stays(runner, other):
    made = circuit(runner)
    operator = User.objects.create_superuser("deba")
    with pytest.raises(Refusal) as refused:
        remove_account(user_id=runner.pk, by=operator)
    assert refused.value.codes == ("only_runner",)
    assert "Coast Circuit" in str(refused.value.problems[0].message)
    circuits.add_runner(circuit_id=made.pk, username=other.username, actor=actor_of(runner))
    remove_account(user_id=runner.pk, by=operator)
    assert [one.username for one in queries.runners_of(circuit_id=made.pk)] == ["mutriku"]


def test_the_front_page_is_made_anew_once_there_is_a_circuit(
    runner, django_capture_on_commit_callbacks
):
    before, told = _read_state(EVERY_TOURNAMENT), []
    stop = notify.subscribe(told.append)
    with django_capture_on_commit_callbacks(execute=True):
        made = circuit(runner)
    stop()
    assert _read_state(EVERY_TOURNAMENT) != before
    assert len(told) == 1
    circuits.remove(circuit_id=made.pk, actor=actor_of(runner))
    assert _read_state(EVERY_TOURNAMENT) == before


# The same people


@pytest.fixture
def two_names(runner):
    """A circuit in which a pair is written in two ways."""
    return circuit(runner, cup(), cup("Deba Cup", ("Getaria, Oriotarra", *FOUR[1:]), day=7))


@pytest.mark.postgres
def test_two_are_the_same_and_different_again(two_names, runner):
    actor = actor_of(runner)
    before, rated = ranking(circuit=view(two_names)), ratings(circuit=view(two_names))
    old, new = (sums(two_names)[name] for name in ("Getaria – Orio", "Getaria – Oriotarra"))
    keys = [key_of(two_names, name) for name in ("Getaria – Orio", "Getaria – Oriotarra")]
    made = merging.merge(circuit_id=two_names.pk, one=keys[0], other=keys[1], actor=actor)
    assert sums(two_names)["Getaria – Oriotarra"] == old + new
    assert "Getaria – Orio" not in sums(two_names)
    assert len(ratings(circuit=view(two_names)).lines) == len(rated.lines) - 1
    for key in keys:  # an address stays whom it meant
        assert person_page(circuit=view(two_names), key=key).person.name == "Getaria – Oriotarra"
    (line,) = merges_of(circuit=view(two_names))
    assert line.names == ("Getaria – Orio", "Getaria – Oriotarra")
    merging.split(circuit_id=two_names.pk, merge_id=made.pk, actor=actor)
    assert ranking(circuit=view(two_names)) == before
    assert ratings(circuit=view(two_names)) == rated
    acts = log_page(circuit_id=two_names.pk).lines[:2]
    assert [act.kind for act in acts] == ["people.split", "people.merged"]
    assert acts[0].about == ("Getaria – Orio", "Getaria – Oriotarra")


def test_who_played_in_one_tournament_both_are_not_the_same(two_names, runner):
    keys = {"one": key_of(two_names, "Lezo – Deba"), "other": key_of(two_names, "Eibar – Bera")}
    assert refusal(merging.merge, circuit_id=two_names.pk, **keys, actor=actor_of(runner)) == (
        "both_played",
    )
    assert refusal(
        merging.merge,
        circuit_id=two_names.pk,
        one=keys["one"],
        other=keys["one"],
        actor=actor_of(runner),
    ) == ("same_person",)
    for key in ("9999-0", "x", "", "1-3", "-", "1-0-0", "9" * 40 + "-0", "१-0"):
        with pytest.raises(NoSuchPerson):
            merging.merge(
                circuit_id=two_names.pk, one=keys["one"], other=key, actor=actor_of(runner)
            )


def test_a_merge_outlives_the_tournament_that_it_names_being_taken_out(two_names, runner):
    keys = [key_of(two_names, name) for name in ("Getaria – Orio", "Getaria – Oriotarra")]
    merging.merge(circuit_id=two_names.pk, one=keys[0], other=keys[1], actor=actor_of(runner))
    both = sums(two_names)
    first = two_names.entries.order_by("pk").first().tournament_id
    actor = actor_of(runner)
    circuits.take_out(circuit_id=two_names.pk, tournament_id=first, actor=actor)
    assert len(merges_of(circuit=view(two_names))) == 1
    circuits.take_in(circuit_id=two_names.pk, tournament_id=first, actor=actor)
    assert sums(two_names) == both


@pytest.mark.postgres
def test_an_erased_name_is_gone_from_the_circuit_and_takes_its_merge_along(two_names, runner):
    keys = [key_of(two_names, name) for name in ("Getaria – Orio", "Getaria – Oriotarra")]
    merging.merge(circuit_id=two_names.pk, one=keys[0], other=keys[1], actor=actor_of(runner))
    total = sum(sums(two_names).values())
    first = two_names.entries.order_by("pk").first().tournament_id
    erasing.erase(
        tournament_id=first, words=["Orio"], asked_by="person", reason="asked", actor=play.PROGRAM
    )
    lines = ranking(circuit=view(two_names)).lines
    nameless = [line for line in lines if ERASED in line.person.name]
    assert len(nameless) == 1
    assert len(nameless[0].results) == 1
    assert sum(line.points for line in lines) == total
    # Who has the name in another tournament still has it there, but no more the erased result.
    assert [len(line.results) for line in lines if "Oriotarra" in line.person.name] == [1]
    acts = log_page(circuit_id=two_names.pk).lines
    assert acts[0].about == (f"Getaria – {ERASED}", "Getaria – Oriotarra")
    assert not any(ERASED in one.person.name for one in known_people(circuit=view(two_names)))
    assert "1 merges" in str(tasks.forget_erased())
    assert not Merge.objects.exists()
    assert "0 merges" in str(tasks.forget_erased())


@pytest.mark.parametrize(
    ("same_names", "people"), [("all", [3]), ("club", [1, 2]), ("ask", [1, 1, 1])]
)
@pytest.mark.parametrize("carried_by", ["pair", "player"])
def test_equal_names_are_one_person_as_the_circuit_says(runner, same_names, people, carried_by):
    cups = [
        cup(f"Cup {day}", (f"Getaria, Orio, {club}", *FOUR[1:]), day=day)
        for day, club in enumerate(("Aia", "Ea", "EA"))
    ]
    made = circuit(runner, *cups, same_names=same_names, carried_by=carried_by)
    lines = ranking(circuit=view(made)).lines
    assert sorted(len(one.results) for one in lines if "Orio" in one.person.name) == people
    proposed = [one for one in alike(circuit=view(made)) if "Orio" in one.name]
    assert [len(one.people) for one in proposed] == ([len(people)] if len(people) > 1 else [])


def test_who_is_said_to_be_different_is_merged_only_once_that_is_taken_back(runner):
    made = circuit(runner, cup(), cup("Deba Cup", day=7), cup("Lezo Cup", day=9))
    which, key = {"circuit_id": made.pk, "actor": actor_of(runner)}, key_of(made, "Lezo – Deba")
    (line,) = [one for one in ranking(circuit=view(made)).lines if one.person.key == key]
    first = line.results[0].entry
    said = merging.set_apart(**which, person=key, entry=first)
    # The two others of the name are one person still, though all three are of one club.
    others = line.results[1].entry
    assert len(person_page(circuit=view(made), key=others).line.results) == 2
    assert refusal(merging.merge, **which, one=first, other=others) == ("said_different",)
    assert refusal(merging.set_apart, **which, person=first, entry=first) == ("one_entry",)
    assert refusal(merging.set_apart, **which, person=first, entry=others) == ("no_such_entry",)
    merging.rejoin(**which, difference_id=said.pk)
    assert refusal(merging.rejoin, **which, difference_id=said.pk) == ("no_such_difference",)
    assert refusal(merging.merge, **which, one=first, other=others) == ("same_person",)
    acts = [act.kind for act in log_page(circuit_id=made.pk).lines[:2]]
    assert acts == ["people.rejoined", "people.parted"]


def test_two_erased_names_are_not_one_person(runner):
    one, two = cup(), cup("Deba Cup", day=7)
    made = circuit(runner, one, two)
    for each in (one, two):
        erasing.erase(
            tournament_id=each.pk, words=["Orio"], asked_by="person", reason="asked",
            actor=play.PROGRAM,
        )  # fmt: skip
    lines = ranking(circuit=view(made)).lines
    assert [len(line.results) for line in lines if ERASED in line.person.name] == [1, 1]


def test_no_name_is_stored():
    texts = {
        field.name
        for model in (CircuitTournament, Merge, MergedEntry)
        for field in model._meta.fields
        if field.get_internal_type() in ("CharField", "TextField", "JSONField")
    }
    assert texts == {"status"}


@pytest.mark.postgres
def test_a_removed_tournament_takes_its_rows_along(two_names, runner):
    keys = [key_of(two_names, name) for name in ("Getaria – Orio", "Getaria – Oriotarra")]
    merging.merge(circuit_id=two_names.pk, one=keys[0], other=keys[1], actor=actor_of(runner))
    second = two_names.entries.order_by("pk").last().tournament
    remove_tournament(tournament_id=second.pk, slug=second.slug)
    assert "Getaria – Orio" in sums(two_names)
    assert len(log_page(circuit_id=two_names.pk).lines) == 5
    assert "1 merges" in str(tasks.forget_erased())


# Who qualifies


@pytest.fixture
def final(runner):
    return play.tournament(name="Final", owner=runner)


def qualify(made, final, first, actor, seen=None):
    shown = qualifiers(circuit=view(made), first=first, tournament_id=final.pk)
    return entering.qualify(
        circuit_id=made.pk, tournament_id=final.pk, first=first, actor=actor,
        seen=shown.keys if seen is None else seen,
    )  # fmt: skip


@pytest.mark.postgres
def test_the_first_are_entered_and_who_is_in_already_is_left(runner, final):
    made = circuit(runner, cup(lines=("Getaria, Orio, Kaia", *FOUR[1:])))
    actor = actor_of(runner)
    (champion,) = [line.person for line in ranking(circuit=view(made)).lines if line.rank == 1]
    assert qualify(made, final, 1, actor).entering == 1
    assert [pair.name for pair in Pair.objects.filter(tournament=final)] == [champion.name]
    shown = qualifiers(circuit=view(made), first=2, tournament_id=final.pk)
    assert (len(shown.lines), shown.entering, len(shown.problems)) == (2, 1, 1)
    qualify(made, final, 2, actor)
    assert Pair.objects.filter(tournament=final).count() == 2
    assert refusal(qualify, made, final, 2, actor) == ("nobody_enters",)
    assert log_page(circuit_id=made.pk).lines[0].data["pairs"] == 1
    clubs = {pair.name: pair.club for pair in Pair.objects.filter(tournament=final)}
    assert set(clubs.values()) <= {"Kaia", ""}


@pytest.mark.parametrize(("first", "names"), [(1, 2), (2, 4)])
def test_one_or_two_pairs_of_each_tournament_make_the_entry_list(runner, final, first, names):
    north = cup("North", tuple(f"Orio {n}, Aia {n}" for n in range(8)))
    south = cup("South", tuple(f"Lezo {n}, Deba {n}" for n in range(4)), day=7)
    made = circuit(runner, north, south)
    shown = qualifiers(circuit=view(made), first=first, tournament_id=final.pk, of_each=True)
    given = {"circuit_id": made.pk, "tournament_id": final.pk, "first": first, "of_each": True}
    entering.qualify(**given, seen=shown.keys, actor=actor_of(runner))
    entered = [pair.name for pair in Pair.objects.filter(tournament=final)]
    assert len(entered) == names
    assert {north.champion.name, south.champion.name} <= set(entered)
    assert sum(name.startswith("Orio") for name in entered) == first


def test_the_page_shows_them_of_each_tournament_and_enters_them(client, runner, final):
    client.force_login(runner)
    made = circuit(runner, cup("North"), cup("South", ("Ataun, Aia", "Usurbil, Ea"), day=7))
    at = reverse("circuits:qualifiers", args=[made.slug])
    asked = {"first": 1, "tournament": final.pk, "of_each": "on"}
    page = client.get(at, asked, headers={"accept-language": "en"}).content.decode()
    assert "2 have qualified" in page
    seen = qualifiers(circuit=view(made), first=1, tournament_id=final.pk, of_each=True).keys
    assert client.post(at, {**asked, "seen": seen}).status_code == 302
    assert Pair.objects.filter(tournament=final).count() == 2


def test_a_shared_last_rank_qualifies_whole(runner, final):
    made = circuit(runner, cup())
    qualify(made, final, 3, actor_of(runner))
    assert Pair.objects.filter(tournament=final).count() == 4


def test_whoever_was_not_shown_is_not_entered(runner, final):
    made = circuit(runner, cup())
    with pytest.raises(Conflict):
        qualify(made, final, 2, actor_of(runner), seen="1-0")
    assert not Pair.objects.filter(tournament=final).exists()


def test_names_with_quotation_marks_qualify_as_they_are(runner, final):
    one = cup(played=False)
    first = Pair.objects.filter(tournament=one).order_by("number")[0]
    quoted = {"player_1": '"Kaia" Getaria', "player_2": "«Portu» Orio", "club": '"Gure Txoko"'}
    pairs.change(pair_id=first.pk, actor=play.PROGRAM, **quoted)
    made = circuit(runner, play.play_out(one))
    found = qualify(made, final, 4, actor_of(runner))
    assert (found.entering, found.problems) == (4, ())
    assert Pair.objects.filter(tournament=final, **quoted).exists()


def test_names_with_commas_and_without_names(runner, final):
    one = cup(lines=('"Getaria, the younger";Orio', "Lezo;Deba", "Eibar;Bera", "Irun;Zumaia"))
    made = circuit(runner, one)
    erasing.erase(
        tournament_id=one.pk, words=["Zumaia"], asked_by="person", reason="asked",
        actor=play.PROGRAM,
    )  # fmt: skip
    found = qualify(made, final, 4, actor_of(runner))
    assert (found.entering, found.nameless) == (3, 1)
    names = set(Pair.objects.filter(tournament=final).values_list("player_1", flat=True))
    assert names == {"Getaria, the younger", "Lezo", "Eibar"}


def test_of_single_players_nobody_is_entered(runner, final):
    made = circuit(runner, cup(), carried_by="player")
    shown = qualifiers(circuit=view(made), first=2, tournament_id=final.pk)
    assert (len(shown.lines), shown.text) == (2, "")
    assert refusal(qualify, made, final, 2, actor_of(runner)) == ("of_players",)


def test_what_a_ranking_costs_grows_with_nothing(runner, django_assert_num_queries):
    made = circuit(runner, cup(), cup("Deba Cup", day=7))
    found = view(made)
    ranking(circuit=found), ratings(circuit=found)
    for one in (cup("Orio Cup", day=9), cup("Lezo Cup", day=10)):
        take_in(made, one)
    ranking(circuit=found)
    with django_assert_num_queries(5):
        ranking(circuit=found)
    with django_assert_num_queries(6):
        ratings(circuit=found)


def test_a_match_of_a_tournament_that_is_played_moves_the_ratings_alone(
    runner, django_assert_num_queries
):
    running = cup("Deba Cup", day=7, played=False)
    made = circuit(runner, cup(), running)
    found, person = view(made), key_of(made, "Getaria – Orio")
    before = ranking(circuit=found).lines
    rated = person_page(circuit=found, key=person).rating.matches
    for slot in (0, 1):
        play.win(play.match(running, 1, slot))
    with django_assert_num_queries(7):  # the pairs of that tournament, and its corrections
        assert ranking(circuit=found).lines == before
    assert person_page(circuit=found, key=person).rating.matches == rated + 1


def test_a_name_corrected_in_a_tournament_that_is_played_is_known_at_once(runner):
    running = cup("Deba Cup", day=7, played=False)
    found = view(circuit(runner, cup(), running))
    both = ("Zarautz Cup", "Deba Cup")
    assert tournaments_by_name(found)["Getaria – Orio"] == both
    pair = Pair.objects.get(tournament=running, player_1="Getaria")
    pairs.change(pair_id=pair.pk, player_1="Mutriku", actor=play.PROGRAM)
    people = tournaments_by_name(found)
    assert (people["Getaria – Orio"], people["Mutriku – Orio"]) == (both[:1], both[1:])


def tournaments_by_name(found) -> dict[str, tuple[str, ...]]:
    return {one.person.name: one.tournaments for one in known_people(circuit=found)}


def test_a_name_erased_after_it_was_shown_is_gone_at_once(runner):
    one = cup()
    made = circuit(runner, one)
    assert "Getaria – Orio" in sums(made)
    erasing.erase(
        tournament_id=one.pk, words=["Getaria"], asked_by="person", reason="asked",
        actor=play.PROGRAM,
    )  # fmt: skip
    assert len(ranking(circuit=view(made)).lines) == 4
    assert not any("Getaria" in name for name in sums(made))
