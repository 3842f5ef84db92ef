"""The wall clock of a time zone and epoch milliseconds, with the hours that daylight saving skips or repeats."""

from datetime import UTC, datetime, timedelta
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
