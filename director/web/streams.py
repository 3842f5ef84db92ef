"""The address of the event stream a staff page listens to."""

from director.web.access import StaffRequest
from tournaments.stream_tokens import staff_token


def events_url(request: StaffRequest) -> str:
    """Where the page hears of new versions of its tournament; pages of the club listen to nothing."""
    tournament = getattr(request, "tournament", None)
    return f"/events?k={staff_token(request.staff.user.pk, tournament.pk)}" if tournament else ""
