"""A match refereed from any browser: by its table's device, by its organizers, by nobody else."""

import re
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from scoring.course.models import Hand
from tests.scoring import table
from tournament.matches.models import Match
from tournament.tables.models import Device, Table
from tournament.tables.queries import join_token
from tournament.tables.services import tables

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
QUICK = {
    "stones_a": "5",
    "stones_b": "2",
    "mano": "0",
    "step": "save",
    "key": "q",
    "expected": "1.1",
}
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


@pytest.fixture
def client(match: Match) -> Client:
    """The browser of the match's table."""
    return tablet(match)


def organizer(of: Match) -> Client:
    """The browser of an organizer of the match's tournament."""
    user = User.objects.create_user("organizer")
    of.tournament.organizers.add(user)
    client = Client()
    client.force_login(user)
    return client


def to(name: str, match: Match, *args: object) -> str:
    return reverse(f"referee:{name}", args=[match.pk, *args])


def words(response) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.text))


def save(client: Client, match: Match, **changes: str):
    """Has a hand shown, and saves it."""
    given = TYPED | {"key": "k1", "expected": "1.1"} | changes
    shown = client.post(to("hand", match), given | {"step": "check"})
    read = re.findall(r'name="confirmed" value="([^"]*)"', page(shown))
    return client.post(
        to("hand", match), given | {"step": "save"} | {"confirmed": unescape("".join(read))}
    )


def save_quick(client: Client, match: Match, **changes: str):
    """Has a hand without cards read back, and saves it."""
    given = QUICK | changes
    read = confirmed(page(client.post(to("quick", match), given)))
    return client.post(to("quick", match), given | {"confirmed": read})


def correct(client: Client, match: Match, **given: str):
    """Has what would change shown, and corrects hand 1.1."""
    address = to("correct", match, 1, 1)
    read = confirmed(page(client.post(address, given | {"step": "check"})))
    return client.post(address, given | {"step": "save", "confirmed": read})


# Joining


def test_a_code_asks_before_it_joins(match):
    there = Table.objects.get(tournament=match.tournament, number=1)
    client = Client()
    shown = client.get(reverse("referee:join", args=[join_token(there)]))
    assert "Table 1" in words(shown)
    assert "If the app does not open The plain pages do the same" in words(shown)
    assert shown.content.count(b"key--go") == 1
    assert ">Use the plain pages</button>" in shown.text
    assert not Device.objects.exists()


def test_a_joined_browser_sees_its_table_and_no_token_in_the_open(client, match):
    shown = client.get(reverse("referee:table"))
    assert match.pair_a.name in words(shown)
    for name in ("table-device", "table-link"):
        cookie = client.cookies[name]
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"


def test_a_browser_that_scans_again_is_the_same_device(client, match):
    there = Table.objects.get(tournament=match.tournament, number=1)
    client.post(reverse("referee:join", args=[join_token(there)]), {"label": "Window"})
    assert list(Device.objects.values_list("label", flat=True)) == ["Window"]


def test_the_table_opens_the_tablet_app_by_the_link_it_came_by(match):
    there = Table.objects.get(tournament=match.tournament, number=1)
    html = tablet(match).get(reverse("referee:table")).text
    assert f'href="/referee/app/#join={join_token(there)}"' in html
    assert "ask for the table’s code" not in html


def test_a_link_that_was_renewed_is_not_told_to_who_came_by_the_old_one(client, match):
    tables.rotate(tournament_id=match.tournament_id, number=1, actor=table.PROGRAM)
    html = client.get(reverse("referee:table")).text
    assert 'href="/referee/app/"' in html
    assert "#join" not in html
    assert "ask for the table’s code" in html


