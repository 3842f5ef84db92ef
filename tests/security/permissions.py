"""The permission table: who may open every address and do every act. Written by hand, from the product's matrix.

An address or act without a line here fails its test, and so does a line without an address or act.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

from acts.theme import add_image
from acts.uploads import Upload
from tests.club.pictures import small_png
from tests.security.forms import form_on
from tests.security.samples import SAMPLES
from tests.security.world import PASSWORD, World

OWNER = frozenset({"owner"})
DIRECTORS = OWNER | {"director"}
FLOOR = DIRECTORS | {"floor"}
DESK = DIRECTORS | {"cashier"}
FLOOR_AND_DESK = FLOOR | DESK
DEALING = FLOOR | {"dealer"}
STAFF = frozenset({"owner", "director", "floor", "cashier", "dealer", "viewer"})

ACTS: dict[str, frozenset[str]] = {
    "account.set_password": STAFF,
    "api_token.create": OWNER,
    "api_token.revoke": OWNER,
    "chips.race": FLOOR,
    "chips.remove": DIRECTORS,
    "clock.add_level": DIRECTORS,
    "clock.adjust": FLOOR,
    "clock.break_now": FLOOR,
    "clock.edit_level": DIRECTORS,
    "clock.edit_structure": DIRECTORS,
    "clock.end_break": FLOOR,
    "clock.give_back": DIRECTORS,
    "clock.hand": FLOOR,
    "clock.go_to_level": FLOOR,
    "clock.next_break": FLOOR,
    "clock.next_level": FLOOR,
    "clock.pause": FLOOR,
    "clock.previous_level": FLOOR,
    "clock.resume": FLOOR,
    "clock.schedule": DIRECTORS,
    "clock.set_left": FLOOR,
    "clock.start": FLOOR,
    "clock.stretch": DIRECTORS,
    "clock.unschedule": DIRECTORS,
    "chip_set.remove": DIRECTORS,
    "chip_set.save": DIRECTORS,
    "club.edit": OWNER,
    "club.set_theme": OWNER,
    # Whoever may do an act may undo it; the sample is the making of a player.
    "club.undo": DESK,
    "entry.addon": DESK,
    "entry.away": FLOOR,
    "entry.bust": FLOOR,
    "entry.count": FLOOR,
    "entry.disqualify": DIRECTORS,
    "entry.leave": DIRECTORS,
    "entry.pay": DESK,
    # Of floor staff only the declaration is taken, with no money (test_roles.py).
    "entry.rebuy": FLOOR_AND_DESK,
    "entry.register": DESK,
    "entry.register_new": DESK,
    "entry.surrender": DESK,
    "entry.unregister": DESK,
    "hand_clock.call": DEALING,
    "hand_clock.stop": DEALING,
    "hand_for_hand.end": FLOOR,
    "hand_for_hand.start": FLOOR,
    "hand_for_hand.tick": DEALING,
    "image.add": OWNER,
    "image.move": OWNER,
    "image.remove": OWNER,
    "member.activate": OWNER,
    "member.add": OWNER,
    "member.change_role": OWNER,
    "member.deactivate": OWNER,
    "member.set_password": OWNER,
    "notice.announce": FLOOR,
    "notice.end": FLOOR,
    "notice.show": FLOOR,
    "payouts.deal": DIRECTORS,
    "payouts.lock": DIRECTORS,
    "payouts.pay": DESK,
    "payouts.plan": DIRECTORS,
    "payouts.unlock": DIRECTORS,
    "penalty.end": FLOOR,
    "penalty.give": FLOOR,
    "player.create": DESK,
    "player.edit": DESK,
    "player.erase": OWNER,
    "player.exclude": DIRECTORS,
    "player.lift_exclusion": DIRECTORS,
    "players.import": DESK,
    "purchase.drop": DIRECTORS,
    "purchase.settle": DESK,
    "registration.close": DIRECTORS,
    "report.bust": DEALING,
    "report.count": DEALING,
    "report.decline": DEALING,
    "screen.change": FLOOR,
    "screen.create": FLOOR,
    "screen.renew": FLOOR,
    "screen.revoke": FLOOR,
    "screen.show_all": FLOOR,
    "seat.balance": FLOOR,
    "seat.draw": FLOOR,
    "seat.move": FLOOR,
    "seat.redraw": FLOOR,
    "seat.swap": FLOOR,
    "table.break": FLOOR,
    "table.button": FLOOR,
    "table.close": FLOOR,
    "table.deal": DEALING,
    "table.final": FLOOR,
    "table.halt": FLOOR,
    "table.hand_done": DEALING,
    "table.open": FLOOR,
    "table.relieve": DEALING,
    "table.waive_halt": FLOOR,
    "template.edit": DIRECTORS,
    "template.remove": DIRECTORS,
    "template.save": DIRECTORS,
    "time_bank.use": DEALING,
    "todo.overrule": FLOOR,
    "todo.put_off": FLOOR_AND_DESK,
    "tournament.cancel": DIRECTORS,
    "tournament.create": DIRECTORS,
    "tournament.edit": DIRECTORS,
    "tournament.finish": DIRECTORS,
    # The sample is an entry.away.
    "undo": FLOOR,
    "waiting.join": FLOOR_AND_DESK,
    "waiting.lapse": FLOOR,
    "waiting.leave": FLOOR_AND_DESK,
    "waiting.offer": FLOOR,
    "waiting.promote": DESK,
}

# Done by the clock only: nobody may, and no address leads there.
OF_THE_CLOCK = frozenset(
    {"club.found", "clock.settle", "clock.transition", "penalty.served", "tournament.won"}
)

type Form = Callable[[World], dict[str, Any]]


@dataclass(frozen=True)
class Address:
    """One route: `roles` of our club may read it with GET, `posters` may post `form` to it, which then succeeds.

    `everybody`: strangers may as well. `status` is that of a successful read. `query` is added to the address.
    """

    roles: frozenset[str] = STAFF
    posters: frozenset[str] = frozenset()
    form: Form | None = None
    everybody: bool = False
    status: int = 200
    query: str = ""


def only_posts(posters: frozenset[str], form: Form, *, everybody: bool = False) -> Address:
    """Takes a form, and shows nothing."""
    return Address(frozenset(), posters, form, everybody)


def fields(**values: Any) -> Form:
    """A form that is the same in every world."""
    return lambda _world: values


def as_shown(where: str, **changed: Any) -> Form:
    """The form of a page of ours as the owner sees it, with some fields changed."""

    def form(world: World) -> dict[str, Any]:
        page = world.browser("owner").get(where.replace("~", f"/t/{world.ours.running}"))
        return form_on(page.content) | changed

    return form


def club_settings(_world: World) -> dict[str, Any]:
    return {
        "name": "Renamed",
        "currency": "EUR",
        "timezone": "Europe/Tallinn",
        "language": "et",
        "rule_preset": "home",
        "minimum_age_years": "18",
    }


def the_exclusion(world: World) -> dict[str, Any]:
    return {"exclusion_id": world.ours.made["exclusion_id"]}


def a_deal(world: World) -> dict[str, Any]:
    agreed = SAMPLES["payouts.deal"](world.ours).params["custom"]
    return {"method": "icm", "agreed": [share["entry_id"] for share in agreed]}


def a_picture(_world: World) -> dict[str, Any]:
    return {"kind": "logo", "file": SimpleUploadedFile("logo.png", small_png(), "image/png")}


def another_sponsor(world: World) -> dict[str, Any]:
    """The club's sponsor goes behind another one."""
    add_image(actor=world.ours.owner, kind="sponsor", content=Upload(small_png(3)))
    return {"turn": "2"}


