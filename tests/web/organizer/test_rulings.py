"""What waits for the organization, and its word."""

import re

import pytest
from django.urls import reverse

from scoring.course.models import Game, Hand
from scoring.hands.services import corrections
from scoring.outbox.services import attention, calls
from scoring.rulings.models import Ruling
from tests.refusals import refusal
from tests.scoring import table
from tests.scoring.table import a_device, plain, quick, win_for_a
from tests.web.pages import version_in
from tournament.errors import Problem
from tournament.log.models import Event
from tournament.matches.models import Match

GUILTY = [{"kind": "false_claim", "seat": 0}]
BOTH_SAID_NO = {**table.DECLARED, "pares": [False, False, False, False]}
BOTH_GUILTY = [*GUILTY, {"kind": "false_claim", "seat": 1}]


@pytest.fixture
def disputed(enter):
    """The rules give 7 – 1, the table says 3 – 5."""
    enter(plain(claim=[3, 5]))
    return Ruling.objects.get(kind="claim")


@pytest.fixture
def unruled(enter):
    enter(plain(infractions=BOTH_GUILTY))
    return Ruling.objects.get(kind="needs_ruling")


@pytest.fixture
def repeated(enter):
    enter(plain(infractions=GUILTY), plain(infractions=GUILTY))
    return Ruling.objects.get(kind="repetition")


@pytest.fixture
def called(playing):
    device = a_device(Match.objects.get(pk=playing.id))
    calls.raise_call(match_id=playing.id, actor=device, message="Who spoke first?", key="one")
    return Ruling.objects.get(kind="call")


@pytest.fixture
def unapplied(playing):
    device = a_device(Match.objects.get(pk=playing.id))
    problems = [Problem("hand", "hand_already_there", "A hand stands there.")]
    action = {"kind": "hand.record", "record": plain()}
    attention.keep(match_id=playing.id, key="k", action=action, problems=problems, actor=device)
    return Ruling.objects.get(kind="attention")


@pytest.fixture
def inbox(desk, at, drawn):
    return lambda: desk.get(at("desk", drawn.slug)).text


class TestTheInbox:
    def test_says_so_when_nothing_waits(self, inbox, playing):
        assert "No open rulings" in inbox()

    def test_s8_shows_a_difference_with_the_lines_that_explain_it(self, inbox, disputed):
        html = inbox()
        assert "<strong>3 – 5</strong>, the rules <strong>7 – 1</strong>" in html
        assert html.count("ask-card__why") == 2

    def test_d7_shows_what_is_proposed_and_that_the_match_cannot_end_before_it(
        self, inbox, unruled, playing
    ):
        html = inbox()
        assert f"Proposed: 0 stones for {playing.pair_a.name}, 0 for {playing.pair_b.name}." in html
        assert "the match cannot end until this is decided" in html

    def test_s8_a_match_held_up_by_a_claim_is_not_said_to_be_won(self, desk, at, drawn, enter):
        enter(quick(33, 0), plain(claim=[6, 1]))
        match = Match.objects.get(status="playing")
        html = desk.get(at("match", drawn.slug, match.pk)).text
        assert "the match goes on when it is decided" in html
        assert "won by its games" not in html

    def test_g1_shows_a_repeated_false_claim_with_its_proposal(self, inbox, repeated):
        html = inbox()
        assert "Second false claim" in html
        assert "loses the game in progress" in html

    def test_shows_calls_first(self, inbox, disputed, called):
        html = inbox()
        assert "Who spoke first?" in html
        assert html.index("ask-card--call") < html.index("ask-card--claim")

    def test_shows_what_a_tablet_could_not_enter(self, inbox, unapplied):
        assert "A hand stands there." in inbox()

    def test_is_on_the_page_of_rulings_with_the_pairs_records(self, desk, at, drawn, repeated):
        html = desk.get(at("rulings", drawn.slug)).text
        assert re.search(r"1 false claim\s*<", html)
        assert "Second false claim" in html


