"""Importing a list of players: a preview that names each bad row; nothing is written until it is confirmed."""

import hashlib
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from acts.importing import (
    ALIKE,
    KNOWN,
    MOST_ROWS,
    SENTENCES,
    TWICE,
    Known,
    PlayerRow,
    import_players,
    known_players,
)
from acts.importing import player_fields as checked_fields
from director.house.import_csv import LABELS, LONGEST_BYTES, CannotRead, Line, Sheet, decode, read
from director.posting.club_acts import Refused, call, done, new_request_id
from director.web.access import StaffRequest, staff
from director.web.pages import now_ms, render_page
from director.web.typed_numbers import whole_number
from tournaments.actors import DESK_STAFF
from tournaments.errors import DirectorError

ENCODINGS = (("", ""), ("utf-8", "UTF-8"), ("cp1257", "Windows 1257"), ("cp1250", "Windows 1250"))
NEW, BAD = "new", "bad"


@dataclass(slots=True)
class Preview:
    """What would happen with each line, and the rows that can be imported by their line number."""

    headings: tuple[str, ...]
    rows: list[dict[str, Any]] = field(default_factory=list)
    players: dict[int, PlayerRow] = field(default_factory=dict)
    namesakes: set[int] = field(default_factory=set)

    def count(self, *states: str) -> int:
        return sum(row["state"] in states for row in self.rows)

    @property
    def good(self) -> int:
        return self.count(NEW)

    @property
    def known(self) -> int:
        return self.count(KNOWN, ALIKE)

    @property
    def bad(self) -> int:
        return self.count(BAD)

    def chosen(self, accepted: set[int], skipped: set[int]) -> list[PlayerRow]:
        """New rows that were not left out, and the namesakes that somebody said are other people."""
        rows = []
        for line, row in self.players.items():
            if line in self.namesakes and line in accepted:
                rows.append(PlayerRow(**row, another_person=True))
            elif line not in self.namesakes and line not in skipped:
                rows.append(row)
        return rows


@require_http_methods(["GET", "HEAD", "POST"])
@staff(DESK_STAFF)
def import_list(request: StaffRequest) -> HttpResponse:
    """Step 1 shows what a file or text would do, step 2 does it."""
    if request.method != "POST":
        return _page(request, "")
    try:
        text = _text(request)
        preview = preview_of(read(text), known_players(request.staff.club), now_ms())
    except CannotRead as error:
        return _page(request, request.POST.get("text", ""), problem=str(error), status=422)
    if request.POST.get("step") == "import" and request.POST.get("digest") == digest_of(text):
        return _import(request, text, preview)
    return _page(request, text, preview)


def _text(request: StaffRequest) -> str:
    """The text of the file, else what was pasted."""
    upload = request.FILES.get("file")
    if upload is not None:
        encoding = request.POST.get("encoding", "")
        known = encoding if encoding in dict(ENCODINGS) else ""
        text = decode(upload.read(LONGEST_BYTES + 1), request.staff.club.language, known)
    else:
        text = request.POST.get("text", "")
    # As a browser sends it back from the page, so that line numbers mean the same in both steps.
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "").lstrip("\ufeff\n")


def digest_of(text: str) -> str:
    """Tells whether the text that is confirmed is the one that was previewed."""
    return hashlib.sha256(text.encode()).hexdigest()


def _import(request: StaffRequest, text: str, preview: Preview) -> HttpResponse:
    """Add the chosen rows in one act."""
    rows = preview.chosen(_lines(request, "accept"), _lines(request, "skip"))
    if not rows:
        return _page(request, text, preview, problem=_("No row is chosen: nothing was imported."), status=422)
    if len(rows) > MOST_ROWS:
        problem = _("The list is too long: %(most)s players at a time. Split it.") % {"most": MOST_ROWS}
        return _page(request, text, preview, problem=problem, status=422)
    try:
        return done(request, call(request, import_players, rows=rows), "/players")
    except Refused as refused:
        return _page(request, text, preview, problem=str(refused), status=refused.status)


def _lines(request: StaffRequest, name: str) -> set[int]:
    found = (whole_number(text) for text in request.POST.getlist(name))
    return {number for number in found if number is not None}


def preview_of(sheet: Sheet, known: Known, at_ms: int) -> Preview:
    """What would happen with each line of a list."""
    preview = Preview(headings=sheet.headings)
    for line in sheet.lines:
        preview.rows.append(_row(line, known, preview, at_ms))
    return preview


def _row(line: Line, known: Known, preview: Preview, at_ms: int) -> dict[str, Any]:
    """One line: new, known, a namesake, or what is wrong with it."""
    width = max(len(preview.headings), len(line.cells))
    shown = {"line": line.number, "cells": [*line.cells, *[""] * (width - len(line.cells))], "bad_cells": []}
    if line.problems:
        says = " ".join(str(problem) for problem in line.problems.values())
        return shown | {"state": BAD, "says": says, "bad_cells": list(line.problems)}
    row = PlayerRow(**line.values)  # type: ignore[typeddict-item]
    problem = known.problem(row["name"], row.get("club_number", ""))
    if problem in (TWICE, KNOWN):
        says = SENTENCES[problem] % {"name": row["name"]}
        return shown | {"state": BAD if problem == TWICE else KNOWN, "says": says}
    try:
        checked_fields(at_ms, row)
    except DirectorError as error:
        return shown | {"state": BAD, "says": str(error)}
    known.add(row["name"], row.get("club_number", ""))
    preview.players[line.number] = row
    if problem == ALIKE:
        preview.namesakes.add(line.number)
        return shown | {"state": ALIKE, "says": _("There is a namesake: add this one as another person.")}
    return shown | {"state": NEW, "says": _("new")}


def _page(
    request: StaffRequest, text: str, preview: Preview | None = None, *, problem: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "text": text,
        "columns": ", ".join(str(label) for label in LABELS.values()),
        "encodings": ENCODINGS,
        "preview": preview,
        "ignored": ", ".join(_ignored(text)) if preview else "",
        "problem": problem,
        "digest": digest_of(text),
        "submit_url": "/players/import",
        "request_id": new_request_id(),
    }
    return render_page(
        request,
        "console/import.html",
        context,
        nav="players",
        title=_("Import a list of players"),
        status=status,
    )


def _ignored(text: str) -> tuple[str, ...]:
    return tuple(heading for heading in read(text).ignored if heading)
