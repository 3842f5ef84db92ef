"""What views of the API have in common: the caller, his role, one consistent picture for every read."""

from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from director.api.callers import Caller, caller_in_club, caller_in_tournament
from director.api.shapes import PageQuery, page_of, page_shape
from director.api.throttling import ReadThrottle
from tournaments.errors import NotAllowed
from tournaments.models import Tournament
from tournaments.reading import read_snapshot
from tournaments.sources import current_sources


class ApiView(APIView):
    """A view for some roles of a club; below /tournaments/<id>/ `event` is that tournament."""

    roles: ClassVar[frozenset[str]] = frozenset()
    tag: ClassVar[str] = "club"
    caller: Caller
    event: Tournament

    def check_permissions(self, request: Request) -> None:
        """Find the caller's club and role; refuse a role the view is not for."""
        super().check_permissions(request)
        self.find_caller(request)
        if self.caller.role not in self.roles:
            raise NotAllowed("not_allowed", _("Your role does not include this. Ask a director."))

    def find_caller(self, request: Request) -> None:
        """Set `caller`, and `event` where the address names a tournament."""
        tournament_id = self.kwargs.get("tournament_id")
        if tournament_id is None:
            self.caller = caller_in_club(request)
        else:
            self.caller, self.event = caller_in_tournament(request, tournament_id)

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """No answer is stored on the way."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        answer.headers["Cache-Control"] = "no-store"
        return answer


def looked_at(request: HttpRequest) -> bool:
    """Whether a session signs somebody in. Asked before a snapshot, as Django deletes a session that is over."""
    return bool(request.user.is_authenticated)


class Read(ApiView):
    """One answer, shaped by `shape` for the caller's role. Everything in it is of one moment."""

    http_method_names = ["get", "head"]
    throttle_classes = [ReadThrottle]
    shape: ClassVar[type[serializers.Serializer]]
    query: ClassVar[type[serializers.Serializer] | None] = None

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """What the caller may and what he is told are read in one snapshot."""
        looked_at(request)
        with read_snapshot():
            return super().dispatch(request, *args, **kwargs)

    def get(self, request: Request, **address: Any) -> Response:
        """The answer."""
        shape = self.shape(self.read(), context={"role": self.caller.role})
        return Response(shape.data)

    def read(self) -> Any:
        """The facts to be shown."""
        raise LookupError(f"{type(self).__name__} reads nothing")

    def asked(self) -> dict[str, Any]:
        """The query of the address, typed; ValidationError names what does not fit."""
        asked = (self.query or PageQuery)(data=self.request.query_params.dict())
        asked.is_valid(raise_exception=True)
        return dict(asked.validated_data)

    @property
    def version(self) -> int:
        """How many acts the tournament (or the club) has seen."""
        return self.event.version if hasattr(self, "event") else self.caller.club.version

    @property
    def now_ms(self) -> int:
        """The time of the answer, by the clock acts use."""
        return current_sources().now_ms()


class PagedRead(Read):
    """A list, page by page: `rows()` in the order of `key`, each shaped by `row`."""

    query = PageQuery
    row: ClassVar[type[serializers.Serializer]]
    key: ClassVar[str] = "pk"

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.shape = page_shape(cls.row)

    def rows(self) -> QuerySet[Any]:
        """All rows of the list."""
        raise LookupError(f"{type(self).__name__} has no rows")

    def read(self) -> Any:
        """The page asked for."""
        return page_of(self.rows(), self.key, self.asked(), self.version)
