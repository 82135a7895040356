"""`manage.py simulate`: a championship from the entry list to the trophy, the same by the seed."""

import json
from io import StringIO
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from mus.sides import LEVEL
from scoring.course.models import Game, Hand
from scoring.course.queries.stored import stored_match
from scoring.management.commands.simulate import not_waiting_for_the_disk
from scoring.matchfiles.queries.notation import match_mus
from scoring.proof.queries.verify import verify_tournament
from scoring.proof.services.files import write_file
from tests.night import seed_of
from tests.tampering.trials import rebuilt_alone
from tests.tournament.play import PROGRAM
from tournament.championship.models import Tournament
from tournament.championship.queries.tournaments import tournament_list
from tournament.clock.services import reduce_games
from tournament.entries.services import departures
from tournament.formats.registry import FORMATS, format_of
from tournament.formats.regulations import AT_THE_END, BY_NUMBER, REGULATIONS, best_of_wins
from tournament.log.models import Event
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db


def simulate(*arguments: str) -> dict[str, Any]:
    out = StringIO()
    call_command("simulate", *arguments, "--json", stdout=out)
    figures: dict[str, Any] = json.loads(out.getvalue())
    return figures


def played(*arguments: str, pairs: int, settings: str = "", options: str = "") -> Tournament:
    """A simulated day that verifies; `settings` and `options` as "name=value name=value"."""
    given = [f"--setting={one}" for one in settings.split()]
    given += [f"--option={one}" for one in options.split()]
    told = simulate(f"--pairs={pairs}", *given, *arguments)
    cup = Tournament.objects.get(slug=told["slug"])
    verifies(cup)
    return cup


def finished(*arguments: str, **more: Any) -> Tournament:
    """A simulated day that has a champion and verifies."""
    cup = played(*arguments, **more)
    assert (cup.status, cup.champion is not None) == ("finished", True)
    return cup


def verifies(cup: Tournament) -> None:
    report = verify_tournament(tournament_id=cup.pk)
    assert report.ok, report.first


def lengths_of(cup: Tournament) -> list[int]:
    """The most games of a match, by round."""
    main = cup.matches.filter(kind="championship").order_by("round")
    return list(dict(main.values_list("round", "best_of")).values())


def rebuilt_verified(cup: Tournament) -> Tournament:
    """What the file of a day is rebuilt to, which verifies too."""
    return rebuilt_alone(write_file(tournament_id=cup.pk))


def test_a_championship_is_played_to_its_champion():
    figures = simulate("--pairs", "5", "--seed", "7")

    tournament = Tournament.objects.get()
    assert tournament.status == "finished"
    assert figures["champion"] == tournament.champion.name
    assert (figures["rounds"], figures["finished_rounds"]) == (3, 3)
    assert (figures["matches"], figures["byes"]) == (4, 3)
    assert not Match.objects.exclude(status="finished").exists()


@pytest.mark.long
def test_the_same_seed_plays_the_same_day():
    first, again = (simulate("--pairs", "2", "--seed", "11") for _time in range(2))
    other = simulate("--pairs", "2", "--seed", "12")

    for figures in (first, again, other):
        del figures["slug"], figures["seconds"], figures["seed"]
    assert first == again
    assert first != other


@pytest.mark.long
def test_it_is_a_rehearsal_unless_it_is_said_to_be_public():
    rehearsal = simulate("--pairs", "2", "--seed", "1")
    public = simulate("--pairs", "2", "--seed", "2", "--public")

    assert [one.slug for one in tournament_list()] == [public["slug"]]
    assert Tournament.objects.get(slug=rehearsal["slug"]).is_rehearsal


@pytest.mark.long
def test_it_stops_after_a_round():
    figures = simulate("--pairs", "6", "--seed", "1", "--stop-after", "1")

    assert (figures["finished_rounds"], figures["status"]) == (1, "running")
    assert not Match.objects.filter(round=2, kind="championship", status="playing").exists()


@pytest.mark.long
def test_it_stops_with_hands_on_the_tables():
    figures = simulate("--pairs", "8", "--seed", "1", "--stop-after", "0.3")

    assert figures["playing"] > 0
    assert Game.objects.filter(winner="").exists()


def test_tablets_save_the_hands():
    simulate("--pairs", "2", "--seed", "1", "--tables", "1")

    assert set(Hand.objects.values_list("actor_kind", flat=True)) <= {"device", "program"}
    assert Event.objects.filter(kind="hand.recorded", actor_kind="device").exists()


