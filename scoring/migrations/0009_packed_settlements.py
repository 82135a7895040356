"""What the rules made of a hand is stored packed; no row is changed here. Taken back, it unpacks
what was packed."""

from django.db import migrations

import tournament.log.models
import tournament.log.packed


def unpack(apps, schema_editor):
    hand = apps.get_model("scoring", "Hand")
    tournament.log.packed.write_anew(schema_editor.connection, hand, pack=False)


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0008_chances_are_kept"),
        ("tournament", "0022_packed_rows"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="hand",
                    name="settlement",
                    field=tournament.log.packed.Packed(encoder=tournament.log.models.Compact),
                ),
            ],
        ),
        migrations.RunPython(migrations.RunPython.noop, unpack),
    ]
