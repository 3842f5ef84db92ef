"""What a refused act answers."""

from collections.abc import Callable

import pytest

from tournaments.errors import DirectorError


def refused(what: Callable[..., object], *args: object, **params: object) -> str:
    """The code of the refusal; the act must be refused."""
    with pytest.raises(DirectorError) as caught:
        what(*args, **params)
    return caught.value.code
