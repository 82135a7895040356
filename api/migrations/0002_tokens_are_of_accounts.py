"""The tokens move out to `accounts`: their table stays where it is."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("api", "0001_api_token"), ("accounts", "0001_tokens_of_the_api")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.DeleteModel(name="ApiToken")]
        )
    ]
