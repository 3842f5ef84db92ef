"""One reading of a machine's clocks."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sample:
    """Readings of one machine's clocks at one moment, in milliseconds.

    `boot_ms` None: the machine has no clock that runs on in sleep. `boot_id` changes when the machine starts anew.
    `spread_ms`: the readings were taken one after the other, and this is how long that took: a process that was not
    let run in between has read clocks of different moments, and no step of the wall clock may be concluded from it.
    """

    wall_ms: int
    monotonic_ms: int
    boot_ms: int | None = None
    boot_id: str = ""
    spread_ms: int = 0
