"""The generator: players, chips and time become levels, with a chart, an estimate, and what a change makes of them.

The wish stands in the address, so that it can be kept and shared; nothing is stored. `was` is the wish shown before.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse, QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from acts.refusals import worded
from acts.wishes import made_for, wish_code, wish_of, wish_values
from clock.rules.estimate import Estimate, LevelEstimate, estimate
from clock.rules.generator import Generated
from clock.rules.structure import Level
from club.models import ChipSet
from club.templatetags.figures import at, chips, clock
from director.setup.generator_chart import chart_of
from director.setup.generator_form import USUAL_CHIPS, WishForm
from director.web.access import StaffRequest, staff
from director.web.pages import render_page
from tournaments.actors import DIRECTORS
from tournaments.errors import DirectorError

PARTS = ("made",)
MOST_SETS = 12
USUAL: dict[str, Any] = {
    "players": 30, "stack_chips": 10_000, "level_minutes": 20, "target_minutes": 240, "ante_kind": "none",
    "big_blinds_at_start": 100, "break_minutes": 10, "ante_from_level": 1,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Made:
    """A structure for a wish, with its estimate and the code it can be used by."""

    code: str
    values: dict[str, Any]
    found: Generated
    estimate: Estimate


@require_safe
@staff(DIRECTORS)
def generate(request: StaffRequest, tournament_id: int) -> HttpResponse:
    """For a tournament: its stack and chips to begin with; the levels go into the editor, unsaved."""
    event = request.tournament
    usual = {"stack_chips": event.stack_chips, "players": event.capacity or USUAL["players"]}
    usual |= {"rebuy_chips": event.rebuy_chips, "addon_chips": event.addon_chips}
    known = {**usual, "denominations": event.denominations} if event.denominations else usual
    start_ms = int(event.starts_at.timestamp() * 1000)
    return _page(request, known, f"/t/{tournament_id}/structure?from=", start_ms, nav="edit")


@require_safe
@staff(DIRECTORS)
def generate_new(request: StaffRequest) -> HttpResponse:
    """Before there is a tournament: the levels become the template of a new one."""
    return _page(request, {}, "/new?template=", None, nav="home")


def _page(
    request: StaffRequest, known: dict[str, Any], use_url: str, start_ms: int | None, *, nav: str
) -> HttpResponse:
    asked = "players" in request.GET
    initial = USUAL | {"denominations": _usual_chips(request)} | known
    form = WishForm(request.GET if asked else None, initial=initial)
    context: dict[str, Any] = {
        "form": form,
        "first": form.first(),
        "more": form.more(),
        "errors": [],
        "made": None,
    }
    values = _values(form, initial, asked=asked)
    if values is None:
        context["errors"] = form.wrong()
    else:
        try:
            context["made"] = _shown(_made(values), _before(request.GET), use_url, start_ms)
            context["sets"] = _sets(request, values)
        except DirectorError as error:
            context["errors"] = [str(error)]
    # While something typed does not fit, what was shown before it stays what the next is compared with.
    context["was"] = context["made"]["code"] if context["made"] else request.GET.get("was", "")
    title = _("Levels for players and time")
    return render_page(request, "console/generator.html", context, nav=nav, title=title, parts=PARTS)


def _usual_chips(request: StaffRequest) -> list[int]:
    """The values of the club's first chip set, else a usual set."""
    first = ChipSet.objects.filter(club=request.staff.club, revoked_by_id__isnull=True).order_by("pk").first()
    return sorted(chip["value"] for chip in first.chips) if first and first.chips else USUAL_CHIPS


def _sets(request: StaffRequest, values: dict[str, Any]) -> list[dict[str, str]]:
    """The club's chip sets other than the one in use, each with the address of the same wish played with it."""
    rows = ChipSet.objects.filter(club=request.staff.club, revoked_by_id__isnull=True).order_by("pk")
    found = []
    for row in rows[:MOST_SETS]:
        denominations = sorted(chip["value"] for chip in row.chips)
        if denominations and denominations != values["denominations"]:
            wish = values | {"denominations": ", ".join(map(str, denominations)), "was": wish_code(values)}
            found.append({"name": row.name, "url": f"{request.path}?{urlencode(wish)}"})
    return found


def _values(form: WishForm, initial: dict[str, Any], *, asked: bool) -> dict[str, Any] | None:
    """What was asked for; at first what the form begins with. None when something does not fit."""
    if not asked:
        return wish_values(wish_code(initial))
    return dict(form.cleaned_data) if form.is_valid() else None


def _made(values: dict[str, Any]) -> Made:
    found, wish = made_for(values), wish_of(values)
    seats = 8 if wish.stud else 9
    ends = estimate(
        found.structure, wish.players, wish.chips_in_play, seats=seats, big_blinds=wish.big_blinds_at_end
    )
    return Made(wish_code(values), values, found, ends)


def _before(query: QueryDict) -> Made | None:
    """The structure that was shown before, if there was one that can still be made."""
    try:
        return _made(wish_values(str(query["was"]))) if query.get("was") else None
    except DirectorError:
        return None