def test_other_regulations_are_played_by_their_own_rules():
    simulate("--pairs", "2", "--seed", "1", "--preset", "euskal-herria")

    assert Hand.objects.first().record["ruleset"] == "euskal-herria"
    assert max(Game.objects.values_list("score_a", flat=True)) < 60


@pytest.mark.parametrize(
    "arguments",
    [
        ("--pairs", "1"),
        ("--pairs", "100000"),
        ("--stop-after", "soon"),
        ("--stop-after", "1.5"),
        ("--tables", "0"),
    ],
)
def test_what_cannot_be_played_is_said(arguments):
    with pytest.raises(CommandError):
        simulate(*arguments)

    assert not Match.objects.exists()


@pytest.mark.sampled(4)
@pytest.mark.parametrize("format_", FORMATS)
def test_a_day_of_every_format_is_played_on_results_alone(format_):
    assert finished("--format", format_, "--results-only", pairs=9).format == format_


@pytest.mark.django_db(transaction=True)
def test_who_writes_afterwards_waits_for_the_disk_again():
    if connection.vendor != "sqlite":
        pytest.skip("SQLite is asked how it waits")
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous=FULL")
        with not_waiting_for_the_disk():
            assert cursor.execute("PRAGMA synchronous").fetchone() == (1,)
        assert cursor.execute("PRAGMA synchronous").fetchone() == (2,)


@pytest.mark.long
@pytest.mark.parametrize("wins", [1, 4, 9])
def test_T1_matches_are_as_long_as_the_setting_says_and_the_day_verifies(wins):
    cup = played("--seed", "5", pairs=3, settings=f"games_to_win={wins}")
    assert cup.settings == {"games_to_win": wins}
    known = cup.matches.exclude(ended_by="bye")
    assert {match.best_of for match in known} == {2 * wins - 1}
    assert {max(match.games_a, match.games_b) for match in known} == {wins}


def test_a_whole_day_is_played_under_every_setting_that_is_named():
    cup = played("--results-only", pairs=2, settings="target=25 jokers=true")
    assert cup.settings == {"target": 25, "jokers": True}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("games=7", "there is no games. Choose among: kings"),
        ("games_to_win=10", "Give a whole number from 1 to 9."),
        ("jokers=1", "Give one of false, true."),
    ],
)
def test_a_setting_that_there_is_not_is_refused_with_those_that_there_are(text, says):
    with pytest.raises(CommandError) as refused:
        simulate("--setting", text)
    assert says in str(refused.value)


LONGER = " semi_final_games_to_win=3 final_games_to_win=4 bracket_b_games_to_win=1"


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("format_", "options", "longer", "lengths"),
    [
        # Of nine pairs with three lives five, three and two are left after round 3.
        ("three_losses", "knockout_from=3", "", [3] * 6),
        # Each bracket has its own lengths; the longer final is that of the first.
        ("groups", "brackets=2 third_place=true", LONGER, [3, 3, 3, 3, 5, 7, 1, 1, 1]),
        # Who loses early plays on.
        ("knockout", "safe_rounds=2", LONGER + " first_round_games_to_win=1 round_2_games_to_win=1",
         [1, 1, 3, 3, 5, 7]),
        ("knockout", "consolation=first_round", LONGER, [3, 3, 5, 7, 1, 1, 1]),
        ("knockout", "consolation=first_two_rounds safe_rounds=1",
         LONGER + " first_round_games_to_win=1", [1, 3, 3, 5, 7, 1, 1, 1, 1]),
    ],
)  # fmt: skip
def test_T1_each_stage_and_bracket_has_its_length(format_, options, longer, lengths):
    cup = finished("--format", format_, "--results-only", options=options,
                   pairs=11 if longer else 9, settings="games_to_win=2" + longer)  # fmt: skip
    assert lengths_of(cup) == lengths
    rebuilt_verified(cup)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("options", ["group_size=3 best_next=2", "best_of_all=5"])
def test_T1_the_best_of_all_groups_go_on_in_a_day_that_verifies(options):
    finished("--format", "groups", "--results-only", pairs=11, options=options)


