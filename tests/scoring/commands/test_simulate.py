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
from scoring.proof.services.files import rebuild, write_file
from tests.tampering.trials import forget_everything
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


def rebuilt_verified(cup: Tournament) -> Tournament:
    """What the file of a day that verifies is rebuilt to, which verifies too."""
    assert verify_tournament(tournament_id=cup.pk).ok
    content = write_file(tournament_id=cup.pk)
    forget_everything()
    rebuilt = rebuild(content=content)
    assert verify_tournament(tournament_id=rebuilt.pk).ok
    return rebuilt


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
    simulate("--pairs", "9", "--format", format_, "--results-only")
    tournament = Tournament.objects.get()
    assert (tournament.status, tournament.format) == ("finished", format_)
    report = verify_tournament(tournament_id=tournament.pk)
    assert report.ok, report.first


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
    simulate("--pairs", "3", "--seed", "5", "--setting", f"games_to_win={wins}")

    assert Tournament.objects.get().settings == {"games_to_win": wins}
    played = Match.objects.exclude(ended_by="bye")
    assert {match.best_of for match in played} == {2 * wins - 1}
    assert {max(match.games_a, match.games_b) for match in played} == {wins}
    assert verify_tournament(tournament_id=Tournament.objects.get().pk).ok


def test_a_whole_day_is_played_under_every_setting_that_is_named():
    simulate("--pairs", "2", "--results-only", "--setting", "target=25", "--setting", "jokers=true")
    assert Tournament.objects.get().settings == {"target": 25, "jokers": True}


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


def test_T1_lives_until_a_round_and_then_a_knockout_in_a_day_that_verifies() -> None:
    simulate("--pairs", "9", "--results-only", "--format", "three_losses",
             "--option", "knockout_from=3")  # fmt: skip
    cup = Tournament.objects.get()
    main = cup.matches.filter(kind="championship")
    assert max(match.round for match in main) == 6, "nine pairs in round 3, then 5, 3 and 2"
    assert (cup.status, cup.champion is not None) == ("finished", True)
    assert verify_tournament(tournament_id=cup.pk).ok


def test_T1_each_bracket_has_its_length_and_the_longer_final_is_that_of_the_first() -> None:
    simulate("--pairs", "11", "--results-only", "--format", "groups", "--option", "brackets=2",
             "--option", "third_place=true", "--setting", "games_to_win=2",
             "--setting", "semi_final_games_to_win=3", "--setting", "final_games_to_win=4",
             "--setting", "bracket_b_games_to_win=1")  # fmt: skip
    cup = Tournament.objects.get()
    assert (cup.status, cup.champion is not None) == ("finished", True)
    main = cup.matches.filter(kind="championship")
    lengths = {match.round: match.best_of for match in main}
    assert [lengths[number] for number in sorted(lengths)] == [3, 3, 3, 3, 5, 7, 1, 1, 1]
    rebuilt_verified(cup)


@pytest.mark.parametrize(
    ("options", "lengths"),
    [
        (["safe_rounds=2"], [1, 1, 3, 3, 5, 7]),
        (["consolation=first_round"], [3, 3, 5, 7, 1, 1, 1]),
        (["consolation=first_two_rounds", "safe_rounds=1"], [1, 3, 3, 5, 7, 1, 1, 1, 1]),
    ],
)
def test_T1_a_knockout_in_which_who_loses_early_plays_on_verifies_and_rebuilds(options, lengths):
    given = (word for one in options for word in ("--option", one))
    safe = sum(length == 1 for length in lengths[:2])
    simulate("--pairs", "11", "--results-only", "--format", "knockout", *given,
             "--setting", "games_to_win=2", "--setting", "semi_final_games_to_win=3",
             "--setting", "final_games_to_win=4", "--setting", "bracket_b_games_to_win=1",
             *(f"--setting={BY_NUMBER[n]}_games_to_win=1" for n in range(1, safe + 1)))  # fmt: skip
    cup = Tournament.objects.get()
    assert (cup.status, cup.champion is not None) == ("finished", True)
    main = cup.matches.filter(kind="championship")
    found = {match.round: match.best_of for match in main}
    assert [found[number] for number in sorted(found)] == lengths
    assert verify_tournament(tournament_id=cup.pk).ok
    content = write_file(tournament_id=cup.pk)
    forget_everything()
    assert verify_tournament(tournament_id=rebuild(content=content).pk).ok


