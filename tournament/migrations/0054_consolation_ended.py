from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0053_lists_in_boxes"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="consolation_ended",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
