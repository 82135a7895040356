"""What everybody may see: every page at every stage, for anybody, unchanged pages for nothing."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from mus.notation import read_match
from mus.signals import SIGNALS
from scoring.course.models import Hand
from scoring.explain.services import count_chances
from scoring.hands.services import corrections
from scoring.rulings.services import appeals
from scoring.statements import services as statements
from tests.scoring import table
from tests.tournament import play
from tests.web.pages import read, words
from tournament.championship.models import Tournament
from tournament.consolation import services as consolation
from tournament.consolation.queries import propose
from tournament.draw import services as draw
from tournament.entries.services import pairs
from tournament.log.queries.log import verify_log
from tournament.matches.models import Match
from tournament.matches.queries.matches import next_up
from tournament.matches.services import matches, results
from web.public.urls import urlpatterns

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]
PAGES = ["bracket", "standings", "consolation", "pairs", "rules", "log"]


@pytest.fixture
def match(db: None) -> Match:
    found = table.a_match()
    for entered in (table.plain(claim=[7, 1]), table.plain(claim=[10, 1]), table.win_for_a()):
        table.record(found, entered)
    return table.read(found)


def ended() -> Tournament:
    """Played to its champion on results alone."""
    tournament = play.tournament(entered=4, drawn=True)
    while up := next_up(tournament_id=tournament.pk):
        wins = up[0].wins_needed
        matches.record_result(match_id=up[0].id, games=(wins, 0), actor=play.PROGRAM)
    return tournament


@pytest.mark.parametrize("name", PAGES)
def test_every_page_opens_before_the_draw_during_play_and_at_the_end(client, name):
    for stage in (
        play.tournament(entered=0),
        play.tournament(entered=5),
        play.tournament(entered=5, drawn=True),
        ended(),
    ):
        read(client, name, stage.slug)


def test_what_is_of_another_tournament_or_of_nothing_there_is_not_found(client, match):
    other = play.tournament(name="Elsewhere")
    here = {"slug": match.tournament.slug, "match_id": match.pk, "of": match.tournament.slug}
    here |= dict.fromkeys(("game", "number", "step", "size", "first"), 1) | {"code": "x"}
    for one in urlpatterns:
        parts = one.pattern.converters
        named = [name for name in ("slug", "of", "place", "club") if name in parts]
        wrong: list[dict[str, object]] = [{name: "nowhere"} for name in named]
        wrong += [{"slug": other.slug}] if "match_id" in parts else []
        wrong += [{name: 99} for name in ("match_id", "game", "number", "step") if name in parts]
        for changed in wrong:
            asked = {name: (here | changed)[name] for name in parts}
            address = reverse(f"public:{one.name}", kwargs=asked)
            assert client.get(address).status_code == 404, address


def test_pages_are_only_read(client, match):
    for one in urlpatterns:
        if set(one.pattern.converters) <= {"slug"}:
            given = {"slug": match.tournament.slug} if one.pattern.converters else {}
            address = reverse(f"public:{one.name}", kwargs=given)
            assert client.post(address).status_code == 405, address


def test_the_front_page_says_when_there_is_nothing_yet(client, db):
    assert "No tournament yet" in words(read(client, "home"))


def test_the_front_page_sorts_tournaments_by_what_happens_in_them(client, match):
    play.tournament(entered=2, name="Later Cup", starts_at=timezone.now() + timedelta(days=7))
    text = words(read(client, "home"))
    assert text.index("Live now") < text.index("Entry open") < text.index("Later Cup")


def test_T2_the_bracket_shows_byes_scores_and_where_winners_come_from(client, match):
    html = read(client, "bracket", match.tournament.slug)
    text = words(html)
    assert match.pair_a.name in text
    assert "winner of 1.1" in text
    assert reverse("public:match", args=[match.tournament.slug, match.pk]) in html


def test_a_match_shows_each_hand_with_its_stones_reasons_and_disputed_claim(client, match):
    text = words(read(client, "match", match.tournament.slug, match.pk))
    assert "Hand 3" in text
    assert "The table says 10 – 1; the rules give 7 – 1" in text
    assert "claim differs" in text
    assert match.pair_a.name in text


def test_a_corrected_hand_shows_its_earlier_version_and_why(client, match):
    corrections.correct(
        match_id=match.pk,
        game=1,
        number=1,
        record=table.plain(bets=table.seen("grande", 4)),
        reason="the envido was four",
        actor=play.PROGRAM,
    )
    text = words(read(client, "match", match.tournament.slug, match.pk))
    assert "1 earlier version" in text
    assert "the envido was four" in text


def test_a_correction_is_announced_as_one(client, match):
    slug, pk = match.tournament.slug, match.pk
    corrections.correct(
        match_id=pk, game=1, number=1, record=table.plain(bets=table.seen("grande", 4)),
        reason="the envido was four", actor=table.PROGRAM,
    )  # fmt: skip
    assert 'data-say="Corrected: hand 1 now takes ' in read(client, "match", slug, pk)
    assert "Corrected: " not in read(client, "bracket", slug)
    play.win(match, "A")
    assert "Corrected: " not in read(client, "bracket", slug)
    results.reopen(match_id=pk, reason="miscounted", actor=table.PROGRAM)
    again = "Corrected: match 1.1 is being played again. A match was reopened."
    assert f'data-say="{again}"' in read(client, "bracket", slug)
    assert again in words(read(client, "match", slug, pk))
    play.win(match, "B")
    won = f"{match.pair_b.name} win"
    for name, more in (("bracket", ()), ("match", (pk,)), ("now", ())):
        said = [one for one in read(client, name, slug, *more).split('data-say="') if won in one]
        assert any(one.startswith("Corrected: ") for one in said), name


def test_contacts_of_pairs_are_never_shown(client, match):
    Tournament.objects.get(pk=match.tournament_id).pairs.update(contact="600 11 22 33")
    pages = [read(client, name, match.tournament.slug) for name in PAGES]
    pages.append(read(client, "match", match.tournament.slug, match.pk))
    pages.append(read(client, "pair", match.tournament.slug, 1))
    pages.append(
        b"".join(client.get(reverse("public:log-export", args=[match.tournament.slug]))).decode()
    )
    assert not any("600 11 22 33" in shown for shown in pages)


def test_an_unchanged_page_costs_nothing_and_a_new_hand_makes_a_new_one(client, match):
    address = reverse("public:match", args=[match.tournament.slug, match.pk])
    etag = client.get(address)["ETag"]
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
    table.record(match, table.plain())
    changed = client.get(address, headers={"If-None-Match": etag})
    assert changed.status_code == 200
    assert changed["ETag"] != etag


def test_the_log_page_says_that_the_log_holds_together_or_where_it_breaks(
    client, match, monkeypatch
):
    monkeypatch.setattr("web.public.proof.CHECKED_SECONDS", 0)
    text = words(read(client, "log", match.tournament.slug))
    assert "The log is intact" in text
    head = verify_log(tournament_id=match.tournament.pk).head
    assert f"the last seal is: {head}" in text  # whole, to be noted down (docs/event-log.md)
    match.tournament.events.filter(number=2).update(actor_label="somebody else")
    assert "Event 2 does not match its seal" in words(
        read(client, "log", match.tournament.slug, language="en-GB")
    )


def test_the_log_shows_sums_small_and_leaves_none_out(client, match):
    html = read(client, "log", match.tournament.slug)
    rows = re.findall(r"<tr(?: class=\"(\S+)\")?>\s*<td class=\"number\">(\d+)<", html)
    small = {int(number) for css, number in rows if css == "is-small"}
    assert [int(number) for _css, number in rows] == list(range(len(rows), 0, -1))
    sums = match.tournament.events.filter(kind="match.games").values_list("number", flat=True)
    assert small == set(sums) != set()


def test_T3_a_consolation_match_says_its_number_table_and_state(client, db):
    tournament = play.tournament(entered=8, drawn=True)
    play.play_round(tournament, 1)
    proposed = propose(tournament_id=tournament.pk).matches
    pairings = [(match.pair_a.number, match.pair_b.number) for match in proposed]
    consolation.create_matches(tournament_id=tournament.pk, pairings=pairings, actor=play.PROGRAM)
    text = words(read(client, "consolation", tournament.slug))
    assert text.count("Consolation, match") == len(pairings) == 2
    assert text.count("no table to start") == len(pairings)


def test_the_log_is_hashed_once_for_all_who_read_it_at_one_moment(client, match, monkeypatch):
    verify, checks = verify_log, []

    def counted(*, tournament_id):
        checks.append(tournament_id)
        return verify(tournament_id=tournament_id)

    monkeypatch.setattr("web.public.records.verify_log", counted)
    slug = match.tournament.slug
    read(client, "log", slug)
    read(client, "log", slug, language="en-GB")
    assert len(checks) == 1
    table.record(match, table.plain())
    assert "The log is intact" in words(read(client, "log", slug))
    assert len(checks) == 2


@pytest.mark.parametrize("before", ["1", "0", "99999999999999999999", "-3", "x", "٣"])
def test_any_place_in_the_log_may_be_asked_for(client, match, before):
    address = reverse("public:log", args=[match.tournament.slug])
    assert client.get(address, {"before": before}).status_code == 200


@pytest.mark.parametrize("hands", [1, 3])
def test_a_match_page_asks_the_database_as_often_for_one_hand_as_for_three(
    client, db, django_assert_num_queries, hands
):
    match = table.a_match()
    for _hand in range(hands):
        table.record(match, table.plain())
    # Three more for hands that nobody has read yet, and for what the events since touched.
    for queries in (11, 8):
        with django_assert_num_queries(queries):
            read(client, "match", match.tournament.slug, match.pk)


@pytest.mark.parametrize("pairs", [4, 12])
def test_a_bracket_asks_the_database_as_often_for_four_pairs_as_for_twelve(
    client, db, django_assert_num_queries, pairs
):
    tournament = play.tournament(entered=pairs, drawn=True)
    with django_assert_num_queries(7):
        read(client, "bracket", tournament.slug)


@pytest.mark.parametrize("name", ["bracket", "standings", "consolation", "pairs", "rules"])
def test_what_is_hung_on_the_wall_has_a_print_button_for_browsers_with_scripts(client, match, name):
    assert "data-print hidden" in read(client, name, match.tournament.slug)


def test_the_standings_say_club_and_how_far_each_in_a_place_of_its_own(client, match):
    html = read(client, "standings", match.tournament.slug)
    assert f">{match.pair_a.club}</td>" in html
    assert 'data-label="M"' in html


def test_H8_the_rules_page_shows_the_signals_of_its_regulation(client, db):
    text = words(read(client, "rules", play.tournament(entered=0).slug))
    assert "Raise the eyebrows" in text
    assert "Shrug" not in text


@pytest.mark.parametrize("preset", sorted(SIGNALS))
@pytest.mark.parametrize(
    ("language", "gesture", "meaning"),
    [
        ("es", "Morderse el labio inferior", "Dos reyes"),
        ("eu", "Beheko ezpainari kosk egin", "Bi errege"),
        ("fr", "Se mordre la lèvre inférieure", "Deux rois"),
    ],
)
def test_H8_the_signals_are_in_the_readers_language(client, db, preset, language, gesture, meaning):
    tournament = play.tournament(regulation=preset)
    text = words(read(client, "rules", tournament.slug, language=language))
    assert gesture in text
    assert meaning in text
    for signal in SIGNALS[preset]:
        assert signal.gesture not in text


def test_a_hand_shows_what_each_could_hope_for(client, match):
    count_chances(seconds=60)
    text = words(read(client, "hand", match.tournament.slug, match.pk, 1, 1))
    assert "Each player’s chances" in text
    # Four cards without a pair cannot win pares.
    assert "cannot win" in text


def test_W5_both_pages_say_that_the_31_of_the_mano_cannot_lose(client, db):
    match = table.a_match()
    shown = ["R R S A", "7 6 5 4", "4 4 5 6", "A A 4 5"]
    declared = {"pares": [True, False, True, True], "juego": [True, False, False, False]}
    table.record(match, {"cards": shown, "declared": declared, "mano": 0})
    at = match.tournament.slug, match.pk
    assert "31 of the mano: cannot lose" in words(read(client, "match", *at))
    table.record(match, table.quick(5, 0))
    once = words(read(client, "match", *at))
    assert once.count("31 of the mano: cannot lose") == 1
    count_chances(seconds=60)
    text = words(read(client, "hand", *at, 1, 1))
    assert "31 of the mano" in text
    assert "cannot lose" in text


def test_a_hand_without_cards_has_no_chances_and_says_so(client, db):
    match = table.a_match()
    table.record(match, table.quick(5, 0))
    text = words(read(client, "hand", match.tournament.slug, match.pk, 1, 1))
    assert "No chances can be counted" in text


def test_a_match_as_text_reads_back_to_the_same_ledger(client, match):
    response = client.get(reverse("public:match-text", args=[match.tournament.slug, match.pk]))
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    read = read_match(response.text)
    assert read.headers["A"] == match.pair_a.name
    ledgers = [hand.settlement["ledger"] for game in read.course().games for hand in game.hands]
    stored = Hand.objects.filter(game__match=match, is_current=True).order_by("game", "number")
    assert ledgers == [hand.settlement["ledger"] for hand in stored]


def test_a_result_that_the_hands_do_not_tell_says_so(client, match):
    slug = match.tournament.slug
    said = "Result entered without all its hands"
    assert said not in read(client, "match", slug, match.pk)
    results.record_result(
        match_id=match.pk, games=(2, 1), actor=play.PROGRAM, reason="it broke", over_recorded=True
    )
    html = read(client, "match", slug, match.pk)
    assert said in html
    assert "Game 1" in html


def test_a_match_played_on_its_result_alone_waits_for_no_hands(client, db):
    match = ended().matches.first()
    html = read(client, "match", match.tournament.slug, match.pk)
    assert "Result entered without all its hands" in html
    assert "No hand yet" not in html


def test_a_match_that_can_begin_says_so_and_where_in_words_and_not_by_a_colour(client):
    tournament = play.tournament(entered=4, drawn=True)
    before = words(read(client, "bracket", tournament.slug))
    assert before.count("no table to start") == 2
    first = Match.objects.filter(tournament=tournament, status="ready").first()
    matches.assign_table(match_id=first.pk, table_number=3, actor=play.PROGRAM)
    after = words(read(client, "bracket", tournament.slug))
    assert "Table 3 to start" in after
    assert after.count("no table to start") == 1


def test_who_is_mano_is_said_at_the_seats(client, match):
    html = read(client, "match", match.tournament.slug, match.pk)
    seats = re.search(r'<div class="seats">.*?</div>', html, re.DOTALL)[0]
    assert words(seats).count(" mano ") == 1
    assert re.search(r'is-mano">.*?mano.*?</span>', seats, re.DOTALL)


def test_players_read_a_published_regulation_as_sentences_with_its_settings(client, db):
    cup = play.tournament(entered=0, regulation="valdegastea")
    text = words(read(client, "rules", cup.slug))
    assert "Four kings, 25 stones. Games to win a match: 4. With more than 15 pairs: 2." in text
    assert "3 and 2 are themselves and worth 3 and 2." in text
    assert "agreed for this tournament" not in text
    assert "Raise the eyebrows" not in text, "the signals are those of another regulation"


def test_rules_of_a_clubs_own_have_its_name_and_say_where_they_start_from(client, db):
    settings = {"target": 30, "substitutes": 1, "substitutes_until": 0}
    cup = play.tournament(regulation="pagat", settings=settings, rules_name="Bar Orio")
    text = words(read(client, "rules", cup.slug))
    assert "Bar Orio" in text
    assert "These rules start from Pagat; what is marked below is this tournament's own." in text
    assert "Eight kings, 40 stones" not in text, "what is no longer so is not said"
    assert "After the draw, 1 substitute may join a pair." in text
    assert "No substitute may join a pair once it has begun to play." in text


@pytest.mark.parametrize(
    ("rules", "head"),
    [
        ({"games_to_win": 2}, "best of 3"),
        ({"games_to_win": 2, "semi_final_games_to_win": 3}, "best of 3–5"),
        ({"games_all_played": 3, "final_games_to_win": 3}, "3 games, all played · 5 games, all pl"),
    ],
)
def test_T1_the_head_says_that_later_matches_are_longer(client, db, rules, head):
    cup = play.tournament(entered=4, drawn=True, settings=rules)
    assert f"4 pairs · {head}" in words(read(client, "bracket", cup.slug))


def test_the_rules_say_who_enters_results_and_how_long_they_can_be_appealed(client, db):
    cup = play.tournament(entered=0)
    text = words(read(client, "rules", cup.slug))
    assert "Who enters the results The referees Time for appeals Results are final at once" in text
    appeals.set_window(tournament_id=cup.pk, minutes=10, actor=play.PROGRAM)
    statements.set_terms(tournament_id=cup.pk, entered_by="pairs", actor=play.PROGRAM)
    text = words(read(client, "rules", cup.slug))
    assert "The pairs themselves Time for appeals 10 minutes after a match" in text


def test_before_the_bracket_the_tables_of_the_groups_stand_alone(client, db):
    options = {"brackets": 2}
    cup = play.tournament(entered=9, drawn=True, format="groups", format_options=options)
    text = words(read(client, "standings", cup.slug))
    assert "Group A" in text
    assert "The places of the championship are decided after the groups." in text
    assert "Standings of the championship" not in text


def test_rules_without_effect_are_not_read_to_players(client, db):
    settings = {
        "games_all_played": 3, "first_round_games_to_win": 3, "final_games_to_win": 4,
        "false_word_stones": 3, "substitutes": 0, "substitutes_until": 2,
        "refused_raise": "nothing",
    }  # fmt: skip
    cup = play.tournament(entered=0, format="swiss", settings=settings)
    text = words(read(client, "rules", cup.slug))
    assert "All 3 games are played" in text
    assert "All 5 games are played" in text, "a round with a length of its own"
    assert "These rules start from Brisbane 2024; what is marked below" in text
    for idle in (
        "that first wins", "quarter-final", "Games to win the final", "more pairs than",
        "Stones for a false declaration", "Last round in which a substitute", "after the deje",
    ):  # fmt: skip
        assert idle not in text


def test_H8_forbidden_signals_are_not_shown_and_the_rules_say_so(client, db):
    cup = play.tournament(entered=2, settings={"signals": False})
    text = client.get(f"/t/{cup.slug}/rules/").text
    assert "Partners make no signs to each other." in text
    assert "Signals allowed" not in text


def test_H8_what_partners_may_talk_over_is_said_where_the_regulation_or_the_club_says_it(
    client, db
):
    valdegastea = play.tournament(entered=0, regulation="valdegastea-2")
    text = words(read(client, "rules", valdegastea.slug))
    assert "Partners may talk over an órdago and no other bet." in text
    assert "Partners make no signs to each other." in text
    assert "agreed for this tournament" not in text
    own = play.tournament(name="Own", entered=0, settings={"consulted": "nothing"})
    assert "Partners may not talk over a bet." in words(read(client, "rules", own.slug))
    other = play.tournament(name="Other", entered=0)
    assert "talk" not in words(read(client, "rules", other.slug))


@pytest.mark.parametrize("name", ["standings", "pairs"])
def test_a_table_has_a_column_of_clubs_where_somebody_has_one(client, in_english, name):
    for club, columns in (("", 0), (", Kaia", 1)):
        cup = play.tournament(name=f"Cup{club}")
        text = f"Getaria, Zarautz{club}\nOrio, Lezo"
        pairs.enter_list(tournament_id=cup.pk, text=text, actor=play.PROGRAM)
        draw.make(tournament_id=cup.pk, actor=play.PROGRAM)
        page = client.get(reverse(f"public:{name}", args=[cup.slug])).text
        assert len(re.findall(r"<th>Club</th>", page)) == columns
        assert page.count(">Kaia<") == columns


@pytest.mark.parametrize(("drawn", "name"), [(False, "bracket"), (True, "standings")])
def test_where_clubs_enter_a_table_names_them_and_no_club_beside_them(
    client, in_english, drawn, name
):
    cup = play.tournament(entered=4, drawn=drawn, settings={"entrants": "clubs"})
    page = client.get(reverse(f"public:{name}", args=[cup.slug])).text
    heads = [head.strip() for head in re.findall(r"<th[^>]*>([^<]*)</th>", page)]
    assert heads.count("Club") == 1
    assert "Pair" not in heads
