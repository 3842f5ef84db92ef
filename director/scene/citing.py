"""How a rule is cited on pages: its number as its authority has it, what has no number in the reader's words."""

from django.utils.translation import gettext as _

from tournaments.rules.references import reference


def cited(key: str, edition: str) -> str:
    """The rule under an edition ("2024", "2026" or "home"), such as "TDA 11" or "House"."""
    text = reference(key, edition)
    return {"House": _("House"), "Home rules": _("Home rules")}.get(text, text)
