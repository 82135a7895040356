"""Which field a refusal names when a tournament is made."""

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.refusals import faults_of, refusal
from tests.tournament import play
from tests.tournament.play import PROGRAM
from tournament.championship.services import tournaments
from tournament.errors import Refusal
from tournament.formats.registry import EVERY_FORMAT, made_for
from tournament.formats.regulations import REGULATIONS

pytestmark = pytest.mark.django_db


def made(**fields: Any) -> list[tuple[str, str]]:
    given = {"owner": None, "name": "Lekeitio", "starts_at": play.NOON, **fields}
    return faults_of(tournaments.create, **given)


@pytest.mark.parametrize("year", [1999, 2201])
def test_a_year_of_another_age_is_named_beside_the_start(year):
    assert made(starts_at=datetime(year, 5, 24, tzinfo=UTC)) == [("starts_at", "bad_year")]


@pytest.mark.parametrize("year", [2000, 2200])
def test_the_first_and_the_last_year_are_allowed(year):
    starts_at = datetime(year, 5, 24, tzinfo=UTC)
    tournaments.create(actor=PROGRAM, owner=None, name="Lekeitio", starts_at=starts_at)


@pytest.mark.parametrize("moment", [datetime(2026, 5, 24), "2026-05-24", None])
def test_a_start_without_a_zone_is_no_moment(moment):
    assert made(starts_at=moment) == [("starts_at", "bad_moment")]


def test_options_are_given_by_name():
    assert made(format_options=["third_place"]) == [("format_options", "bad_options")]
    assert made(format_options={"colour": 1}) == [("format_options.colour", "bad_option")]


def problems(**fields: Any) -> list[tuple[str, str, str]]:
    """What is refused, with what is said of it."""
    with pytest.raises(Refusal) as refused:
        tournaments.create(
            actor=PROGRAM, owner=None, **{"name": "Lekeitio", "starts_at": play.NOON, **fields}
        )
    return [(one.field, one.code, str(one.message)) for one in refused.value.problems]


@pytest.mark.parametrize(
    ("field", "code", "known"),
    [("format", "unknown_format", EVERY_FORMAT), ("regulation", "unknown_regulation", REGULATIONS)],
)
def test_what_there_is_not_is_refused_with_all_that_there_is(field, code, known):
    ((named, said, message),) = problems(**{field: "poker"})
    assert (named, said) == (field, code)
    assert f": {', '.join(known)}." in message


def test_an_unknown_option_is_refused_with_those_that_the_format_knows():
    ((field, code, message),) = problems(format="swiss", format_options={"colour": 1})
    assert (field, code) == ("format_options.colour", "bad_option")
    known = made_for("swiss", {}).options
    assert known
    assert f": {', '.join(known)};" in message


def test_an_option_of_one_format_is_none_of_another_and_falls_with_its_own():
    options = {"swiss_rounds": 5, "clubs_apart": True}
    made = tournaments.create(
        actor=PROGRAM, owner=None, name="Lekeitio", starts_at=play.NOON,
        format="swiss", format_options=options,
    )  # fmt: skip
    assert made.format_options == options
    assert [one[:2] for one in problems(format="round_robin", format_options=options)] == [
        (f"format_options.{name}", "bad_option") for name in options
    ]
    renamed = tournaments.change(tournament_id=made.pk, actor=PROGRAM, regulation="brisbane-2024")
    assert renamed.format_options == options
    changed = tournaments.change(tournament_id=made.pk, actor=PROGRAM, format="knockout")
    assert changed.format_options == {"clubs_apart": True}
    assert refusal(
        tournaments.change, tournament_id=made.pk, actor=PROGRAM, format_options={"swiss_rounds": 5}
    ) == ("bad_option",)


def test_a_strange_name_of_an_option_or_a_setting_is_cut():
    long = "x" * 50
    assert made(format_options={long: 1}) == [(f"format_options.{long[:40]}", "bad_option")]
    assert made(settings={long: 1}) == [(f"settings.{long[:40]}", "bad_setting")]
    assert made(settings=[long]) == [("settings", "bad_settings")]


@pytest.mark.parametrize("minutes", [-1, 241, "15", True])
def test_T7_the_courtesy_is_a_number_of_minutes_up_to_four_hours(minutes):
    cup = play.tournament()
    with pytest.raises(Refusal) as refused:
        tournaments.change(tournament_id=cup.pk, actor=PROGRAM, courtesy_minutes=minutes)
    ((field, code, message),) = [(p.field, p.code, str(p.message)) for p in refused.value.problems]
    assert (field, code) == ("courtesy_minutes", "out_of_range")
    assert " 0 " in message
    assert "240" in message


@pytest.mark.parametrize("minutes", [0, 240])
def test_T7_no_courtesy_and_the_longest_are_allowed(minutes):
    cup = play.tournament()
    changed = tournaments.change(tournament_id=cup.pk, actor=PROGRAM, courtesy_minutes=minutes)
    assert changed.courtesy_minutes == minutes


def test_a_change_leaves_the_options_that_it_does_not_name():
    day = play.tournament(regulation="aeit-2")
    usual = dict(REGULATIONS["aeit-2"].format_options)
    assert day.format_options == usual

    def after(**options: object) -> object:
        return tournaments.change(
            tournament_id=day.pk, actor=PROGRAM, format_options=options
        ).format_options

    assert after() == usual
    assert after(seeds=[2, 1]) == {**usual, "seeds": [2, 1]}
    assert after(group_matches=2) == {**usual, "seeds": [2, 1], "group_matches": 2}
    assert after(seeds=None, group_matches=None) == {
        name: value for name, value in usual.items() if name != "group_matches"
    }


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_a_new_tournament_has_the_options_of_its_regulation_unless_it_names_others(regulation):
    usual = dict(REGULATIONS[regulation].format_options)
    known = made_for(REGULATIONS[regulation].format, {}).options
    for options in (None, {}, *([{"seeds": [1]}] if "seeds" in known else [])):
        day = play.tournament(regulation=regulation, slug=None, format_options=options)
        assert day.format_options == {**usual, **(options or {})}, options
    other = play.tournament(
        regulation=regulation, slug=None, format="three_losses", format_options={}
    )
    assert other.format_options == {}


def test_an_option_that_no_format_knows_is_named_even_when_it_is_taken_out():
    codes = refusal(
        tournaments.change,
        tournament_id=play.tournament().pk, actor=PROGRAM, format_options={"wings": None},
    )  # fmt: skip
    assert codes == ("bad_option",)
