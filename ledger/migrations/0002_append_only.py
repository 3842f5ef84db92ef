from django.db import migrations

from tournaments.triggers import refuse_delete, refuse_update


class Migration(migrations.Migration):
    dependencies = [("ledger", "0001_initial"), ("tournaments", "0002_append_only")]

    operations = [
        refuse_delete("ledger_transfer"),
        refuse_update("ledger_transfer"),
        refuse_delete("ledger_account"),
        refuse_update("ledger_account"),
    ]
