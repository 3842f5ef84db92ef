"""The first owner and his club, made once on a fresh installation with the code the terminal printed."""

import hashlib
import hmac

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.signing import Signer
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from acts.refusals import text
from club.models import Club, Membership, Role, User
from tournaments.act import Act
from tournaments.acting import Order, Outcome, carry_out, director_action
from tournaments.actors import CLOCK_ITSELF, Actor
from tournaments.errors import DirectorError


def setup_code() -> str:
    """The one-time code of this installation: eight letters from its secret key. Void once an owner exists."""
    digest = hashlib.sha256(Signer(salt="setup-code").signature("owner").encode()).hexdigest()
    return digest[:8].upper()


def setup_is_open() -> bool:
    """Whether nobody owns a club here yet."""
    return not Membership.objects.filter(role=Role.OWNER).exists()


@director_action(
    "club.found",
    roles=CLOCK_ITSELF,
    tournament=False,
    no_undo_reason="the first owner: undoing it would lock everybody out",
)
def record_founding(act: Act, *, owner_id: int) -> dict[str, object]:
    """The first act of a club: who owns it."""
    Membership.objects.create(club=act.club, user_id=owner_id, role=Role.OWNER)
    act.facts |= {"club": act.club.name}
    return {"club_id": act.club.pk, "user_id": owner_id}


def found_club(
    *,
    code: str,
    username: str,
    password: str,
    full_name: str,
    club_name: str,
    currency: str = "EUR",
    timezone: str = "Europe/Tallinn",
    language: str = "en",
    rule_preset: str = "tda",
) -> Outcome:
    """Make owner and club. Refused with a wrong code, once an owner exists, or with a weak password."""
    if not hmac.compare_digest(code.strip().upper(), setup_code()):
        raise DirectorError("setup_code_wrong", _("This is not the code the terminal shows. Type it again."))
    name, club_name = text(full_name, 150, _("Your name")), text(club_name, 200, _("The club's name"))
    try:
        validate_password(password)
    except ValidationError as error:
        raise DirectorError("password_weak", " ".join(error.messages).replace("%", "%%")) from error
    with transaction.atomic(durable=True):
        if not setup_is_open():
            raise DirectorError("setup_closed", _("This installation has an owner already. Sign in."))
        user = User.objects.create_user(
            username=text(username, 150, _("The user name")),
            password=password,
            first_name=name,
            language=language,
        )
        club = Club.objects.create(
            name=club_name, currency=currency, timezone=timezone, language=language, rule_preset=rule_preset
        )
        order = Order(
            record_founding.verb, Actor(club.pk, device="setup"), None, None, {}, "", {"owner_id": user.pk}
        )
        return carry_out(order)
