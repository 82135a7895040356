"""Creating, changing and shortening a tournament."""

import re

import pytest

from scoring.rulings.queries.review import window_minutes
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.formats.registry import format_of
from tournament.formats.regulations import SETTINGS
from tournament.log.models import Event
from web import settingwords

NEW = {
    "name": "Winter Cup",
    "place": "Irun",
    "starts_at": "2026-11-28T12:00",
    "tables": "4",
    "regulation": "brisbane-2024",
    "courtesy_minutes": "10",
}


def test_the_list_shows_mine_and_not_other_peoples_and_an_empty_one_offers_to_create(
    desk, stranger, entered, at
):
    assert "Summer Cup" in desk.get(at("mine")).text
    html = stranger.get(at("mine")).text
    assert "Summer Cup" not in html
    assert "No tournament yet" in html
    assert at("create") in html


def test_a_created_tournament_is_mine_and_the_pairs_come_next(desk, at, arizkun):
    response = desk.post(at("create"), NEW)
    made = Tournament.objects.get()
    assert response.url == at("entries", made.slug)
    assert list(made.organizers.all()) == [arizkun]
    assert made.starts_at.isoformat() == "2026-11-28T11:00:00+00:00"  # noon in Madrid
    assert made.tables.count() == 4
    assert made.courtesy_minutes == 10
    assert (made.format, format_of(made).key) == ("", "knockout")


def test_single_rules_can_be_changed_and_the_rest_follows_the_regulation(desk, at):
    desk.post(at("create"), {**NEW, "target": "30", "jokers": "true", "kings": "4"})
    assert Tournament.objects.get().settings == {"target": 30, "jokers": True, "kings": 4}


def test_T1_the_length_of_a_match_is_asked_for_and_told_to_everybody(desk, at):
    assert 'name="games_to_win"' in desk.get(at("create")).text
    desk.post(at("create"), {**NEW, "games_to_win": "4"})
    made = Tournament.objects.get()
    assert made.settings == {"games_to_win": 4}
    rules = desk.get(f"/t/{made.slug}/rules/").text
    assert re.search(
        r"Games to win a match.*?T1.*?>\s*4\s+<span[^>]*>agreed for this", rules, re.DOTALL
    )


def test_appeals_are_asked_about_and_are_off_unless_somebody_says_how_long(desk, at):
    assert re.search(r'name="appeal_minutes" value="0"', desk.get(at("create")).text)
    desk.post(at("create"), NEW)
    desk.post(at("create"), {**NEW, "name": "Spring Cup", "appeal_minutes": "20"})
    without, with_time = Tournament.objects.order_by("pk")
    assert window_minutes(tournament_id=without.pk) == 0
    assert window_minutes(tournament_id=with_time.pk) == 20
    assert Event.objects.filter(tournament=without, kind="appeals.window_set").count() == 0
    again = desk.get(at("create") + f"?like={with_time.slug}").text
    assert 'name="appeal_minutes" value="20"' in again


def test_who_enters_results_is_asked_and_is_the_referees_unless_somebody_says_so(desk, at):
    assert 'value="referees" selected' in desk.get(at("create")).text
    desk.post(at("create"), {**NEW, "entered_by": "referees"})
    desk.post(at("create"), {**NEW, "name": "Spring Cup", "entered_by": "both"})
    without, with_pairs = Tournament.objects.order_by("pk")
    assert not Event.objects.filter(tournament=without, kind="results.terms_set").exists()
    assert Event.objects.filter(tournament=with_pairs, kind="results.terms_set").count() == 1
    again = desk.get(at("create") + f"?like={with_pairs.slug}").text
    assert 'value="both" selected' in again


@pytest.mark.parametrize(("pairs", "wins"), [(8, 3), (9, 2)])
def test_T1_the_rules_tell_the_length_that_the_regulation_sets(desk, at, pairs, wins):
    made = play.tournament(entered=pairs)
    rules = desk.get(f"/t/{made.slug}/rules/").text
    assert re.search(rf"Games to win a match.*?T1.*?>\s*{wins}\s*</td>", rules, re.DOTALL)


def test_every_setting_has_words_for_each_of_its_choices():
    assert set(settingwords.BY_KEY) == set(SETTINGS)
    for setting in settingwords.SETTINGS:
        values = setting.declared.choices
        assert setting.means if isinstance(values, range) else len(setting.choices) == len(values)


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("name", "", "This field is required."),
        ("starts_at", "some day", "Write the day and the hour"),
        ("tables", "0", "greater than or equal to 1"),
        ("regulation", "house", "Select a valid choice"),
        ("target", "4", "greater than or equal to 5"),
        ("appeal_minutes", "-1", "greater than or equal to 0"),
        ("appeal_minutes", "1441", "less than or equal to 1440"),
        ("appeal_minutes", "soon", "Enter a whole number."),
    ],
)
def test_what_is_refused_is_said_at_its_field_and_the_rest_is_kept(desk, at, field, value, says):
    response = desk.post(at("create"), {**NEW, field: value})
    html = response.text
    assert response.status_code == 400
    assert field in response.context["form"].errors
    assert says in html
    assert 'value="Irun"' in html
    assert Tournament.objects.count() == 0


def test_what_only_the_service_refuses_is_said_at_its_field_too(desk, at):
    response = desk.post(at("create"), {**NEW, "name": "\u202ecup"})
    assert response.status_code == 400
    assert "Type it again by hand" in response.text


def test_the_rules_page_explains_every_setting(desk, at):
    html = desk.get(at("regulations")).text
    assert "Euskal Herria" in html
    assert "The bet that stood before it" in html


