"""Every address, by everybody: a new one without a line in the permission table fails (T-IDOR)."""

import pytest
from django.http import HttpResponse

from director.dialogs.registry import FORMS
from director.printing.sheets import SHEETS as PRINTED
from tables.models import SeatAssignment
from tests.security.permissions import API, CONSOLE, DIALOGS, OPEN, SHEETS
from tests.security.routes import address, names_something, routes
from tests.security.samples import SAMPLES
from tests.security.world import ROLES, Side, World, outcome_of
from tournaments.acting import CALLABLES

TABLE = OPEN | CONSOLE | API
READ = sorted(route for route, line in TABLE.items() if line.roles)
POSTED = sorted(route for route, line in TABLE.items() if line.form)
LIKELY_KIND = {"act/<str:kind>": "account.set_password"}
LIKELY_NAME = {"t/<int:tournament_id>/print/<str:name>": "structure"}
LIKELY_PLAYER = {"players/<int:player_id>/lift": "Barred", "players/<int:player_id>/erase": "Forgotten"}
UNSAFE = ("post", "put", "patch", "delete", "options", "trace")


def filled(route: str, world: World) -> str:
    """The address with things of ours (a stranger's club tries the very same one)."""
    chosen: dict[str, object] = {}
    if route in LIKELY_KIND:
        chosen["kind"] = LIKELY_KIND[route]
    if route in LIKELY_NAME:
        chosen["name"] = LIKELY_NAME[route]
    if route in LIKELY_PLAYER:
        chosen["player_id"] = world.ours.players[world.ours.named(LIKELY_PLAYER[route])]
    return address(route, world.ours, **chosen) + TABLE[route].query


def refused_status(route: str, who: str) -> set[int]:
    """How somebody who may not is told so."""
    if who in ("nobody", "display"):
        return {401} if route.startswith("api/") and route != "api/v1/" else {302}
    if who == "foreign":
        return {404}
    return {403}


def is_sign_in(answer: HttpResponse) -> bool:
    return answer.status_code != 302 or answer.headers["Location"].startswith("/login")


def test_every_address_has_a_line_in_the_permission_table_and_every_line_an_address() -> None:
    assert routes() == set(TABLE)


def test_every_dialog_and_sheet_has_a_line_in_the_permission_table() -> None:
    assert (set(FORMS), set(PRINTED)) == (set(DIALOGS), set(SHEETS))


@pytest.mark.parametrize("route", READ)
def test_who_may_read_an_address_does(route: str, world: World) -> None:
    line = TABLE[route]
    for who in [*(role for role in ROLES if role in line.roles), *(["nobody"] if line.everybody else [])]:
        with world.trying():
            answer = world.browser(who).get(filled(route, world))
            expected = 200 if route == "login" and who == "nobody" else line.status
            assert (who, answer.status_code) == (who, expected), outcome_of(answer)


@pytest.mark.parametrize("route", sorted(set(READ) - set(OPEN)))
def test_who_may_not_read_an_address_is_refused(route: str, world: World) -> None:
    """Somebody of another club finds nothing where an id names ours, and nothing of ours on his own pages."""
    line, before = TABLE[route], world.picture()
    for who in ("nobody", "display", "foreign", *(role for role in ROLES if role not in line.roles)):
        answer = world.browser(who).get(filled(route, world))
        if who == "foreign" and not names_something(route):
            assert b"Ours" not in answer.content
            continue
        assert answer.status_code in refused_status(route, who), (who, outcome_of(answer))
        assert is_sign_in(answer)
    assert world.picture() == before


@pytest.mark.parametrize("route", POSTED)
def test_who_may_post_to_an_address_succeeds(route: str, world: World) -> None:
    line = TABLE[route]
    assert line.form is not None
    form, before = line.form(world), world.picture()
    for role in [role for role in ROLES if role in line.posters]:
        with world.trying():
            answer = world.browser(role).post(filled(route, world), form)
            assert (role, answer.status_code in (200, 302, 303)) == (role, True), outcome_of(answer)
            changed = world.picture() != before
        assert changed == (route not in HARMLESS), (role, outcome_of(answer))