class TestDeciding:
    @pytest.fixture
    def decide(self, desk, at, drawn):
        def send(ruling, step="do", **given):
            return desk.post(at("rule", drawn.slug, ruling.pk), {"step": step, **given})

        return send

    def test_shows_the_hand_line_by_line(self, desk, at, drawn, disputed):
        html = desk.get(at("rule", drawn.slug, disputed.pk)).text
        assert "ledger__line" in html
        assert "The table&#x27;s claim stands" in html

    def test_one_press_does_not_decide_a_claim(self, desk, at, drawn, disputed):
        response = desk.post(at("confirm_ruling", drawn.slug, disputed.pk), follow=True)
        assert "is not possible here" in response.text
        assert Ruling.objects.get().is_open

    def test_looking_shows_what_would_change_and_changes_nothing(self, decide, disputed):
        response = decide(disputed, step="look", decision="claim", reason="the table saw it")
        html = response.text
        assert response.status_code == 200
        assert "What would change" in html
        assert "3 – 5" in html
        assert Hand.objects.count() == 1
        assert Ruling.objects.get().is_open

    def test_s8_the_rules_can_stand_with_a_reason(self, decide, disputed):
        response = decide(disputed, decision="confirm")
        assert response.status_code == 400
        assert "Say why" in response.text
        decide(disputed, decision="confirm", reason="counted again together")
        disputed.refresh_from_db()
        assert disputed.status == "confirmed"
        assert Hand.objects.count() == 1

    def test_d7_another_outcome_needs_stones_and_a_reason(self, decide, unruled):
        response = decide(unruled, decision="replace", stones_a="4", reason="shared")
        assert response.status_code == 400
        assert "Give the stones of both pairs" in response.text
        assert 'value="4"' in response.text
        decide(unruled, decision="replace", stones_a="4", stones_b="0", reason="shared")
        assert Hand.objects.get(is_current=True).stones == (4, 0)

    def test_s8_an_answer_that_ends_the_match_says_so_first(self, decide, enter):
        enter(win_for_a(), win_for_a(), quick(33, 0), plain(claim=[6, 1]))
        claim = Ruling.objects.get(kind="claim")
        html = decide(claim, step="look", decision="confirm", reason="counted").text
        assert "The match goes to pair A." in html
        assert "Nothing in the match changes" not in html
        assert "Hands that change" not in html

    def test_g1_confirming_a_repetition_costs_the_game_and_says_so_first(self, decide, repeated):
        html = decide(repeated, step="look", decision="confirm").text
        assert "is won by pair B" in html
        decide(repeated, decision="confirm")
        assert (Game.objects.get().winner, Game.objects.get().ended_by) == ("B", "forfeit")

    def test_G1_a_false_word_counts_with_the_ruling_and_what_it_costs_is_said_first(
        self, desk, at, drawn, decide, enter
    ):
        enter(plain(infractions=GUILTY), plain(declared=BOTH_SAID_NO))
        asked = Ruling.objects.get(kind="needs_ruling")
        page = desk.get(at("rule", drawn.slug, asked.pk)).text
        assert "the second of the tournament: the pair loses the game in progress" in page
        assert 'name="counts" value="A"' in page
        assert 'id="id_counts_0" checked' not in page
        said = {"decision": "confirm", "counts": ["A"], "reason": "on purpose"}
        assert "is won by pair B" in decide(asked, step="look", **said).text
        assert decide(asked, **{**said, "reason": ""}).status_code == 400
        assert Ruling.objects.get(pk=asked.pk).is_open

        decide(asked, **said)

        assert (Game.objects.get().winner, Game.objects.get().ended_by) == ("B", "forfeit")
        records = desk.get(at("rulings", drawn.slug)).text
        assert "2 false claims" in records
        word = Ruling.objects.get(kind="repetition")
        shown = desk.get(at("rule", drawn.slug, word.pk)).text
        assert "counted as number 2 of the tournament" in shown
        counted = Event.objects.latest("number").number
        assert at("undo_act", drawn.slug, counted) in shown
        log = desk.get(at("log", drawn.slug)).text
        assert "a false declaration by pair A counts as a repetition (G1) · on purpose" in log

    def test_g1_whether_it_counts_is_the_organizers_word(self, decide, repeated):
        decide(repeated, decision="dismiss", reason="a slip of the tongue")
        assert Game.objects.get().winner == ""
        assert not Ruling.objects.filter(status="open").exists()

    def test_what_a_tablet_sent_is_read_and_dealt_with(self, desk, at, drawn, decide, unapplied):
        assert "A A 4 4" in desk.get(at("rule", drawn.slug, unapplied.pk)).text
        decide(unapplied, decision="dismiss", reason="entered by hand")
        assert not Ruling.objects.filter(status="open").exists()

    @pytest.mark.parametrize("decision", ["", "dismiss", "close", "nonsense"])
    def test_only_what_fits_the_question_can_be_decided(self, decide, unruled, decision):
        assert decide(unruled, decision=decision, reason="x").status_code == 400
        assert Ruling.objects.get(kind="needs_ruling").is_open

    def test_a_decided_question_shows_its_answer(self, desk, at, drawn, decide, disputed):
        decide(disputed, decision="confirm", reason="counted again together")
        html = desk.get(at("rule", drawn.slug, disputed.pk)).text
        assert "counted again together" in html
        assert "<textarea" not in html


