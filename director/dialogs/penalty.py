"""The form of a warning or a card: what the player had before, and what comes next on the ladder."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from acts.discipline import CAUSES
from director.dialogs.pickers import pick
from director.dialogs.registry import Asked, Dialog, entry_facts, shows
from director.scene.citing import cited
from tables.models import SeatAssignment
from tournaments.models import Penalty
from tournaments.penalties import cards
from tournaments.rules.discipline import Step, next_step
from tournaments.rules.settings import RuleSettings, settings_from

NEXT: dict[Step, str | Promise] = {
    Step.WARNING: gettext_lazy("Next on the ladder: a warning."),
    Step.MINUTES: gettext_lazy("Next on the ladder: some minutes away."),
    Step.MISSED_HANDS: gettext_lazy("Next on the ladder: missed hands."),
    Step.MISSED_ROUNDS: gettext_lazy("Next on the ladder: missed rounds."),
    Step.OUT: gettext_lazy("Next on the ladder: out of the tournament."),
}
KINDS = {Step.WARNING: "warning", Step.OUT: "red"}


@shows("penalty", verb="penalty.give")
def penalty(asked: Asked) -> Dialog:
    """A warning or a card, with what the player had before in this event."""
    if not asked.has("entry_id"):
        return pick(asked, "penalty", _("Penalty"))
    entry = asked.entry()
    facts, rules = entry_facts(entry), settings_from(asked.event.rules)
    earlier = Penalty.objects.filter(tournament=asked.event, player=entry.player, revoked_by__isnull=True)
    rows = list(earlier.order_by("pk"))
    step, players = next_step(rules.card_ladder, cards(rows)), _players_at(facts["table"], asked)
    context = _away(step, rules, players) | {
        "entry": facts,
        "kinds": _kinds(rules, red=asked.role != "floor"),
        "next": NEXT[step],
        "chosen": KINDS.get(step, "yellow"),
        "causes": [(value, label, "") for value, label in CAUSES.items()],
        "minutes_label": _("minutes of play") if rules.card_clock == "playing_time" else _("minutes"),
        "round_note": _round_note(players),
        "had_yellow": any(row.kind == "yellow" for row in rows),
        # Missed hands or rounds on the ladder are the answer already: the form is not refused as it opens.
        "stays_yellow": step not in KINDS and rules.second_yellow == "ask",
        "earlier": [f"{row.get_kind_display()}: {CAUSES.get(row.cause, row.cause)}" for row in rows],
        "words": rules.preset,
    }
    return Dialog("console/forms/penalty.html", _("Penalty"), context)


def _kinds(rules: RuleSettings, *, red: bool) -> list[tuple[str, str, str]]:
    """What can be given, in the words of the preset; a red card is given by a director."""
    edition = "home" if rules.preset == "home" else rules.tda_edition
    cite = cited("discipline", edition)
    if rules.preset == "home":
        words = [("warning", _("Warning")), ("yellow", _("Yellow card")), ("red", _("Red card"))]
    else:
        words = [("warning", _("Warning")), ("yellow", _("Penalty")), ("red", _("Disqualification"))]
    return [(value, label, cite) for value, label in words if red or value != "red"]


def _away(step: Step, rules: RuleSettings, players: int) -> dict[str, Any]:
    """How long away the form proposes: minutes on the home ladder, hands on TDA's; a round is a hand for each."""
    if rules.card_ladder == "home":
        return {"minutes": rules.yellow_minutes, "hands": None}
    return {"minutes": None, "hands": max(1, players) if step is Step.MISSED_ROUNDS else 1}


def _players_at(table: int | None, asked: Asked) -> int:
    """Players at a table now; 0 where there is none."""
    if table is None:
        return 0
    rows = SeatAssignment.objects.filter(
        tournament=asked.event, table__number=table, closed_by__isnull=True, table__revoked_by__isnull=True
    )
    return rows.count()


def _round_note(players: int) -> str:
    """How many hands a missed round is at the player's table."""
    if not players:
        return ""
    text = ngettext(
        "A round is %(count)s hand at this table.", "A round is %(count)s hands at this table.", players
    )
    return text % {"count": players}