@pytest.mark.sampled(2)
@pytest.mark.parametrize("options", [("group_size=3", "best_next=2"), ("best_of_all=5",)])
def test_T1_the_best_of_all_groups_go_on_in_a_day_that_verifies(options):
    given = (word for one in options for word in ("--option", one))
    simulate("--pairs", "11", "--format", "groups", "--results-only", *given)
    cup = Tournament.objects.get()
    assert (cup.status, cup.champion is not None) == ("finished", True)
    assert verify_tournament(tournament_id=cup.pk).ok


@pytest.mark.parametrize("format_", ["knockout", "groups"])
@pytest.mark.sampled(2)
def test_T1_a_final_may_be_longer_and_the_day_verifies_and_rebuilds(format_):
    longer = ["--setting", "games_to_win=1", "--setting", "final_games_to_win=3"]
    simulate("--pairs", "7", "--format", format_, "--results-only", *longer)

    cup = Tournament.objects.get()
    last = max(match.round for match in cup.matches.all())
    assert {match.best_of for match in cup.matches.filter(round=last)} == {5}
    assert {match.best_of for match in cup.matches.exclude(round=last)} == {1}
    rebuilt = rebuilt_verified(cup)
    assert rebuilt.games_by_round == cup.games_by_round == {str(last): 5}


def test_T1_semi_finals_may_be_longer_and_the_final_is_as_long_unless_it_has_its_own():
    for own, lengths in ((), (1, 5, 5)), (("final_games_to_win=4",), (1, 5, 7)):
        given = ("games_to_win=1", "semi_final_games_to_win=3", *own)
        told = simulate(
            "--pairs",
            "8",
            "--results-only",
            *(word for one in given for word in ("--setting", one)),
        )
        cup = Tournament.objects.get(slug=told["slug"])
        main = cup.matches.filter(kind="championship").order_by("round")
        by_round = dict(main.values_list("round", "best_of"))
        assert tuple(by_round.values()) == lengths
        assert verify_tournament(tournament_id=cup.pk).ok


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("pairs", "format_", "given", "lengths"),
    [
        (9, "knockout", ("first_round=3", "quarter_final=2", "final=4"), {"1": 5, "2": 3, "4": 7}),
        (9, "knockout", ("first_round=3",), {"1": 5, "2": 1}),
        (4, "knockout", ("first_round=3", "semi_final=2"), {"1": 3}),
        (17, "knockout", ("round_of_16=2", "semi_final=3"), {"2": 3, "4": 5}),
        (5, "swiss", ("first_round=3", "final=4"), {"1": 5, "2": 1}),
        (9, "knockout", ("round_2=3", "final=4"), {"2": 5, "3": 1, "4": 7}),
        (9, "knockout", ("round_2=3", "quarter_final=2"), {"2": 3}),
        (6, "fresh_draw", ("round_2=3", "round_8=2"), {"2": 5, "3": 1, "8": 3, "9": 1}),
    ],
)
def test_T1_each_round_is_as_long_as_the_settings_say(pairs, format_, given, lengths):
    own = [f"{stage}_games_to_win={wins}" for stage, wins in (one.split("=") for one in given)]
    settings = [word for one in ("games_to_win=1", *own) for word in ("--setting", one)]
    simulate("--pairs", str(pairs), "--format", format_, "--results-only", *settings)
    cup = Tournament.objects.get()
    assert cup.games_by_round == lengths
    for match in cup.matches.filter(kind="championship"):
        assert match.best_of == cup.lengths.of_round(match.round)
    assert verify_tournament(tournament_id=cup.pk).ok


@pytest.mark.long
def test_T1_fewer_games_shorten_a_longer_final_too():
    longer = ["--setting", "games_to_win=3", "--setting", "final_games_to_win=4"]
    simulate("--pairs", "8", "--results-only", "--stop-after", "1", *longer)
    cup = Tournament.objects.get()
    assert cup.matches.get(round=3).best_of == 7
    reduce_games(tournament_id=cup.pk, best_of=1, actor=PROGRAM, reason="It is late.")
    assert cup.matches.get(round=3).best_of == 1
    assert verify_tournament(tournament_id=cup.pk).ok


def test_T1_all_games_of_a_match_are_played_and_the_day_verifies_and_rebuilds():
    simulate("--pairs", "3", "--seed", "5", "--setting", "games_all_played=3", "--setting",
             "target=20")  # fmt: skip
    cup = Tournament.objects.get()
    played = [match for match in cup.matches.all() if match.ended_by == "games"]
    assert {(match.best_of, match.games_a + match.games_b) for match in played} == {(3, 3)}
    for match in played:
        stored = stored_match(match=match)
        assert stored.course(stored.entered()).outcome == match.winner
        assert '[Played "all"]' in match_mus(match_id=match.pk)
    rebuilt = rebuilt_verified(cup)
    assert all(match.all_played for match in rebuilt.matches.all())