def test_everything_can_change_while_entry_is_open(desk, at, entered, again):
    assert 'value="Summer Cup"' in desk.get(at("change", entered.slug)).text
    desk.post(at("change", entered.slug), {**NEW, "tables": "6", "target": "30"})
    now = again(entered.id)
    assert (now.name, now.tables_count, now.settings) == ("Winter Cup", 6, {"target": 30})


def test_once_drawn_the_settings_are_shown_and_stand(desk, at, drawn, again):
    html = desk.get(at("change", drawn.slug)).text
    assert "The rules are fixed since the draw" in html
    assert "Reduce the games" in html
    assert desk.post(at("change", drawn.slug), {**NEW, "target": "30"}).status_code == 400
    assert again(drawn.id).settings == {}


def test_once_drawn_name_place_and_start_are_still_mended_and_on_the_record(desk, at, drawn, again):
    html = desk.get(at("change", drawn.slug)).text
    assert 'value="Summer Cup"' in html
    assert 'name="regulation"' not in html
    given = {"name": "Summer Cup 2026", "place": "Zarautz", "starts_at": "2026-11-28T11:00"}
    desk.post(at("change", drawn.slug), {**given, "courtesy_minutes": "15"})
    now = again(drawn.id)
    assert (now.name, now.place, now.slug) == ("Summer Cup 2026", "Zarautz", drawn.slug)
    assert now.starts_at.isoformat() == "2026-11-28T10:00:00+00:00"
    assert now.regulation == "brisbane-2024"
    event = Event.objects.get(kind="tournament.changed")
    assert (event.data["name"], event.actor_label) == ("Summer Cup 2026", "organizer arizkun")


def test_a_wrong_hour_after_the_draw_is_said_at_its_field_and_the_rest_is_kept(
    desk, at, drawn, again
):
    given = {"name": "Autumn Cup", "place": "Irun", "starts_at": "half past"}
    response = desk.post(at("change", drawn.slug), given)
    html = response.text
    assert response.status_code == 400
    assert "Write the day and the hour" in html
    assert 'value="Autumn Cup"' in html
    assert again(drawn.id).name == "Summer Cup"


def test_t5_reducing_says_first_what_it_does_and_asks_why(desk, at, drawn, playing, again):
    html = desk.get(at("reduce_games", drawn.slug)).text
    assert "can only go down" in html
    assert "Best of 3" in html
    assert "4 matches become shorter" in html
    response = desk.post(at("reduce_games", drawn.slug), {"best_of": "3", "reason": ""})
    assert response.status_code == 400
    assert "Say why" in response.text
    assert again(drawn.id).best_of == 5


def test_a_new_tournament_begins_like_an_earlier_one_of_the_same_organizer(desk, at, entered):
    assert f"?like={entered.slug}" in desk.get(at("create")).text
    html = desk.get(at("create") + f"?like={entered.slug}").text
    assert f'value="{entered.name}"' in html
    assert 'value="Getaria"' in html


def test_somebody_elses_tournament_is_no_example(stranger, at, entered):
    assert 'value="Getaria"' not in stranger.get(at("create") + f"?like={entered.slug}").text


def test_a_regulation_is_played_in_its_own_format_unless_another_is_chosen(desk, at):
    desk.post(at("create"), {**NEW, "name": "By its text", "regulation": "blas-de-otero"})
    made = Tournament.objects.get(name="By its text")
    assert made.format == ""
    assert made.format_options == {"qualifiers": 2, "third_place": True}

    other = {"name": "Otherwise", "regulation": "blas-de-otero", "format": "swiss"}
    desk.post(at("create"), {**NEW, **other})
    made = Tournament.objects.get(name="Otherwise")
    assert (made.format, made.format_options) == ("swiss", {})


def test_every_regulation_can_be_chosen_and_says_what_it_is(desk, at):
    page = desk.get(at("create")).text
    assert "Four kings, 25 stones. Games to win a match: 4. With more than 15 pairs: 2." in page
    chosen = desk.post(at("create"), {**NEW, "regulation": "torneomus", "step": "rules"}).text
    assert "Format: Knockout. Nobody goes out up to round 2: winners meet winners" in chosen
    assert "Check with your sheet: games to win, kings, stones. Its official text" in chosen
    chosen_nabo = desk.post(at("create"), {**NEW, "regulation": "nabo", "step": "rules"}).text
    assert "First hand of each game: Running mus, no signals." in chosen_nabo
    chosen = desk.post(at("create"), {**NEW, "regulation": "barcelona", "step": "rules"}).text
    assert "Check with your sheet: games to win, kings, stones, format. Its published" in chosen


def test_house_rules_are_written_down_and_read_by_everybody_a_line_each(desk, at):
    desk.post(at("create"), {**NEW, "house_rules": "No <b>smoking</b>.\r\n\r\nPhones away."})
    made = Tournament.objects.get()
    rules = desk.get(f"/t/{made.slug}/rules/").text
    found = rules.partition('id="house-rules"')[2].partition("</section>")[0]
    assert re.findall(r"<li>(.*?)</li>", found) == [
        "No &lt;b&gt;smoking&lt;/b&gt;.",
        "Phones away.",
    ]
    assert "Phones away.</textarea>" in desk.get(at("change", made.slug)).text
    desk.post(at("change", made.slug), {**NEW, "house_rules": ""})
    assert 'id="house-rules"' not in desk.get(f"/t/{made.slug}/rules/").text


def test_t5_before_the_draw_there_is_nothing_to_reduce(desk, at, entered):
    assert "no fewer games" in desk.get(at("reduce_games", entered.slug)).text
