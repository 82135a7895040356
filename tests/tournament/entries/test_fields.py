"""The fields of a pair: declared in its model, for organizers alone until they are named public."""

from dataclasses import fields
from unittest.mock import ANY

import pytest

from scoring.proof.queries.tables import TABLES
from tests.refusals import faults_of
from tests.scoring.proof.compared import NOT_COMPARED
from tests.tournament import play
from tournament.entries.models import ENTERED, PRIVATE, Pair
from tournament.entries.queries import EntryLine, PairAtDesk, PairView, columns, pairs_at_desk
from tournament.entries.services import pairs
from tournament.log.rules.events import sealed_texts
from tournament.log.services import pair_record
from web.organizer.forms.entries import PairForm

ALL = {field.name for field in Pair._meta.fields}
NAMES = [field.name for field in ENTERED]


def names_of(view: type) -> set[str]:
    return {field.name for field in fields(view)}


def test_every_field_is_public_or_private_and_no_field_is_both():
    assert {*Pair.PUBLIC, *PRIVATE, "id", "tournament"} == ALL
    assert not set(Pair.PUBLIC) & set(PRIVATE)


def test_everybody_reads_the_public_fields_and_organizers_all():
    assert names_of(PairView) == {"id", "name", *Pair.PUBLIC}
    assert names_of(PairAtDesk) == names_of(PairView) | {*PRIVATE, "version"}


def test_what_people_enter_is_on_the_form_and_in_lists():
    assert list(PairForm().fields) == [column.name for column in columns()] == NAMES
    assert names_of(EntryLine) == {"line", "cleaned", "dropped", "is_paid", "seed", *NAMES}


def test_files_have_private_fields_on_request_alone_and_the_log_never():
    (table,) = (one for one in TABLES if one.model is Pair)
    assert set(table.fields) == {"id", *Pair.PUBLIC}
    assert table.private == PRIVATE
    assert NOT_COMPARED["pair"].keys() == {"id", *PRIVATE}
    pair = Pair(status="disqualified", place_stays_empty=True)
    assert set(pair_record(pair)) == set(Pair.PUBLIC)


@pytest.mark.django_db
def test_a_field_that_a_pair_does_not_have_is_refused_by_its_name():
    cup = play.tournament()
    named = {"player_1": "Deba", "player_2": "Mutriku"}
    assert faults_of(pairs.enter, tournament_id=cup.pk, **named, number="7") == [
        ("number", "unknown_field")
    ]
    assert pairs_at_desk(tournament_id=cup.pk) == ()


@pytest.mark.django_db
def test_a_list_names_its_columns_by_the_labels_of_the_fields():
    cup = play.tournament()
    text = "Jugador 2;Contacto;Jugador 1\nMutriku;600 11 22 33;Deba"
    (pair,) = pairs.enter_list(tournament_id=cup.pk, text=text, actor=play.PROGRAM).pairs
    assert (pair.player_1, pair.player_2, pair.contact) == ("Deba", "Mutriku", "600 11 22 33")


def test_any_text_of_a_pair_can_be_erased_from_the_log_unless_it_names_nobody():
    pair = {"number": 1, "player_1": "Deba", "nickname": "Itsasoko", "club": "Kaia"}
    data, texts = sealed_texts("pair.entered", {"pair": pair})
    assert data["pair"] == {**pair, "player_1": ANY, "nickname": ANY}
    assert sorted(text for _salt, text in texts.values()) == ["Deba", "Itsasoko"]
