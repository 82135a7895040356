"""Names are erased on request: from the log, from rows and files, and everything still holds."""

import hashlib
import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.db.models import Q

from scoring.matchfiles.queries.notation import match_file
from scoring.matchfiles.services import import_match
from scoring.proof.queries.tables import tournament_file
from scoring.proof.queries.verify import verify_tournament
from scoring.proof.rules.lines import BrokenFile, read
from scoring.proof.services.erasing import erase, erase_old_names
from scoring.proof.services.files import rebuild
from scoring.proof.tasks import erase_names_whose_term_is_over
from scoring.rulings.models import Ruling
from scoring.rulings.services import rulings
from tests.scoring import table
from tests.scoring.proof.test_files import resealed
from tests.tampering.trials import forget_everything, rebuilt_alone
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.draw import services as draw
from tournament.entries.models import Pair
from tournament.entries.services import pairs
from tournament.errors import Refusal
from tournament.log.models import Event
from tournament.log.queries.log import entries_of, export_log, verify_log
from tournament.log.rules.events import ERASED, hash_of
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db
WHY = {"asked_by": "person", "reason": "she asked for it", "actor": play.PROGRAM}
SHE = "Itziar Deba"


@pytest.fixture
def cup() -> Tournament:
    """A championship with her in pair 1, and a ruling that names her."""
    made = play.tournament(entered=4)
    one = play.pair(made, 1)
    pairs.change(pair_id=one.pk, player_1=SHE, contact="600 11", actor=play.PROGRAM)
    draw.make(tournament_id=made.pk, actor=play.PROGRAM, seed="s")
    match = play.start(Match.objects.get(Q(pair_a=one) | Q(pair_b=one), tournament=made))
    table.record(match, table.plain(claim=[9, 9]))
    rulings.decide_claim(
        ruling_id=Ruling.objects.get(kind="claim").pk,
        stands="engine",
        reason=f"{SHE.upper()} counted wrong",
        actor=play.PROGRAM,
    )
    return Tournament.objects.get(pk=made.pk)


def forget_her(cup: Tournament) -> None:
    erase(tournament_id=cup.pk, words=[SHE], **WHY)
    cup.refresh_from_db()


def test_every_text_that_names_her_goes_and_everything_holds(cup):
    before = list(Event.objects.values_list("number", "hash", "sealed"))
    forget_her(cup)
    stored = json.dumps(list(Event.objects.values_list("texts", "sealed")), ensure_ascii=False)
    assert "itziar" not in stored.casefold()
    assert before == list(Event.objects.values_list("number", "hash", "sealed"))[:-1]
    assert verify_log(tournament_id=cup.pk).ok
    assert verify_tournament(tournament_id=cup.pk).first is None
    pair = play.pair(cup, 1)
    assert (pair.player_1, pair.player_2, pair.contact) == (ERASED, "Orio 1", "")
    assert Ruling.objects.get(kind="claim").reason == ERASED


def test_who_asked_when_and_why_is_on_record_and_which_events_it_reached(cup):
    forget_her(cup)
    told = Event.objects.latest("number")
    changed, drawn = Event.objects.get(kind="pair.changed"), Event.objects.get(kind="draw.made")
    assert (told.kind, told.data["asked_by"], told.data["reason"]) == (
        "texts.erased", "person", "she asked for it",
    )  # fmt: skip
    assert {changed.number, drawn.number} <= set(told.data["events"])
    assert changed.data["pair"]["player_1"] == ERASED
    assert changed.data["pair"]["player_2"] == "Orio 1"
    assert changed.data["was"]["player_1"] == "Getaria 1"
    assert told.data["kept"] == []


@pytest.mark.parametrize("page", ["", "log/", "pairs/", "standings/", "tournament.mustour"])
@pytest.mark.sampled(2)
def test_no_page_and_no_file_names_her(cup, client, page):
    at = f"/t/{cup.slug}/{page}"
    named = client.get(at, follow=True)
    forget_her(cup)
    answer = client.get(at, follow=True)
    assert (named.status_code, answer.status_code) == (200, 200)
    body = b"".join(answer) if answer.streaming else answer.content
    assert b"itziar" not in body.lower()
    assert ERASED in body.decode() or page in ("", "log/")


def test_a_page_that_was_seen_before_does_not_keep_why_a_hand_was_corrected(client):
    match = table.a_match()
    table.record(match, table.plain())
    for stones, why in ((4, f"{SHE} saw it"), (5, "counted again"), (6, f"{SHE} was right")):
        corrected = table.plain(bets=table.seen("grande", stones))
        table.correct(match, 1, 1, corrected, reason=why)
    slug = match.tournament.slug
    of_api = f"/api/v1/tournaments/{slug}/matches/{match.pk}/hands/explained/"
    # The page tells each reason with the hand, and again in the account of the result.
    named = {f"/t/{slug}/match/{match.pk}/": 4, of_api: 2, f"/t/{slug}/log/": 2}
    seen = {page: client.get(page) for page in named}
    assert {page: answer.text.count(SHE) for page, answer in seen.items()} == named
    erase(tournament_id=match.tournament_id, words=[SHE], **WHY)
    for page, times in named.items():
        again = client.get(page, headers={"if-none-match": seen[page].headers["ETag"]})
        assert again.status_code == 200
        assert (again.text.count(SHE), again.text.count(ERASED)) == (0, times)


def test_a_file_is_rebuilt_without_the_texts_and_gives_the_same_bytes(cup):
    forget_her(cup)
    rebuilt_alone(tournament_file(tournament_id=cup.pk))
    texts = Event.objects.get(kind="pair.changed").texts
    assert None in texts.values()


