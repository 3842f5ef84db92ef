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


@dataclass(frozen=True, slots=True)
class Actor:
    """The person (or the clock) behind an act.

    The role is read again from the membership under the lock; `token_role` narrows it for API tokens.
    """

    club_id: int
    user_id: int | None = None
    device: str = ""
    token_role: str = ""

    @property
    def is_system(self) -> bool:
        """Whether no person acts: the clock, the outbox, the simulation of a club."""
        return self.user_id is None


def system_actor(club_id: int, device: str = "clock") -> Actor:
    """The actor of acts nobody does by hand, such as the recording of a level."""
    return Actor(club_id=club_id, device=device)
