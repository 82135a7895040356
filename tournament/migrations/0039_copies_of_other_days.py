from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0038_name_of_the_rules"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="is_copy",
            field=models.BooleanField(default=False),
        ),
    ]
