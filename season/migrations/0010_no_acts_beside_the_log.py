from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("season", "0009_acts_are_chained")]

    operations = [migrations.DeleteModel(name="CircuitAct")]
