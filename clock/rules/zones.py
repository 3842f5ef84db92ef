"""The wall clock of a time zone and epoch milliseconds, with the hours that daylight saving skips or repeats."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from tournaments.rules.errors import RuleError

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def zone(name: str) -> ZoneInfo:
    """The time zone of that name; error `no_such_zone`."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError) as error:
        raise RuleError("no_such_zone", zone=name) from error


def epoch_ms(local: datetime, zone_name: str, *, later: bool = False) -> int:
    """The moment at which clocks in the zone show `local` (a datetime without a zone of its own).

    A time that clocks show twice in autumn means the first, or with `later` the second. One that they skip in spring
    is refused: `time_does_not_exist`. A datetime with a zone is refused: `time_has_zone`.
    """
    if local.tzinfo is not None:
        raise RuleError("time_has_zone", local=local)
    aware = local.replace(tzinfo=zone(zone_name), fold=int(later))
    at_ms = (aware.astimezone(UTC) - _EPOCH) // _MILLISECOND
    if local_time(at_ms, zone_name).replace(tzinfo=None, fold=0) != local.replace(fold=0):
        raise RuleError("time_does_not_exist", local=local, zone=zone_name)
    return at_ms


def local_time(at_ms: int, zone_name: str) -> datetime:
    """What clocks in the zone show at that moment, with its offset."""
    return (_EPOCH + at_ms * _MILLISECOND).astimezone(zone(zone_name))


def next_at(clock: time, zone_name: str, now_ms: int) -> int:
    """The next moment at which clocks in the zone show that time of day: later today, or tomorrow.

    Of a time shown twice it is the one still ahead. A time that is skipped is refused: `time_does_not_exist`.
    """
    now = local_time(now_ms, zone_name).replace(tzinfo=None, fold=0)
    today = datetime.combine(now.date(), clock)
    for local in (today, today + timedelta(days=1)):
        shown = [_shown(local, zone_name, later=later) for later in (False, True)]
        ahead = [at_ms for at_ms in shown if at_ms is not None and at_ms > now_ms]
        if ahead or local > now:
            return min(ahead) if ahead else epoch_ms(local, zone_name)
    raise AssertionError("tomorrow is ahead")


def _shown(local: datetime, zone_name: str, *, later: bool) -> int | None:
    try:
        return epoch_ms(local, zone_name, later=later)
    except RuleError as error:
        if error.code != "time_does_not_exist":
            raise
        return None
