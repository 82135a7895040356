"""The page on which anybody sees whether a tournament holds."""

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from scoring.proof.queries.tables import tournament_file
from tests.scoring import table
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.commitment import services as commitment
from tournament.commitment.models import DrawCommitment
from tournament.entries.models import Pair

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


ATOM = {"a": "http://www.w3.org/2005/Atom"}


@pytest.fixture
def cup(db: None) -> Tournament:
    caches["here"].clear()
    made = play.tournament(entered=4, drawn=True)
    match = play.start(play.match(made, 1, 0))
    table.record(match, table.plain())
    return made


def seen(client: Client, cup: Tournament) -> str:
    answer = client.get(reverse("public:proof", args=[cup.slug]))
    assert answer.status_code == 200
    return answer.text


def test_a_tournament_that_holds_says_so_with_its_seal(client, cup):
    cup.refresh_from_db()
    text = seen(client, cup)
    assert "Everything is correct." in text
    assert cup.event_hash in text


def test_an_edited_row_is_named_to_everybody(client, cup):
    Pair.objects.filter(number=3).update(player_1="Somebody else")
    text = seen(client, cup)
    assert "Something is wrong." in text
    assert "pairs › 3 › player_1" in text


def test_a_tournament_without_a_draw_or_a_pair_holds_too(client):
    caches["here"].clear()
    assert "Everything is correct." in seen(client, play.tournament())


def test_what_could_not_be_checked_is_said(client):
    caches["here"].clear()
    cup = play.tournament(entered=4)
    commitment.commit(tournament_id=cup.pk, actor=play.PROGRAM)
    assert "Not checked here" not in seen(client, cup)
    DrawCommitment.objects.update(secret="")  # as on a machine where it was rebuilt
    caches["here"].clear()
    assert "Not checked here: the secret of the draw" in seen(client, cup)


def test_the_file_is_there_for_everybody_with_a_button_and_no_contacts(client, cup):
    Pair.objects.filter(number=1).update(contact="at the harbour")
    there = reverse("public:tournament-file", args=[cup.slug])
    assert there in seen(client, cup)
    answer = client.get(there)
    assert answer["Content-Disposition"] == f'attachment; filename="{cup.slug}.mustour"'
    assert b"harbour" not in answer.content
    assert answer.content == tournament_file(tournament_id=cup.pk)
