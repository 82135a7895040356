from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0003_endings_without_words"),
    ]

    operations = [
        migrations.AddField(
            model_name="device",
            name="link_hash",
            field=models.CharField(blank=True, default="", max_length=64),
        ),
    ]
