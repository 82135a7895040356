"""Promotion and relegation: the next season of a league, entered in one act."""

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from season.queries.divisions import finished_leagues, next_season
from season.rules.divisions import equal_sizes, next_divisions, reserves
from season.services import entering
from tests.season.seasons import actor_of, cup
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.entries.services import departures
from tournament.errors import Conflict, NotAllowed, NotFound, Refusal
from tournament.matches.services import results
from tournament.standings.queries import standings
from tournament.standings.services import decide_tie

LOWER = ("Tolosa, Ordizia", "Pasaia, Deba II", "Azpeitia, Azkoitia", "Mutriku, Bergara")


@pytest.mark.parametrize(
    ("moves", "found"),
    [(0, ["abcd", "efg", "hi"]), (1, ["abce", "dfh", "gi"]), (9, ["abce", "dfh", "gi"])],
)
def test_as_many_go_down_as_come_up(moves, found):
    tables = ["abcd", "efg", "hi"]
    after = next_divisions(tables, moves)
    assert ["".join(sorted(one.one for one in those)) for those in after] == [
        "".join(sorted(those)) for those in found
    ]
    assert list(map(len, after)) == list(map(len, tables))


@pytest.mark.parametrize("moves", [1, 2, 3])
@pytest.mark.parametrize("gone", [(1, 0, 0), (0, 2, 0), (1, 1, 1)])
def test_who_left_takes_a_place_among_those_that_go_down(moves, gone):
    sizes = (10, 10, 10)
    tables = [
        [f"{number}.{place}" for place in range(size - left)]
        for number, (size, left) in enumerate(zip(sizes, gone, strict=True))
    ]
    after = next_divisions(tables, moves, gone)
    assert sum(map(len, after)) == sum(map(len, tables)), "nobody is lost, nobody twice"
    for number in range(len(gone) - 1):
        empty = sum(gone[: number + 1])
        if empty <= moves:
            assert len(after[number]) == sizes[number], "as large as it was"
        down = sum(one.move == "down" for one in after[number + 1])
        assert down == max(0, moves - empty)


def test_a_vacancy_is_filled_by_the_next_of_the_division_below_and_a_surplus_goes_down():
    tables = ["abcdefgh", "ijklmnopqrst"]
    kept = next_divisions(tables, 1)
    assert "".join(one.one for one in kept[0]) == "abcdefgi"
    assert [one.one for one in reserves(kept, 0)] == [*"jklmnopqrst", "h"]
    equal = next_divisions(tables, 1, (), equal_sizes(20, 2))
    assert list(map(len, equal)) == [10, 10]
    assert "".join(one.one for one in equal[0]) == "abcdefgijk"
    assert [one.one for one in equal[1] if one.move == "down"] == ["h"]
    smaller = next_divisions(tables, 1, (), (6, 14))
    assert "".join(one.one for one in smaller[0]) == "abcdei", "more go down, not fewer up"
    assert {one.one for one in smaller[1] if one.move == "down"} == {*"fgh"}


@pytest.mark.parametrize("moves", [0, 2])
@pytest.mark.parametrize("gone", [(), (3, 0, 1), (0, 4, 0)])
@pytest.mark.parametrize("sizes", [(10, 10, 10), (4, 9, 17), (12, 8, 7)])
def test_equal_divisions_hold_everybody_once(moves, gone, sizes):
    left = gone or (0, 0, 0)
    tables = [
        [f"{number}.{place}" for place in range(size - out)]
        for number, (size, out) in enumerate(zip(sizes, left, strict=True))
    ]
    everybody = [one for table in tables for one in table]
    wanted = equal_sizes(len(everybody), 3)
    after = next_divisions(tables, moves, gone, wanted)
    assert sorted(one.one for those in after for one in those) == sorted(everybody)
    assert tuple(map(len, after)) == wanted
    assert max(wanted) - min(wanted) <= 1


