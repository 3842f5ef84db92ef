"""What displays of the club wear: two colours, the logo, pictures of sponsors."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from acts.refusals import whole
from acts.uploads import MOST_BYTES, TOO_LARGE, Upload
from club.models import ClubImage
from club.rules.contrast import GROUND, LEAST_RATIO, contrast, is_colour, is_readable
from club.rules.pictures import Picture, picture_of
from tournaments.act import Act
from tournaments.acting import director_action
from tournaments.actors import OWNER_ONLY
from tournaments.errors import DirectorError, NotFound

LARGEST_PIXELS = 2000
MOST_SPONSORS = 12
LONGEST_NAME = 120


@director_action("club.set_theme", roles=OWNER_ONLY, tournament=False)
def set_theme(act: Act, *, colour_main: str = "", colour_accent: str = "") -> dict[str, object]:
    """Choose the two colours of the displays as #rrggbb, an empty one for the house's own.

    `colour_main` is that of bars and of what is good, `colour_accent` that of what comes next. A colour that cannot be
    read on the dark ground is refused with its contrast.
    """
    act.change(act.club, colour_main=_colour(colour_main), colour_accent=_colour(colour_accent))
    return {"club_id": act.club.pk}


def _colour(text: str) -> str:
    """A colour that is read from ten metres, or none."""
    colour = text.strip().lower()
    if not colour:
        return ""
    if not is_colour(colour):
        raise DirectorError(
            "colour_wrong", _("“%(colour)s” is no colour. Write it like #d4af37."), colour=colour[:20]
        )
    if not is_readable(colour):
        raise DirectorError(
            "colour_unreadable",
            _(
                "%(colour)s has a contrast of %(ratio)s on the dark ground of displays; from ten metres it takes"
                " %(least)s. Choose a lighter one."
            ),
            colour=colour,
            ratio=str(contrast(colour, GROUND)),
            least=str(LEAST_RATIO),
        )
    return colour


@director_action("image.add", roles=OWNER_ONLY, tournament=False)
def add_image(act: Act, *, kind: str, content: Upload, name: str = "") -> dict[str, object]:
    """Add a picture for displays: `kind` "logo" (in place of the one before) or "sponsor" (behind the others).

    PNG, JPEG or WebP, at most 200 kB and 2,000 pixels wide and high, told by its bytes.
    """
    if kind not in ClubImage.Kind.values:
        raise DirectorError("image_kind", _("A picture is the logo or a sponsor's."))
    picture = _picture(content)
    sponsors = _images(act).filter(kind=ClubImage.Kind.SPONSOR)
    if kind == ClubImage.Kind.SPONSOR and sponsors.count() >= MOST_SPONSORS:
        raise DirectorError(
            "too_many_images",
            _("There are %(count)s pictures already. Take one away first."),
            count=MOST_SPONSORS,
        )
    for row in _images(act).filter(kind=kind) if kind == ClubImage.Kind.LOGO else ():
        act.change(row, revoked_by_id=act.id)
    last = sponsors.order_by("-position").values_list("position", flat=True).first()
    row = act.create(
        ClubImage(
            club=act.club,
            kind=kind,
            name=_name(name),
            content_type=picture.content_type,
            width=picture.width,
            height=picture.height,
            sha256=content.sha256,
            content=content.content,
            position=0 if kind == ClubImage.Kind.LOGO or last is None else last + 1,
        )
    )
    act.facts |= {"image": row.name, "kind": kind}
    return {"image_id": row.pk, "sha256": row.sha256}


def _images(act: Act) -> Any:
    """The pictures of the club, without their bytes."""
    return ClubImage.objects.filter(club=act.club, revoked_by_id__isnull=True).defer("content")


def _name(name: str) -> str:
    return " ".join(name.split())[:LONGEST_NAME]


def _picture(content: Upload) -> Picture:
    """What the bytes are; refused when they are no picture of a kind we take, or too large."""
    if len(content.content) > MOST_BYTES:
        raise DirectorError("image_large", TOO_LARGE)
    picture = picture_of(content.content)
    if picture is None:
        raise DirectorError(
            "image_unknown", _("This is no PNG, JPEG or WebP picture. Save it as one of these.")
        )
    if max(picture.width, picture.height) > LARGEST_PIXELS:
        raise DirectorError(
            "image_wide",
            _("The picture has %(width)s × %(height)s pixels; at most %(most)s each way are taken."),
            width=picture.width,
            height=picture.height,
            most=LARGEST_PIXELS,
        )
    return picture


def _found(act: Act, image_id: int) -> ClubImage:
    row: ClubImage | None = _images(act).filter(pk=image_id).first()
    if row is None:
        raise NotFound("image_gone", _("There is no such picture."))
    return row


@director_action("image.remove", roles=OWNER_ONLY, tournament=False)
def remove_image(act: Act, *, image_id: int) -> dict[str, object]:
    """Take a picture off the displays."""
    row = _found(act, image_id)
    act.change(row, revoked_by_id=act.id)
    act.facts |= {"image": row.name, "kind": row.kind}
    return {"image_id": row.pk}


@director_action("image.move", roles=OWNER_ONLY, tournament=False)
def move_image(act: Act, *, image_id: int, turn: int) -> dict[str, object]:
    """Show a sponsor's picture as the first, second … (`turn`, from 1) of those that take turns."""
    row = _found(act, image_id)
    if row.kind != ClubImage.Kind.SPONSOR:
        raise DirectorError("image_alone", _("There is one logo: it has no place in a turn."))
    others = list(_images(act).filter(kind=row.kind).exclude(pk=row.pk).order_by("position", "pk"))
    others.insert(whole(turn, 1, len(others) + 1, _("The turn")) - 1, row)
    for position, one in enumerate(others):
        act.change(one, position=position)
    act.facts |= {"image": row.name, "kind": row.kind}
    return {"image_id": row.pk}