@pytest.mark.parametrize("more", [(), ("--results-only",)])
def test_T1_a_day_of_level_matches_verifies_and_rebuilds(more):
    simulate("--pairs", "4", "--seed", "3", "--format", "round_robin", "--setting", "target=10",
             "--setting", "games_all_played=2", *more)  # fmt: skip
    cup = Tournament.objects.get()
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
    rng = Random(format_)
    stages = (*BY_NUMBER.values(), *AT_THE_END)
    own = {f"{stage}_games_to_win": rng.randrange(1, 5) for stage in rng.sample(stages, 3)}
    own |= rng.choice(({}, {"vaca_games": 2}, {"games_all_played": 3}))
    words = [word for name, value in own.items() for word in ("--setting", f"{name}={value}")]
    pairs = str(rng.randrange(9, 14))
    told = simulate("--pairs", pairs, "--format", format_, "--results-only", *words,
                    "--stop-after", "1")  # fmt: skip
    cup = Tournament.objects.get(slug=told["slug"])
    leaves = cup.pairs.get(number=2)
    departures.withdraw(pair_id=leaves.pk, actor=PROGRAM, reason="gone home")
    matches = list(cup.matches.filter(kind="championship"))
    format_, bouts = format_of(cup), [match.to_rules() for match in matches]
    for match, bout in zip(matches, bouts, strict=True):
        expected = cup.lengths.of_match(format_, bouts, bout.place)
        assert match.best_of == expected, (own, match)
        if match.ended_by == "games":
            assert (match.games_a, match.games_b) in match.results
    assert verify_tournament(tournament_id=cup.pk).ok


@pytest.mark.parametrize("more", [(), ("--results-only",)])
def test_T1_a_day_in_vacas_verifies_and_rebuilds(more):
    simulate("--pairs", "3", "--seed", "4", "--setting", "games_to_win=2", "--setting",
             "target=10", "--setting", "vaca_games=2", *more)  # fmt: skip
    cup = Tournament.objects.get()
    played = cup.matches.filter(ended_by="games")
    assert {max(match.games_a, match.games_b) for match in played} == {2}
    if not more:
        assert all(match.played_games.count() >= 4 for match in played)
    rebuilt_verified(cup)


def test_S7_the_last_game_is_to_fewer_stones_and_the_day_verifies_and_rebuilds():
    simulate("--pairs", "2", "--seed", "9", "--setting", "games_all_played=3", "--setting",
             "target=20", "--setting", "last_game_stones=5")  # fmt: skip
    cup = Tournament.objects.get()
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
    simulate("--pairs", "4", "--format", format_, "--results-only", "--setting",
             "final_games_to_win=4")  # fmt: skip
    assert {match.best_of for match in Match.objects.exclude(ended_by="bye")} == {5}


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
    assert verify_tournament(tournament_id=cup.pk).ok


def test_a_day_of_individuals_is_played_to_its_winner_and_verifies():
    told = simulate("--regulation", "short-rules", "--pairs", "7", "--option", "seats=3")

    assert (told["champion"], told["rounds"], told["finished_rounds"], told["matches"]) == (
        Tournament.objects.get().champion.name, 3, 3, 9,
    )  # fmt: skip
    assert verify_tournament(tournament_id=Tournament.objects.get().pk).ok


def test_S7_hands_are_settled_by_the_regulation_and_every_game_is_told():
    told = simulate("--regulation", "valdegastea", "--pairs", "2")

    assert Hand.objects.first().record["ruleset"] == {
        "preset": "pagat", "kings": 4, "target": 25, "first_hand": "corrida",
    }  # fmt: skip
    (result,) = told["results"]
    assert result["best_of"] == 7
    assert max(result["games"]) == 4
    assert len(result["scores"]) == sum(result["games"])
    assert verify_tournament(tournament_id=Tournament.objects.get().pk).ok


def test_T1_the_brackets_of_aeit_are_as_long_as_its_text_says() -> None:
    simulate("--pairs", "10", "--results-only", "--regulation", "aeit-2")
    cup = Tournament.objects.get()
    main = cup.matches.filter(kind="championship")
    lengths = dict(main.values_list("round", "best_of"))
    assert lengths == {1: 3, 2: 3, 3: 3, 4: 3, 5: 3, 6: 5, 7: 5}
    assert main.filter(round=7).count() == 1, "bracket B is one match"
