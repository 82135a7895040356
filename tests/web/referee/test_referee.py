"""A match refereed from any browser: by its table's device, by its organizers, by nobody else."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from scoring.models import Hand, Ruling
from tests.scoring import table
from tournament.models import Device, Match, Table
from tournament.queries.tables import join_token
from tournament.services import tables

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

TYPED = {
    "cards_0": "AA44",
    "cards_1": "RRR7",
    "cards_2": "CS74",
    "cards_3": "S654",
    "claim_a": "7",
    "claim_b": "1",
    "mano": "0",
}
QUICK = {"stones_a": "5", "stones_b": "2", "step": "save", "key": "q", "expected": "1.1"}
FOR_A_MATCH = ["match", "start", "hand", "quick", "undo", "call"]


@pytest.fixture
def match(db: None) -> Match:
    return table.a_match()


@pytest.fixture
def waiting(db: None) -> Match:
    """Assigned to table 1 and not begun."""
    found = table.a_match(started=False)
    found.table = Table.objects.get(tournament=found.tournament, number=1)
    found.save(update_fields=["table"])
    return found


def tablet(at: Match, number: int = 1) -> Client:
    """A browser that has joined a table of the match's tournament."""
    client = Client()
    there = Table.objects.get(tournament=at.tournament, number=number)
    response = client.post(reverse("referee:join", args=[join_token(there)]), {"label": "Bar"})
    assert response.status_code == 302
    return client


def to(name: str, match: Match, *args: object) -> str:
    return reverse(f"referee:{name}", args=[match.pk, *args])


def words(response) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def save(client: Client, match: Match, **changes: str):
    return client.post(
        to("hand", match), TYPED | {"step": "save", "key": "k1", "expected": "1.1"} | changes
    )


# Joining


def test_a_code_asks_before_it_joins(match):
    there = Table.objects.get(tournament=match.tournament, number=1)
    client = Client()
    shown = client.get(reverse("referee:join", args=[join_token(there)]))
    assert "Referee table 1" in words(shown)
    assert not Device.objects.exists()


def test_a_joined_browser_sees_its_table_and_no_token_in_the_open(match):
    client = tablet(match)
    shown = client.get(reverse("referee:table"))
    assert match.pair_a.name in words(shown)
    for name in ("table-device", "table-link"):
        cookie = client.cookies[name]
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"


def test_the_table_opens_the_tablet_app_by_the_link_it_came_by(match):
    there = Table.objects.get(tournament=match.tournament, number=1)
    html = tablet(match).get(reverse("referee:table")).content.decode()
    assert f'href="/referee/app/#join={join_token(there)}"' in html
    assert "ask for the table’s code" not in html


def test_a_link_that_was_renewed_is_not_told_to_who_came_by_the_old_one(match):
    client = tablet(match)
    tables.rotate(tournament_id=match.tournament_id, number=1, actor=table.PROGRAM)
    html = client.get(reverse("referee:table")).content.decode()
    assert 'href="/referee/app/"' in html
    assert "#join" not in html
    assert "ask for the table’s code" in html


@pytest.mark.parametrize("spoil", ["forged", "gone", "of another table"])
def test_only_the_link_of_the_devices_own_table_is_shown(match, spoil):
    client = tablet(match)
    if spoil == "gone":
        del client.cookies["table-link"]
    elif spoil == "forged":
        client.cookies["table-link"] = client.cookies["table-link"].value + "x"
    else:
        client.cookies["table-link"] = tablet(match, number=2).cookies["table-link"].value
    shown = client.get(reverse("referee:table"))
    assert shown.status_code == 200
    assert b"#join" not in shown.content


@pytest.mark.parametrize("token", ["1.wrong", "x", "9" * 300])
def test_a_code_that_is_not_a_table_s_leads_nowhere(match, token):
    assert Client().get(f"/referee/join/{token}/").status_code == 404


def test_a_browser_without_a_table_is_told_how_to_get_one(db):
    shown = Client().get(reverse("referee:table"))
    assert shown.status_code == 403
    assert "Scan the code" in words(shown)


def test_a_forged_cookie_is_no_device(match):
    client = tablet(match)
    client.cookies["table-device"] = client.cookies["table-device"].value + "x"
    assert client.get(reverse("referee:table")).status_code == 403


def test_a_revoked_device_is_out_at_once(match):
    client = tablet(match)
    Device.objects.update(revoked_at="2026-01-01T00:00:00Z")
    assert client.get(reverse("referee:table")).status_code == 403
    assert client.get(to("match", match)).status_code == 404