def the_screen(world: World) -> dict[str, Any]:
    return {"screen_id": world.ours.made["screen_id"]}


OPEN: dict[str, Address] = {
    "healthz": Address(everybody=True),
    "readyz": Address(everybody=True, status=503),
    "i18n/setlang": only_posts(STAFF, fields(language="et"), everybody=True),
    "language": only_posts(STAFF, fields(language="et"), everybody=True),
    "setup": Address(everybody=True, status=302),
    "login": Address(everybody=True, status=302),
    "d/": Address(everybody=True, status=404),
    "d/time": Address(everybody=True),
    "d/words/<str:language>": Address(everybody=True),
    "d/image/<str:sha256>": Address(everybody=True),
    "d/<str:link>": Address(everybody=True, status=303),
    "d/<str:link>/state.json": Address(everybody=True),
    "d/<str:link>/states.json": Address(everybody=True),
    "d/<str:link>/simple.json": Address(everybody=True),
    "d/<str:link>/seats.json": Address(everybody=True),
    "d/<str:link>/waiting.json": Address(everybody=True),
    "d/<str:link>/rules.json": Address(everybody=True),
    "d/<str:link>/qr.svg": Address(everybody=True),
    "p/": Address(everybody=True),
    "p/<str:code>": Address(everybody=True),
    "p/<str:code>/state.json": Address(everybody=True),
    "p/<str:code>/me.json": Address(everybody=True),
}