@pytest.mark.parametrize("spoil", ["forged", "gone", "of another table"])
def test_only_the_link_of_the_devices_own_table_is_shown(client, match, spoil):
    if spoil == "gone":
        del client.cookies["table-link"]
    elif spoil == "forged":
        client.cookies["table-link"] = client.cookies["table-link"].value + "x"
    else:
        client.cookies["table-link"] = tablet(match, number=2).cookies["table-link"].value
    shown = client.get(reverse("referee:table"))
    assert shown.status_code == 200
    assert b"#join" not in shown.content


def page(response) -> str:
    """What a reader sees, without what differs in every answer."""
    return re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", response.text)


def test_every_code_that_is_not_a_tables_says_the_same_and_what_to_do(match):
    there = Table.objects.get(tournament=match.tournament, number=1)
    old = join_token(there)
    tables.rotate(tournament_id=match.tournament_id, number=1, actor=table.PROGRAM)
    said = set()
    for token in (old, f"{there.pk}.wrong", "999999.wrong", "x", "9" * 300):
        address = f"/referee/join/{token}/"
        for shown in (Client().get(address), Client().post(address, {"label": "Bar"})):
            assert shown.status_code == 404
            assert "This code is no longer valid. Ask the desk for the table’s new code." in words(
                shown
            )
            said.add(page(shown).replace(address, ""))
    assert len(said) == 1
    assert not Device.objects.exists()


def test_a_browser_without_a_table_is_told_how_to_get_one(db):
    shown = Client().get(reverse("referee:table"))
    assert shown.status_code == 403
    assert "Scan the code" in words(shown)


def test_a_forged_cookie_is_no_device(client):
    client.cookies["table-device"] = client.cookies["table-device"].value + "x"
    assert client.get(reverse("referee:table")).status_code == 403


def test_a_revoked_device_is_out_at_once(client, match):
    Device.objects.update(revoked_at="2026-01-01T00:00:00Z")
    assert client.get(reverse("referee:table")).status_code == 403
    assert client.get(to("match", match)).status_code == 404


def test_leaving_forgets_the_table(client):
    client.post(reverse("referee:leave"))
    assert client.get(reverse("referee:table")).status_code == 403
    assert not client.cookies["table-link"].value


# Who may


@pytest.mark.parametrize("name", FOR_A_MATCH)
def test_who_has_not_joined_learns_what_to_do_and_not_whether_there_is_such_a_match(match, name):
    real, none = to(name, match), reverse(f"referee:{name}", args=[match.pk + 1000])
    joined = tablet(match, number=2)
    joined.get(reverse("referee:table"))  # says that it has joined, once
    for client in (Client(), joined):
        shown, missing = client.get(real), client.get(none)
        assert "This device has not joined that table" in words(shown)
        assert "Scan the code on that table" in words(shown)
        assert (missing.status_code, page(missing).replace(none, "")) == (
            shown.status_code,
            page(shown).replace(real, ""),
        )


def test_a_device_of_another_table_is_led_to_its_own(match):
    shown = tablet(match, number=2).get(to("match", match)).text
    assert f'href="{reverse("referee:table")}">My table</a>' in shown


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


@pytest.mark.parametrize(("agreed", "shown"), [({"four_kings": "on"}, True), ({}, False)])
def test_T4_four_kings_are_in_sight_on_every_page_of_the_match(waiting, agreed, shown):
    client = tablet(waiting)
    begun = {"first_of_a": "1", "first_of_b": "1", "mano": "A1", **agreed}
    client.post(to("start", waiting), begun)
    for name in ("match", "hand", "quick"):
        assert ("four kings" in words(client.get(to(name, waiting)))) is shown, name


def test_H1_a_hand_is_typed_in_the_order_of_speaking_beside_the_picture_of_the_seats(client, match):
    """As on the tablet: from the mano on, who is marked in both."""
    table.record(match, table.plain())
    html = page(client.get(to("hand", match)))
    fields = re.findall(r'name="cards_(\d)"', html)
    assert fields == ["1", "2", "3", "0"]
    assert re.findall(r'class="seats__(\d) is-mano"', html) == ["1"]