def test_leaving_forgets_the_table(match):
    client = tablet(match)
    client.post(reverse("referee:leave"))
    assert client.get(reverse("referee:table")).status_code == 403
    assert not client.cookies["table-link"].value


# Who may


@pytest.mark.parametrize("name", FOR_A_MATCH)
def test_nobody_else_may_referee_a_match(match, name):
    stranger = Client()
    stranger.force_login(User.objects.create_user("stranger"))
    for client in (Client(), stranger, tablet(match, number=2)):
        assert client.get(to(name, match)).status_code == 404
        assert client.post(to(name, match), TYPED).status_code in (404, 405)
    assert not Hand.objects.exists()


def test_an_organizer_may_referee_any_match_of_the_tournament(match):
    organizer = User.objects.create_user("organizer")
    match.tournament.organizers.add(organizer)
    client = Client()
    client.force_login(organizer)
    assert save(client, match).status_code == 302
    assert Hand.objects.get().actor_label == "organizer organizer"


@pytest.mark.parametrize("name", FOR_A_MATCH)
def test_other_methods_are_refused(match, name):
    assert tablet(match).put(to(name, match)).status_code == 405


# Before the match


def test_H1_a_match_begins_with_its_seats_and_its_mano(waiting):
    client = tablet(waiting)
    assert client.get(to("match", waiting)).status_code == 302
    begun = client.post(
        to("start", waiting), {"first_of_a": "2", "first_of_b": "1", "mano": "B2"}, follow=True
    )
    assert begun.status_code == 200
    found = table.read(waiting)
    assert (found.status, found.seating, found.first_mano) == (
        "playing",
        {"A": [2, 1], "B": [1, 2]},
        3,
    )


def test_T4_both_pairs_may_agree_on_four_kings(waiting):
    tablet(waiting).post(
        to("start", waiting),
        {"first_of_a": "1", "first_of_b": "1", "mano": "A1", "four_kings": "on"},
    )
    assert table.read(waiting).four_kings


def test_T4_nothing_is_to_be_agreed_where_all_play_with_four_kings(waiting):
    client = tablet(waiting)
    assert b'name="four_kings"' in client.get(to("start", waiting)).content
    waiting.tournament.settings["kings"] = 4
    waiting.tournament.save()
    assert b'name="four_kings"' not in client.get(to("start", waiting)).content


def test_H1_nobody_is_mano_before_somebody_says_so_and_the_table_is_not_asked_for(waiting):
    html = tablet(waiting).get(to("start", waiting)).content.decode()
    assert html.count("checked") == 2
    assert "table_number" not in html


def test_a_match_does_not_begin_without_a_mano(waiting):
    shown = tablet(waiting).post(to("start", waiting), {"first_of_a": "1", "first_of_b": "1"})
    assert shown.status_code == 400
    assert table.read(waiting).status == "ready"


# A hand


def test_a_hand_is_shown_stone_by_stone_before_it_is_saved(match):
    client = tablet(match)
    shown = client.post(to("hand", match), TYPED | {"step": "check"})
    assert "What the rules make of it" in words(shown)
    assert "The table's count agrees" in words(shown)
    assert not Hand.objects.exists()


def test_a_hand_is_saved_by_the_device_of_its_table(match):
    assert save(tablet(match), match).status_code == 302
    hand = Hand.objects.get()
    assert (hand.stones, hand.actor_kind) == ((7, 1), "device")


def test_the_same_form_sent_twice_is_one_hand(match):
    client = tablet(match)
    save(client, match, expected="1.1")
    save(client, match, expected="1.1")
    assert Hand.objects.count() == 1


def test_the_same_hand_from_two_browsers_is_kept_once_and_the_second_is_told(match):
    first, second = tablet(match), tablet(match)
    save(first, match, expected="1.1", key="one")
    shown = save(second, match, expected="1.1", key="two", claim_a="9")
    assert shown.status_code == 400
    assert "already entered this hand" in words(shown)
    assert b'value="9"' in shown.content
    assert Hand.objects.count() == 1


def test_what_the_rules_refuse_keeps_what_was_typed_at_its_field(match):
    shown = tablet(match).post(to("hand", match), TYPED | {"cards_1": "RRRX", "step": "check"})
    assert shown.status_code == 400
    assert b'value="RRRX"' in shown.content
    assert not Hand.objects.exists()


