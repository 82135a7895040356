from django.db import migrations


class Migration(migrations.Migration):
    """What was fetched from other installations is an ordinary tournament from now on."""

    dependencies = [("season", "0010_no_acts_beside_the_log")]

    operations = [
        migrations.DeleteModel(name="Peer"),
        migrations.DeleteModel(name="Origin"),
    ]
