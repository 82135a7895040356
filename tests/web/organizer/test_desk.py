"""The main page of the day."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.urls import reverse
from django.utils import timezone

from jobs import services as jobs
from scoring.outbox.services import calls
from scoring.rulings.services import appeals
from tests.scoring.table import plain, read, record
from tests.tournament import play
from tests.web.organizer.day import Forms
from tournament.championship.models import Tournament
from tournament.matches.models import Match
from tournament.standings.queries import standings
from tournament.tables.queries import join_tokens
from tournament.tables.services import devices, tables


def test_before_the_draw_the_desk_leads_to_what_comes_next(desk, at, entered):
    html = desk.get(at("desk", entered.slug)).text
    assert at("entries", entered.slug) in html
    assert at("draw", entered.slug) in html
    assert reverse("public:bracket", args=[entered.slug]) in html
    assert "best of 5" in html


def test_after_it_the_desk_shows_ready_matches_tables_rounds_and_the_bracket(desk, at, drawn):
    html = desk.get(at("desk", drawn.slug)).text
    for part in ("ready", "room", "progress", "bracket", "inbox", "reach"):
        assert f'id="{part}" data-live' in html
    assert "Give out the free tables" in html
    assert "winner of 2.1" in html
    assert f'data-live-url="/live/t/{drawn.slug}"' in html
    assert f'data-live-number="{drawn.event_number}"' in html


def test_a_match_has_no_score_before_it_is_played(desk, at, drawn):
    addresses = (at("desk", drawn.slug), reverse("public:bracket", args=[drawn.slug]))
    for address in addresses:
        assert "tie__games" not in desk.get(address).text
    play.start(Match.objects.filter(status="ready").first(), table_number=1)
    for address in addresses:
        assert desk.get(address).text.count('<span class="tie__games">0</span>') == 2


def test_with_nothing_to_give_out_the_desk_says_so(desk, at, drawn):
    desk.post(at("assign_free", drawn.slug))
    response = desk.post(at("assign_free", drawn.slug), follow=True)
    assert "There is no free table for a match" in response.text


def test_a_table_tells_its_last_contact_and_what_it_has_not_sent(desk, at, drawn):
    token = dict(join_tokens(tournament_id=drawn.id))[2]
    device, _raw = devices.join(token=token)
    devices.seen(device_id=device.pk, unsent=3)
    html = " ".join(desk.get(at("desk", drawn.slug)).text.split())
    assert '<span class="badge badge--warn">3 unsent</span>' in html


def test_a_table_in_use_shows_who_plays_there_and_nothing_is_counted_with_zeros(
    desk, at, drawn, playing
):
    html = desk.get(at("desk", drawn.slug)).text
    assert "wall__table--playing" in html
    assert html.count(f">{playing.pair_a.name}<") == 2, "at its table, and in the bracket"
    assert at("match", drawn.slug, playing.id) in html
    now = html.split('id="now"')[1].split("</section>")[0]
    assert "<strong>0</strong>" not in now
    assert "Silent tablets" not in now
    assert "Slowest" not in now, "nobody writes down hands"


@pytest.mark.parametrize(
    ("hours", "says"),
    [(-2, "Begins in"), (1, "Left of the day’s time"), (7, "The day’s time is over")],
)
def test_t5_the_clock_knows_where_the_six_hours_stand(desk, at, drawn, hours, says):
    start = timezone.now() - timedelta(hours=hours)
    Tournament.objects.filter(pk=drawn.id).update(starts_at=start)
    assert says in desk.get(at("desk", drawn.slug)).text


def test_time_left_is_not_written_as_a_time_of_the_day(desk, at, drawn):
    Tournament.objects.filter(pk=drawn.id).update(
        starts_at=timezone.now() + timedelta(hours=12, minutes=20, seconds=30)
    )
    assert "12 h 20 min" in desk.get(at("desk", drawn.slug)).text


@pytest.mark.parametrize("stage", ["playing", "finished"])
def test_nothing_begins_once_it_is_played(desk, at, drawn, request, stage):
    request.getfixturevalue(stage)
    Tournament.objects.filter(pk=drawn.id).update(starts_at=timezone.now() + timedelta(hours=2))
    html = desk.get(at("desk", drawn.slug)).text
    assert "Begins in" not in html
    assert "data-countdown" not in html


def test_every_match_of_the_bracket_shows_its_number(desk, at, drawn):
    for address in (at("desk", drawn.slug), reverse("public:bracket", args=[drawn.slug])):
        html = desk.get(address).text
        for match in Match.objects.filter(tournament_id=drawn.id):
            assert f'<span class="tie__number">{match.label}</span>' in html


def test_the_title_counts_what_waits(desk, at, drawn, playing, actor):
    where = at("desk", drawn.slug)
    assert "data-live>Desk" in desk.get(where).text
    calls.raise_call(match_id=playing.id, actor=actor, message="Come, please")
    assert "data-live>(1) Desk" in desk.get(where).text


def test_without_a_free_table_none_is_offered_and_it_is_said_why(desk, at, drawn, actor):
    tables.set_count(tournament_id=drawn.id, count=1, actor=actor)
    assert "Every table is busy or promised." not in desk.get(at("desk", drawn.slug)).text
    desk.post(at("assign_free", drawn.slug))
    html = desk.get(at("desk", drawn.slug)).text
    assert "Every table is busy or promised." in html
    assert at("assign_free", drawn.slug) not in html


def test_the_end_has_a_champion_and_a_podium(desk, at, finished):
    html = desk.get(at("desk", finished.slug)).text
    assert '<p class="champion__name">' + finished.champion.name in html
    assert html.count("podium__place") == 3
    assert "Everything has been played." in html


def test_the_podium_names_the_champions_of_bracket_b(desk, at, arizkun, client):
    cup = play.tournament(
        entered=8, drawn=True, owner=arizkun, format_options={"consolation": "first_round"}
    )
    play.play_out(cup)
    [winner] = [
        line.pair.name
        for line in standings(tournament_id=cup.pk)
        if line.title == "bracket_champion"
    ]
    assert f"champion B: {winner}" in desk.get(at("desk", cup.slug)).text
    page = client.get(reverse("public:bracket", args=[cup.slug])).text
    assert f"<strong>Champion B: {winner}</strong>" in page


def test_the_desk_asks_no_more_of_the_database_when_there_is_more_to_show(
    desk, at, drawn, beaten, django_assert_max_num_queries
):
    with django_assert_max_num_queries(27):
        desk.get(at("desk", drawn.slug))


def test_work_that_failed_is_told_at_the_desk_of_its_tournament(desk, at, drawn):
    assert "Tasks that need somebody" not in desk.get(at("desk", drawn.slug)).text
    job = jobs.ask("of.nobody", tournament_id=drawn.id)
    jobs.run(job)
    page = desk.get(at("desk", drawn.slug)).text
    assert "Tasks that need somebody" in page
    assert "There is no job of.nobody." in page
    assert "/operator/" not in page, "only the operator does it again"


def tile(page: str) -> str:
    """The form for a result on the tile of the table that is in use."""
    return page.split('class="wall__result"')[1].split("</details>")[0]


def test_a_result_is_entered_on_the_tile_of_its_table_and_the_desk_reads_it_back(
    desk, at, drawn, playing
):
    form = tile(desk.get(at("desk", drawn.slug)).text)
    where = at("result", drawn.slug, playing.id) + "?from=desk"
    assert f'action="{where}"' in form
    assert (form.count('inputmode="numeric"'), form.count('type="hidden"')) == (2, 3)
    [_form, said] = Forms(form).found[0]
    answer = desk.post(where, {**said, "games_a": "3", "games_b": "1"})
    assert answer.url == at("desk", drawn.slug)
    match = Match.objects.get(pk=playing.id)
    assert (match.status, match.games_a, match.games_b) == ("finished", 3, 1)
    page = unescape(desk.get(answer.url).text)
    assert f"The result is in: {playing.pair_a.name} 3 – 1 {playing.pair_b.name}." in page


def test_a_called_match_has_the_form_for_its_result_too_and_a_free_table_has_none(desk, at, drawn):
    assert "wall__result" not in desk.get(at("desk", drawn.slug)).text
    desk.post(at("assign_free", drawn.slug))
    html = desk.get(at("desk", drawn.slug)).text
    assert html.count("wall__result") == 2
    assert html.count("wall__table--called") == 2, "they are not free"


def test_a_result_without_hands_is_entered_by_one_press_at_its_table(desk, at, drawn, playing):
    where = at("result", drawn.slug, playing.id) + "?from=desk"
    html = desk.get(at("desk", drawn.slug)).text
    form = html.split('class="wall__outcomes')[1].split("</form>")[0]
    offered = re.findall(r'name="games" value="([0-9-]+)"', form)
    assert offered == ["3-0", "3-1", "3-2", "0-3", "1-3", "2-3"]
    assert desk.post(where, {"games": "1-3"}).url == at("desk", drawn.slug)
    match = Match.objects.get(pk=playing.id)
    assert (match.winner, match.games_a, match.games_b) == ("B", 1, 3)


@pytest.mark.parametrize("games", ["", "3", "3-", "x-y", "2-2", "9-9"])
def test_a_press_that_is_no_result_enters_nothing(desk, at, drawn, playing, games):
    where = at("result", drawn.slug, playing.id) + "?from=desk"
    assert desk.post(where, {"games": games}).status_code == 400
    assert Match.objects.get(pk=playing.id).status == "playing"


def test_where_hands_are_written_down_no_result_is_one_press_away(desk, at, drawn, playing):
    assert "wall__outcomes" in desk.get(at("desk", drawn.slug)).text
    record(read(Match.objects.get(pk=playing.id)), plain())
    html = desk.get(at("desk", drawn.slug)).text
    assert "wall__outcomes" not in html
    assert "Slowest" in html
    assert 'class="wall__result"' in html, "it can still be typed"


def test_an_appeal_on_a_finished_match_leaves_its_empty_table_as_it_is(desk, at, drawn, playing):
    appeals.set_window(tournament_id=drawn.id, minutes=15, actor=play.PROGRAM)
    play.win(Match.objects.get(pk=playing.id))
    entered = {"side": "A", "reason": "the last hand was misread"}
    desk.post(at("appeal", drawn.slug, playing.id), entered)
    html = desk.get(at("desk", drawn.slug)).text
    assert "Needs you now" in html
    assert "wall__table--due" not in html


@pytest.mark.parametrize("games", [("2", "1"), ("4", "1"), ("x", "1"), ("3", "")])
def test_a_result_on_the_tile_that_cannot_be_keeps_what_was_typed_and_leads_back_to_the_desk(
    desk, at, drawn, playing, games
):
    where = at("result", drawn.slug, playing.id) + "?from=desk"
    answer = desk.post(where, {"games_a": games[0], "games_b": games[1]})
    assert answer.status_code == 400
    page = answer.text
    assert "field__errors" in page or "errorlist" in page
    assert f'name="games_a" value="{games[0]}"' in page
    assert f'href="{at("desk", drawn.slug)}">No, go back' in page
    again = desk.post(where, {"games_a": "1", "games_b": "3"})
    assert again.url == at("desk", drawn.slug)


def test_two_numbers_the_wrong_way_round_are_swapped_from_the_desk_with_what_follows_in_sight(
    desk, at, drawn, playing
):
    desk.post(at("result", drawn.slug, playing.id), {"games_a": "3", "games_b": "1"})
    swap = at("replace_result", drawn.slug, playing.id) + "?swap"
    assert f'href="{swap}"' in desk.get(at("desk", drawn.slug)).text
    look = desk.get(swap)
    page = look.text
    assert look.status_code == 200
    assert f"The match goes to {playing.pair_b.name}." in page
    [said] = [fields for _action, fields in Forms(page).found if "games_a" in fields]
    assert (said["games_a"], said["games_b"]) == (["1"], ["3"])
    assert "wrong way round" in said["reason"][0]
    assert Match.objects.get(pk=playing.id).winner == "A"
    desk.post(swap, {**said, "step": "do"})
    match = Match.objects.get(pk=playing.id)
    assert (match.winner, match.games_a, match.games_b) == ("B", 1, 3)


def test_a_match_for_third_place_does_not_look_like_the_final(desk, at, arizkun):
    cup = play.tournament(
        owner=arizkun, entered=4, drawn=True, format_options={"third_place": True}
    )
    html = desk.get(at("desk", cup.slug)).text
    assert html.count("tie--final") == 1
    assert html.split('id="bracket"')[1].count("Third place") == 1
    lines = desk.get(at("desk", cup.slug)).context["progress"]
    assert [(line["name"], line["all"]) for line in lines] == [
        ("Semi-finals", 2), ("Final", 1), ("Third place", 1),
    ]  # fmt: skip


def test_a_club_that_comes_late_or_leaves_is_called_a_club(desk, at, arizkun):
    cup = play.tournament(owner=arizkun, entered=4, drawn=True, settings={"entrants": "clubs"})
    assert "A late club" in desk.get(at("desk", cup.slug)).text
    assert "A late club" in desk.get(at("late_pair", cup.slug)).text
    assert "Withdraw the club" in desk.get(at("change_pair", cup.slug, 1)).text
    log = desk.get(reverse("public:log", args=[cup.slug]), headers={"accept-language": "en"}).text
    assert "Clubs were entered" in log
