"""Sentences about prizes and deals."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.templatetags.figures import money_short
from director.setup.form_texts import CHOICE_LABELS, PAYOUT_PRESETS
from payouts.selectors import Prizes

PLAN_WARNINGS: dict[str, str | Promise] = {
    "places_cut_for_min_cash": gettext_lazy(
        "%(places)s places are paid instead of %(wanted)s: the last prize would be below %(min_cash_minor)s."
    ),
    "places_cut_for_unit": gettext_lazy(
        "%(places)s places are paid instead of %(wanted)s: the last prize would be less than %(unit_minor)s."
    ),
    "places_cut_to_players": gettext_lazy(
        "%(places)s places are paid instead of %(wanted)s: there are no more players."
    ),
    "last_prize_below_min_cash": gettext_lazy(
        "The prize of place %(place)s is %(amount_minor)s, below the smallest prize of %(min_cash_minor)s."
    ),
    "preset_beyond_tables": gettext_lazy(
        "The preset has no table for %(entries)s entries: a smooth curve is used."
    ),
    "first_prize_too_low": gettext_lazy("First prize is low for so many places."),
}

METHODS: dict[str, str | Promise] = {
    "icm": gettext_lazy("ICM"),
    "chip_chop_min": gettext_lazy("Chip chop"),
    "chip_chop_pure": gettext_lazy("Pure chip chop"),
    "even": gettext_lazy("Even"),
    "mix": gettext_lazy("Half ICM, half chip chop"),
    "custom": gettext_lazy("Own amounts"),
}

METHOD_NOTES: dict[str, str | Promise] = {
    "icm": gettext_lazy("by the chance of each place"),
    "chip_chop_min": gettext_lazy("lowest prize each, rest by chips"),
    "chip_chop_pure": gettext_lazy("everything by chips"),
    "even": gettext_lazy("the same for all"),
    "mix": gettext_lazy("between the two"),
    "custom": gettext_lazy("as agreed"),
}

SAVE_RULES: tuple[tuple[str, str | Promise], ...] = (
    ("first_prize", gettext_lazy("off the first prize, before the method")),
    ("equal", gettext_lazy("in equal parts from everybody")),
    ("proportional", gettext_lazy("in proportion from everybody")),
)

DEAL_NOTICES: dict[str, str | Promise] = {
    "above_first": gettext_lazy("Player %(position)s would get more than first prize."),
    "below_lowest": gettext_lazy("Player %(position)s would get less than the lowest prize."),
    "equal_stacks_differ": gettext_lazy("Equal stacks differ by one unit: players %(first)s and %(second)s."),
    "icm_not_exact": gettext_lazy("The amounts may be off by up to %(error_minor)s."),
}


def rules_text(prizes: Prizes, currency: str) -> str:
    """How the amounts came about, in one line."""
    settings = prizes.settings
    if settings.custom_amounts_minor:
        return _("Amounts as typed.")
    rounding = dict(CHOICE_LABELS["payout_rounding"]).get(settings.rounding, settings.rounding)
    how = _("Percentages as typed") if settings.custom_percents else dict(PAYOUT_PRESETS)[settings.preset]
    return _("%(how)s, rounded to %(unit)s, %(rounding)s.") % {
        "how": how,
        "unit": money_short(settings.unit_minor, currency),
        "rounding": rounding,
    }
