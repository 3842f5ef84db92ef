"""When the tournament will probably be over, from players left and chips in play."""

from django.utils.translation import gettext as _

from clock.rules.estimate import live_end
from club.templatetags.figures import at
from director.scene.scene import Scene


def probable_end(scene: Scene) -> str:
    """One sentence while it runs; nothing before the start, with one player left, or once it is finished.

    Re-entries and rebuys still to come bring chips, and with them a later end.
    """
    state = scene.state
    if not state.started or scene.event.status != "running":
        return ""
    found = live_end(
        scene.clock.structure,
        state.level_index,
        state.elapsed_ms,
        scene.counts.playing,
        scene.in_play_chips,
    )
    if found is None:
        return ""
    level_number, left_ms, reached = found
    facts = {"time": at(scene.now_ms + left_ms), "level": level_number}
    if not reached:
        return (
            _("The levels end about %(time)s with level %(level)s, probably before the tournament does.")
            % facts
        )
    return _("Probably over about %(time)s, in level %(level)s, if it goes on without pauses.") % facts
