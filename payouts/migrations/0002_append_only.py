from django.db import migrations

from tournaments.triggers import refuse_delete, refuse_update

PAID = (
    "tournament_id",
    "entry_id",
    "part",
    "place_from",
    "place_to",
    "owed_minor",
    "paid_before_minor",
    "amount_minor",
    "method",
    "receipt_number",
    "at_ms",
    "made_by_id",
)


class Migration(migrations.Migration):
    dependencies = [("payouts", "0001_initial"), ("tournaments", "0002_append_only")]

    operations = [
        refuse_delete("payouts_payment"),
        refuse_update("payouts_payment", PAID),
        refuse_delete("payouts_planprize"),
        refuse_update("payouts_planprize"),
        refuse_delete("payouts_dealshare"),
        refuse_update("payouts_dealshare"),
        refuse_delete("payouts_payoutplan"),
        refuse_delete("payouts_deal"),
    ]
