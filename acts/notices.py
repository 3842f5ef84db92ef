"""Messages to the players, on every display of the tournament."""

from django.utils.translation import gettext_lazy as _

from acts.refusals import text as clean_text
from acts.refusals import whole
from clock.rules.changes import change_told
from clock.rules.structure import Structure
from clock.selectors import ClockFacts
from tournaments.act import Act
from tournaments.acting import ANY_STATUS, director_action
from tournaments.actors import FLOOR_STAFF
from tournaments.errors import DirectorError, NotFound
from tournaments.hand_clock import KIND as HAND_CLOCK
from tournaments.hand_for_hand import KIND as HAND_FOR_HAND
from tournaments.models import Notice
from tournaments.stamps import register_stamp, revision_reader

MINUTE_MS = 60 * 1000
ANNOUNCE = "announce"
LEVELS_CHANGED = "structure_changed"
LONGEST_NOTICE_MINUTES = 24 * 60
LEVELS_TOLD_MS = 5 * MINUTE_MS
# What a director calls out, with how long it stays on the displays.
CALLS_MS = {
    "one_minute": MINUTE_MS,
    "last_hand": 3 * MINUTE_MS,
    "prepare": MINUTE_MS,
    "deal": MINUTE_MS,
    "break_over": 2 * MINUTE_MS,
}

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
    row = rows.exclude(kind__in=(HAND_FOR_HAND, HAND_CLOCK)).first()  # those end with what they are about
    if row is None:
        raise NotFound("notice_unknown", _("There is no such message."))
    act.change(row, revoked_by_id=act.id)
    act.facts |= {"message": row.text, "code": row.facts.get("code", "")}
    return {"notice_id": row.pk}


@director_action("notice.announce", roles=FLOOR_STAFF)
def announce(act: Act, *, code: str) -> dict[str, object]:
    """Call something out on all displays, in the language of each; it takes the place of the call before.

    `code`: "one_minute", "last_hand", "prepare" (play goes on in a minute), "deal" (shuffle up and deal) or
    "break_over".
    """
    if code not in CALLS_MS:
        raise DirectorError("call_unknown", _("Choose what to announce from the list."))
    earlier = Notice.objects.filter(
        tournament=act.event, kind=ANNOUNCE, revoked_by__isnull=True, until_ms__gt=act.now_ms
    )
    for row in earlier:
        act.change(row, until_ms=act.now_ms)
    until_ms = act.now_ms + CALLS_MS[code]
    row = act.create(
        Notice(
            tournament=act.event, kind=ANNOUNCE, facts={"code": code}, from_ms=act.now_ms, until_ms=until_ms
        )
    )
    act.facts |= {"code": code}
    return {"notice_id": row.pk}


def announce_levels(act: Act, clock: ClockFacts, after: Structure) -> None:
    """Tell the players what changed of the levels (docs/rules.md 5), once play has begun; nothing if nothing did."""
    change = change_told(clock.structure, after)
    if not change:
        return
    act.facts["change"] = change
    if clock.state(act.now_ms).started:
        until_ms = act.now_ms + LEVELS_TOLD_MS
        row = Notice(
            tournament=act.event, kind=LEVELS_CHANGED, facts=change, from_ms=act.now_ms, until_ms=until_ms
        )
        act.create(row)
