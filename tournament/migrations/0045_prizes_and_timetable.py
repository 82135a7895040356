from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0044_act_memory"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="prizes",
            field=models.JSONField(blank=True, db_default={}, default=dict),
        ),
    ]
