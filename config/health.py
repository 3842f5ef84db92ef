"""Two health checks: /healthz says that this process answers, /readyz that the whole installation works."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_not_required
from django.db import Error as DatabaseError
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import KombuError

from clock.models import Heartbeat
from config.celery import QUEUE, app
from tournaments.sources import current_sources

HEARTBEAT_LATE_MS = 5_000


class NotReady(Exception):
    """A part does not work; the message says how."""


def database() -> None:
    """Ask the database for one row."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            cursor.fetchone()
    except DatabaseError as error:
        raise NotReady(type(error).__name__) from error


def broker() -> None:
    """Reach the broker and the queue in it, trying once more at most."""
    try:
        with app.connection_for_write() as link:
            link.ensure_connection(max_retries=1, timeout=2)
            app.amqp.queues[QUEUE].bind(link.default_channel).queue_declare()
    except (KombuError, OSError) as error:
        raise NotReady(type(error).__name__) from error


def heartbeat(part: str) -> Callable[[], None]:
    """Return the check that a part wrote its heartbeat within the last five seconds."""

    def check() -> None:
        try:
            beat = Heartbeat.objects.filter(part=part).first()
            now_ms = current_sources().now_ms()
        except DatabaseError as error:
            raise NotReady(type(error).__name__) from error
        if beat is None:
            raise NotReady("no heartbeat yet")
        late_ms = now_ms - beat.wall_ms
        # One from the future is from before the wall clock was set back.
        if abs(late_ms) > HEARTBEAT_LATE_MS:
            raise NotReady(f"last heartbeat {late_ms} ms ago")

    return check


CHECKS: dict[str, Callable[[], None]] = {
    "database": database,
    "broker": broker,
    "worker": heartbeat("worker"),
    "beat": heartbeat("beat"),
}


def state_of(check: Callable[[], None]) -> str:
    try:
        check()
    except NotReady as reason:
        return str(reason)
    return "ok"


@login_not_required
@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Say that this process answers."""
    return HttpResponse("ok\n", content_type="text/plain")


@login_not_required
@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Say which parts work; 503 unless all do."""
    states = {name: state_of(check) for name, check in CHECKS.items()}
    ready = all(state == "ok" for state in states.values())
    return JsonResponse({"ready": ready, **states}, status=200 if ready else 503)
