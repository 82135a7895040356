"""A pair's phone can be the tablet of its match's table: such a device names its pair."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0029_house_rules"),
    ]

    operations = [
        migrations.AddField(
            model_name="device",
            name="pair",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=models.PROTECT,
                related_name="devices",
                to="tournament.pair",
            ),
        ),
    ]
