"""Players of a club: create, edit, bar; likely duplicates ask before they make two."""

import datetime as dt

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import F, Max, Model, Q, QuerySet
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

from acts.refusals import text
from club.models import Exclusion, Player, identity_of
from tournaments.act import Act
from tournaments.acting import director_action
from tournaments.actors import DESK_STAFF, DIRECTORS, OWNER_ONLY
from tournaments.errors import DirectorError, NotFound
from tournaments.models import DirectorAction, Entry, WaitingListEntry
from tournaments.sources import current_sources
from tournaments.undoing import register_guard


def default_display_name(name: str) -> str:
    """ "Ann Lee" is shown as "Ann L."; a single word as it is."""
    first, *rest = name.split()
    return f"{first} {rest[-1][0]}." if rest else first


def find_player(act: Act, player_id: int) -> Player:
    """The player of this club; refuses one of another club as unknown."""
    player = Player.objects.filter(club=act.club, pk=player_id, revoked_by_id__isnull=True).first()
    if player is None:
        raise NotFound("player_unknown", _("There is no such player in this club."))
    return player


def next_player_number(act: Act) -> int:
    """The club's next running number of players."""
    last = Player.objects.filter(club=act.club).aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


@director_action("player.create", roles=DESK_STAFF, tournament=False)
def create_player(
    act: Act,
    *,
    name: str,
    club_number: str = "",
    display_name: str = "",
    born_on: dt.date | None = None,
    email: str = "",
    phone: str = "",
    note: str = "",
    another_person: bool = False,
) -> dict[str, object]:
    """Add a player. The same name and club number is the same person; the same name alone asks first.

    `another_person` answers that question with yes: a namesake gets a club number of his own ("2", "3", …) if none
    was given, so that no two players are alike.
    """
    fields = checked_identity(act.now_ms, name, display_name, club_number, born_on)
    alike = Player.objects.filter(club=act.club, identity=fields["identity"], revoked_by_id__isnull=True)
    found = list(alike.values_list("pk", "club_number"))
    if any(number == fields["club_number"] for _pk, number in found) and not (
        another_person and not fields["club_number"]
    ):
        raise DirectorError(
            "player_exists",
            _("%(name)s is in the list already: pick the player there, or say that this is another person."),
            name=fields["name"],
            player_id=found[0][0],
        )
    if found and not another_person:
        raise DirectorError(
            "player_alike",
            _(
                "There is a player called %(name)s already. Pick that one, or say that this is another person."
            ),
            name=fields["name"],
            player_id=found[0][0],
        )
    if found and not fields["club_number"]:
        fields["club_number"] = str(len(found) + 1)
    player = act.create(
        Player(
            club=act.club,
            number=next_player_number(act),
            email=email_address(email),
            phone=text(phone, 40, _("The telephone number"), required=False),
            note=text(note, 400, _("The note"), required=False),
            **fields,
        )
    )
    act.facts |= {"player": player.name}
    return {"player_id": player.pk, "number": player.number}


def email_address(value: str) -> str:
    """The address without spaces around it, "" when none is given; one that cannot be right is refused."""
    address = text(value, 254, _("The e-mail address"), required=False)
    if address:
        try:
            validate_email(address)
        except ValidationError as error:
            raise DirectorError("email_wrong", _("The e-mail address cannot be right. Check it.")) from error
    return address


def checked_identity(
    now_ms: int, name: str, display_name: str, club_number: str, born_on: dt.date | None
) -> dict[str, object]:
    """The fields that identify a player, cleaned; a birthday in the future (seen from `now_ms`) is refused."""
    clean = text(name, 200, _("The name"))
    shown = text(display_name, 200, _("The name on displays"), required=False) or default_display_name(clean)
    today = dt.datetime.fromtimestamp(now_ms / 1000, dt.UTC).date()
    if born_on and not dt.date(1900, 1, 1) <= born_on <= today:
        raise DirectorError("born_on_wrong", _("The date of birth cannot be right. Check it."))
    return {
        "name": clean,
        "identity": identity_of(clean),
        "display_name": shown,
        "club_number": text(club_number, 40, _("The club number"), required=False),
        "born_on": born_on,
    }


@director_action("player.edit", roles=DESK_STAFF, tournament=False)
def edit_player(
    act: Act,
    *,
    player_id: int,
    name: str,
    club_number: str = "",
    display_name: str = "",
    born_on: dt.date | None = None,
    email: str = "",
    phone: str = "",
    note: str = "",
    fixed_seat: bool = False,
    shown_revision: int | None = None,
) -> dict[str, object]:
    """Change a player's data. A name and club number that another player has are refused by the database.

    `shown_revision` is the state of the data that the form showed: a later change of them is a conflict.
    """
    player = find_player(act, player_id)
    if shown_revision is not None and shown_revision != player.revision:
        raise DirectorError(
            "stale",
            _("Somebody changed the data of %(player)s while this page was open. Reload it to see them."),
            conflict=True,
            player=player.name,
        )
    fields = checked_identity(act.now_ms, name, display_name, club_number, born_on)
    act.change(
        player,
        **fields,
        email=email_address(email),
        phone=text(phone, 40, _("The telephone number"), required=False),
        note=text(note, 400, _("The note"), required=False),
        fixed_seat=fixed_seat,
    )
    act.facts |= {"player": player.name}
    return {"player_id": player.pk}


