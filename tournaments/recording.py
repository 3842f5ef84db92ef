"""Writing the act down: canonical payload, hash chain, versions."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.act import Act
from tournaments.models import DirectorAction

CONSTRAINT_MESSAGES = {
    "entry_one_live_per_player": _("This player already has an entry in this tournament."),
    "seat_holds_one_entry": _("Somebody else sits there by now. Choose another seat."),
    "entry_holds_one_seat": _("This player already has a seat."),
    "purchase_numbered_once": _("This purchase was already entered."),
    "waiting_once_per_player": _("This player is already on the waiting list."),
    "elimination_once_per_entry": _("This player is already out."),
    "payment_part_once": _("This part of the prize was already paid."),
    "deal_one_at_a_time": _("A deal is already recorded. Undo it first."),
    "player_identity_once_per_club": _("A player with this name and club number exists already: pick him."),
    "template_name_once_per_club": _("A template with this name exists already. Choose another name."),
    "logo_one_per_club": _("The displays have another logo since. Take that away first."),
    "screen_shows_tournament_once": _("The display shows this tournament again already."),
    "report_of_entry_once": _("The dealer has reported this player again since. Answer that first."),
    "table_number_once": _("A table with this number exists already."),
    "action_request_once_per_actor": _(
        "This form was already sent with other content. Reload the page and enter it again."
    ),
    "club_user_username": _("Somebody has this user name. Choose another."),
    "club_apitoken_token_hash": _("This token is in use already. Make a new one."),
    "tournaments_screen_token_hash": _("This token is in use already. Make a new one."),
}
# SQLite names the columns of a unique index, not the index.
SQLITE_COLUMNS = {
    "entry_one_live_per_player": ("UNIQUE", "tournaments_entry.tournament_id", "tournaments_entry.player_id"),
    "seat_holds_one_entry": ("UNIQUE", "tables_seatassignment.table_id", "tables_seatassignment.seat"),
    "entry_holds_one_seat": ("UNIQUE", "tables_seatassignment.entry_id"),
    "purchase_numbered_once": ("UNIQUE", "tournaments_purchase.entry_id", "tournaments_purchase.number"),
    "waiting_once_per_player": ("UNIQUE", "tournaments_waitinglistentry.player_id"),
    "elimination_once_per_entry": ("UNIQUE", "tournaments_elimination.entry_id"),
    "payment_part_once": ("UNIQUE", "payouts_payment.entry_id", "payouts_payment.part"),
    "deal_one_at_a_time": ("UNIQUE", "payouts_deal.tournament_id"),
    "logo_one_per_club": ("UNIQUE", "club_clubimage.club_id"),
    "screen_shows_tournament_once": ("UNIQUE", "tournaments_screentournament.screen_id"),
    "report_of_entry_once": ("UNIQUE", "tables_dealerreport.entry_id"),
    "player_identity_once_per_club": ("UNIQUE", "club_player.identity"),
    "template_name_once_per_club": ("UNIQUE", "tournaments_tournamenttemplate.name"),
    "table_number_once": ("UNIQUE", "tables_table.tournament_id", "tables_table.number"),
    "action_request_once_per_actor": ("UNIQUE", "tournaments_directoraction.request_id"),
    "club_user_username": ("UNIQUE", "club_user.username"),
    "club_apitoken_token_hash": ("UNIQUE", "club_apitoken.token_hash"),
    "tournaments_screen_token_hash": ("UNIQUE", "tournaments_screen.token_hash"),
}


@dataclass(frozen=True, slots=True)
class Payload:
    """What was asked, as plain JSON, and its hash."""

    content: dict[str, Any]
    hash: str


def canonical(content: object) -> str:
    """JSON with sorted keys and no spaces: equal content gives equal text."""
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=str)


def writable(text: str) -> str:
    """The text without what no database keeps: NUL, and halves of surrogate pairs."""
    return text.encode("utf-8", "ignore").decode().replace("\0", "")


def payload_of(kind: str, tournament_id: int | None, params: Mapping[str, Any]) -> Payload:
    """The canonical payload of a call, for recognising a repeated request."""
    text = canonical({"kind": kind, "tournament": tournament_id, "params": dict(params)})
    content = _kept(json.loads(text))
    return Payload(content["params"], hashlib.sha256(canonical(content).encode()).hexdigest())


def _kept(value: Any) -> Any:
    """Plain JSON data with all its text as a database can keep it."""
    if isinstance(value, str):
        return writable(value)
    if isinstance(value, list):
        return [_kept(part) for part in value]
    if isinstance(value, dict):
        return {writable(name): _kept(part) for name, part in value.items()}
    return value


def chain_hash(row: DirectorAction) -> str:
    """The hash of a row over the one before it and everything the row says."""
    said: dict[str, Any] = {
        name: str(getattr(row, name))
        for name in (
            "id",
            "club_id",
            "tournament_id",
            "sequence",
            "kind",
            "actor_id",
            "role",
            "device",
            "at_ms",
        )
    }
    said |= {"request_id": row.request_id, "reason": row.reason, "undoes": str(row.undoes_id)}
    said |= {"payload": row.payload, "facts": row.facts, "result": row.result, "deltas": row.deltas}
    return hashlib.sha256((row.previous_hash + canonical(said)).encode()).hexdigest()


def record(act: Act, payload: Payload, request_id: str | None, result: dict[str, Any]) -> DirectorAction:
    """Write the act's row and move the version of its tournament (or of the club) on by one."""
    scope = act.tournament or act.club
    row = DirectorAction(
        id=act.id,
        club_id=act.actor.club_id,
        tournament=act.tournament,
        sequence=scope.version + 1,
        kind=act.kind,
        actor_id=act.actor.user_id,
        role=act.role,
        device=act.actor.device[:120],
        request_id=request_id,
        payload_hash=payload.hash,
        reason=act.reason,
        at_ms=act.now_ms,
        payload=payload.content,
        facts=json.loads(canonical(act.facts)),
        result=json.loads(canonical(result)),
        deltas=act.deltas,
        undoes_id=act.undoes_id,
        previous_hash=scope.head_hash,
    )
    row.hash = chain_hash(row)
    row.save(force_insert=True)
    scope.version, scope.head_hash = row.sequence, row.hash
    type(scope).objects.filter(pk=scope.pk).update(version=row.sequence, head_hash=row.hash)
    return row
