"""Players without a partner look for one, ask, agree, and are signed up as a pair."""

import pytest

from jobs.models import Job
from scoring.proof.services.erasing import erase
from tests.refusals import refusal
from tests.tournament.play import PROGRAM, tournament
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.errors import NotAllowed, NotFound, Refusal
from tournament.log.rules.roles import Actor
from tournament.signup.models import SignUp, Single
from tournament.signup.queries import link_of, single_link_of, single_page, singles
from tournament.signup.services import desk as sign_up_desk
from tournament.signup.services import mail, partners, sign_ups

pytestmark = pytest.mark.django_db
SITE = "https://mus.example/partner/"


@pytest.fixture
def cup() -> Tournament:
    made = tournament(entered=1)
    sign_up_desk.set_terms(
        tournament_id=made.pk, is_open=True, cap=2, fee="", note="", actor=PROGRAM
    )
    return made


def comes(cup: Tournament, player: str, **fields: str | bool) -> str:
    """A player on the list; returns the link."""
    given = {"phone": f"600 {player}", **fields}
    return single_link_of(partners.look(tournament_id=cup.pk, player=player, **given))


def pk(link: str) -> int:
    return single_page(link=link).id


def test_two_who_ask_each_other_have_agreed(cup):
    deba, orio = comes(cup, "Deba"), comes(cup, "Orio")
    partners.ask(link=deba, whom=pk(orio))
    partners.ask(link=orio, whom=pk(deba))
    assert SignUp.objects.get().name == "Deba – Orio"


def test_the_desk_can_reach_both_until_contacts_are_erased(cup):
    deba = comes(cup, "Deba", phone="6" * 60, email=f"{'d' * 60}@mus.example")
    orio = comes(cup, "Orio", phone="7" * 60, email=f"{'o' * 60}@mus.example", wants_mail=True)
    partners.pair_up(tournament_id=cup.pk, first=pk(deba), second=pk(orio), actor=PROGRAM)

    made = SignUp.objects.get()
    assert made.pair is not None
    assert (made.name, made.wants_mail) == ("Orio – Deba", True), "mail goes to who wants it"
    both = [one.phone for one in Single.objects.all()] + [one.email for one in Single.objects.all()]
    assert all(part in made.pair.contact for part in both)

    kept = {"player_1": "Orio", "player_2": "Deba", "phone": made.phone, "email": made.email}
    changed = sign_ups.change(link=link_of(made), contact_2="611", **kept)
    assert changed.pair is not None
    assert changed.pair.contact == f"{made.phone}, {made.email}, 611"

    erase(tournament_id=cup.pk, words=("Deba",), asked_by="person", reason="asked", actor=PROGRAM)
    made.refresh_from_db()
    assert (made.phone, made.email, made.contact_2) == ("", "", "")
    assert Pair.objects.get(pk=made.pair_id).contact == ""
    assert Single.objects.get(player="Orio").phone, "the other's, until all are erased"


def test_a_no_leaves_both_on_the_list(cup):
    deba, orio = comes(cup, "Deba"), comes(cup, "Orio")
    partners.ask(link=orio, whom=pk(deba))
    partners.answer(link=deba, who=pk(orio), yes=False)
    assert single_page(link=deba).asking == ()
    assert len(singles(tournament_id=cup.pk)) == 2


def test_a_pair_that_finds_no_place_waits(cup):
    for one, other in (("Deba", "Orio"), ("Lezo", "Bera")):
        first, second = comes(cup, one), comes(cup, other)
        partners.ask(link=first, whom=pk(second))
        partners.answer(link=second, who=pk(first), yes=True)
    assert list(SignUp.objects.values_list("state", flat=True)) == ["in", "waiting"]


@pytest.mark.parametrize(
    ("player", "code"), [("deba", "looks_already"), ("A1", "player_twice"), ("", "required")]
)
def test_nobody_is_on_the_list_twice_or_in_a_pair_too(cup, player, code):
    comes(cup, "Deba")
    known = cup.pairs.get().player_1
    assert refusal(comes, cup, known if player == "A1" else player) == (code,)


def test_whoever_leaves_is_forgotten_with_telephone_and_address(cup):
    deba, orio = comes(cup, "Deba"), comes(cup, "Orio", email="orio@mus.example")
    partners.ask(link=deba, whom=pk(orio))
    partners.withdraw(link=orio)
    gone = Single.objects.get(player="Orio")
    assert (gone.state, gone.phone, gone.email) == ("left", "", "")
    assert single_page(link=deba).asks is None
    with pytest.raises(NotFound):
        partners.ask(link=deba, whom=gone.pk)
    with pytest.raises(Refusal, match="not_looking"):
        partners.ask(link=orio, whom=pk(deba))


def test_a_player_of_another_tournament_cannot_be_asked(cup):
    other = tournament()
    sign_up_desk.set_terms(
        tournament_id=other.pk, is_open=True, cap=None, fee="", note="", actor=PROGRAM
    )
    deba, stranger = comes(cup, "Deba"), comes(other, "Orio")
    with pytest.raises(NotFound):
        partners.ask(link=deba, whom=pk(stranger))
    with pytest.raises(NotFound):
        partners.pair_up(tournament_id=cup.pk, first=pk(deba), second=pk(stranger), actor=PROGRAM)


def test_the_desk_joins_two_and_nobody_else_does(cup):
    first, second = pk(comes(cup, "Deba")), pk(comes(cup, "Orio"))
    with pytest.raises(NotAllowed):
        partners.pair_up(
            tournament_id=cup.pk, first=first, second=second, actor=Actor("user", 10**6, "?")
        )
    with pytest.raises(Refusal, match="asks_oneself"):
        partners.pair_up(tournament_id=cup.pk, first=first, second=first, actor=PROGRAM)
    partners.pair_up(tournament_id=cup.pk, first=first, second=second, actor=PROGRAM)
    assert SignUp.objects.get().name == "Deba – Orio"


def test_after_sign_up_is_closed_nobody_asks(cup):
    deba, orio = comes(cup, "Deba"), comes(cup, "Orio")
    sign_up_desk.set_terms(
        tournament_id=cup.pk, is_open=False, cap=2, fee="", note="", actor=PROGRAM
    )
    with pytest.raises(Refusal, match="sign_up_closed"):
        partners.ask(link=deba, whom=pk(orio))
    with pytest.raises(Refusal, match="sign_up_closed"):
        comes(cup, "Lezo")


def test_whoever_is_asked_gets_a_mail_if_wanted(cup, settings, in_english, monkeypatch):
    sent: list[dict[str, str]] = []
    monkeypatch.setattr(mail, "send", lambda **told: sent.append(told))
    settings.EMAIL_HOST = "mail.example"
    deba = comes(cup, "Deba", email="deba@mus.example", wants_mail=True)
    partners.ask(link=comes(cup, "Orio"), whom=pk(deba), site=SITE)
    job = Job.objects.get(name="signup.partner_mail")
    assert mail.tell_single(**job.arguments) == "Sent."
    assert "Orio would like to play with you." in sent[0]["text"]
    assert f"{SITE}{deba}/" in sent[0]["text"]


def test_contacts_of_players_are_erased_with_those_of_pairs(cup):
    comes(cup, "Deba", email="deba@mus.example")
    sign_up_desk.erase_contacts(tournament_id=cup.pk, actor=PROGRAM)
    one = Single.objects.get()
    assert (one.phone, one.email) == ("", "")
