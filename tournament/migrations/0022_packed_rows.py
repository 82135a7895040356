"""What an event tells of a hand is stored packed; no row is changed here (docs/decisions/0101).

On PostgreSQL a database that is in use goes on with plain rows until `manage.py pack_rows`, as
processes of the version before may still run. Taken back, it unpacks what was packed.
"""

from django.db import migrations

import tournament.log.models
import tournament.log.packed


def hold_back_where_people_play(apps, schema_editor):
    if apps.get_model("tournament", "Event").objects.exists():
        tournament.log.packed.hold_back(schema_editor.connection, holds=True)


def unpack(apps, schema_editor):
    event = apps.get_model("tournament", "Event")
    tournament.log.packed.write_anew(schema_editor.connection, event, pack=False)
    tournament.log.packed.hold_back(schema_editor.connection, holds=False)


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0021_delay_of_publication"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="event",
                    name="sealed",
                    field=tournament.log.packed.Packed(
                        default=dict, encoder=tournament.log.models.Compact, keys=("hand",)
                    ),
                ),
            ],
        ),
        migrations.RunPython(hold_back_where_people_play, unpack),
    ]
