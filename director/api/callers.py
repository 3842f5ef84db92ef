"""Who calls: a person with his session or a program with its token, in one club, with the role that counts now."""

from dataclasses import dataclass

from django.db.models import F
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request

from club.models import ApiToken, Club, User
from director.web.access import CLUB_KEY, device_of, memberships
from tournaments.actors import Actor, lower_role
from tournaments.errors import DirectorError, NotAllowed, NotFound
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Caller:
    """The caller of a request. `role` is what he may be taken for; verbs read it again under their lock."""

    user: User
    club: Club
    role: str
    device: str
    token: ApiToken | None = None

    @property
    def actor(self) -> Actor:
        """The actor of his acts."""
        return Actor(
            club_id=self.club.pk,
            user_id=self.user.pk,
            device=self.device,
            token_id=self.token.pk if self.token else None,
        )


def user_of(request: Request) -> User:
    """The person of a request that somebody sent who showed who he is."""
    if not isinstance(request.user, User):
        raise NotAllowed("not_allowed", _("Sign in first."))
    return request.user


def caller_in_club(request: Request) -> Caller:
    """The caller in the token's club, or in the club the person works for now; with several he has to choose one."""
    user = user_of(request)
    if isinstance(request.auth, ApiToken):
        return _of_token(user, request.auth)
    members = memberships(user)
    chosen = [member for member in members if member.club_id == request.session.get(CLUB_KEY)]
    if not members:
        raise NotAllowed("no_club", _("You do not belong to a club. Ask its owner to add you."))
    if not chosen and len(members) > 1:
        raise DirectorError("choose_club", _("Choose the club first, on the page /clubs."), conflict=True)
    member = (chosen or members)[0]
    return Caller(user, member.club, member.role, _device(request))


def caller_in_tournament(request: Request, tournament_id: int) -> tuple[Caller, Tournament]:
    """The caller in the club of a tournament; one that is not of his club (of the token's club) does not exist."""
    user = user_of(request)
    rows = Tournament.objects.filter(pk=tournament_id, revoked_by__isnull=True).select_related("club")
    if isinstance(request.auth, ApiToken):
        event = _found(rows.filter(club_id=request.auth.club_id).first())
        return _of_token(user, request.auth), event
    members = rows.filter(club__memberships__user_id=user.pk, club__memberships__active=True)
    found = members.annotate(staff_role=F("club__memberships__role")).first()
    role = found.staff_role if found else ""
    event = _found(found)
    return Caller(user, event.club, role, _device(request)), event


def _found(event: Tournament | None) -> Tournament:
    if event is None:
        raise NotFound("tournament_unknown", _("There is no such tournament in this club."))
    return event


def _of_token(user: User, token: ApiToken) -> Caller:
    role = lower_role(token.role, token.member_role)  # type: ignore[attr-defined]
    return Caller(user, token.club, role, f"API, {token.name}", token)


def _device(request: Request) -> str:
    return device_of(request.headers.get("User-Agent", ""))
