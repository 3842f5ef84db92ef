"""Who acts, and the sets of roles that verbs name (the permission matrix of the product)."""

from dataclasses import dataclass

OWNER, DIRECTOR, FLOOR, CASHIER, DEALER, VIEWER = "owner", "director", "floor", "cashier", "dealer", "viewer"
SYSTEM = "system"

OWNER_ONLY = frozenset({OWNER})
DIRECTORS = frozenset({OWNER, DIRECTOR})
FLOOR_STAFF = frozenset({OWNER, DIRECTOR, FLOOR})
DESK_STAFF = frozenset({OWNER, DIRECTOR, CASHIER})
FLOOR_AND_DESK = frozenset({OWNER, DIRECTOR, FLOOR, CASHIER})
EVERYBODY_ON_STAFF = frozenset({OWNER, DIRECTOR, FLOOR, CASHIER, DEALER, VIEWER})
CLOCK_ITSELF = frozenset({SYSTEM})

# What each role includes beside itself. Floor and cashier stand side by side, and a cashier does not deal.
INCLUDED: dict[str, frozenset[str]] = {
    OWNER: frozenset({DIRECTOR, FLOOR, CASHIER, DEALER, VIEWER}),
    DIRECTOR: frozenset({FLOOR, CASHIER, DEALER, VIEWER}),
    FLOOR: frozenset({DEALER, VIEWER}),
    CASHIER: frozenset({VIEWER}),
    DEALER: frozenset({VIEWER}),
    VIEWER: frozenset(),
}


def covers(role: str, other: str) -> bool:
    """Whether a role may all that the other may."""
    return role == other or other in INCLUDED.get(role, frozenset())


def lower_role(one: str, other: str) -> str:
    """The role that may only what both may: the lower of the two, viewer where neither includes the other."""
    if covers(one, other):
        return other
    return one if covers(other, one) else VIEWER


@dataclass(frozen=True, slots=True)
class Actor:
    """The person (or the clock) behind an act.

    The role is read again from the membership under the lock. `token_id` is the API token he acts through: it is read
    again too, and the lower of its role and his own counts.
    """

    club_id: int
    user_id: int | None = None
    device: str = ""
    token_id: int | None = None

    @property
    def is_system(self) -> bool:
        """Whether no person acts: the clock, the upkeep, the simulation of a club."""
        return self.user_id is None


def system_actor(club_id: int, device: str = "clock") -> Actor:
    """The actor of acts nobody does by hand, such as the recording of a level."""
    return Actor(club_id=club_id, device=device)
