"""Stores what events tell of a hand as plain JSON. In batches: the tournament can go on."""

from django.db import migrations

from tournament.migrations._unpacking import unpack_events


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("tournament", "0025_labels_of_pairs"),
    ]

    operations = [migrations.RunPython(unpack_events, migrations.RunPython.noop)]