def names(tournament: Tournament) -> set[str]:
    return {pair.name for pair in Pair.objects.filter(tournament=tournament)}


@pytest.mark.django_db
def test_two_divisions_are_entered_for_the_next_season_after_they_were_shown(client, in_english):
    owner = User.objects.create_user("zarautz")
    league = {"owner": owner, "format": "round_robin"}
    first, second = cup("First", **league), cup("Second", LOWER, seed="t", **league)
    coming = [play.tournament(name=name, owner=owner) for name in ("A 2027", "B 2027")]
    tables = [[one.pair.name for one in standings(tournament_id=it.pk)] for it in (first, second)]
    finished = dict(finished_leagues(user=owner))
    assert set(finished) == {first.pk, second.pk}
    day = date_format(timezone.localtime(first.starts_at), "DATE_FORMAT")
    assert finished[first.pk] == f"First · {day}"

    client.force_login(owner)
    page = reverse("circuits:next_season")
    asked = {
        "moves": "1", "last_1": first.pk, "next_1": coming[0].pk, "last_2": second.pk,
        "next_2": coming[1].pk,
    }  # fmt: skip
    html = client.get(page, asked).content.decode()
    assert html.count("goes up") == html.count("goes down") == 1
    which = {"last": [first.pk, second.pk], "coming": [one.pk for one in coming], "moves": 1}
    seen = next_season(**which).keys
    by = {"actor": actor_of(owner)}
    with pytest.raises(Conflict, match="changed_meanwhile"):
        entering.next_season(**which, seen=seen + "x", **by)
    with pytest.raises(NotAllowed):
        entering.next_season(
            **which, seen=seen, actor=actor_of(User.objects.create_user("mutriku"))
        )
    with pytest.raises(Refusal, match="twice"):
        entering.next_season(**{**which, "coming": [first.pk] * 2}, seen=seen, **by)
    with pytest.raises(Refusal, match="no_divisions"):
        entering.next_season(**{**which, "last": []}, seen=seen, **by)
    with pytest.raises(NotFound):
        next_season(**{**which, "coming": [coming[0].pk, 10**6]})

    assert client.post(page, {**asked, "seen": seen}).status_code == 302
    assert names(coming[0]) == {*tables[0][:3], tables[1][0]}
    assert names(coming[1]) == {tables[0][3], *tables[1][1:]}
    for wrong in ("", coming[0].pk):
        assert client.get(page, {**asked, "next_2": wrong}).status_code == 400


@pytest.mark.django_db
def test_the_lists_are_edited_before_they_are_entered(client, in_english):
    owner = User.objects.create_user("zarautz")
    league = {"owner": owner, "format": "round_robin"}
    first, second = cup("First", **league), cup("Second", LOWER, seed="t", **league)
    coming = [play.tournament(name=name, owner=owner) for name in ("A 2027", "B 2027")]
    client.force_login(owner)
    page = reverse("circuits:next_season")
    asked = {
        "moves": "0", "last_1": first.pk, "next_1": coming[0].pk, "last_2": second.pk,
        "next_2": coming[1].pk, "sizes": "kept", "gone_go_down": "1",
    }  # fmt: skip
    upper, lower = ([one.pair for one in standings(tournament_id=it.pk)] for it in (first, second))
    html = client.get(page, asked).text
    assert f"If a place becomes free: {', '.join(one.name for one in lower[:3])}" in html
    which = {"last": [first.pk, second.pk], "coming": [one.pk for one in coming], "moves": 0}
    seen = next_season(**which, sizes="kept").keys
    edits = {f"pair_{upper[0].id}": "0", f"pair_{lower[3].id}": "1", "pair_x": "1"}
    looked = client.post(page, {**asked, **edits, "seen": seen, "look": "1"}).text
    assert "In no list" in looked
    assert not names(coming[0])
    assert client.post(page, {**asked, **edits, "seen": seen}).status_code == 302
    assert names(coming[0]) == {*(one.name for one in upper[1:]), lower[3].name}
    assert names(coming[1]) == {one.name for one in lower[:3]}


