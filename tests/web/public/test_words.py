"""Words that depend on what they are said of: genders, numbers, the lances in each language."""

import re
from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from scoring.explain.services import count_chances
from tests.scoring import table
from tests.tournament import play
from tests.web.pages import read
from tests.web.public.test_public import ended
from tournament.draw import services as draw
from tournament.entries.services import pairs
from tournament.formats.regulations import REGULATIONS
from web.formatwords import chosen, in_words
from web.templatetags.eventwords import event_detail
from web.templatetags.formatwords import bracket_name, champion_word, entrants_name, entry_state
from web.templatetags.matchwords import standing_words
from web.words import in_force

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("language", "tournament", "match"),
    [
        ("es", "terminado", "terminada"),
        ("fr", "terminé", "terminée"),
        ("en", "finished", "finished"),
    ],
)
def test_a_tournament_and_a_match_end_each_in_their_gender(client, language, tournament, match):
    done = ended()
    assert f">{tournament}</span>" in read(client, "bracket", done.slug, language=language)
    with override(language):
        desk = render_to_string("components/tournament_status.html", {"stage": "finished"})
        one = render_to_string(
            "organizer/match_status.html", {"match": {"status": "finished", "ended_by": "games"}}
        )
    assert f">{tournament}</span>" in desk
    assert f">{match}</span>" in one


@pytest.mark.parametrize(
    ("language", "of_two", "of_one"),
    [
        ("es", "subcampeones", "subcampeón"),
        ("eu", "txapeldunordeak", "txapeldunordea"),
        ("fr", "finalistes", "finaliste"),
        ("en", "runner-up", "runner-up"),
    ],
)
def test_the_title_of_a_player_or_club_is_that_of_one(language, of_two, of_one):
    line = SimpleNamespace(title="runner_up", bracket=0)
    with override(language):
        titles = [
            str(standing_words(line, SimpleNamespace(entrants=entrants)))
            for entrants in ("pairs", "players", "clubs")
        ]
    assert titles == [of_two, of_one, of_one]


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("es", "1 partida ganada", "2 partidas ganadas"),
        ("fr", "1 partie gagnée", "2 parties gagnées"),
        ("en", "1 match won", "2 matches won"),
    ],
)
def test_one_match_won_is_said_as_one(language, one, two):
    with override(language):
        lines = [SimpleNamespace(title="", stage="", matches_won=n) for n in (1, 2)]
        cup = SimpleNamespace(entrants="pairs")
        assert [str(standing_words(line, cup)) for line in lines] == [one, two]
        entered = SimpleNamespace(kind="pairs.arrived", data={"pairs": [{"number": 1}]})
        assert event_detail(entered, None).startswith("1 ")
        assert event_detail(entered, None).rstrip("s") == event_detail(entered, None)


@pytest.mark.parametrize(
    ("language", "lances"),
    [
        ("fr", ["Handia", "Ttipia", "Pareak", "Jokoa ou puntua"]),
        ("eu", ["Handia", "Txikia", "Pareak", "Jokoa edo puntua"]),
        ("es", ["Grande", "Chica", "Pares", "Juego o punto"]),
    ],
)
def test_the_chances_name_the_lances_in_the_readers_words(client, language, lances):
    match = table.a_match()
    table.record(match, table.plain())
    count_chances(seconds=60)
    html = read(client, "hand", match.tournament.slug, match.pk, 1, 1, language=language)
    labels = re.findall(r'data-label="([^"]+)"', html)
    assert labels[:4] == lances
    assert set(labels) == set(lances)


def titles(html):
    """The page's own title, and the one it has where it is shared."""
    shared = re.search(r'<meta property="og:title" content="([^"]*)"', html)
    return re.search(r"<title[^>]*>([^<]*)</title>", html)[1], shared and shared[1]


@pytest.mark.parametrize(
    ("language", "semi", "final"),
    [
        ("en", "Semi-final", "Final"),
        ("es", "Semifinal", "Final"),
        ("eu", "Finalerdia", "Finala"),
        ("fr", "Demi-finale", "Finale"),
    ],
)
def test_a_match_is_titled_by_its_round_and_its_pairs(client, language, semi, final):
    cup = play.tournament(entered=4, drawn=True, format_options={"third_place": True})
    match = play.match(cup, 1, 0)
    named = f"{match.pair_a.name} / {match.pair_b.name}"
    for name in ("match", "match-embed"):
        said, shared = titles(read(client, name, cup.slug, match.pk, language=language))
        assert said == f"{semi} · {named} · {cup.name}"
        assert shared in (None, f"{semi} · {named}")
    play.play_round(cup, 1)
    said, _shared = titles(
        read(client, "match", cup.slug, play.match(cup, 2, 0).pk, language=language)
    )
    assert said.startswith(f"{final} · ")


def test_a_title_says_what_is_played_beside_the_bracket_and_who_is_not_known(client, in_english):
    cup = play.tournament(entered=4, drawn=True, format_options={"third_place": True})
    unknown = play.match(cup, 2, 0)
    said, shared = titles(read(client, "match", cup.slug, unknown.pk, language="en"))
    assert shared == "Championship, match 2.1"
    assert said.startswith(shared)
    third = play.match(cup, 2, 1)
    _said, shared = titles(read(client, "match", cup.slug, third.pk, language="en"))
    assert shared == "Third place"
    play.play_round(cup, 1)
    _said, shared = titles(read(client, "match", cup.slug, third.pk, language="en"))
    assert shared.startswith("Third place · ")


