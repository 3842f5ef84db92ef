"""The two kinds of error: what a person can be told and act on, and a bug."""

from collections.abc import Mapping

from django.utils.functional import Promise


class DirectorError(Exception):
    """An expected refusal. `message` is translatable, says what is wrong and what to do; `code` is for programs.

    `conflict` marks refusals caused by somebody else's change since the form was shown (answered with 409).
    """

    def __init__(
        self, code: str, message: str | Promise, *, conflict: bool = False, **params: object
    ) -> None:
        super().__init__(code)
        self.code = code
        self.message = message
        self.conflict = conflict
        self.params: Mapping[str, object] = params

    def __str__(self) -> str:
        return str(self.message) % self.params if self.params else str(self.message)


class NotAllowed(DirectorError):
    """The role of the person does not include the act (answered with 403)."""


class NotFound(DirectorError):
    """The object does not exist in the club of the person who asks (answered with 404)."""


class InvariantError(Exception):
    """Something that must always hold does not: a bug. The transaction is rolled back and the fault logged."""