def test_what_is_missing_before_the_match_is_said_where_the_page_lands(waiting):
    html = page(tablet(waiting).post(to("start", waiting), {"first_of_a": "1", "first_of_b": "1"}))
    assert f'action="{to("start", waiting)}#checked"' in html
    assert '<a href="#id_mano">Mano: who drew the highest card: ' in html
    assert 'id="id_mano"' in html


def test_the_table_page_says_what_to_do_with_its_match(waiting):
    client = tablet(waiting)
    assert "Begin the match" in words(client.get(reverse("referee:table")))
    client.post(to("start", waiting), {"first_of_a": "1", "first_of_b": "1", "mano": "A1"})
    assert "Referee this match" in words(client.get(reverse("referee:table")))


@pytest.mark.parametrize("name", ["match", "hand", "quick", "undo", "call"])
def test_a_device_finds_back_to_its_table_and_an_organizer_to_the_desk(match, name):
    table.record(match, table.plain())
    crumbs = re.compile(r'<ul class="crumbs">.*?</ul>', re.DOTALL)
    [of_device] = re.findall(crumbs, page(tablet(match).get(to(name, match))))
    assert f'href="{reverse("referee:table")}"' in of_device
    [of_organizer] = re.findall(crumbs, page(organizer(match).get(to(name, match))))
    assert f'href="{reverse("referee:table")}"' not in of_organizer
    assert "/organizer/" in of_organizer


# A hand


def test_a_hand_is_shown_stone_by_stone_before_it_is_saved(client, match):
    shown = client.post(to("hand", match), TYPED | {"step": "check"})
    assert "What the rules give" in words(shown)
    assert "The table's count agrees" in words(shown)
    assert not Hand.objects.exists()


def test_a_hand_is_saved_by_the_device_of_its_table(match):
    assert save(tablet(match), match).status_code == 302
    hand = Hand.objects.get()
    assert (hand.stones, hand.actor_kind) == ((7, 1), "device")


def test_the_same_form_sent_twice_is_one_hand_wherever_the_match_stands_by_then(client, match):
    table.record(match, table.quick(1, 1))
    typed = {name: value for name, value in TYPED.items() if name != "mano"}
    given = typed | {"bet_chica": "ordago_seen", "by_chica": "A", "claim_a": "", "claim_b": ""}
    given |= {"key": "k", "expected": "1.2"}
    given["confirmed"] = confirmed(page(client.post(to("hand", match), given | {"step": "check"})))
    for _twice in range(2):
        assert client.post(to("hand", match), given | {"step": "save"}).status_code == 302
    assert Hand.objects.count() == 2


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


def field(html: str, name: str) -> str:
    """The tag of a field."""
    [tag] = re.findall(rf'<(?:input|select)[^>]*name="{name}"[^>]*>', html)
    return tag


def test_everything_that_is_wrong_is_said_at_once_where_the_page_lands(match):
    wrong = {"cards_1": "KRR7", "bet_grande": "seen", "stake_chica": "many", "step": "check"}
    shown = tablet(match).post(to("hand", match), TYPED | wrong)
    html = page(shown)
    assert f'action="{to("hand", match)}#checked"' in html
    [summary] = re.findall(
        r'<div class="notice notice--bad" id="checked" role="alert".*?</div>', html, re.S
    )
    assert re.findall(r'href="#(\w+)"', summary) == ["id_cards_1", "id_by_grande", "id_stake_chica"]
    assert "“K” is no card here. Write R king, C knight, S jack" in summary
    assert "Grande, last bet by: Say which pair made the last bet." in summary
    assert "Chica, stones: Enter a whole number." in summary
    assert "declared" not in summary
    for name in ("cards_1", "by_grande", "stake_chica"):
        assert 'aria-invalid="true"' in field(html, name)
        assert f'aria-describedby="id_{name}_error"' in field(html, name)
        assert f'id="id_{name}_error"' in html
    assert "aria-invalid" not in field(html, "cards_0")
    assert html.count('id="checked"') == 1
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
@pytest.mark.sampled(3)
def test_nonsense_changes_nothing_and_breaks_nothing(match, sent):
    shown = tablet(match).post(to("hand", match), sent)
    assert shown.status_code in (200, 400)
    assert not Hand.objects.exists()


