"""A tournament is removed whole, and nothing of another one with it."""

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection

from operations.removal import services as removal
from operations.removal.services import remove_tournament
from scoring.models import Submission
from season.models import Circuit, CircuitEvent, CircuitTournament, Merge, MergedEntry
from tournament.championship.models import Tournament
from tournament.errors import Refusal
from tournament.log.queries.log import verify_log

pytestmark = pytest.mark.django_db(transaction=True)


def counted():
    return {
        model: model._base_manager.count()
        for model in [*removal.paths(), Tournament]
        if model._base_manager.count()
    }


def test_what_was_played_goes_and_the_other_stays_as_it_was(capsys):
    call_command("simulate", pairs=3, seed="1")
    before = counted()
    one = Tournament.objects.get()
    call_command("simulate", pairs=2, seed="2")
    other = Tournament.objects.exclude(pk=one.pk).get()
    with pytest.raises(Refusal):
        remove_tournament(tournament_id=other.pk, slug=one.slug)
    gone = remove_tournament(tournament_id=other.pk, slug=other.slug)
    assert counted() == before
    assert gone > 50
    assert verify_log(tournament_id=one.pk).ok
    connection.check_constraints()
    remove_tournament(tournament_id=one.pk, slug=one.slug)
    assert counted() == {}


def test_every_table_that_leads_to_a_tournament_is_known():
    models = removal.paths()
    for app in ("tournament", "scoring"):
        for model in apps.get_app_config(app).get_models():
            # Kept answers name no tournament, and go by their age.
            assert model in models or model in (Tournament, Submission), model
    # A circuit outlives its tournaments; that one is in it, and who is the same in it, does not.
    assert {CircuitTournament, MergedEntry} <= models.keys()
    assert not {Circuit, CircuitEvent, Merge} & models.keys()
