"""A commitment to a draw keeps whom it seeds and which clubs it keeps apart. Those from before keep
none: they bind none."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0016_texts_beside_events"),
    ]

    operations = [
        migrations.AddField(
            model_name="drawcommitment",
            name="wishes",
            field=models.JSONField(null=True),
        ),
    ]
