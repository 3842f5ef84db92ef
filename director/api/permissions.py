"""Deny by default: a view that does not name the roles it is for answers nobody."""

from typing import Any

from rest_framework.permissions import BasePermission
from rest_framework.request import Request


class RolesAreNamed(BasePermission):
    """Somebody who showed who he is, at a view that says for whom it is. Which role he has is asked by the view."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Whether the request may go on to the view's own check."""
        return bool(request.user and request.user.is_authenticated and getattr(view, "roles", None))
