"""The way back that a message offers: `{% way_back message as back %}`.

It gives back.url, back.action_id and back.next ("" for the page it is on), or None.
"""

from django import template
from django.contrib.messages.storage.base import Message

register = template.Library()

UNDO = "undo:"


@register.simple_tag
def way_back(message: Message) -> dict[str, str] | None:
    """Where the undo of a message's act is posted to; such messages are tagged "undo:<place>:<act>:<next>"."""
    tag = message.extra_tags or ""
    if not tag.startswith(UNDO):
        return None
    url, action_id, following = tag.removeprefix(UNDO).split(":", 2)
    return {"url": url, "action_id": action_id, "next": following}
