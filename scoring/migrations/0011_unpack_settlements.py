"""Stores settlements as plain JSON. In batches: the tournament can go on."""

from django.db import migrations

from tournament.migrations._unpacking import unpack_settlements


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("scoring", "0010_facts_of_games_are_kept"),
    ]

    operations = [migrations.RunPython(unpack_settlements, migrations.RunPython.noop)]