def test_a_hand_without_cards_is_kept_as_unverified(client, match):
    save_quick(client, match)
    assert not Hand.objects.get().verified
    assert "unverified" in words(client.get(to("match", match)))


def test_each_form_of_a_hand_leads_to_the_other(client, match):
    for shown, other in (("hand", "quick"), ("quick", "hand")):
        html = page(client.get(to(shown, match)))
        assert f'<a href="{to(shown, match)}" aria-current="page">' in html
        assert ">Without cards: stones only</a>" in html
        assert html.index(f'<a href="{to(other, match)}">') < html.index("<form")


def test_without_cards_pairs_go_by_name_and_the_first_mano_is_asked_for(match):
    html = page(tablet(match).get(to("quick", match)))
    assert f"Stones for {match.pair_a.name}" in html
    assert html.index('name="mano"') < html.index('name="stones_a"')


def test_H4_nobody_is_asked_for_the_mano_where_the_turn_decides(match):
    match.tournament.settings["first_hand"] = "plain"
    match.tournament.save()
    client = tablet(match)
    for name in ("hand", "quick"):
        assert b'name="mano"' not in client.get(to(name, match)).content


def confirmed(html: str) -> str:
    [value] = re.findall(r'name="confirmed" value="([^"]*)"', html)
    return unescape(value)


def test_a_slip_that_would_end_the_game_is_asked_about_and_nothing_typed_is_lost(client, match):
    shown = client.post(to("quick", match), QUICK | {"stones_a": "99", "stones_b": "3"})
    assert shown.status_code == 200
    assert not Hand.objects.exists()
    text = words(shown)
    assert "99 – 3: that is more than 40 stones in one hand." in text
    assert f"It would end game 1: {unescape(match.pair_a.name)} wins 99–3." in unescape(text)
    assert "end the match" not in text
    html = page(shown)
    assert 'value="99"' in field(html, "stones_a")
    assert 'id="checked" role="alert"' in html
    yes = {"confirmed": confirmed(html)}
    mended = client.post(to("quick", match), QUICK | {"stones_a": "98"} | yes)
    assert "It would end game 1" in words(mended)
    assert not Hand.objects.exists()
    harmless = client.post(to("quick", match), QUICK | {"stones_a": "9"} | yes)
    assert "It would end" not in words(harmless)
    assert not Hand.objects.exists()


def test_a_hand_without_cards_is_read_back_before_it_is_saved(client, match):
    shown = client.post(to("quick", match), QUICK)
    assert not Hand.objects.exists()
    for pair, stones in ((match.pair_a, 5), (match.pair_b, 2)):
        assert f"{pair.name} takes {stones} and has {stones}." in unescape(words(shown))
    saved = client.post(to("quick", match), QUICK | {"confirmed": confirmed(page(shown))})
    assert saved.status_code == 302
    assert Hand.objects.get().stones == (5, 2)


def test_a_bet_names_the_pairs_and_says_who_answers(match):
    html = page(tablet(match).get(to("hand", match)))
    assert ">bet, the other pair refuses</option>" in html
    assert f'<option value="A">{match.pair_a.name}</option>' in html


def test_the_key_that_saves_takes_no_tap_where_the_one_before_it_was(client, match, root):
    shown = page(client.post(to("hand", match), TYPED | {"step": "check"}))
    assert 'class="button button--primary button--after" type="submit" name="step"' in shown
    assert "button--after" in page(client.post(to("quick", match), QUICK))
    styles = (root / "static/css/blocks.css").read_text(encoding="utf-8")
    assert "pointer-events: none" in styles[styles.index(".button--after") :][:200]


