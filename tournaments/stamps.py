"""Stamps: what a form showed, so that only a change of exactly that is a conflict, not every act elsewhere.

A stamp is {"entry:12": "3", "anchor": "44"}: names with the state they had. Apps above register how to read theirs.
"""

import re
from collections.abc import Callable, Mapping

from django.db.models import Model
from django.utils.translation import gettext_lazy as _

from tournaments.errors import DirectorError
from tournaments.models import Entry, Penalty, Tournament, WaitingListEntry

type Reader = Callable[[int, str], str]

READERS: dict[str, Reader] = {}
KEY = re.compile(r"[0-9]{1,18}")


def register_stamp(name: str, reader: Reader) -> None:
    """Let stamps called `name` be read by `reader(tournament_id, key) -> state`."""
    READERS[name] = reader


def revision_reader(model: type[Model]) -> Reader:
    """A reader of `revision` for rows of a model that has `tournament` and `revision`."""

    def read(tournament_id: int, key: str) -> str:
        rows = (
            model._default_manager.filter(tournament_id=tournament_id, pk=int(key))
            if KEY.fullmatch(key)
            else None
        )
        found = rows.values_list("revision", flat=True).first() if rows is not None else None
        return "gone" if found is None else str(found)

    return read


def read_tournament(tournament_id: int, key: str) -> str:
    """The revision of the settings."""
    return str(Tournament.objects.values_list("revision", flat=True).get(pk=tournament_id))


register_stamp("entry", revision_reader(Entry))
register_stamp("penalty", revision_reader(Penalty))
register_stamp("waiting", revision_reader(WaitingListEntry))
register_stamp("tournament", read_tournament)


def stamp_of(tournament_id: int, *names: str) -> dict[str, str]:
    """The current stamp of the named things, e.g. stamp_of(5, "anchor", "entry:12")."""
    return {name: read_stamp(tournament_id, name) for name in names}


def read_stamp(tournament_id: int, name: str) -> str:
    """The state of one named thing; an unknown name is a fault of the form."""
    kind, _colon, key = name.partition(":")
    if kind not in READERS:
        raise DirectorError("stamp_unknown", _("This page is out of date. Reload it and try again."))
    return READERS[kind](tournament_id, key)


def check_stamp(tournament_id: int, stamp: Mapping[str, str]) -> None:
    """Refuse with a conflict when something the form showed has changed since."""
    for name, shown in stamp.items():
        if read_stamp(tournament_id, name) != str(shown):
            raise DirectorError(
                "stale",
                _(
                    "Somebody changed this while the page was open. It now shows the new state: look, then try again."
                ),
                conflict=True,
                what=name,
            )
