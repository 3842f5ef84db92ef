"""Limits of volume, per token or person. They keep one program from crowding out the night; they guard no secret.

Each web process counts for itself. Whoever runs the clock from a browser is never held up.
"""

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from club.models import ApiToken


class CallerThrottle(SimpleRateThrottle):
    """Counts by token, or by person for a browser's session."""

    def get_cache_key(self, request: Request, view: APIView) -> str:
        """Whose requests are counted together."""
        who = f"t{request.auth.pk}" if isinstance(request.auth, ApiToken) else f"u{request.user.pk}"
        return self.cache_format % {"scope": self.scope, "ident": who}


class ReadThrottle(CallerThrottle):
    """Reads."""

    scope = "api_read"


class ActThrottle(CallerThrottle):
    """Acts; those of the clock are exempt in a browser's session."""

    scope = "api_act"

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Whether the request is within the limit."""
        kind: str = getattr(view, "kind", "")
        if kind.startswith("clock.") and not isinstance(request.auth, ApiToken):
            return True
        return super().allow_request(request, view)


class PasswordThrottle(CallerThrottle):
    """Acts that ask for a password, which somebody might try to guess."""

    scope = "api_password"
