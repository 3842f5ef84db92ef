"""The form of a tournament's settings: one field for every setting people can enter, errors at the field.

Types and bounds come from acts/tournament_fields.FIELDS, so that form, API and verbs agree.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from acts.tournament_fields import CURRENCIES, FIELDS, MOST_CHIPS, Field
from clock.rules.zones import epoch_ms, local_time
from director.setup.form_rules import (
    PREFIX,
    RULE_GROUPS,
    RuleGroup,
    initial_of,
    preset_field,
    rule_field,
    rule_names,
    rules_from,
)
from director.setup.form_texts import (
    CHOICE_LABELS,
    GROUPS,
    HELP,
    PAYOUT_PRESETS,
    UNITS,
    WHEN,
    WIDE,
    Group,
)
from director.web.typed_numbers import MoneyField, WholeField, WholeListField, zone_choices
from tournaments.errors import DirectorError
from tournaments.models import Tournament
from tournaments.models_tournament import Betting, Game, RebuyKind
from tournaments.rules.errors import RuleError

MOST_TABLES = 200
# Where the message of a refusal that concerns several settings is shown.
FIELD_OF_REFUSAL = {
    "rebuy_incomplete": "rebuy_until_level",
    "addon_incomplete": "addon_after_level",
    "reentry_incomplete": "reentry_until_level",
    "late_twice": "late_minutes",
}
STALE = _(
    "Somebody changed the settings while this page was open. All you typed is still here: compare it with the "
    "settings as they are now (open them in another tab), then save again."
)
MODEL_CHOICES = {"game": Game.choices, "betting": Betting.choices, "rebuy_kind": RebuyKind.choices}


def is_money(name: str) -> bool:
    """Whether a setting is an amount in minor units."""
    return name.endswith("_minor")


def field_of(name: str, spec: Field) -> forms.Field:
    """The form's field of one setting."""
    needed = spec.kind == "int" and spec.low > 0 and not spec.optional
    common: dict[str, Any] = {"label": spec.label, "required": needed, "help_text": HELP.get(name, "")}
    if spec.kind == "bool":
        return forms.BooleanField(**common)
    if spec.kind in ("choice", "currency") or name == "payout_preset":
        return forms.ChoiceField(choices=choices_of(name), **common | {"required": True})
    if spec.kind == "text":
        widget = forms.Textarea(attrs={"rows": 4}) if name == "note" else forms.TextInput()
        return forms.CharField(max_length=spec.high, widget=widget, **common | {"required": name != "note"})
    if is_money(name):
        return MoneyField(low=spec.low, high=spec.high, **common)
    return WholeField(low=spec.low, high=spec.high, **common)


def choices_of(name: str) -> Sequence[tuple[str, str | Promise]]:
    """Values and labels of a setting with choices."""
    if name == "payout_preset":
        return PAYOUT_PRESETS
    if name == "currency":
        return [(code, code) for code in CURRENCIES]
    return MODEL_CHOICES.get(name) or CHOICE_LABELS[name]


