"""The addresses of the API: one for each thing to read, and one for each act."""

from django.urls import URLPattern, path, re_path

from director.api import (
    docs,
    reads_club,
    reads_log,
    reads_people,
    reads_prizes,
    reads_tables,
    reads_tournament,
)
from director.api.acts import offered, view_of
from tournaments.acting import Verb

ONE = "tournaments/<int:tournament_id>"


def act_path(kind: str, verb: Verb) -> URLPattern:
    """Where an act is posted: acts of a tournament below it, acts of the club beside it."""
    where = f"{ONE}/acts/{kind}" if verb.needs_tournament else f"acts/{kind}"
    return path(where, view_of(verb).as_view(), name=f"api_act_{kind}")


urlpatterns = [
    path("", docs.pages, name="api_docs"),
    path("schema", docs.SchemaRead.as_view(), name="api_schema"),
    path("me", reads_club.Me.as_view()),
    path("clubs", reads_club.Clubs.as_view()),
    path("club", reads_club.ClubRead.as_view()),
    path("club/members", reads_club.Members.as_view()),
    path("club/tokens", reads_club.Tokens.as_view()),
    path("players", reads_club.Players.as_view()),
    path("players/<int:player_id>", reads_club.PlayerRead.as_view()),
    path("templates", reads_club.Templates.as_view()),
    path("acts", reads_log.ClubActs.as_view()),
    path("tournaments", reads_tournament.Tournaments.as_view()),
    path(ONE, reads_tournament.TournamentRead.as_view()),
    path(f"{ONE}/clock", reads_tournament.Clock.as_view()),
    path(f"{ONE}/clock/anchors", reads_tournament.Anchors.as_view()),
    path(f"{ONE}/clock/transitions", reads_tournament.Transitions.as_view()),
    path(f"{ONE}/windows", reads_tournament.Windows.as_view()),
    path(f"{ONE}/field", reads_tournament.FieldRead.as_view()),
    path(f"{ONE}/entries", reads_people.Entries.as_view()),
    path(f"{ONE}/entries/<int:entry_id>", reads_people.EntryRead.as_view()),
    path(f"{ONE}/waiting-list", reads_people.WaitingList.as_view()),
    path(f"{ONE}/penalties", reads_people.Penalties.as_view()),
    path(f"{ONE}/tables", reads_tables.Tables.as_view()),
    path(f"{ONE}/proposals", reads_tables.Proposals.as_view()),
    path(f"{ONE}/prizes", reads_prizes.PrizesRead.as_view()),
    path(f"{ONE}/results", reads_prizes.ResultsRead.as_view()),
    path(f"{ONE}/payments", reads_prizes.Payments.as_view()),
    path(f"{ONE}/deal", reads_prizes.DealRead.as_view()),
    path(f"{ONE}/ledger", reads_log.Ledger.as_view()),
    path(f"{ONE}/ledger/transfers", reads_log.Transfers.as_view()),
    path(f"{ONE}/acts", reads_log.Acts.as_view()),
    path(f"{ONE}/todo", reads_log.ToDo.as_view()),
    path(f"{ONE}/screens", reads_log.Screens.as_view()),
    path(f"{ONE}/notices", reads_log.Notices.as_view()),
    *(act_path(kind, verb) for kind, verb in offered().items()),
    re_path(r"^.*$", docs.Nothing.as_view(), name="api_nothing"),
]