def test_a_text_that_is_taken_out_without_a_word_is_found(cup):
    event = Event.objects.get(kind="pair.changed")
    Event.objects.filter(pk=event.pk).update(texts=dict.fromkeys(event.texts))
    check = verify_log(tournament_id=cup.pk)
    assert (check.wrong_number, check.code) == (event.number, "text_missing")


def test_another_text_is_found_and_so_is_one_that_was_put_back(cup):
    event = Event.objects.get(kind="pair.changed")
    other = {one: [kept[0], "Somebody else"] for one, kept in event.texts.items()}
    Event.objects.filter(pk=event.pk).update(texts=other)
    assert verify_log(tournament_id=cup.pk).code == "wrong_text"
    Event.objects.filter(pk=event.pk).update(texts={})
    assert verify_log(tournament_id=cup.pk).code == "wrong_text"
    Event.objects.filter(pk=event.pk).update(texts=event.texts)
    forget_her(cup)
    Event.objects.filter(pk=event.pk).update(texts=event.texts)
    assert verify_log(tournament_id=cup.pk).code == "text_shown"


def test_a_file_with_an_edited_text_is_refused_even_when_it_is_sealed_anew(cup):
    number = Event.objects.get(kind="pair.changed").number
    content = tournament_file(tournament_id=cup.pk)
    texts = json.loads(content.split(b"\n")[number])["data"]["texts"]
    forget_everything()
    for changed in (dict.fromkeys(texts), {**texts, "0" * 64: ["", "x"]}, {}, {"a": 3}):
        with pytest.raises(BrokenFile) as refused:
            rebuild(content=resealed(content, number + 1, texts=changed))
        assert refused.value.line == number + 1


def test_a_line_of_the_log_is_checked_by_a_few_lines_of_python(cup):
    forget_her(cup)
    opened = erased = 0
    for line in export_log(tournament_id=cup.pk):
        for commitment, kept in json.loads(line).get("texts", {}).items():
            if kept is None:
                erased += 1
                continue
            salt, text = kept
            lines = f"mus-text/1\n{salt}\n{text}"
            assert hashlib.sha256(lines.encode()).hexdigest() == commitment
            opened += 1
    assert opened > erased > 2


def test_an_event_from_before_commitments_keeps_its_texts_and_that_is_said(cup):
    entries = list(Event.objects.filter(tournament=cup).order_by("number"))
    previous = "0" * 64
    for entry, event in zip(list(entries_of(tournament=cup)), entries, strict=True):
        plain = replace(entry, data=entry.data_with_texts, texts={}, previous=previous)
        previous = hash_of(plain)
        Event.objects.filter(pk=event.pk).update(
            sealed=plain.data, texts={}, previous_hash=plain.previous, hash=previous
        )
    Tournament.objects.filter(pk=cup.pk).update(event_hash=previous)
    assert read(tournament_file(tournament_id=cup.pk))[0].data["format"] == "mustour/1"
    forget_her(cup)
    told = Event.objects.latest("number").data
    assert Event.objects.get(kind="pair.changed").number in told["kept"]
    assert (told["events"], told["texts"]) == ([], [])
    assert play.pair(cup, 1).player_1 == ERASED
    assert verify_tournament(tournament_id=cup.pk).first is None
    assert read(tournament_file(tournament_id=cup.pk))[0].data["format"] == "mustour/2"


@pytest.mark.parametrize(
    ("field", "code", "given"),
    [
        ("words", "too_short", {"words": ["It"]}),
        ("words", "too_short", {"words": []}),
        ("words", "nobody_named", {"words": ["Ziar"]}),
        ("asked_by", "bad_choice", {"asked_by": "nobody"}),
        ("reason", "reason_required", {"reason": " "}),
    ],
)
def test_what_cannot_be_erased_is_refused(cup, field, code, given):
    with pytest.raises(Refusal) as refused:
        erase(**{"tournament_id": cup.pk, "words": [SHE], **WHY, **given})
    assert [(one.field, one.code) for one in refused.value.problems] == [(field, code)]


def test_names_go_when_the_term_that_the_operator_set_is_over(settings):
    over = play.tournament(entered=2, drawn=True)
    play.play_out(over)
    going_on = play.tournament(entered=2, drawn=True, name="Deba Cup")
    settings.NAMES_DAYS = 0
    assert erase_names_whose_term_is_over() == "no term is set"
    assert erase_old_names(before=datetime(2026, 1, 1, tzinfo=UTC)) == 0
    assert erase_old_names(before=datetime(2027, 1, 1, tzinfo=UTC)) == 1
    assert erase_old_names(before=datetime(2027, 1, 1, tzinfo=UTC)) == 0
    assert {pair.name for pair in Pair.objects.filter(tournament=over)} == {f"{ERASED} – {ERASED}"}
    assert not Pair.objects.filter(tournament=going_on, player_1=ERASED).exists()
    assert Event.objects.latest("number").tournament == over
    assert verify_tournament(tournament_id=over.pk).first is None


def test_a_match_that_was_read_from_a_file_holds_and_what_the_file_calls_her_goes(cup):
    one = Match.objects.get(tournament=cup, status="playing")
    other = Match.objects.get(tournament=cup, status="ready")
    text = match_file(match_id=one.pk).text
    import_match(match_id=other.pk, text=text, actor=play.PROGRAM, sides="AB", reason="paper")
    assert verify_tournament(tournament_id=cup.pk).first is None
    forget_her(cup)
    assert ERASED in Event.objects.get(kind="match.imported").data["names"]
    assert verify_tournament(tournament_id=cup.pk).first is None
