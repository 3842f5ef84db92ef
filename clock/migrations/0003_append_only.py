from django.db import migrations

from tournaments.triggers import refuse_delete, refuse_update

APPEND_ONLY = ("clock_structure", "clock_level", "clock_anchor", "clock_leveltransition")


class Migration(migrations.Migration):
    dependencies = [("clock", "0002_initial"), ("tournaments", "0002_append_only")]

    operations = [refuse(table) for table in APPEND_ONLY for refuse in (refuse_delete, refuse_update)]
