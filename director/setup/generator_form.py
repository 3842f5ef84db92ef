"""What a structure should be made for, as a form; its values are those of acts/wishes.py."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from acts.tournament_fields import MOST_CHIPS
from acts.wishes import MOST
from clock.rules.structure import ANTE_EACH, BIG_BLIND_ANTE, NO_ANTE
from director.web.typed_numbers import WholeField, WholeListField

USUAL_CHIPS = [25, 100, 500, 1_000, 5_000]
MOST_PLAYERS = MOST["players"]
# Shown at once; the others are folded away.
FIRST = (
    "players", "stack_chips", "denominations", "target_minutes", "level_minutes", "ante_kind", "big_blinds_at_start",
)  # fmt: skip


def _whole(label: Any, low: int, high: int, text: Any = "", *, needed: bool = True) -> WholeField:
    return WholeField(low=low, high=high, label=label, help_text=text, required=needed)


class WishForm(forms.Form):
    """Players, chips and time. Everything but the first seven fields has a usual value."""

    players = _whole(_("Players"), 2, MOST_PLAYERS)
    stack_chips = _whole(_("Starting stack"), 1, MOST_CHIPS)
    denominations = WholeListField(
        high=MOST_CHIPS, label=_("Chips"), help_text=_("Such as 25, 100, 500, 1000.")
    )
    target_minutes = _whole(_("Minutes of play"), 2, MOST["target_minutes"], _("Breaks come on top."))
    level_minutes = _whole(_("Minutes of a level"), 1, MOST["level_minutes"])
    ante_kind = forms.ChoiceField(
        label=_("Ante"),
        choices=[
            (NO_ANTE, _("none")),
            (BIG_BLIND_ANTE, _("big-blind ante")),
            (ANTE_EACH, _("ante of each player")),
        ],
    )
    big_blinds_at_start = _whole(
        _("Big blinds at the start"),
        1,
        1_000,
        _("How deep a stack begins: 50 is shallow, 100 usual, 200 deep."),
    )
    reentries = _whole(_("Re-entries expected"), 0, MOST_PLAYERS, needed=False)
    rebuys = _whole(_("Rebuys expected"), 0, MOST_PLAYERS, needed=False)
    rebuy_chips = _whole(_("Rebuy, chips"), 0, MOST_CHIPS, needed=False)
    addons = _whole(_("Add-ons expected"), 0, MOST_PLAYERS, needed=False)
    addon_chips = _whole(_("Add-on, chips"), 0, MOST_CHIPS, needed=False)
    big_blinds_at_end = _whole(
        _("Big blinds in play at the end"), 0, 100, _("Empty: 20, with a big-blind ante 30."), needed=False
    )
    ante_from_level = _whole(_("Ante from level"), 1, 100, needed=False)
    break_minutes = _whole(_("Minutes of a break"), 1, MOST["break_minutes"], needed=False)
    stud = forms.BooleanField(label=_("Stud: ante, bring-in and bets"), required=False)

    def clean(self) -> dict[str, Any]:
        """Values as a wish takes them: numbers where nothing was typed."""
        cleaned = super().clean() or self.cleaned_data
        usual = {"break_minutes": 10, "ante_from_level": 1}
        for name, field in self.fields.items():
            if isinstance(field, WholeField) and not field.required and name in cleaned:
                cleaned[name] = cleaned[name] or usual.get(name, 0)
        cleaned["stud"] = int(bool(cleaned.get("stud")))
        return cleaned

    def first(self) -> list[forms.BoundField]:
        """The fields shown at once."""
        return [self[name] for name in FIRST]

    def more(self) -> list[forms.BoundField]:
        """The fields folded away."""
        return [self[name] for name in self.fields if name not in FIRST]

    def wrong(self) -> list[str]:
        """What does not fit, each with the name of its field."""
        shown = [(name, errors) for name, errors in self.errors.items() if name in self.fields]
        return [f"{self[name].label}: {text}" for name, errors in shown for text in errors]