def test_a_false_word_is_explained_with_its_clause_before_saving(match):
    shown = tablet(match).post(
        to("hand", match), TYPED | {"declared_pares_2": "yes", "step": "check"}
    )
    assert "P" in words(shown)
    assert b'class="clause"' in shown.content


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"step": "save"},
        {"step": "save", "cards_0": "\x00" * 10},
        {"step": "save", "expected": "9" * 50},
        {"step": "save", "expected": "a.b", "key": "k" * 500},
        {"step": "check", "stake_grande": "1e9", "bet_grande": "seen", "by_grande": "A"},
        {"step": "save", "bet_grande": "seen", "by_grande": "C", "mano": "77"},
    ],
)
def test_nonsense_changes_nothing_and_breaks_nothing(match, sent):
    shown = tablet(match).post(to("hand", match), sent)
    assert shown.status_code in (200, 400)
    assert not Hand.objects.exists()


def test_a_hand_without_cards_is_kept_as_unverified(match):
    client = tablet(match)
    client.post(to("quick", match), QUICK)
    assert not Hand.objects.get().verified
    assert "unverified" in words(client.get(to("match", match)))


# Afterwards


def test_a_correction_shows_what_would_change_and_asks_for_a_reason(match):
    client = tablet(match)
    save(client, match)
    changed = TYPED | {"bet_grande": "seen", "by_grande": "A", "stake_grande": "5"}
    shown = client.post(to("correct", match, 1, 1), changed | {"step": "check"})
    assert "What would change" in words(shown)
    assert Hand.objects.count() == 1
    refused = client.post(to("correct", match, 1, 1), changed | {"step": "save", "reason": ""})
    assert refused.status_code == 400
    client.post(
        to("correct", match, 1, 1), changed | {"step": "save", "reason": "five", "key": "c"}
    )
    assert list(Hand.objects.values_list("version", "is_current")) == [(1, False), (2, True)]


CHANGED = TYPED | {"bet_grande": "seen", "by_grande": "A", "stake_grande": "5"}


def test_a_correction_and_a_taking_back_lead_to_where_they_were_asked_for(match):
    client = tablet(match)
    save(client, match)
    there = f"/organizer/t/{match.tournament.slug}/matches/{match.pk}/"
    at = f"{there}#hand-1-1"
    for name, args in (("correct", (1, 1)), ("undo", ())):
        shown = client.get(to(name, match, *args), {"next": at})
        assert f'name="next" value="{at}"' in shown.content.decode()
        assert f'href="{at}"' in shown.content.decode()
    given = CHANGED | {"step": "save", "reason": "five", "key": "c", "next": at}
    assert client.post(to("correct", match, 1, 1), given)["Location"] == at
    given = {"reason": "wrong table", "expected": "1.1", "key": "u", "next": there}
    assert client.post(to("undo", match), given)["Location"] == there
    assert client.get(to("undo", match), {"next": there})["Location"] == there


@pytest.mark.parametrize(
    "place",
    [
        "https://evil.example/", "//evil.example/", "/\\evil.example/", "javascript:alert(1)",
        "evil.example", "\t//evil.example", "http://testserver/organizer/", "",
    ],
)  # fmt: skip
def test_a_correction_never_leads_to_another_site(match, place):
    client = tablet(match)
    save(client, match)
    html = client.get(to("correct", match, 1, 1), {"next": place}).content.decode()
    assert f'name="next" value="{to("match", match)}"' in html
    given = CHANGED | {"step": "save", "reason": "five", "key": "c", "next": place}
    assert client.post(to("correct", match, 1, 1), given)["Location"] == to("match", match)


def test_a_hand_that_is_not_there_cannot_be_corrected(match):
    assert tablet(match).get(to("correct", match, 3, 9)).status_code == 404


def test_the_last_hand_is_taken_back_for_a_reason(match):
    client = tablet(match)
    save(client, match)
    assert client.post(to("undo", match), {"reason": ""}).status_code == 400
    client.post(to("undo", match), {"reason": "wrong table", "expected": "1.1", "key": "u"})
    assert Hand.objects.filter(is_current=True, is_void=True).count() == 1


def test_a_call_reaches_the_desk_once(match):
    client = tablet(match)
    for _twice in range(2):
        client.post(to("call", match), {"message": "who is mano?", "key": "c"})
    assert Ruling.objects.get(kind="call").status == "open"


def test_a_finished_match_takes_no_hand_and_says_so(match):
    for _game in range(2):
        table.record(match, table.win_for_a())
    client = tablet(match)
    assert client.get(to("hand", match)).status_code in (302, 404)


def test_H8_the_referee_sees_which_signals_are_allowed(match):
    text = words(tablet(match).get(to("match", match)))
    assert "Signals allowed" in text
    assert "Raise the eyebrows" in text
