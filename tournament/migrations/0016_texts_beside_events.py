"""Texts that name people leave the hashed data of events for a place beside them. Events from before
keep theirs where they are: their hashes hold only so."""

from django.db import migrations, models

import tournament.log.models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0015_referees"),
    ]

    operations = [
        migrations.RenameField(model_name="event", old_name="data", new_name="sealed"),
        migrations.AddField(
            model_name="event",
            name="texts",
            field=models.JSONField(default=dict, encoder=tournament.log.models.Compact),
        ),
    ]
