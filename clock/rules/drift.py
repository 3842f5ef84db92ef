"""Wall clocks step, laptops sleep, processes stop: what two readings of the machine's clocks tell about it.

Three clocks are compared: the wall clock (can be set), the monotonic clock (stands still in sleep) and the boot-time
clock (runs on in sleep). What truly passed is what the boot-time clock says.
"""

from dataclasses import dataclass
from typing import Final, Literal

from tournaments.rules.clocks import Sample

# A healthy clock is corrected by at most 0.05 % (NTP slewing); twice that, plus the jitter of reading, is no step.
TOLERANCE_MS: Final = 500
SLEW_PER_MILLE: Final = 1
# An absence longer than this is an outage of which the director hears (docs/rules.md 5).
OUTAGE_MS: Final = 10_000


@dataclass(frozen=True, slots=True)
class Drift:
    """What happened between two samples.

    `passed_ms` truly passed; `step_ms` is by how much the wall clock was set meanwhile (plus: forwards), 0 within the
    tolerance; `slept_ms` of it the machine slept. `certain` is False where step and sleep cannot be told apart (no
    boot-time clock: a jump forwards is taken for sleep) or the machine was started anew (the wall clock is believed).
    """

    passed_ms: int
    step_ms: int
    slept_ms: int
    certain: bool

    @property
    def stepped(self) -> bool:
        """Anchors need a compensating one (acts.compensate) before anything else is written."""
        return self.step_ms != 0


type AfterOutage = Literal["run_on", "hold"]


@dataclass(frozen=True, slots=True)
class OutageDecision:
    """What to do after an absence: nothing, count it and offer `offer_back_ms`, or freeze at `hold_at_ms`.

    `hold_at_ms` is the last heartbeat on the wall clock as it was then: before a step is compensated.
    """

    action: Literal["none", "run_on", "hold"]
    outage_ms: int
    offer_back_ms: int = 0
    hold_at_ms: int | None = None


def compare(before: Sample, after: Sample) -> Drift:
    """What happened from `before` to `after`, two samples of one machine.

    Keep `before` until a step was compensated instead of comparing each second with the last: then many small steps
    are found as well as one large one.
    """
    apart_ms = before.spread_ms + after.spread_ms
    wall_ms = after.wall_ms - before.wall_ms
    monotonic_ms = after.monotonic_ms - before.monotonic_ms
    if monotonic_ms < 0 or before.boot_id != after.boot_id:
        return Drift(max(0, wall_ms), 0, 0, certain=False)
    if before.boot_ms is None or after.boot_ms is None:
        return _without_boot_clock(wall_ms, monotonic_ms, apart_ms)
    passed_ms = after.boot_ms - before.boot_ms
    step_ms = _beyond_tolerance(wall_ms - passed_ms, passed_ms, apart_ms)
    slept_ms = _beyond_tolerance(passed_ms - monotonic_ms, passed_ms, apart_ms)
    return Drift(passed_ms, step_ms, slept_ms, certain=True)


def after_outage(setting: AfterOutage, last_seen: Sample, now: Sample) -> OutageDecision:
    """What the setting `after_outage` says about the time since the last heartbeat, if that is an outage.

    Sleep and stopped processes look alike here: nobody saw the clock. A mere step of the wall clock is no outage.
    """
    passed_ms = compare(last_seen, now).passed_ms
    if passed_ms <= OUTAGE_MS:
        return OutageDecision("none", 0)
    if setting == "hold":
        return OutageDecision("hold", passed_ms, hold_at_ms=last_seen.wall_ms)
    return OutageDecision("run_on", passed_ms, offer_back_ms=passed_ms)


def _without_boot_clock(wall_ms: int, monotonic_ms: int, apart_ms: int) -> Drift:
    ahead_ms = _beyond_tolerance(wall_ms - monotonic_ms, monotonic_ms, apart_ms)
    if ahead_ms > 0:
        return Drift(wall_ms, 0, ahead_ms, certain=False)
    return Drift(monotonic_ms, ahead_ms, 0, certain=True)


def _beyond_tolerance(difference_ms: int, passed_ms: int, apart_ms: int) -> int:
    allowed_ms = TOLERANCE_MS + apart_ms + passed_ms * SLEW_PER_MILLE // 1_000
    return difference_ms if abs(difference_ms) > allowed_ms else 0