@pytest.mark.django_db
def test_who_left_takes_no_place_that_goes_down_where_the_rule_says_so(in_english):
    owner = User.objects.create_user("zarautz")
    league = {"owner": owner, "format": "round_robin", "played": False}
    first, second = cup("First", **league), cup("Second", LOWER, seed="t", **league)
    gone = Pair.objects.filter(tournament=first)[0]
    departures.withdraw(pair_id=gone.pk, reason="moved away", actor=play.PROGRAM)
    for one in (first, second):
        play.play_out(one)
    coming = [play.tournament(name=name, owner=owner) for name in ("A 2027", "B 2027")]
    which = {"last": [first.pk, second.pk], "coming": [one.pk for one in coming], "moves": 1}
    for rule, down in ((True, 0), (False, 1)):
        shown = next_season(**which, gone_go_down=rule, sizes="kept")
        assert sum(one.move == "down" for one in shown.divisions[1].entrants) == down
    equal = next_season(**which, gone_go_down=False)
    assert [len(one.entrants) for one in equal.divisions] == [4, 3]


@pytest.mark.django_db
def test_a_division_that_a_pair_left_is_as_large_as_before(in_english):
    owner = User.objects.create_user("zarautz")
    league = {"owner": owner, "format": "round_robin", "played": False}
    first, second = cup("First", **league), cup("Second", LOWER, seed="t", **league)
    gone = Pair.objects.filter(tournament=first)[0]
    departures.withdraw(pair_id=gone.pk, reason="moved away", actor=play.PROGRAM)
    for one in (first, second):
        play.play_out(one)
    coming = [play.tournament(name=name, owner=owner) for name in ("A 2027", "B 2027")]
    shown = next_season(last=[first.pk, second.pk], coming=[one.pk for one in coming], moves=1)
    assert [len(one.entrants) for one in shown.divisions] == [4, 3]
    assert not any(one.move == "down" for one in shown.divisions[1].entrants)
    assert shown.missing == 1


@pytest.mark.django_db
def test_T9_nobody_goes_down_by_a_tie_that_nobody_decided(in_english):
    """Three in a circle behind the first: the last of them would go down, and one of four."""
    owner = User.objects.create_user("lekeitio")
    upper, lower = (
        play.tournament(name=name, owner=owner, format="round_robin", entered=4, drawn=True)
        for name in ("First", "Second")
    )
    for league in (upper, lower):
        for match in league.matches.select_related("pair_a", "pair_b"):
            a, b = match.pair_a.number, match.pair_b.number
            circle = {(2, 3), (3, 4), (4, 2)}
            a_wins = a == 1 or (b != 1 and (a, b) in circle)
            games = (3, 1) if a_wins else (1, 3)
            results.record_result(match_id=match.pk, games=games, actor=play.PROGRAM)
        league.refresh_from_db()
        assert league.status == "finished", "the title is not tied"
    coming = [play.tournament(name=name, owner=owner).pk for name in ("First II", "Second II")]
    asked = {"last": [upper.pk, lower.pk], "coming": coming, "moves": 1}
    shown = next_season(**asked)
    assert [one.code for one in shown.ties] == ["tied"], "one of three goes down, and one goes up"
    entered = {**asked, "seen": shown.keys, "actor": actor_of(owner)}
    with pytest.raises(Refusal) as caught:
        entering.next_season(**entered)
    assert caught.value.codes == ("tied",)
    decide_tie(
        tournament_id=upper.pk, how="lot", order="4, 3, 2", reason="a hat", actor=play.PROGRAM
    )
    shown = next_season(**asked)
    assert shown.ties == ()
    (down,) = [one for one in shown.divisions[1].entrants if one.move == "down"]
    assert down.name == play.pair(upper, 2).name
