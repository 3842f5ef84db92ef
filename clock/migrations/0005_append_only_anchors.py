from django.db import migrations

from tournaments.triggers import refuse_delete, refuse_update


class Migration(migrations.Migration):
    """The field added before this made the table anew on SQLite, without its triggers."""

    dependencies = [("clock", "0004_clock_steps"), ("tournaments", "0002_append_only")]

    operations = [refuse_delete("clock_anchor"), refuse_update("clock_anchor")]