# Acts are walked kind by kind through the two addresses that take them (test_acts_walk.py).
CONSOLE: dict[str, Address] = {
    "act/<str:kind>": only_posts(STAFF, fields(old=PASSWORD, new="another-long-pass-phrase")),
    "t/<int:tournament_id>/act/<str:kind>": only_posts(FLOOR, fields(text="Five minutes")),
    "": Address(),
    "logout": only_posts(STAFF, fields()),
    "clubs": Address(status=302),
    "password": Address(
        STAFF, STAFF, fields(old=PASSWORD, new="another-long-phrase", again="another-long-phrase")
    ),
    "new": Address(
        DIRECTORS,
        DIRECTORS,
        as_shown("/new?template=empty", name="Next week", starts_on="2026-01-16", starts_time="19:00"),
    ),
    "new/structure": Address(DIRECTORS),
    "club": Address(OWNER, OWNER, club_settings),
    "club/theme": only_posts(OWNER, fields(colour_main="#6dd6a2", colour_accent="#d4af37")),
    "club/images": only_posts(OWNER, a_picture),
    "club/images/<int:image_id>/move": only_posts(OWNER, another_sponsor),
    "club/images/<int:image_id>/remove": only_posts(OWNER, fields()),
    "chips": Address(DIRECTORS, DIRECTORS, fields(name="Main set", value="25", count="400", colour="green")),
    "chips/<int:chip_set_id>/remove": only_posts(DIRECTORS, fields()),
    "templates": Address(DIRECTORS),
    "templates/<int:template_id>/change": only_posts(DIRECTORS, fields(name="Renamed")),
    "templates/<int:template_id>/levels": Address(DIRECTORS),
    "templates/<int:template_id>/levels/paste": only_posts(DIRECTORS, fields(text="25/50")),
    "templates/<int:template_id>/levels/check": only_posts(
        DIRECTORS, fields(level_kind="play", minutes="20")
    ),
    "templates/<int:template_id>/levels/reshape": only_posts(
        DIRECTORS, fields(tool="delete", chosen="2", level_kind=["play"] * 3, minutes=["20"] * 3)
    ),
    "templates/<int:template_id>/delete": only_posts(DIRECTORS, fields()),
    "players": Address(DESK),
    "players/new": Address(DESK, DESK, fields(name="Fresh Face")),
    "players/import": Address(DESK, DESK, fields(text="name\nFresh Face")),
    "players/export": Address(DIRECTORS),
    "players/<int:player_id>": Address(DESK, DESK, fields(name="Renamed")),
    "players/<int:player_id>/exclude": only_posts(DIRECTORS, fields(kind="barred")),
    "players/<int:player_id>/lift": only_posts(DIRECTORS, the_exclusion),
    "players/<int:player_id>/erase": only_posts(OWNER, fields(understood="1")),
    "players/<int:player_id>/export": Address(OWNER),
    "staff": Address(OWNER, OWNER, fields(username="fresh", role="floor", password=PASSWORD)),
    "staff/tokens": only_posts(OWNER, fields(token_name="Till", token_role="viewer", token_days="30")),
    "staff/tokens/<int:token_id>/revoke": only_posts(OWNER, fields()),
    "staff/<int:user_id>": only_posts(OWNER, fields(role="cashier")),
    "staff/<int:user_id>/password": only_posts(OWNER, fields(password="another-long-pass-phrase")),
    "t/<int:tournament_id>/": Address(),
    "t/<int:tournament_id>/desk": Address(DESK),
    "t/<int:tournament_id>/floor": Address(),
    "t/<int:tournament_id>/floor/<int:number>": Address(),
    "t/<int:tournament_id>/form/<str:name>": Address(FLOOR),
    "t/<int:tournament_id>/find": Address(FLOOR_AND_DESK),
    "t/<int:tournament_id>/money": Address(DESK),
    "t/<int:tournament_id>/log": Address(DESK),
    "t/<int:tournament_id>/screens": Address(STAFF, FLOOR, fields(name="Bar", language="en")),
    "t/<int:tournament_id>/screens/arrange": only_posts(
        FLOOR, lambda world: {**the_screen(world), "panels": "rules", "panel_seconds": "20"}
    ),
    "t/<int:tournament_id>/screens/renew": only_posts(FLOOR, the_screen),
    "t/<int:tournament_id>/edit": Address(DIRECTORS, DIRECTORS, as_shown("~/edit", name="Renamed")),
    "t/<int:tournament_id>/print": Address(),
    "t/<int:tournament_id>/print/<str:name>": Address(),
    "t/<int:tournament_id>/structure": Address(DIRECTORS),
    "t/<int:tournament_id>/structure/paste": only_posts(DIRECTORS, fields(text="25/50")),
    "t/<int:tournament_id>/structure/generate": Address(DIRECTORS),
    "t/<int:tournament_id>/structure/check": only_posts(DIRECTORS, fields(level_kind="play", minutes="20")),
    "t/<int:tournament_id>/structure/reshape": only_posts(
        DIRECTORS, fields(tool="delete", chosen="2", level_kind=["play"] * 3, minutes=["20"] * 3)
    ),
    "t/<int:tournament_id>/structure.csv": Address(DIRECTORS),
    "t/<int:tournament_id>/structure.json": Address(DIRECTORS),
    "t/<int:tournament_id>/prizes": Address(STAFF, DIRECTORS, fields(mode="preset", preset="club")),
    "t/<int:tournament_id>/deal": Address(DIRECTORS, DIRECTORS, a_deal),
}