@pytest.mark.parametrize("format_", ["knockout", "groups"])
@pytest.mark.sampled(2)
def test_T1_a_final_may_be_longer_and_the_day_verifies_and_rebuilds(format_):
    cup = played("--format", format_, "--results-only", pairs=7,
                 settings="games_to_win=1 final_games_to_win=3")  # fmt: skip
    *before, final = lengths_of(cup)
    assert (set(before), final) == ({1}, 5)
    rebuilt = rebuilt_verified(cup)
    assert rebuilt.games_by_round == cup.games_by_round == {str(len(before) + 1): 5}


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("pairs", "format_", "given", "lengths"),
    [
        (8, "knockout", "semi_final=3", {"2": 5}),
        (8, "knockout", "semi_final=3 final=4", {"2": 5, "3": 7}),
        (9, "knockout", "first_round=3 quarter_final=2 final=4", {"1": 5, "2": 3, "4": 7}),
        (9, "knockout", "first_round=3", {"1": 5, "2": 1}),
        (4, "knockout", "first_round=3 semi_final=2", {"1": 3}),
        (17, "knockout", "round_of_16=2 semi_final=3", {"2": 3, "4": 5}),
        (5, "swiss", "first_round=3 final=4", {"1": 5, "2": 1}),
        (9, "knockout", "round_2=3 final=4", {"2": 5, "3": 1, "4": 7}),
        (9, "knockout", "round_2=3 quarter_final=2", {"2": 3}),
        (6, "fresh_draw", "round_2=3 round_8=2", {"2": 5, "3": 1, "8": 3, "9": 1}),
    ],
)
def test_T1_each_round_is_as_long_as_the_settings_say(pairs, format_, given, lengths):
    settings = "games_to_win=1 " + given.replace("=", "_games_to_win=")
    cup = played("--format", format_, "--results-only", pairs=pairs, settings=settings)
    assert cup.games_by_round == lengths
    for match in cup.matches.filter(kind="championship"):
        assert match.best_of == cup.lengths.of_round(match.round)


@pytest.mark.long
def test_T1_fewer_games_shorten_a_longer_final_too():
    cup = played("--results-only", "--stop-after", "1", pairs=8,
                 settings="games_to_win=3 final_games_to_win=4")  # fmt: skip
    assert cup.matches.get(round=3).best_of == 7
    reduce_games(tournament_id=cup.pk, best_of=1, actor=PROGRAM, reason="It is late.")
    assert cup.matches.get(round=3).best_of == 1
    verifies(cup)


def test_T1_all_games_of_a_match_are_played_and_the_day_verifies_and_rebuilds():
    cup = played("--seed", "5", pairs=3, settings="games_all_played=3 target=20")
    by_games = cup.matches.filter(ended_by="games")
    assert {(match.best_of, match.games_a + match.games_b) for match in by_games} == {(3, 3)}
    for match in by_games:
        stored = stored_match(match=match)
        assert stored.course(stored.entered()).outcome == match.winner
        assert '[Played "all"]' in match_mus(match_id=match.pk)
    rebuilt = rebuilt_verified(cup)
    assert all(match.all_played for match in rebuilt.matches.all())


@pytest.mark.parametrize("more", [(), ("--results-only",)])
def test_T1_a_day_of_level_matches_verifies_and_rebuilds(more):
    cup = played("--seed", "3", "--format", "round_robin", *more, pairs=4,
                 settings="target=10 games_all_played=2")  # fmt: skip
    level = [match for match in cup.matches.all() if match.is_level]
    assert {(match.games_a, match.games_b, match.winner) for match in level} == {(1, 1, "")}
    assert len(level) < cup.matches.count()
    if not more:
        stored = stored_match(match=level[0])
        assert stored.course(stored.entered()).outcome == LEVEL
        assert '[BestOf "2"]' in match_mus(match_id=level[0].pk)
    rebuilt_verified(cup)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("format_", FORMATS)
def test_T1_any_lengths_are_kept_to_in_every_format_when_a_pair_leaves(format_: str) -> None:
    rng = Random(f"{format_} {seed_of(0)}")
    stages = (*BY_NUMBER.values(), *AT_THE_END)
    own = {f"{stage}_games_to_win": rng.randrange(1, 5) for stage in rng.sample(stages, 3)}
    own |= rng.choice(({}, {"vaca_games": 2}, {"games_all_played": 3}))
    settings = " ".join(f"{name}={value}" for name, value in own.items())
    cup = played("--format", format_, "--results-only", "--stop-after", "1",
                 pairs=rng.randrange(9, 14), settings=settings)  # fmt: skip
    leaves = cup.pairs.get(number=2)
    departures.withdraw(pair_id=leaves.pk, actor=PROGRAM, reason="gone home")
    matches = list(cup.matches.filter(kind="championship"))
    format_, bouts = format_of(cup), [match.to_rules() for match in matches]
    for match, bout in zip(matches, bouts, strict=True):
        expected = cup.lengths.of_match(format_, bouts, bout.place)
        assert match.best_of == expected, (own, match)
        if match.ended_by == "games":
            assert (match.games_a, match.games_b) in match.results
    verifies(cup)


