"""Two clubs with everything in them, so that every address and every act has something to be tried on.

`ours` and `twin` are two sets of tournaments of one club, `theirs` is the other club's.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from django.apps import apps
from django.db import connection, transaction
from django.test import Client

from acts.club import ChipKind, create_token, save_chip_set
from acts.discipline import give_penalty
from acts.elimination import bust
from acts.notices import show_notice
from acts.players import exclude_player
from acts.purchases import rebuy
from acts.registration import join_waiting_list
from acts.screens import create_screen
from acts.secrecy import Secret, fingerprint, new_token
from acts.setup import save_template
from acts.theme import add_image
from acts.uploads import Upload
from club.models import ApiToken, Club, Membership, Role, User
from tests.building import Night, levels
from tests.club.pictures import small_png
from tournaments.actors import Actor
from tournaments.sources import VirtualSources

PASSWORD = "a-long-enough-pass-phrase"
ROLES = tuple(Role.values)
# What signing in and choosing a language changes.
PASSING = frozenset({"last_login", "language"})
FIELD = ("Ann", "Bob", "Cem", "Dan", "Eva", "Fay", "Gus", "Hal", "Ivo", "Jan")
SETTINGS = {
    "entry_fee_minor": 1_000,
    "rebuy_kind": "any",
    "rebuy_prize_minor": 5_000,
    "rebuy_chips": 5_000,
    "rebuy_until_level": 3,
    "addon_offered": True,
    "addon_prize_minor": 5_000,
    "addon_chips": 5_000,
    "addon_after_level": 2,
    "reentry_offered": True,
    "reentry_until_level": 3,
}


class Side(Night):
    """A club's running and planned tournament. Names of players are its own, ids are read from `entries`, `made`."""

    def __init__(self, club: Club, owner: Actor, mark: str, clock: VirtualSources) -> None:
        self.clock, self.club, self.owner, self.mark = clock, club, owner, mark
        self.entries: dict[str, int] = {}
        self.players: dict[str, int] = {}
        self.made: dict[str, int] = {}
        self.screen_link = new_token()
        self.planned = self._planned()
        self.running = self._running()

    def named(self, name: str) -> str:
        return f"{name} {self.mark}"

    def _planned(self) -> int:
        self.create(rows=levels(60, 60, 60, 60), tables=1)
        self.enter(*map(self.named, ("Pia", "Pol", "Pum")))
        return self.tournament_id

    def _running(self) -> int:
        planned = self.entries
        self.create(rows=levels(60, 60, 60, 60, break_after=2), tables=2, **SETTINGS)
        self.enter(*map(self.named, FIELD))
        self.enter(self.named("Unpaid"), paid=False)
        self.start()
        self.minutes(5)
        self.do(bust, busts=[{"entry_id": self.entries[self.named("Jan")]}])
        self.made["purchase_id"] = self.do(rebuy, entry_id=self.id_of("Cem"), pending=True).result[
            "purchase_id"
        ]
        self.made["penalty_id"] = self.do(give_penalty, entry_id=self.id_of("Bob"), kind="warning").result[
            "penalty_id"
        ]
        waiting = self.do(join_waiting_list, player_id=self.player(self.named("Wim")))
        self.made["waiting_id"] = waiting.result["waiting_id"]
        self.made["screen_id"] = self.do(create_screen, name="Wall", token=Secret(self.screen_link)).result[
            "screen_id"
        ]
        self.made["notice_id"] = self.do(show_notice, text="Dinner at nine").result["notice_id"]
        self.entries = planned | self.entries
        return self.tournament_id

    def id_of(self, name: str) -> int:
        """The entry of a player."""
        return self.entries[self.named(name)]

    def at(self, tournament_id: int) -> "Side":
        """The side itself, its verbs being done on that tournament."""
        self.tournament_id = tournament_id
        return self


def furnish_club(side: Side) -> None:
    """What belongs to the club: a template, an exclusion, a token."""
    side.at(side.running)
    side.made["template_id"] = side.do(save_template, name="House game").result["template_id"]
    kinds: list[ChipKind] = [{"value": 100, "count": 300, "colour": "black"}]
    chips = save_chip_set(actor=side.owner, name="Main set", chips=kinds)
    side.made["chip_set_id"] = chips.result["chip_set_id"]
    picture = add_image(actor=side.owner, kind="sponsor", content=Upload(small_png(1)), name="Brewery")
    side.made["image_id"] = picture.result["image_id"]
    barred = exclude_player(actor=side.owner, player_id=side.player(side.named("Barred")), kind="barred")
    side.player(side.named("Forgotten"))
    side.made["exclusion_id"] = barred.result["exclusion_id"]
    token = create_token(actor=side.owner, name="Till", role="cashier", token=Secret(new_token()))
    side.made["api_token_id"] = token.result["api_token_id"]
    for name, active in (("member", True), ("former", False)):
        user = User.objects.create_user(f"{name}-{side.mark}", password=PASSWORD)
        member = Membership.objects.create(club=side.club, user=user, role="floor", active=active)
        side.made[name] = member.pk