class TestOverruling:
    @pytest.fixture
    def where(self, at, drawn, playing, enter):
        enter(plain(), plain())
        return at("overrule", drawn.slug, playing.id, 1, 1)

    def test_shows_the_stones_as_they_are(self, desk, where):
        html = desk.get(where).text
        assert 'name="stones_a" value="7"' in html
        assert 'name="stones_b" value="1"' in html

    def test_says_first_what_follows(self, desk, where):
        given = {"step": "look", "stones_a": "0", "stones_b": "0", "reason": "void"}
        html = desk.post(where, given).text
        assert "What would change" in html
        assert "Game 1, hand 2" in html
        assert Hand.objects.count() == 2

    def test_d7_is_law_and_on_the_record(self, desk, where):
        given = {"step": "do", "stones_a": "0", "stones_b": "0", "reason": "void"}
        assert desk.post(where, given).status_code == 302
        hand = Hand.objects.get(number=1, is_current=True)
        assert (hand.stones, hand.reason) == ((0, 0), "void")
        assert Event.objects.filter(kind="ruling.made").exists()

    @pytest.mark.parametrize(
        "given",
        [
            {"stones_a": "1", "reason": "x"},
            {"stones_a": "-1", "stones_b": "0", "reason": "x"},
            {"stones_a": "1", "stones_b": "1"},
        ],
    )
    def test_half_a_word_is_refused(self, desk, where, given):
        assert desk.post(where, {"step": "do", **given}).status_code == 400
        assert Hand.objects.count() == 2

    def test_a_hand_that_is_not_there_has_no_page(self, desk, at, drawn, playing):
        assert desk.get(at("overrule", drawn.slug, playing.id, 9, 9)).status_code == 404