# Posts that change nothing a club holds.
HARMLESS = frozenset(
    {"i18n/setlang", "language", "logout", "players/import"}
    | {f"t/<int:tournament_id>/structure/{tool}" for tool in ("paste", "check", "reshape")}
    | {f"templates/<int:template_id>/levels/{tool}" for tool in ("paste", "check", "reshape")}
)


@pytest.mark.parametrize("route", sorted(set(POSTED) - set(OPEN)))
def test_who_may_not_post_to_an_address_changes_nothing(route: str, world: World) -> None:
    line = TABLE[route]
    assert line.form is not None
    form, before = line.form(world), world.picture()
    strangers = ["nobody", "display", *(["foreign"] if names_something(route) else [])]
    for who in (*strangers, *(role for role in ROLES if role not in line.posters)):
        answer = world.browser(who).post(filled(route, world), form)
        assert answer.status_code in refused_status(route, who) | {303}, (who, outcome_of(answer))
        assert is_sign_in(answer)
    assert world.picture() == before


@pytest.mark.parametrize("route", sorted(TABLE))
def test_a_method_an_address_is_not_for_changes_nothing(route: str, world: World) -> None:
    before = world.picture()
    browser, methods = (
        world.browser("owner"),
        [name for name in UNSAFE if name != "post" or not TABLE[route].form],
    )
    for method in methods:
        assert getattr(browser, method)(filled(route, world)).status_code < 500, method
    assert world.picture() == before


# Dialogs and sheets ------------------------------------------------------------------------------------------------

# Whom a dialog is about, where it is not somebody in play; what has to happen before a sheet can be printed.
ABOUT = {"pay": "Unpaid", "pay_prize": "Jan"}
BEFORE = {"deal": "payouts.deal"}


def query_of(side: Side, name: str = "Ann") -> str:
    """Things dialogs and sheets may be about, of one side."""
    held = SeatAssignment.objects.select_related("table").filter(
        entry_id=side.id_of(name), closed_by__isnull=True
    )
    table, seat = next(((row.table.number, row.seat) for row in held), (1, 1))
    ids = {
        "entry_id": side.id_of(name),
        "purchase_id": side.made["purchase_id"],
        "screen_id": side.made["screen_id"],
        "table": table,
        "seat": seat,
        "old": 25,
        "verb": "clock.next_level",
    }
    return "?" + "&".join(f"{key}={value}" for key, value in ids.items())


@pytest.mark.parametrize("name", sorted(DIALOGS))
def test_a_dialog_opens_for_its_roles_only(name: str, world: World) -> None:
    where = f"/t/{world.ours.running}/form/{name}" + query_of(world.ours, ABOUT.get(name, "Ann"))
    answered = {role: world.browser(role).get(where).status_code for role in ROLES}
    assert answered == {role: 200 if role in DIALOGS[name] else 403 for role in ROLES}


@pytest.mark.parametrize("side", ["twin", "theirs"])
@pytest.mark.parametrize("name", sorted(DIALOGS))
def test_a_dialog_shows_nothing_of_another_tournament(name: str, side: str, world: World) -> None:
    other = getattr(world, side)
    where = f"/t/{world.ours.running}/form/{name}" + query_of(other, ABOUT.get(name, "Ann"))
    assert other.mark.encode() not in world.browser("owner").get(where).content


@pytest.mark.parametrize("name", sorted(SHEETS))
def test_a_sheet_is_printed_for_its_roles_only(name: str, world: World) -> None:
    if name in BEFORE:
        prepared = SAMPLES[BEFORE[name]](world.ours)
        CALLABLES[BEFORE[name]](
            actor=world.ours.owner, tournament_id=prepared.tournament_id, **prepared.params
        )
    where = f"/t/{world.ours.running}/print/{name}" + query_of(world.ours)
    answered = {role: world.browser(role).get(where).status_code for role in ROLES}
    assert answered == {role: 200 if role in SHEETS[name] else 403 for role in ROLES}


@pytest.mark.parametrize("side", ["twin", "theirs"])
@pytest.mark.parametrize("name", sorted(SHEETS))
def test_a_sheet_shows_nothing_of_another_tournament(name: str, side: str, world: World) -> None:
    other = getattr(world, side)
    answer = world.browser("owner").get(f"/t/{world.ours.running}/print/{name}" + query_of(other))
    assert other.mark.encode() not in answer.content