class World:
    """Everything, and the people who try: each role of ours, the owner of theirs, a display of ours, nobody."""

    def __init__(self, clock: VirtualSources) -> None:
        self.clock = clock
        first = Night(clock)
        self.ours = Side(first.club, first.owner, "Ours", clock)
        self.twin = Side(first.club, first.owner, "Twin", clock)
        self.theirs = Side(*other_club(), "Theirs", clock)
        furnish_club(self.ours)
        furnish_club(self.theirs)
        for name in (
            "template_id",
            "chip_set_id",
            "exclusion_id",
            "api_token_id",
            "image_id",
            "member",
            "former",
        ):
            self.twin.made[name] = self.ours.made[name]
        self.staff = {role: self._user(self.ours.club, role) for role in ROLES}
        self.stranger_owner = User.objects.get(pk=self.theirs.owner.user_id)
        self.tokens = {role: self._token(role) for role in ROLES}
        self.foreign_token = self._foreign_token()

    def _user(self, club: Club, role: str) -> User:
        user = User.objects.create_user(f"walk-{role}", password=PASSWORD, first_name=role.title())
        Membership.objects.create(club=club, user=user, role=role)
        return user

    def _token(self, role: str) -> str:
        """A token of the role, of the member of that role."""
        return self._stored(self.ours.club, self.staff[role], role)

    def _foreign_token(self) -> str:
        return self._stored(self.theirs.club, self.stranger_owner, "owner")

    def _stored(self, club: Club, user: User, role: str) -> str:
        secret = new_token()
        ApiToken.objects.create(
            club=club, user=user, name=f"{role} walks", role=role, token_hash=fingerprint(secret)
        )
        return secret

    @contextmanager
    def trying(self) -> Iterator[None]:
        """Whatever is done inside is taken back, what the sides remember of it too."""
        sides = (self.ours, self.twin, self.theirs)
        before = [
            (side.tournament_id, dict(side.entries), dict(side.players), dict(side.made)) for side in sides
        ]
        with taken_back():
            yield
        for side, state in zip(sides, before, strict=True):
            side.tournament_id, side.entries, side.players, side.made = state

    def browser(self, who: str) -> Client:
        """A browser of a member of ours by role, of `foreign` (the other club's owner), of a display, of nobody."""
        client = Client()
        if who in self.staff or who == "foreign":
            user = self.staff.get(who, self.stranger_owner)
            client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        if who == "display":
            answer = client.get(f"/d/{self.ours.screen_link}")
            assert answer.status_code == 303, answer.status_code
        return client

    def bearer(self, who: str) -> dict[str, str]:
        """The header of a program of a role, of `foreign`, of somebody who shows a display's link as a token."""
        if who == "nobody":
            return {}
        secret = {**self.tokens, "foreign": self.foreign_token, "display": self.ours.screen_link}[who]
        return {"Authorization": f"Bearer {secret}"}

    def picture(self) -> str:
        """A hash of every row of every table, except who is signed in: any change anywhere shows."""
        found = []
        with connection.cursor() as cursor:
            for table, columns in self.columns.items():
                cursor.execute(f"SELECT {columns} FROM {connection.ops.quote_name(table)}")
                found.append([table, sorted(map(repr, cursor.fetchall()))])
        return hashlib.sha256(repr(found).encode()).hexdigest()

    @cached_property
    def columns(self) -> dict[str, str]:
        """The columns of every table that holds something of a club."""
        return {
            model._meta.db_table: ", ".join(
                connection.ops.quote_name(field.column)
                for field in model._meta.concrete_fields
                if field.name not in PASSING
            )
            for model in apps.get_models()
            if model._meta.app_label not in ("axes", "sessions", "contenttypes", "auth")
        }


def other_club() -> tuple[Club, Actor]:
    """A second club with its owner; only the first of an installation is founded with the code."""
    club = Club.objects.create(name="Other club")
    user = User.objects.create_user("other-owner", password=PASSWORD)
    Membership.objects.create(club=club, user=user, role="owner")
    return club, Actor(club.pk, user.pk, "laptop")


@contextmanager
def taken_back() -> Iterator[None]:
    """Whatever is done inside is undone, as if it had not been committed."""
    block = transaction.atomic()
    block._from_testcase = True  # type: ignore[attr-defined]  acts may begin a durable transaction inside
    with block:
        yield
        transaction.set_rollback(True)


def outcome_of(answer: Any) -> Any:
    """Status and content of an answer, for messages of failing tests."""
    return answer.status_code, answer.content[:300]