@pytest.mark.parametrize("more", [(), ("--results-only",)])
def test_T1_a_day_in_vacas_verifies_and_rebuilds(more):
    cup = played("--seed", "4", *more, pairs=3, settings="games_to_win=2 target=10 vaca_games=2")
    by_games = cup.matches.filter(ended_by="games")
    assert {max(match.games_a, match.games_b) for match in by_games} == {2}
    if not more:
        assert all(match.played_games.count() >= 4 for match in by_games)
    rebuilt_verified(cup)


def test_S7_the_last_game_is_to_fewer_stones_and_the_day_verifies_and_rebuilds():
    cup = played("--seed", "9", pairs=2, settings="games_all_played=3 target=20 last_game_stones=5")
    match = cup.matches.get()
    assert match.games_a + match.games_b == 3
    named = {(hand.game.number, hand.record["ruleset"]["target"]) for hand in Hand.objects.all()}
    assert named == {(1, 20), (2, 20), (3, 5)}
    stored = stored_match(match=match)
    assert stored.course(stored.entered()).outcome == match.winner
    assert "\nGame 3 to 5\n" in match_mus(match_id=match.pk)
    rebuilt_verified(cup)


@pytest.mark.parametrize("format_", ["swiss", "round_robin"])
def test_T1_no_match_is_longer_where_a_table_decides(format_):
    cup = played("--format", format_, "--results-only", pairs=4, settings="final_games_to_win=4")
    assert {match.best_of for match in cup.matches.exclude(ended_by="bye")} == {5}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("key", [one for one in REGULATIONS if one != "short-rules"])
def test_T1_a_day_by_any_regulation_at_hand_ends_with_a_champion_and_verifies(key):
    regulation = REGULATIONS[key]
    told = simulate("--regulation", key, "--pairs", "6", "--results-only")

    assert told["champion"]
    assert told["results"]
    length = regulation.best_of(6, {})
    lengths = {result["best_of"] for result in told["results"]}
    final = regulation.final_games_to_win
    assert lengths == ({length} if final is None else {length, best_of_wins(final)})
    cup = Tournament.objects.get()
    assert cup.format_options == regulation.format_options
    assert cup.courtesy_minutes == regulation.courtesy_minutes
    verifies(cup)


def test_a_day_of_individuals_is_played_to_its_winner_and_verifies():
    told = simulate("--regulation", "short-rules", "--pairs", "7", "--option", "seats=3")

    assert (told["champion"], told["rounds"], told["finished_rounds"], told["matches"]) == (
        Tournament.objects.get().champion.name, 3, 3, 9,
    )  # fmt: skip
    verifies(Tournament.objects.get())


def test_S7_hands_are_settled_by_the_regulation_and_every_game_is_told():
    told = simulate("--regulation", "valdegastea", "--pairs", "2")

    assert Hand.objects.first().record["ruleset"] == {
        "preset": "pagat", "kings": 4, "target": 25, "first_hand": "corrida",
    }  # fmt: skip
    (result,) = told["results"]
    assert result["best_of"] == 7
    assert max(result["games"]) == 4
    assert len(result["scores"]) == sum(result["games"])
    verifies(Tournament.objects.get())


def test_T1_the_brackets_of_aeit_are_as_long_as_its_text_says() -> None:
    cup = played("--results-only", "--regulation", "aeit-2", pairs=10)
    assert lengths_of(cup) == [3, 3, 3, 3, 3, 5, 5]
    bracket_b = cup.matches.filter(kind="championship", round=7)
    assert bracket_b.count() == 1


@pytest.mark.parametrize(
    ("format_", "options", "stored"),
    [
        ("individuals", "points=5,3,1", {"points": [5, 3, 1]}),
        ("knockout", "seeds=2,1", {"seeds": [2, 1]}),
    ],
)
def test_an_option_that_is_a_list_is_given_with_commas(format_, options, stored):
    cup = played("--format", format_, "--results-only", pairs=5, options=options)
    assert cup.format_options == stored


@pytest.mark.parametrize(
    ("option", "says"),
    [
        ("points=5,three", "points=5,three is no list of numbers"),
        ("points=", "points= is no list of numbers"),
        ("points=3,5", "format_options.points"),
        ("stones=3", "points, seeds."),
    ],
)
def test_a_list_that_is_none_and_an_option_that_is_none_are_said(option, says):
    with pytest.raises(CommandError, match=says):
        simulate("--format", "individuals", "--pairs", "5", "--option", option)
