"""Rows that are facts: neither an update nor a delete gets past the triggers, on either database."""

from typing import Any

import pytest
from django.db import DatabaseError, connection, models, transaction
from django.db.migrations.loader import MigrationLoader

from acts.payouts import pay_prize
from clock.models import Anchor, Level, LevelTransition, Structure
from ledger.models import Account, Transfer
from payouts.models import Deal, DealShare, Payment, PayoutPlan, PlanPrize
from tables.models import SeatAssignment, Table
from tests.security.samples import SAMPLES, out, to_the_end
from tests.security.world import World
from tournaments.acting import CALLABLES
from tournaments.models import (
    DirectorAction,
    Elimination,
    Entry,
    Penalty,
    Purchase,
    WaitingListEntry,
)
from tournaments.triggers import RefuseChange

# What may never change: every column, or (for rows that are closed or revoked once) those of the fact itself.
FROZEN: dict[type[models.Model], dict[str, Any]] = {
    DirectorAction: {
        "kind": "x",
        "facts": {"x": 1},
        "hash": "x",
        "reason": "x",
        "undoes_id": None,
        "role": "x",
    },
    Transfer: {"amount": 1, "code": "x", "unit": "chips", "reverses_id": None},
    Account: {"kind": "fee"},
    Anchor: {"elapsed_ms": 1, "running": False, "at_ms": 1},
    Structure: {"number": 99},
    Level: {"duration_ms": 1},
    LevelTransition: {"at_ms": 1},
    Payment: {"amount_minor": 1, "owed_minor": 10**9, "receipt_number": 1, "entry_id": 1, "method": "other"},
    PlanPrize: {"amount_minor": 1},
    DealShare: {"amount_minor": 1},
    Purchase: {"prize_minor": 1, "fee_minor": 1, "chips": 1},
    SeatAssignment: {"seat": 12, "opened_ms": 1},
}
KEPT = (Entry, Purchase, Elimination, Penalty, WaitingListEntry, Table, PayoutPlan, Deal, *FROZEN)


@pytest.fixture
def played(world: World) -> World:
    """A tournament in which there is a row of everything: a prize paid, a deal made, levels begun."""
    ours = world.ours
    deal = SAMPLES["payouts.deal"](ours)
    CALLABLES["payouts.deal"](actor=ours.owner, tournament_id=deal.tournament_id, **deal.params)
    twin = world.twin.at(world.twin.running)
    twin.do(CALLABLES["purchase.settle"], purchase_id=twin.made["purchase_id"])
    to_the_end(twin)
    out(twin, *("Ivo", "Hal", "Gus", "Fay", "Eva", "Dan", "Cem", "Bob"))
    twin.do(pay_prize, entry_id=twin.id_of("Ann"))
    return world


def refused(change: str, *values: Any) -> bool:
    """Whether the database itself refuses the statement."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(change, values)
    except DatabaseError as error:
        return "append-only" in str(error)
    return False


def first(model: type[models.Model]) -> tuple[str, str, Any]:
    """The table, its key column, and the key of a row of it."""
    quote = connection.ops.quote_name
    row = model._base_manager.order_by("pk").first()
    assert row is not None, model
    key = model._meta.pk
    return quote(model._meta.db_table), quote(key.column), key.get_db_prep_value(row.pk, connection)


@pytest.mark.parametrize("model", FROZEN)
def test_a_fact_is_never_updated(model: type[models.Model], played: World) -> None:
    table, key, ident = first(model)
    let_through = []
    for name, value in FROZEN[model].items():
        field = next(field for field in model._meta.concrete_fields if field.attname == name)
        new = field.get_db_prep_save(value, connection)
        if not refused(f"UPDATE {table} SET {field.column} = %s WHERE {key} = %s", new, ident):
            let_through.append(name)
    assert let_through == []


@pytest.mark.parametrize("model", KEPT)
def test_a_row_is_never_deleted(model: type[models.Model], played: World) -> None:
    table, key, ident = first(model)
    assert refused(f"DELETE FROM {table} WHERE {key} = %s", ident)


def test_a_seat_row_is_closed_once(played: World) -> None:
    row = SeatAssignment.objects.filter(closed_by__isnull=False)[0]
    assert refused("UPDATE tables_seatassignment SET closed_ms = %s WHERE id = %s", 1, row.pk)


def declared() -> set[str]:
    """The triggers that migrations make, by name."""
    migrations = MigrationLoader(None, ignore_no_migrations=True).disk_migrations.values()
    return {
        operation.name
        for migration in migrations
        for operation in migration.operations
        if isinstance(operation, RefuseChange)
    }


def test_every_trigger_that_migrations_make_is_there_in_the_end(played: World) -> None:
    """SQLite makes a table anew to change a field, and its triggers are gone unless they are made again."""
    sqlite = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    with connection.cursor() as cursor:
        cursor.execute(sqlite if connection.vendor == "sqlite" else "SELECT tgname FROM pg_trigger")
        found = {name for (name,) in cursor.fetchall()}
    assert declared() - found == set()


def test_a_row_that_may_change_in_one_way_does(played: World) -> None:
    """The control: what is no fact goes through, so that a refusal is the trigger's and not the statement's."""
    entry = Entry.objects.filter(tournament_id=played.ours.running).order_by("pk")[0]
    assert not refused("UPDATE tournaments_entry SET stack_chips = %s WHERE id = %s", 5, entry.pk)
    assert Entry.objects.get(pk=entry.pk).stack_chips == 5