def test_what_was_meant_is_saved_the_second_time_and_says_what_it_ended(client, match):
    given = QUICK | {"stones_a": "31", "stones_b": "42", "game_winner": "B"}
    html = page(client.post(to("quick", match), given))
    saved = client.post(to("quick", match), given | {"confirmed": confirmed(html)}, follow=True)
    assert saved.redirect_chain == [(to("quick", match), 302)]
    over = f"The hand is saved. Game 1 is over: {match.pair_b.name} wins 42–31."
    assert over in unescape(words(saved))
    assert Hand.objects.get().game_winner == "B"


def test_the_hand_that_ends_the_match_says_so_before_and_after(client, match):
    table.record(match, table.quick(40, 9))
    given = QUICK | {"stones_a": "0", "stones_b": "0", "game_winner": "A", "expected": "2.1"}
    shown = client.post(to("quick", match), given)
    name = match.pair_a.name
    assert f"It would end game 2: {name} wins 40–0." in unescape(words(shown))
    assert f"It would end the match: {name} wins 2–0." in unescape(words(shown))
    given["confirmed"] = confirmed(page(shown))
    saved = client.post(to("quick", match), given, follow=True)
    assert saved.redirect_chain == [(to("match", match), 302)]
    assert (
        f"The hand is saved. Game 2 is over: {name} wins 40–0. The match is over: {name} wins 2–0."
    ) in unescape(words(saved))


def test_a_match_that_waits_for_a_ruling_is_not_said_to_be_over(match):
    both = [{"kind": "false_claim", "seat": seat} for seat in (0, 1)]
    table.record(match, table.plain(infractions=both))
    table.record(match, table.win_for_a())
    given = QUICK | {"game_winner": "A", "expected": "2.1"}
    client = tablet(match)
    given["confirmed"] = confirmed(page(client.post(to("quick", match), given)))
    text = words(client.post(to("quick", match), given, follow=True))
    assert "This match is over and waits for a ruling." in text
    assert "The match is over" not in text


def test_S8_a_game_that_a_claim_could_turn_waits_and_the_match_is_not_said_to_be_won(client, match):
    table.record(match, table.quick(33, 0))
    table.record(match, table.plain(claim=[6, 1]))
    text = words(client.get(to("match", match)))
    assert "A claim could change who won the last game" in text
    assert "Waiting for a ruling on the last game" in text
    assert "is won on stones" not in text


def test_what_the_rules_refuse_about_a_hand_without_cards_is_said_where_the_page_lands(match):
    shown = tablet(match).post(to("quick", match), QUICK | {"stones_a": "0", "stones_b": "0"})
    assert shown.status_code == 400
    html = page(shown)
    assert 'id="checked" role="alert"' in html
    assert '<a href="#id_stones_a">In every hand at least one pair takes stones.' in html
    assert not Hand.objects.exists()


# Afterwards


def test_a_correction_shows_what_would_change_and_asks_for_a_reason(client, match):
    save(client, match)
    changed = TYPED | {"bet_grande": "seen", "by_grande": "A", "stake_grande": "5"}
    shown = client.post(to("correct", match, 1, 1), changed | {"step": "check"})
    assert "What would change" in words(shown)
    assert Hand.objects.count() == 1
    assert correct(client, match, **changed, reason="").status_code == 400
    correct(client, match, **changed, reason="five", key="c")
    assert list(Hand.objects.values_list("version", "is_current")) == [(1, False), (2, True)]


CHANGED = TYPED | {"bet_grande": "seen", "by_grande": "A", "stake_grande": "5"}


