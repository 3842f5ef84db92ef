"""Acts by programs: one view for each verb, made from the verb, so that each has an address and a body of its own."""

import re
from typing import Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.request import Request
from rest_framework.response import Response

from acts import verbs  # noqa: F401  registers every verb
from acts.parameters import parse, serializer_of
from director.api.base import ApiView
from director.api.throttling import ActThrottle, PasswordThrottle
from tournaments.acting import CALLABLES, VERBS, Verb
from tournaments.actors import SYSTEM

KEY_HEADER = "Idempotency-Key"
KEY = re.compile(r"[\x21-\x7e]{1,80}")
MOST_STAMPS = 50
LONGEST_STAMP = 100
LONGEST_REASON = 400
PASSWORDS = frozenset({"account.set_password", "member.set_password"})


class KeyMissing(ParseError):
    """A write without an Idempotency-Key."""

    default_code = "key_missing"
    default_detail = _(
        "Send a header Idempotency-Key of 1 to 80 visible characters: a fresh one for each intended act, and the same "
        "one when the same request is sent again."
    )


class ClubActBody(serializers.Serializer):
    """What is sent to an act of the club."""

    reason = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=LONGEST_REASON,
        help_text=_("Kept in the log. Some acts of some roles ask for it."),
    )

    def to_internal_value(self, data: Any) -> Any:
        """The body; a field that nobody reads is refused, never ignored."""
        unknown = sorted(set(data) - set(self.fields)) if isinstance(data, dict) else []
        if unknown:
            raise serializers.ValidationError({unknown[0][:60]: [_("There is no such field.")]})
        return super().to_internal_value(data)


class TournamentActBody(ClubActBody):
    """What is sent to an act of a tournament."""

    stamp = serializers.DictField(
        child=serializers.CharField(max_length=LONGEST_STAMP),
        required=False,
        help_text=_(
            "The state of what you looked at, such as an entry's revision as entry:12. If that has changed since, the "
            "act is refused with 409 and nothing happens."
        ),
    )

    def validate_stamp(self, stamp: dict[str, str]) -> dict[str, str]:
        """A stamp of a few names."""
        if len(stamp) > MOST_STAMPS or any(len(name) > LONGEST_STAMP for name in stamp):
            raise serializers.ValidationError(_("This stamp is too long."))
        return stamp


class OutcomeShape(serializers.Serializer):
    """How an act went: `result` are the ids and figures it made, `repeated` says that it had been done before."""

    action_id = serializers.CharField()
    result = serializers.DictField()
    version = serializers.IntegerField()
    repeated = serializers.BooleanField()


class ActView(ApiView):
    """Carries out one verb. Refusals are answered with 422, conflicts with 409."""

    http_method_names = ["post"]
    throttle_classes = [ActThrottle]
    kind: ClassVar[str]
    body: ClassVar[type[serializers.Serializer]]

    def post(self, request: Request, **address: Any) -> Response:
        """Read key and body, call the verb, tell how it went."""
        key = request.headers.get(KEY_HEADER, "")
        if not KEY.fullmatch(key):
            raise KeyMissing
        sent = self._sent(request)
        params = parse(VERBS[self.kind], sent.pop("params", {}))
        outcome = CALLABLES[self.kind](
            actor=self.caller.actor,
            tournament_id=self.kwargs.get("tournament_id"),
            request_id=key,
            **sent,
            **params,
        )
        names = ("action_id", "result", "version", "repeated")
        return Response({name: getattr(outcome, name) for name in names})

    def _sent(self, request: Request) -> dict[str, Any]:
        """The parts of the body: `params` as they came (the verb's own serializer reads them), the others checked."""
        data = request.data
        if not isinstance(data, dict) or not isinstance(data.get("params", {}), dict):
            raise ParseError(_('The body is an object: {"params": {…}, "stamp": {…}, "reason": "…"}.'))
        envelope = self.body(data={name: value for name, value in data.items() if name != "params"})
        envelope.fields.pop("params")
        envelope.is_valid(raise_exception=True)
        return dict(envelope.validated_data) | {"params": dict(data.get("params", {}))}


def body_of(verb: Verb) -> type[serializers.Serializer]:
    """The body of a verb: its parameters beside stamp and reason."""
    base = TournamentActBody if verb.needs_tournament else ClubActBody
    required = any(parameter.default is parameter.empty for parameter in verb.parameters.values())
    name = serializer_of(verb.kind).__name__.removesuffix("Parameters") + "Act"
    params = serializer_of(verb.kind)(required=required)
    return type(name, (base,), {"params": params, "__doc__": base.__doc__, "__module__": __name__})


def view_of(verb: Verb) -> type[ActView]:
    """The view of a verb."""
    sentence: str | Promise = verb.body.__doc__ or verb.kind
    return type(
        f"{body_of(verb).__name__}View",
        (ActView,),
        {
            "__doc__": str(sentence),
            "__module__": __name__,
            "kind": verb.kind,
            "roles": verb.roles - {SYSTEM},
            "tag": verb.kind.partition(".")[0],
            "body": body_of(verb),
            "throttle_classes": [PasswordThrottle] if verb.kind in PASSWORDS else [ActThrottle],
        },
    )


def offered() -> dict[str, Verb]:
    """The verbs people and programs may call: all but those of the clock itself."""
    return {kind: verb for kind, verb in sorted(VERBS.items()) if verb.roles - {SYSTEM}}
