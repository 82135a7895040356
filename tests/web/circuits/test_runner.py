"""The pages of those who run a circuit: who may, what is refused, and each act's way back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from season.models import Circuit, CircuitEvent, CircuitTournament, Difference, Merge
from season.queries.ranking import ranking, ratings
from season.services import circuits
from tests.night import of_many, seed_of
from tests.season import seasons
from tests.web.wanderer import Wanderer
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.entries.services import departures
from web.circuits.urls import urlpatterns

pytestmark = pytest.mark.django_db

ONLY_POST = {
    "offer", "withdraw_offer", "take_in", "take_out", "add_runner", "remove_runner", "merge",
    "bring_in", "merge_alike", "part", "set_apart", "rejoin",
    "split", "withdraw_claim", "set_private", "confirm_claim", "take_back_claim", "dismiss_claim",
    "publish_ranking", "invite", "answer_invitation", "choose_partner", "enter_invited",
    "discard_invitations", "erase_asked", "discard_erasure",
}  # fmt: skip
OF_NO_CIRCUIT = {
    "mine", "create", "next_season", "offer", "withdraw_offer", "own", "claim", "withdraw_claim",
    "set_private", "bring_in", "erase_asked", "discard_erasure",
}  # fmt: skip
OF_EVERYBODY = {
    "list", "ranking", "ratings", "match_days", "calendar", "ranking_csv", "feed",
    "person", "log", "log_export", "published",
}  # fmt: skip
NAMES = [one.name for one in urlpatterns if one.name not in OF_EVERYBODY]
OF_A_CIRCUIT = [name for name in NAMES if name not in OF_NO_CIRCUIT]
PARTS = {
    "circuit": "coast-circuit",
    "user_id": 1,
    "merge_id": 1,
    "final": 1,
    "invitation_id": 1,
    "claim_id": 1,
    "link": "1-x",
    "difference_id": 1,
    "erasure_id": 1,
    "person": "1-0",
}
SETTINGS = {
    "name": "Coast Circuit", "carried_by": "pair", "same_names": "club",
    "points": "1: 100\n2: 70\n3-4: 40", "taking_part": "5", "best_of": "",
}  # fmt: skip
STEPS = of_many(60, nightly=300)
TWO_NAMES = ("Getaria, Oriotarra", *seasons.FOUR[1:])


def at(name, **parts):
    pattern = next(one for one in urlpatterns if one.name == name)
    needed = {part: {**PARTS, **parts}[part] for part in pattern.pattern.converters}
    return reverse(f"circuits:{name}", kwargs=needed)


def asked(browser, name):
    return (browser.post if name in ONLY_POST else browser.get)(at(name))


def stands():
    """Everything that is stored of circuits, and the pairs of all tournaments."""
    models = (Circuit, CircuitEvent, CircuitTournament, Merge, Pair, Circuit.runners.through)
    return {model: sorted(map(str, model.objects.values_list())) for model in models}


def test_anonymous_visitors_are_sent_to_sign_in(client, coast):
    for name in NAMES:
        answer = asked(client, name)
        assert (answer.status_code, answer.url) == (302, f"/accounts/login/?next={at(name)}"), name


def test_somebody_elses_circuit_does_not_exist(coast, stranger, elsewhere, elsewhere_desk):
    seasons.circuit(elsewhere, name="Valley Circuit")
    before = stands()
    for browser in (stranger, elsewhere_desk):
        for name in OF_A_CIRCUIT:
            assert asked(browser, name).status_code == 404, name
    assert stands() == before


def test_an_unknown_circuit_is_a_404(desk, db):
    for name in OF_A_CIRCUIT:
        assert asked(desk, name).status_code == 404, name


def test_other_methods_are_refused(desk, coast):
    for name in NAMES:
        assert desk.delete(at(name)).status_code == 405, name
        assert desk.put(at(name)).status_code == 405, name


def test_what_only_does_is_not_done_by_looking(desk, coast):
    before = stands()
    for name in ONLY_POST:
        answer = desk.get(at(name))
        assert answer.status_code == 302, name
        assert desk.get(answer.url).status_code == 200, name
    assert stands() == before


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ONLY_POST])
def test_every_page_is_shown_without_a_script_or_a_style_of_its_own(desk, coast, name):
    html = desk.get(at(name)).text
    for forbidden in (" style=", " onclick=", "<script>", "<style"):
        assert forbidden not in html


def test_the_first_circuit_is_made(desk, db):
    assert "No circuit yet" in desk.get(at("mine")).text
    answer = desk.post(at("create"), SETTINGS)
    assert answer.url == at("desk")
    html = desk.get(answer.url).text
    assert "No tournament counts yet" in html
    assert "Circuit created" in html


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("name", "", "required"),
        ("points", "1: 100\n1-2: 70", "Line 2: place 1 is on an earlier line"),
        ("points", "first: 100", "Line 1: write a place or several"),
        ("points", "9" * 4_001, "4000 characters"),
        ("taking_part", "-1", "0"),
        ("taking_part", "٣", ""),
        ("best_of", "0", "1"),
        ("best_of", "1e9", ""),
        ("carried_by", "club", "club"),
        ("name", "a\x00b", "Null characters"),
    ],
)
@pytest.mark.sampled(6)
def test_wrong_settings_are_said_at_their_field(desk, coast, field, value, says):
    before = stands()
    for name in ("create", "change"):
        answer = desk.post(at(name), {**SETTINGS, field: value})
        if answer.status_code == 302:  # other digits than ours are numbers, too
            assert value == "٣"
            return
        assert answer.status_code == 400
        assert says in answer.text
    assert stands() == before


# Each act by its page, and its way back: docs/seasons.md has the table.


def test_every_act_and_its_way_back_is_in_the_table():
    page = (Path(__file__).parents[3] / "docs/seasons.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \|[^|]+\| ([^|]+) \|$", page, re.MULTILINE))
    acts = ONLY_POST | {
        "create", "change", "remove", "qualifiers", "next_season", "claim", "erase_name",
        "register",
    }  # fmt: skip
    shown = {name for name in NAMES if name not in ONLY_POST and at(name)}
    assert set(rows) == acts
    looks = {"mine", "desk", "people", "own", "circuit_file", "invitations", "registry"}
    assert shown - acts == looks
    for act, back in rows.items():
        named = set(re.findall(r"`(\w+)`", back))
        assert named, act
        assert named <= set(NAMES) | {"withdraw_pairs"}, act


def test_a_tournament_is_taken_out_and_in_again(desk, coast, cup):
    before = ranking(circuit=seasons.view(coast)), ratings(circuit=seasons.view(coast))
    desk.post(at("take_out"), {"tournament": cup.pk})
    assert seasons.sums(coast) == {}
    desk.post(at("take_in"), {"tournament": cup.pk})
    after = ranking(circuit=seasons.view(coast)), ratings(circuit=seasons.view(coast))
    assert after == before


def test_an_own_tournament_is_taken_in_at_once(desk, arizkun, cup):
    made = seasons.circuit(arizkun)
    assert cup.name in desk.get(at("desk")).text
    desk.post(at("take_in"), {"tournament": cup.pk})
    assert len(seasons.sums(made)) == 4


def test_an_offer_is_taken_back_or_taken_in(desk, coast, elsewhere, elsewhere_desk):
    theirs = seasons.cup("Deba Cup", owner=elsewhere, day=7)
    named = {"tournament": theirs.pk, "circuit": coast.pk}
    before = CircuitTournament.objects.count()
    assert elsewhere_desk.post(at("offer"), named).url == at("mine")
    assert "Deba Cup" in desk.get(at("desk")).text
    assert "Withdraw" in elsewhere_desk.get(at("mine")).text
    elsewhere_desk.post(at("withdraw_offer"), named)
    assert CircuitTournament.objects.count() == before
    elsewhere_desk.post(at("offer"), named)
    again = elsewhere_desk.post(at("offer"), named)
    assert again.status_code == 400
    assert "offered to this circuit already" in again.text
    desk.post(at("take_in"), {"tournament": theirs.pk})
    assert len(ranking(circuit=seasons.view(coast)).tournaments) == 2
    assert "Withdraw" not in elsewhere_desk.get(at("mine")).text


def test_nobody_offers_or_takes_in_what_others_organize(desk, coast, elsewhere, stranger):
    theirs = seasons.cup("Deba Cup", owner=elsewhere, day=7)
    before = stands()
    for browser in (desk, stranger):
        answer = browser.post(at("offer"), {"tournament": theirs.pk, "circuit": coast.pk})
        assert answer.status_code == 400  # it is none of the choices
    desk.post(at("take_in"), {"tournament": theirs.pk})
    stranger.post(at("withdraw_offer"), {"tournament": theirs.pk, "circuit": coast.pk})
    assert stands() == before


@pytest.mark.parametrize("value", ["", "x", "0", "-3", "9" * 30, "1.5", "\x00"])
@pytest.mark.sampled(7)
def test_a_button_with_another_value_does_nothing(desk, coast, value):
    before = stands()
    for name in ("take_in", "take_out", "withdraw_offer"):
        assert desk.post(at(name), {"tournament": value}).status_code == 404
    for field in ("one", "other"):
        keys = {"one": "1-0", "other": "2-0", field: value}
        assert desk.post(at("merge"), keys).status_code == 400
    for field in ("first", "tournament"):
        query = {"first": "2", "tournament": "1", field: value}
        assert desk.get(at("qualifiers"), query).status_code == 400
        assert desk.post(at("qualifiers"), query).status_code == 400
    assert stands() == before


def test_settings_are_changed_and_changed_back(desk, coast):
    before = seasons.sums(coast)
    assert desk.post(at("change"), {**SETTINGS, "points": "1: 3", "best_of": "1"}).url
    assert sorted(seasons.sums(coast).values()) == [3, 5, 5, 5]
    desk.post(at("change"), SETTINGS)
    assert seasons.sums(coast) == before


def test_people_run_it_together_and_no_more(desk, coast, elsewhere, elsewhere_desk):
    assert elsewhere_desk.get(at("desk")).status_code == 404
    wrong = desk.post(at("add_runner"), {"username": "nobody"})
    assert wrong.status_code == 400
    assert "Nobody has this name" in wrong.text
    desk.post(at("add_runner"), {"username": "elizondo"})
    assert elsewhere_desk.get(at("desk")).status_code == 200
    desk.post(at("remove_runner", user_id=elsewhere.pk))
    assert elsewhere_desk.get(at("desk")).status_code == 404


def test_equal_names_of_other_clubs_are_proposed_and_joined_by_one_press(desk, coast):
    for day, club in enumerate(("Bar Aia", "Bar Ea"), start=1):
        lines = tuple(f"{line}, {club}" for line in seasons.FOUR[:2])
        seasons.take_in(coast, seasons.cup(f"{club} Cup", lines, day=day))
    before = ranking(circuit=seasons.view(coast))
    assert len(before.lines) == 8, "nobody is joined unsaid"
    page = desk.get(at("people"))
    assert "The same: all 2 names" in page.text
    first = page.context["alike"][0]
    assert [one.club for one in first.people] == ["", "Bar Aia", "Bar Ea"]

    desk.post(at("merge_alike"), {"keys": first.keys})
    assert len(ranking(circuit=seasons.view(coast)).lines) == 6
    desk.post(at("split", merge_id=Merge.objects.get().pk))
    desk.post(at("part"), {"keys": first.keys})
    assert [one.name for one in desk.get(at("people")).context["alike"]] != [first.name]
    desk.post(at("rejoin", difference_id=Difference.objects.get().pk))

    old = desk.post(at("merge_alike"), {"seen": "0" * 64}, follow=True)
    assert "have changed meanwhile" in old.text
    desk.post(at("merge_alike"), {"seen": page.context["seen"]})
    assert len(ranking(circuit=seasons.view(coast)).lines) == 4
    assert "Split all 2 names" in desk.get(at("people")).text
    assert "2 equal names joined" in desk.get(at("desk")).text
    merge = Merge.objects.order_by("pk")[0]
    desk.post(at("split", merge_id=merge.pk), {"whole_act": "1"})
    assert ranking(circuit=seasons.view(coast)) == before


def test_one_result_is_of_somebody_else_with_the_same_name(desk, coast):
    for day, name in enumerate(("Deba Cup", "Lezo Cup"), start=1):
        seasons.take_in(coast, seasons.cup(name, day=day))
    before = ranking(circuit=seasons.view(coast))
    line = before.lines[0]
    person = reverse("circuits:person", args=[coast.slug, line.person.key])
    assert "is somebody else of the same name" in desk.get(person).text
    entry = line.results[1].entry
    desk.post(at("set_apart"), {"person": line.person.key, "entry": entry})
    sides = [one for one in ranking(circuit=seasons.view(coast)).lines
             if one.person.name == line.person.name]  # fmt: skip
    assert sorted(len(one.results) for one in sides) == [1, 2]
    rejoin = at("rejoin", difference_id=Difference.objects.get().pk)
    assert rejoin in desk.get(at("people")).text
    desk.post(rejoin)
    assert ranking(circuit=seasons.view(coast)) == before


def test_who_qualifies_is_shown_and_then_entered(desk, coast, final):
    assert "Show" in desk.get(at("qualifiers")).text
    query = {"first": "2", "tournament": final.pk}
    shown = desk.get(at("qualifiers"), query)
    seen = shown.context["shown"].keys
    assert "Enter 2 pairs" in shown.text
    assert not Pair.objects.filter(tournament=final).exists()
    old = desk.post(at("qualifiers"), {**query, "seen": "1-0"})
    assert old.status_code == 409
    assert "changed meanwhile" in old.text
    desk.post(at("qualifiers"), {**query, "seen": seen})
    assert Pair.objects.filter(tournament=final, status="entered").count() == 2
    assert "All of these are entered there already" in desk.get(at("qualifiers"), query).text
    # The way back is the final's own: pairs are withdrawn there.
    departures.withdraw_several(
        tournament_id=final.pk,
        numbers=[1, 2],
        reason="no",
        actor=seasons.actor_of(coast.runners.get()),
    )
    assert "Enter 2 pairs" in desk.get(at("qualifiers"), query).text


def test_without_an_open_tournament_nobody_can_be_entered(desk, coast):
    assert "open for entry" in desk.get(at("qualifiers")).text


def test_a_circuit_comes_back_from_its_file(desk, client, coast):
    address = reverse("circuits:circuit_file", args=[coast.slug])
    ranking_page = reverse("circuits:ranking", args=[coast.slug])
    assert address in desk.get(ranking_page).text
    assert address not in client.get(ranking_page).text
    file = SimpleUploadedFile("coast.muscircuit", desk.get(address).content)
    assert "From a file" in desk.get(at("create")).text
    answer = desk.post(at("bring_in"), {"file": file})
    again = Circuit.objects.exclude(pk=coast.pk).get()
    assert answer.url == reverse("circuits:desk", args=[again.slug])
    assert seasons.sums(again) == seasons.sums(coast)
    wrong = desk.post(at("bring_in"), {"file": SimpleUploadedFile("x", b"{}")})
    assert wrong.status_code == 400
    assert "cannot be read" in wrong.text


def test_a_circuit_without_tournaments_is_deleted(desk, coast, cup):
    kept = desk.post(at("remove"))
    assert kept.status_code == 400
    assert "Take them out first" in kept.text
    desk.post(at("take_out"), {"tournament": cup.pk})
    assert "Delete" in desk.get(at("remove")).text
    assert desk.post(at("remove")).url == at("mine")
    assert not Circuit.objects.exists()
    assert Tournament.objects.filter(pk=cup.pk).exists()


@pytest.mark.long
@pytest.mark.parametrize("part", range(3))
def test_nobody_who_wanders_meets_an_error(desk, coast, final, elsewhere, part):
    """Whatever is pressed, in whatever order and from pages of whatever age."""
    seasons.take_in(coast, seasons.cup("Deba Cup", TWO_NAMES, day=7))
    theirs = seasons.cup("Lezo Cup", owner=elsewhere, day=9)
    circuits.offer(circuit_id=coast.pk, tournament_id=theirs.pk, actor=seasons.actor_of(elsewhere))
    somebody = Wanderer(desk, at("desk"), seed_of(1122) + part)
    for _step in range(STEPS):
        somebody.step()
    assert somebody.went[200] > STEPS // 3
    assert not somebody.went[405]
