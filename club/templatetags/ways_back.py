"""The way back that a message offers: `{% way_back message as back %}` gives back.url and back.action_id, or None."""

from django import template
from django.contrib.messages.storage.base import Message

register = template.Library()

UNDO = "undo:"


@register.simple_tag
def way_back(message: Message) -> dict[str, str] | None:
    """Where the undo of the act a message tells of is posted to; such messages are tagged "undo:<place>:<act>"."""
    tag = message.extra_tags or ""
    if not tag.startswith(UNDO):
        return None
    url, _colon, action_id = tag.removeprefix(UNDO).rpartition(":")
    return {"url": url, "action_id": action_id}