def _shown(now: Made, was: Made | None, use_url: str, start_ms: int | None) -> dict[str, Any]:
    """Everything the page says of a structure."""
    other = was if was and was.code != now.code else None
    return {
        "code": now.code,
        "use_url": use_url + now.code,
        "ends": _ends(now, start_ms),
        "warnings": [worded(problem.code, problem.facts) for problem in now.found.warnings],
        "differences": _differences(now, other) if other else [],
        "compared": other is not None,
        "chart": chart_of(now.estimate, other.estimate if other else None),
        "rows": _rows(now, other, start_ms),
        "stud": bool(now.values["stud"]),
    }


def _ends(made: Made, start_ms: int | None) -> str:
    """When it will probably be over, in one sentence."""
    ends = made.estimate
    facts = {"level": ends.end_number, "length": clock(ends.end_ms).rsplit(":", 1)[0]}
    if start_ms is None:
        return _("It will probably end in level %(level)s, after %(length)s hours with breaks.") % facts
    facts["time"] = at(start_ms + ends.end_ms)
    return (
        _("It will probably end in level %(level)s, about %(time)s, after %(length)s hours with breaks.")
        % facts
    )


def _rows(now: Made, was: Made | None, start_ms: int | None) -> list[dict[str, Any]]:
    """One row a level or break; what differs from the structure before stands beside it."""
    before = _by_number(was) if was else {}
    rows = []
    for row in now.estimate.levels:
        level = now.found.structure.levels[row.level_index]
        old = before.get(row.level_number)
        rows.append(
            _row(row, level, start_ms) | {"was": _was(level, old) if was and row.level_number else ""}
        )
    return rows


def _row(row: LevelEstimate, level: Level, start_ms: int | None) -> dict[str, Any]:
    return {
        "is_break": level.is_break,
        "number": row.level_number,
        "duration_ms": level.duration_ms,
        "small_blind": level.small_blind,
        "big_blind": level.big_blind,
        "ante": level.ante,
        "ante_kind": level.ante_kind,
        "bring_in": level.bring_in,
        "small_bet": level.small_bet,
        "big_bet": level.big_bet,
        "begins": at(start_ms + row.starts_ms) if start_ms is not None else clock(row.starts_ms),
        "players": row.players,
        "average": row.average_chips,
        "depth": _rounded(row.depth),
        "m_ratio": _rounded(row.m_ratio),
        "out": level.colour_ups,
        "after_end": row.is_after_end,
    }


def _rounded(number: Fraction | None) -> str:
    return "" if number is None else str(round(number))


def _by_number(made: Made) -> dict[int | None, Level]:
    structure = made.found.structure
    return {structure.numbers[index]: structure.levels[index] for index in structure.play_indices}


def _was(level: Level, old: Level | None) -> str:
    """What a level was before, if it was another; a dash if there was none."""
    if old is None:
        return "–"
    if old == level:
        return ""
    bets = (old.small_blind, old.big_blind) if old.big_blind else (old.small_bet, old.big_bet)
    text = "/".join(chips(bet) for bet in bets)
    return f"{text} ({chips(old.ante)})" if old.ante else text


def _differences(now: Made, was: Made) -> list[str]:
    """What the change made of it, in words."""
    return [
        text for text in (_end_differs(now, was), _start_differs(now, was), _levels_differ(now, was)) if text
    ]


def _end_differs(now: Made, was: Made) -> str:
    apart_ms = now.estimate.end_ms - was.estimate.end_ms
    facts = {
        "minutes": abs(apart_ms) // 60_000,
        "level": now.estimate.end_number,
        "was": was.estimate.end_number,
    }
    if apart_ms > 0:
        return (
            _("The end comes %(minutes)s minutes later: in level %(level)s, before in level %(was)s.") % facts
        )
    if apart_ms < 0:
        return (
            _("The end comes %(minutes)s minutes earlier: in level %(level)s, before in level %(was)s.")
            % facts
        )
    return _("The end stays where it was.")


def _start_differs(now: Made, was: Made) -> str:
    first, before = now.estimate.levels[0].depth, was.estimate.levels[0].depth
    if first == before:
        return ""
    return _("Stacks begin with %(now)s big blinds, before %(was)s.") % {
        "now": _rounded(first),
        "was": _rounded(before),
    }


def _levels_differ(now: Made, was: Made) -> str:
    levels, before = _by_number(now), _by_number(was)
    count = sum(level != before.get(number) for number, level in levels.items())
    gone = len(before.keys() - levels.keys())
    if not count and not gone:
        return _("The levels are the same.")
    differs = ngettext(
        "%(count)s level differs; it is marked.", "%(count)s levels differ; they are marked.", count
    )
    falls_away = ngettext(
        "%(count)s level at the end falls away.", "%(count)s levels at the end fall away.", gone
    )
    told = [text % {"count": number} for text, number in ((differs, count), (falls_away, gone)) if number]
    return " ".join(told)