# Dialogs of the console and printed sheets, by the last part of their address.
DIALOGS: dict[str, frozenset[str]] = {
    "addon": DESK,
    "announce": FLOOR,
    "break": FLOOR,
    "break_table": FLOOR,
    "bust": FLOOR,
    "button": FLOOR,
    "cancel_tournament": DIRECTORS,
    "clock_why": FLOOR,
    "close_registration": DIRECTORS,
    "count": FLOOR,
    "disqualify": DIRECTORS,
    "draw": FLOOR,
    "dealer": FLOOR,
    "drop_debt": DIRECTORS,
    "edit_level": DIRECTORS,
    "entry": FLOOR_AND_DESK,
    "leave": DIRECTORS,
    "level": FLOOR,
    "move": FLOOR,
    "notice": FLOOR,
    "pay": DESK,
    "pay_prize": DESK,
    "penalty": FLOOR,
    "race": FLOOR,
    "rebuy": FLOOR_AND_DESK,
    "report_bust": DEALING,
    "report_count": DEALING,
    "room": FLOOR,
    "screen": FLOOR,
    "show_all": FLOOR,
    "start": DIRECTORS,
    "stretch": DIRECTORS,
    "surrender": DESK,
    "time_left": FLOOR,
    "unregister": DESK,
}
SHEETS: dict[str, frozenset[str]] = {
    "deal": DIRECTORS,
    "payouts": DESK,
    "player_list": STAFF,
    "receipt": DESK,
    "results": STAFF,
    "seat_cards": FLOOR_AND_DESK,
    "slip": STAFF,
    "structure": STAFF,
    "table_sheets": STAFF,
}
API: dict[str, Address] = {
    "api/v1/": Address(),
    "api/v1/schema": Address(),
    "api/v1/me": Address(),
    "api/v1/clubs": Address(),
    "api/v1/club": Address(),
    "api/v1/club/members": Address(OWNER),
    "api/v1/club/tokens": Address(OWNER),
    "api/v1/players": Address(FLOOR_AND_DESK),
    "api/v1/players/<int:player_id>": Address(FLOOR_AND_DESK),
    "api/v1/templates": Address(DIRECTORS),
    "api/v1/acts": Address(OWNER),
    "api/v1/tournaments": Address(),
    "api/v1/tournaments/<int:tournament_id>": Address(),
    "api/v1/tournaments/<int:tournament_id>/clock": Address(),
    "api/v1/tournaments/<int:tournament_id>/clock/anchors": Address(),
    "api/v1/tournaments/<int:tournament_id>/clock/transitions": Address(),
    "api/v1/tournaments/<int:tournament_id>/windows": Address(),
    "api/v1/tournaments/<int:tournament_id>/field": Address(),
    "api/v1/tournaments/<int:tournament_id>/entries": Address(),
    "api/v1/tournaments/<int:tournament_id>/entries/<int:entry_id>": Address(),
    "api/v1/tournaments/<int:tournament_id>/waiting-list": Address(),
    "api/v1/tournaments/<int:tournament_id>/penalties": Address(FLOOR_AND_DESK),
    "api/v1/tournaments/<int:tournament_id>/tables": Address(),
    "api/v1/tournaments/<int:tournament_id>/proposals": Address(),
    "api/v1/tournaments/<int:tournament_id>/prizes": Address(),
    "api/v1/tournaments/<int:tournament_id>/results": Address(),
    "api/v1/tournaments/<int:tournament_id>/payments": Address(DESK),
    "api/v1/tournaments/<int:tournament_id>/deal": Address(),
    "api/v1/tournaments/<int:tournament_id>/ledger": Address(DESK),
    "api/v1/tournaments/<int:tournament_id>/ledger/transfers": Address(DESK),
    "api/v1/tournaments/<int:tournament_id>/acts": Address(DESK),
    "api/v1/tournaments/<int:tournament_id>/todo": Address(),
    "api/v1/tournaments/<int:tournament_id>/screens": Address(FLOOR),
    "api/v1/tournaments/<int:tournament_id>/notices": Address(),
    "api/v1/^.*$": Address(status=404),
}
