"""After `migrate` the servers of the version before go on: they insert rows without the columns
added since, which the database fills in."""

from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import AddField, CreateModel
from django.db.models import NOT_PROVIDED, Field, Model
from django.utils import timezone

from accounts.services import tokens
from config.settings import INSTALLED_APPS
from season.models import Circuit, Claim, PublishedRanking
from tests.scoring import table
from tests.season.seasons import circuit
from tournament.pauses.models import Pause
from tournament.screens.models import Screen
from tournament.signup.models import SignUp
from tournament.tables.models import Table
from tournament.tables.queries import join_token
from tournament.tables.services import devices

OURS = {name for name in INSTALLED_APPS if "." not in name}


def added() -> dict[type[Model], list["Field[Any, Any]"]]:
    """The columns that there are today and that a migration added to a table of an earlier one."""
    found: dict[type[Model], list[Field[Any, Any]]] = {}
    for (app, _name), migration in sorted(MigrationLoader(None).disk_migrations.items()):
        made = {one.name_lower for one in migration.operations if isinstance(one, CreateModel)}
        for one in migration.operations if app in OURS else ():
            if isinstance(one, AddField) and one.model_name_lower not in made:
                model = apps.all_models[app].get(one.model_name_lower)
                fields = {field.name: field for field in model._meta.fields} if model else {}
                if model and one.name in fields:
                    found.setdefault(model, []).append(fields[one.name])
    return found


ADDED = added()


def test_a_column_that_is_added_is_null_or_has_a_default_in_the_database():
    without = [
        f"{field.model.__name__}.{field.name}: give it db_default"
        for fields in ADDED.values()
        for field in fields
        if not field.null and field.db_default is NOT_PROVIDED
    ]
    assert not without
    assert len(ADDED) > 8


def make_rows() -> None:
    """A row of each table to which columns were added that are not null."""
    match = table.a_match()
    table.record(match, table.plain())
    cup, owner = match.tournament, User.objects.create_user("zarautz")
    devices.join(token=join_token(Table.objects.get(tournament=cup, number=1)))
    now = timezone.now()
    Pause.objects.create(tournament=cup, starts_at=now, ends_at=now, reason="lunch")
    SignUp.objects.create(tournament=cup, player_1="Deba", player_2="Lezo", at=now)
    of = Circuit.objects.get(slug=circuit(owner, cup).slug)
    Claim.objects.create(circuit=of, user=owner, pair=match.pair_a, seat=1)
    PublishedRanking.objects.create(circuit=of, number=1, at=now, event_number=1)
    tokens.make(user=owner, name="results", scope="read")
    Screen.objects.create(tournament=cup, since=now)


@pytest.mark.postgres
@pytest.mark.rows_by_hand
@pytest.mark.django_db
def test_a_row_is_inserted_without_the_columns_that_were_added():
    make_rows()
    for model, fields in ADDED.items():
        wanted = {field.name for field in fields if not field.null}
        if wanted:
            row = model._default_manager.first()
            assert row is not None, model
            insert_again(row, without={field.column for field in fields})
            inserted = model._default_manager.get(pk=row.pk)
            for name in wanted - {"since"}:
                default = model._meta.get_field(name).get_default()
                assert inserted.serializable_value(name) == default, (model, name)


def insert_again(row: Model, *, without: set[str]) -> None:
    """Deletes the row and inserts it as a server does that knows no columns of these names."""
    table_name = connection.ops.quote_name(row._meta.db_table)
    columns = ", ".join(
        connection.ops.quote_name(field.column)
        for field in row._meta.concrete_fields
        if field.column not in without
    )
    with connection.cursor() as cursor:
        cursor.execute(
            f"CREATE TEMPORARY TABLE before AS SELECT {columns} FROM {table_name} WHERE id = %s",
            [row.pk],
        )
        cursor.execute(f"DELETE FROM {table_name} WHERE id = %s", [row.pk])
        cursor.execute(f"INSERT INTO {table_name} ({columns}) SELECT {columns} FROM before")
        cursor.execute("DROP TABLE before")
