from django.db import migrations

from tournaments.triggers import refuse_delete, refuse_update

# What must still be changeable of a purchase is its status; the price is frozen.
FROZEN_PRICE = (
    "entry_id",
    "kind",
    "number",
    "prize_minor",
    "fee_minor",
    "bounty_minor",
    "staff_minor",
    "chips",
    "made_by_id",
)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [
        refuse_delete("tournaments_directoraction"),
        refuse_update("tournaments_directoraction"),
        refuse_delete("tournaments_entry"),
        refuse_delete("tournaments_purchase"),
        refuse_update("tournaments_purchase", FROZEN_PRICE),
        refuse_delete("tournaments_elimination"),
        refuse_delete("tournaments_penalty"),
        refuse_delete("tournaments_waitinglistentry"),
    ]