class TestGames:
    def test_g1_forfeiting_says_first_what_follows(self, desk, at, drawn, playing, enter):
        enter(plain())
        where = at("forfeit", drawn.slug, playing.id)
        assert "Who loses the game" in desk.get(where).text
        given = {"loser": "A", "clause": "G1", "reason": "second false claim"}
        assert "is won by pair B" in desk.post(where, {"step": "look", **given}).text
        desk.post(where, {"step": "do", **given})
        assert Game.objects.get().winner == "B"

    def test_g1_a_game_that_its_hands_ended_meanwhile_is_not_forfeited_and_can_be_ruled(
        self, desk, at, drawn, playing, enter
    ):
        enter(plain())
        where = at("forfeit", drawn.slug, playing.id)
        shown = re.search(r'name="game" value="(\d+)"', desk.get(where).text)[1]
        given = {"game": shown, "loser": "A", "clause": "G1", "reason": "second false claim"}
        enter(win_for_a())
        for step in ("look", "do"):
            late = desk.post(where, {"step": step, **given})
            assert late.status_code == 400
            assert f"Game {shown} has ended by its hands." in late.text
        assert [(game.winner, game.ended_by) for game in Game.objects.all()] == [("A", "hands")]

        rule = at("rule_game", drawn.slug, playing.id, 1)
        assert rule in desk.get(at("match", drawn.slug, playing.id)).text
        word = {"winner": "B", "reason": "second false claim"}
        assert "is won by pair B" in desk.post(rule, {"step": "look", **word}).text
        desk.post(rule, {"step": "do", **word})
        assert [(game.winner, game.ended_by) for game in Game.objects.all()] == [("B", "ruling")]

    def test_the_remedy_for_a_game_that_a_correction_would_leave_open_has_its_page(
        self, desk, at, drawn, playing, enter, actor
    ):
        enter(win_for_a(), plain())
        mend = {"match_id": playing.id, "game": 1, "number": 1, "record": plain()}
        assert refusal(corrections.correct, **mend, reason="misread", actor=actor) == (
            "game_left_open",
        )
        rule = at("rule_game", drawn.slug, playing.id, 1)
        desk.post(rule, {"step": "do", "winner": "A", "reason": "both say so"})
        corrections.correct(**mend, reason="misread", actor=actor)
        assert [game.winner for game in Game.objects.order_by("number")] == ["A", ""]

    def test_no_game_is_ruled_that_is_not_there_or_for_no_pair(self, desk, at, drawn, playing):
        rule = at("rule_game", drawn.slug, playing.id, 1)
        assert desk.post(rule, {"step": "do", "winner": "", "reason": "x"}).status_code == 400
        far = at("rule_game", drawn.slug, playing.id, 9)
        assert desk.post(far, {"step": "do", "winner": "A", "reason": "x"}).status_code == 404
        assert not Game.objects.exists()

    def test_no_decision_is_taken_back_of_a_game_that_is_not_there(
        self, desk, at, drawn, playing, enter
    ):
        enter(plain())
        where = at("take_back", drawn.slug, playing.id, 3)
        assert desk.post(where, {"step": "look", "reason": "x"}).status_code == 404

    def test_a_match_that_has_not_begun_has_no_game_to_lose(self, desk, at, drawn, ready):
        where = at("forfeit", drawn.slug, ready.id)
        response = desk.post(
            where, {"step": "look", "loser": "A", "clause": "T7", "reason": "absent"}
        )
        assert response.status_code == 400
        assert "has not begun" in response.text
        assert "absent" in response.text


class TestHandsOfAMatch:
    def test_every_hand_can_be_read_corrected_and_overruled(self, desk, at, drawn, playing, enter):
        enter(plain(), quick(3, 2), win_for_a())
        html = desk.get(at("match", drawn.slug, playing.id)).text
        here = at("match", drawn.slug, playing.id)
        assert f"/referee/match/{playing.id}/hand/1/1/?next={here}%23hand-1-1" in html
        assert f"/referee/match/{playing.id}/undo/?next={here}" in html
        assert at("overrule", drawn.slug, playing.id, 1, 3) in html
        assert "wins the game" in html
        assert "unverified" in html

    def test_the_hands_can_be_taken_home(self, desk, at, drawn, playing, enter):
        enter(plain(), plain())
        response = desk.get(at("export_hands", drawn.slug, playing.id))
        assert len(b"".join(response.streaming_content).splitlines()) == 2
        whole = desk.get(at("export_all_hands", drawn.slug))
        assert len(b"".join(whole.streaming_content).splitlines()) == 2


def test_S8_a_match_that_takes_hands_is_not_said_to_wait(desk, at, drawn, playing, enter):
    """A claim is open, and turns nothing: the next hand can be entered, and the page says which."""
    enter(plain(claim=[6, 1]))
    assert Ruling.objects.get(kind="claim").is_open
    everybodys = desk.get(reverse("public:match", args=[drawn.slug, playing.id])).text
    assert "Game 1, hand 2" in everybodys
    for html in (everybodys, desk.get(at("match", drawn.slug, playing.id)).text):
        assert "aiting for a ruling" not in html
        assert "waits for a ruling" not in html


@pytest.mark.long
def test_a_proposal_that_changed_is_not_confirmed_from_a_desk_of_before(
    desk, at, drawn, unruled, actor
):
    stale = version_in(desk.get(at("desk", drawn.slug)))
    place = {"match_id": unruled.match_id, "game": 1, "number": 1}
    entered = plain(infractions=BOTH_GUILTY, bets=table.seen("grande", 2))
    corrections.correct(**place, record=entered, reason="misread", actor=actor)
    desk.post(at("confirm_ruling", drawn.slug, unruled.pk), {"version": stale})
    unruled.refresh_from_db()
    assert unruled.is_open
    desk.post(at("confirm_ruling", drawn.slug, unruled.pk), {"version": unruled.version})
    unruled.refresh_from_db()
    assert unruled.status == "confirmed"
