"""How a program shows who it is: a token of its club in the Authorization header. Browsers come with their session."""

from django.db.models import F
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from acts.secrecy import fingerprint
from club.models import ApiToken, User
from tournaments.sources import current_sources

SCHEME = "bearer"


class ApiTokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer <token>`. The token's hash is looked up; the token itself is stored nowhere."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """The token's user and the token; None when the header names no token, so that others may try."""
        scheme, _space, token = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != SCHEME:
            return None
        row = live_token(token.strip(), current_sources().now_ms())
        if row is None:
            raise AuthenticationFailed(_("This token is unknown, expired or revoked."), code="token_invalid")
        return row.user, row

    def authenticate_header(self, request: Request) -> str:
        """What a 401 asks for."""
        return 'Bearer realm="api"'


def live_token(token: str, now_ms: int) -> ApiToken | None:
    """The token that counts at `now_ms`: not revoked, not expired, its user still at work in its club.

    The row carries the member's own present role as `member_role`.
    """
    rows = ApiToken.objects.filter(
        token_hash=fingerprint(token),
        active=True,
        user__is_active=True,
        club__memberships__user=F("user"),
        club__memberships__active=True,
    )
    row = rows.select_related("user", "club").annotate(member_role=F("club__memberships__role")).first()
    return None if row is None or row.is_over(now_ms) else row
