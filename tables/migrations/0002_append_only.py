from django.db import migrations

from tournaments.triggers import refuse_delete, refuse_update, refuse_update_when

SEATING = ("tournament_id", "entry_id", "table_id", "seat", "opened_ms", "opened_by_id")


class Migration(migrations.Migration):
    dependencies = [("tables", "0001_initial"), ("tournaments", "0002_append_only")]

    operations = [
        refuse_delete("tables_table"),
        refuse_delete("tables_seatassignment"),
        refuse_update("tables_seatassignment", SEATING),
        refuse_update_when("tables_seatassignment", "second_closing", "OLD.closed_by_id IS NOT NULL"),
    ]
