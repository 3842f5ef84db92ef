"""Every address the site has, as its resolver knows them, filled with ids of one side of the world."""

import re
from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver

from club.models import ClubImage, Membership
from tests.security.world import Side

VARIABLE = re.compile(r"<(?:\w+:)?(\w+)>")
ACT = re.compile(r"^api/v1/(?:tournaments/<int:tournament_id>/)?acts/[a-z]")


def routes() -> set[str]:
    """Every pattern of the resolver, without the acts of the API, which have a line each by their kind."""
    return {route for route in _all(get_resolver().url_patterns) if not ACT.match(route)}


def _all(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _all(pattern.url_patterns, route)
        else:
            yield route


def variables_of(side: Side) -> dict[str, object]:
    """What stands for the variables of addresses: things of one side."""
    return {
        "tournament_id": side.running,
        "entry_id": side.id_of("Ann"),
        "player_id": side.players[side.named("Ann")],
        "template_id": side.made["template_id"],
        "chip_set_id": side.made["chip_set_id"],
        "token_id": side.made["api_token_id"],
        "user_id": Membership.objects.get(pk=side.made["member"]).user_id,
        "image_id": side.made["image_id"],
        "link": side.screen_link,
        "sha256": ClubImage.objects.get(pk=side.made["image_id"]).sha256,
        "code": side.entry(side.named("Ann")).code,
        "number": 1,
        "language": "en",
        "kind": "notice.show",
        "name": "notice",
    }


def address(route: str, side: Side, **chosen: object) -> str:
    """The route as an address of the side."""
    variables = variables_of(side) | chosen
    path = VARIABLE.sub(lambda found: str(variables[found[1]]), route)
    return "/" + path.replace("^.*$", "no-such-address")


def names_something(route: str) -> bool:
    """Whether the address names a thing of a club."""
    return bool(set(VARIABLE.findall(route)) - {"kind", "name", "number", "language"})