@pytest.mark.long
def test_a_correction_and_a_taking_back_lead_to_where_they_were_asked_for(client, match):
    save(client, match)
    there = f"/organizer/t/{match.tournament.slug}/matches/{match.pk}/"
    at = f"{there}#hand-1-1"
    for name, args in (("correct", (1, 1)), ("undo", ())):
        shown = client.get(to(name, match, *args), {"next": at})
        assert f'name="next" value="{at}"' in shown.text
        assert f'href="{at}"' in shown.text
    given = CHANGED | {"reason": "five", "key": "c", "next": at}
    assert correct(client, match, **given)["Location"] == at
    given = {"reason": "wrong table", "expected": "1.1", "key": "u", "next": there}
    assert client.post(to("undo", match), given)["Location"] == there
    assert client.get(to("undo", match), {"next": there})["Location"] == there


@pytest.mark.sampled(8)
@pytest.mark.parametrize(
    "place",
    [
        "https://evil.example/", "//evil.example/", "/\\evil.example/", "javascript:alert(1)",
        "evil.example", "\t//evil.example", "http://testserver/organizer/", "",
    ],
)  # fmt: skip
def test_a_correction_never_leads_to_another_site(client, match, place):
    save(client, match)
    html = client.get(to("correct", match, 1, 1), {"next": place}).text
    assert f'name="next" value="{to("match", match)}"' in html
    given = CHANGED | {"reason": "five", "key": "c", "next": place}
    assert correct(client, match, **given)["Location"] == to("match", match)


@pytest.mark.long
def test_a_hand_without_cards_may_get_its_cards_and_one_with_cards_may_lose_them(client, match):
    save_quick(client, match)
    address = to("correct", match, 1, 1)
    there = to("match", match)
    for form in ("cards", "quick"):
        assert f'href="{address}?form={form}&amp;next={there}"' in page(client.get(address))
    html = page(client.get(address, {"form": "cards"}))
    assert 'name="form" value="cards"' in html
    assert "value" not in field(html, "cards_0")
    given = TYPED | {"form": "cards", "reason": "the cards are known", "key": "c"}
    assert correct(client, match, **given).status_code == 302
    assert Hand.objects.get(is_current=True).verified
    html = page(client.get(address, {"form": "quick"}))
    assert 'value="7"' in field(html, "stones_a")
    assert 'value="1"' in field(html, "stones_b")


def test_a_hand_that_is_not_there_cannot_be_corrected(match):
    assert tablet(match).get(to("correct", match, 3, 9)).status_code == 404


def test_the_last_hand_is_taken_back_for_a_reason(client, match):
    save(client, match)
    assert client.post(to("undo", match), {"reason": ""}).status_code == 400
    client.post(to("undo", match), {"reason": "wrong table", "expected": "1.1", "key": "u"})
    assert Hand.objects.filter(is_current=True, is_void=True).count() == 1


def test_a_finished_match_takes_no_hand_and_says_so(client, match):
    for _game in range(2):
        table.record(match, table.win_for_a())
    assert client.get(to("hand", match)).status_code in (302, 404)


def test_H8_the_referee_sees_which_signals_are_allowed(match):
    text = words(tablet(match).get(to("match", match)))
    assert "Signals allowed" in text
    assert "Raise the eyebrows" in text


@pytest.mark.long
def test_a_game_that_a_corrected_hand_no_longer_wins_can_go_on(client, match):
    table.record(match, table.win_for_a())
    table.record(match, table.plain())
    address = to("correct", match, 1, 1)
    given = {"stones_a": "3", "stones_b": "2", "mano": "0", "form": "quick", "key": "c"}
    refused = client.post(address, given | {"step": "check"})
    assert "This game goes on" in words(refused)
    shown = client.post(address, given | {"goes_on": "1"})
    assert 'type="hidden" name="goes_on" value="1"' in page(shown)
    assert "no longer counts" in words(shown)
    saved = correct(client, match, **given, goes_on="1", reason="the wrong side")
    assert saved.status_code == 302
    assert [
        (h.game.number, h.stones) for h in Hand.objects.filter(is_current=True, is_void=False)
    ] == [(1, (3, 2))]