@director_action("player.exclude", roles=DIRECTORS, tournament=False, players=True)
def exclude_player(
    act: Act, *, player_id: int, kind: str, until_ms: int | None = None, note: str = ""
) -> dict[str, object]:
    """Bar a player from new entries from this moment on; `until_ms` None means until it is lifted."""
    player = find_player(act, player_id)
    if kind not in Exclusion.Kind.values:
        raise DirectorError(
            "exclusion_kind", _("Say whether the player is barred, excluded himself or is under age.")
        )
    if until_ms is not None and until_ms <= act.now_ms:
        raise DirectorError("exclusion_over", _("The exclusion would be over already. Choose a later end."))
    row = act.create(
        Exclusion(
            player=player,
            kind=kind,
            reason=text(note, 400, _("The note"), required=False),
            from_ms=act.now_ms,
            until_ms=until_ms,
        )
    )
    act.facts |= {"player": player.name, "exclusion": kind}
    return {"exclusion_id": row.pk}


@director_action("player.lift_exclusion", roles=DIRECTORS, tournament=False)
def lift_exclusion(act: Act, *, exclusion_id: int) -> dict[str, object]:
    """End an exclusion now. The reason of the act is kept in the log."""
    row = Exclusion.objects.filter(pk=exclusion_id, player__club=act.club, revoked_by_id__isnull=True).first()
    if row is None:
        raise NotFound("exclusion_unknown", _("There is no such exclusion."))
    act.change(row, revoked_by_id=act.id)
    act.facts |= {"player": row.player.name}
    return {"exclusion_id": row.pk}


@director_action(
    "player.erase",
    roles=OWNER_ONLY,
    tournament=False,
    players=True,
    no_undo_reason="what was erased is kept nowhere, so that nothing can bring it back",
)
def erase_player(act: Act, *, player_id: int) -> dict[str, object]:
    """Erase a person: name, contact and birth date go, his codes are void, his results stay under "Player 12".

    Refused while he is in a tournament that is not over, and while an exclusion runs (GDPR article 17(3): it could no
    longer be kept to). What older acts say of him cannot be rewritten: see docs/decisions/0012-erasing-a-person.md.
    """
    player = find_player(act, player_id)
    _refuse_erasing(act, player)
    with override(act.club.language):
        name = gettext("Player %(number)s") % {"number": player.number}
    # Past act.change(): it would keep in the log what is to be forgotten. Taken away, the row is found nowhere but by
    # what rests on it.
    Player.objects.filter(pk=player.pk).update(
        name=name,
        identity=identity_of(name),
        display_name=name,
        club_number="",
        born_on=None,
        email="",
        phone="",
        note="",
        revision=F("revision") + 1,
        revoked_by_id=act.id,
    )
    Exclusion.objects.filter(player=player).update(reason="")
    act.facts |= {"number": player.number}
    return {"number": player.number}


def _refuse_erasing(act: Act, player: Player) -> None:
    """Refuse while somebody still needs to know who this is."""
    under_way = {"tournament__status__in": ("planned", "running"), "revoked_by__isnull": True}
    entry = Entry.objects.filter(player=player, **under_way).exclude(status="cancelled")
    place = WaitingListEntry.objects.filter(player=player, status__in=("waiting", "offered"), **under_way)
    row = entry.select_related("tournament").first() or place.select_related("tournament").first()
    if row is not None:
        raise DirectorError(
            "player_in_play",
            _("%(player)s is in %(tournament)s, which is not over. Erase the data when it is."),
            player=player.name,
            tournament=row.tournament.name,
        )
    if _running_exclusions(player, act.now_ms).exists():
        raise DirectorError(
            "player_excluded",
            _("%(player)s is excluded from new entries, which could not be kept to any more. Lift it first."),
            player=player.name,
        )


def _running_exclusions(player: Player, now_ms: int) -> QuerySet[Exclusion]:
    """Exclusions that were not lifted and are not over at `now_ms`."""
    rows = Exclusion.objects.filter(player=player, revoked_by_id__isnull=True)
    return rows.filter(Q(until_ms__isnull=True) | Q(until_ms__gt=now_ms)).order_by("pk")


def exclusion_guard(row: Model, original: DirectorAction) -> DirectorAction | None:
    """Nobody who is excluded is taken back: under the same name he would come again as somebody new."""
    running = _running_exclusions(row, current_sources().now_ms()) if isinstance(row, Player) else None
    found = running.first() if running is not None else None
    if found is None:
        return None
    acts = DirectorAction.objects.filter(club_id=original.club_id, kind="player.exclude")
    return acts.get(result__exclusion_id=found.pk)


register_guard(exclusion_guard)