def test_a_hand_is_titled_with_its_match(client, in_english):
    match = table.a_match()
    table.record(match, table.plain())
    for name in ("hand", "replay"):
        where = (match.tournament.slug, match.pk, 1, 1)
        said, shared = titles(read(client, name, *where, language="en"))
        named = f"{match.pair_a.name} / {match.pair_b.name}"
        kind = "Replay · " if name == "replay" else ""
        assert shared.startswith("Game 1, hand 1 · ")
        assert shared.endswith(named)
        assert said == f"{kind}{shared} · {match.tournament.name}"


@pytest.mark.parametrize(
    ("kings", "said"),
    [(8, "A 3 counts as a king and a 4 as an ace, always."), (4, "A 3 is itself and worth 3.")],
)
def test_T1_rules_in_vacas_count_vacas_and_without_twos_no_2_is_named(kings, said, in_english):
    settings = {"vaca_games": 3, "without_twos": True, "kings": kings}
    lines = {line.setting.key: line for line in in_force(REGULATIONS["pagat"], settings)}
    assert lines["games_to_win"].setting.title == "Vacas to win a match"
    assert lines["games_to_win"].means.startswith("Counted in vacas")
    assert lines["kings"].means == said
    assert lines["kings"].differs == (kings == 4)


def test_S7_a_rule_says_the_number_that_was_set(in_english):
    settings = {"target": 25, "false_words": "flat", "false_word_stones": 2}
    lines = {line.setting.key: line.means for line in in_force(REGULATIONS["pagat"], settings)}
    assert str(lines["target"]).startswith("The pair that first has 25 stones wins the game.")
    assert lines["false_word_stones"] == "A false declaration costs 2 stones."


@pytest.mark.parametrize(("vaca", "counted"), [(1, "games"), (3, "vacas")])
def test_T1_the_best_of_all_groups_are_told_by_what_is_counted(vaca, counted, in_english):
    for option in ("best_next", "best_of_all"):
        ((_title, words),) = chosen({option: 4}, vaca=vaca)
        assert f"difference of {counted} and {counted} won" in str(words)


@pytest.mark.parametrize(
    ("key", "options", "said"),
    [
        ("groups", {"best_of_all": 8}, "The best 8 of all groups"),
        ("groups", {}, "meets everybody. The first 2 of each group go on"),
        ("groups", {"group_matches": 3, "qualifiers": 1}, "plays 3 matches. The first of each"),
        ("individuals", {}, "4 players at a table, or fewer"),
        ("three_losses", {"lives": 2}, "2 lost matches put a pair out"),
        ("three_losses", {"knockout_from": 4}, "From round 4 on, one lost match"),
        ("three_losses", {"knockout_from": 4, "lives_then": 2}, "has 2 lives left at most"),
        ("three_losses", {"safe_rounds": 1}, "lost up to round 1 do not count"),
        ("fresh_draw", {"safe_rounds": 2}, "left. Matches lost up to round 2 do not count."),
        ("knockout", {"safe_rounds": 2}, "Nobody goes out up to round 2"),
        ("knockout", {"consolation": "first_two_rounds"}, "in the first two rounds of the bracket"),
    ],
)
def test_the_sentence_of_a_format_says_what_its_options_make_of_it(key, options, said, in_english):
    words = in_words(SimpleNamespace(format=key, format_options=options))
    assert said in str(words.means)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("knockout", "Cuadro"),
        ("groups", "Cuadro"),
        ("round_robin", "Partidas"),
        ("swiss", "Rondas"),
        ("three_losses", "Rondas"),
        ("individuals", "Rondas"),
    ],
)
def test_only_what_has_a_bracket_says_so(key, said):
    with override("es"):
        assert bracket_name(SimpleNamespace(format=key, format_options={})) == said


@pytest.mark.parametrize(
    ("entrants", "said"),
    [
        ("pairs", ["Parejas", "inscrita", "Campeones"]),
        ("clubs", ["Clubes", "inscrito", "Campeón"]),
        ("players", ["Jugadores", "inscrito", "Campeón"]),
    ],
)
def test_a_player_or_a_club_is_one_and_a_pair_two(entrants, said):
    cup, one = SimpleNamespace(entrants=entrants), SimpleNamespace(status="entered")
    with override("es"):
        words = entrants_name(cup), entry_state(one, cup), champion_word(cup)
        assert list(map(str, words)) == said


def test_the_rules_leave_out_what_nobody_set_and_say_one_price_once(client, in_english):
    plain = read(client, "rules", play.tournament().slug, language="en")
    assert "A ninth king" not in plain
    assert 'id="P2"' in plain
    settings = {"false_words": "flat", "ninth_king": "C"}
    own = read(client, "rules", play.tournament(name="Own", settings=settings).slug, language="en")
    assert "A ninth king" in own
    assert own.count("was wrong about Pares") == 1
    assert ">P1–P7</span>" in own
    assert all(f'id="{clause}"' in own for clause in ("P1", "P4", "J8"))


def test_a_frame_shows_the_tables_of_individuals(client, in_english):
    day = play.tournament(regulation="short-rules")
    pairs.enter_list(tournament_id=day.pk, text="Ane\nBea\nEli", actor=play.PROGRAM)
    draw.make(tournament_id=day.pk, actor=play.PROGRAM, seed="s")
    assert "has not been made yet" not in read(client, "embed", day.slug, language="en")


@pytest.mark.parametrize(("entrants", "mine"), [("pairs", "pareja"), ("clubs", "club")])
def test_the_own_page_of_a_club_speaks_of_a_club(client, entrants, mine):
    cup = play.tournament(entered=4, drawn=True, settings={"entrants": entrants})
    html = read(client, "pair", cup.slug, 1, language="es")
    assert f"mi {mine}</span>" in html
    assert f"Avisarme cuando llamen a est{'e' if mine == 'club' else 'a'} {mine}" in html
    assert ("Pareja 1" in html) == (entrants == "pairs")