class SettingsForm(forms.Form):
    """All settings of a tournament. `currency` of the data in hand decides how money is read."""

    def __init__(self, *, preset: str = "tda", new: bool = False, **options: Any) -> None:
        super().__init__(**options)
        self.new = new
        self.status = 200
        for name, spec in FIELDS.items():
            if name not in ("starts_at", "timezone"):
                self.fields[name] = field_of(name, spec)
        self._add_start()
        self.fields["denominations"] = WholeListField(
            label=_("Chips"), high=MOST_CHIPS, required=False, help_text=HELP["denominations"]
        )
        if new:
            self.fields["tables"] = WholeField(
                label=_("Tables to begin with"),
                low=0,
                high=MOST_TABLES,
                required=False,
                help_text=HELP["tables"],
            )
        chosen = str(self._given(PREFIX + "preset") or preset)
        self.fields[PREFIX + "preset"] = preset_field()
        for name in rule_names():
            self.fields[PREFIX + name] = rule_field(name, chosen if chosen in ("tda", "home") else "tda")
        self._use_currency()

    def _given(self, name: str) -> Any:
        """What was posted for a field, or its first value."""
        return self.data.get(name) if self.is_bound else self.initial.get(name)

    def _use_currency(self) -> None:
        currency = self._given("currency")
        for field in self.fields.values():
            if isinstance(field, MoneyField):
                field.currency = currency if currency in CURRENCIES else "EUR"

    def _add_start(self) -> None:
        """Date, time and zone: the start is typed as clocks there show it."""
        self.fields["starts_on"] = forms.DateField(
            label=_("Day of the start"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
        )
        self.fields["starts_time"] = forms.TimeField(
            label=_("Time of the start"), widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"})
        )
        self.fields["timezone"] = forms.ChoiceField(
            label=_("Time zone"), choices=zone_choices, help_text=HELP["timezone"]
        )

    def clean(self) -> dict[str, Any]:
        """Fill in what may not be empty, and find the moment of the start."""
        cleaned = super().clean() or self.cleaned_data
        for name, spec in FIELDS.items():
            # An empty number is none where there can be none; elsewhere the field itself asks for it.
            if name in cleaned and cleaned[name] is None and not spec.optional:
                cleaned[name] = 0
        if {"starts_on", "starts_time", "timezone"} <= set(cleaned):
            self._find_start(cleaned)
        return cleaned

    def _find_start(self, cleaned: dict[str, Any]) -> None:
        local = dt.datetime.combine(cleaned["starts_on"], cleaned["starts_time"])
        try:
            cleaned["starts_at"] = moment(local, cleaned["timezone"])
        except ValidationError as error:
            self.add_error("starts_time", error)

    def settings(self) -> dict[str, Any]:
        """The settings as the verbs take them."""
        cleaned = self.cleaned_data
        found = {
            name: cleaned[name]
            for name in FIELDS
            if name not in ("starts_at", "timezone") and name in cleaned
        }
        return found | {
            "starts_at": cleaned["starts_at"],
            "timezone": cleaned["timezone"],
            "denominations": cleaned["denominations"],
            "rules": rules_from(cleaned),
        }

    def refuse(self, error: DirectorError, status: int) -> None:
        """Show why the verb refused, at the field it is about where there is one."""
        self.status = status
        self.add_error(FIELD_OF_REFUSAL.get(error.code), STALE if error.code == "stale" else str(error))

    def groups(self) -> list[dict[str, Any]]:
        """The fields in their groups, as the page lays them out."""
        return [self._group(group) for group in GROUPS]

    def _group(self, group: Group) -> dict[str, Any]:
        folds = () if group.names else tuple(self._fold(rules) for rules in RULE_GROUPS)
        shown = [name for name in group.names or (PREFIX + "preset",) if name in self.fields]
        return {
            "slug": group.slug,
            "name": group.label,
            "note": group.note,
            "has_error": self._has_error(shown) or any(fold["has_error"] for fold in folds),
            "fields": [(self[name], self._unit(name), name in WIDE, WHEN.get(name, "")) for name in shown],
            "folds": folds,
        }

    def _fold(self, rules: RuleGroup) -> dict[str, Any]:
        """Rules folded away; open where one was set on purpose or is wrong."""
        names = [PREFIX + name for name in rules.names]
        own = sum(1 for name in names if self._given(name) not in (None, "", []))
        return {
            "slug": rules.slug,
            "name": rules.label,
            "own": own,
            "has_error": self._has_error(names),
            "is_open": own > 0 or self._has_error(names),
            "fields": [self[name] for name in names],
        }

    def _has_error(self, names: Sequence[str]) -> bool:
        return self.is_bound and any(name in self.errors for name in names)

    def _unit(self, name: str) -> str | Promise:
        return self._given("currency") or "" if is_money(name) else UNITS.get(name, "")


def moment(local: dt.datetime, zone: str) -> dt.datetime:
    """The moment at which clocks in the zone show `local`. ValidationError for an hour they skip or show twice."""
    if not 2000 <= local.year <= 2200:
        raise ValidationError(_("Choose a day between 2000 and 2200."))
    try:
        first, second = epoch_ms(local, zone), epoch_ms(local, zone, later=True)
    except RuleError as error:
        raise ValidationError(
            _("Clocks in this time zone skip that time on that day. Choose another time.")
        ) from error
    if first != second:
        raise ValidationError(
            _("Clocks in this time zone show that time twice on that day. Choose another time.")
        )
    return dt.datetime.fromtimestamp(first / 1000, dt.UTC)


def initial_from(settings: Mapping[str, Any]) -> dict[str, Any]:
    """First values of the form from settings as templates and tournaments hold them."""
    initial = {name: settings[name] for name in FIELDS if name in settings and name != "starts_at"}
    initial["denominations"] = list(settings.get("denominations", []))
    return initial | initial_of(settings.get("rules", {}))


def initial_of_tournament(event: Tournament) -> dict[str, Any]:
    """First values of the form from a tournament, its start as clocks in its zone show it."""
    names = [*FIELDS, "denominations", "rules"]
    initial = initial_from({name: getattr(event, name) for name in names})
    start = local_time(int(event.starts_at.timestamp() * 1000), event.timezone)
    return initial | {"starts_on": start.date(), "starts_time": start.time().replace(second=0, microsecond=0)}
