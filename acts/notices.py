"""Messages to the players, on every display of the tournament."""

from django.utils.translation import gettext_lazy as _

from acts.refusals import text as clean_text
from acts.refusals import whole
from tournaments.act import Act
from tournaments.acting import ANY_STATUS, director_action
from tournaments.actors import FLOOR_STAFF
from tournaments.errors import NotFound
from tournaments.hand_for_hand import KIND as HAND_FOR_HAND
from tournaments.models import Notice
from tournaments.stamps import register_stamp, revision_reader

MINUTE_MS = 60 * 1000
LONGEST_NOTICE_MINUTES = 24 * 60

register_stamp("notice", revision_reader(Notice))


@director_action("notice.show", roles=FLOOR_STAFF)
def show_notice(act: Act, *, text: str, minutes: int | None = 10) -> dict[str, object]:
    """Show a message on all displays of the tournament, for `minutes` (None: until it is removed)."""
    until_ms = None
    if minutes is not None:
        until_ms = act.now_ms + whole(minutes, 1, LONGEST_NOTICE_MINUTES, _("Minutes")) * MINUTE_MS
    row = act.create(
        Notice(
            tournament=act.event,
            kind="message",
            text=clean_text(text, 300, _("The message")),
            from_ms=act.now_ms,
            until_ms=until_ms,
        )
    )
    act.facts |= {"message": row.text, "minutes": minutes}
    return {"notice_id": row.pk}


@director_action("notice.end", roles=FLOOR_STAFF, statuses=ANY_STATUS)
def end_notice(act: Act, *, notice_id: int) -> dict[str, object]:
    """Take a message off the displays before its time."""
    rows = Notice.objects.filter(tournament=act.event, pk=notice_id, revoked_by__isnull=True)
    row = rows.exclude(kind=HAND_FOR_HAND).first()  # that one ends with hand-for-hand itself
    if row is None:
        raise NotFound("notice_unknown", _("There is no such message."))
    act.change(row, revoked_by_id=act.id)
    act.facts |= {"message": row.text}
    return {"notice_id": row.pk}
