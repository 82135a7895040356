from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("publication", "0001_copies"),
        ("tournament", "0024_no_delay_of_publication"),
    ]

    operations = [migrations.DeleteModel("Copy")]
