"""What displays of the club wear, on the page of the club: colours, logo, pictures of sponsors."""

from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_POST

from acts.theme import MOST_SPONSORS, add_image, move_image, remove_image, set_theme
from acts.uploads import MOST_BYTES, Upload
from club.models import Club, ClubImage
from director.posting.club_acts import pressed
from director.web.access import StaffRequest, staff
from director.web.typed_numbers import whole_number
from tournaments.actors import OWNER_ONLY

HERE = "/club#displays"


def theme_context(club: Club) -> dict[str, Any]:
    """The colours and pictures, for the page; the bytes of pictures are not read."""
    rows = ClubImage.objects.filter(club=club, revoked_by_id__isnull=True).order_by("position", "pk")
    pictures = list(rows.values("pk", "kind", "name", "sha256", "width", "height"))
    sponsors = [one for one in pictures if one["kind"] == ClubImage.Kind.SPONSOR]
    return {
        "colour_main": club.colour_main,
        "colour_accent": club.colour_accent,
        "logo": next((one for one in pictures if one["kind"] == ClubImage.Kind.LOGO), None),
        "sponsors": [{**one, "turn": turn} for turn, one in enumerate(sponsors, start=1)],
        "most_sponsors": MOST_SPONSORS,
    }


@require_POST
@staff(OWNER_ONLY)
def theme(request: StaffRequest) -> HttpResponse:
    """Choose the two colours; an empty one is the house's own."""
    chosen = {name: request.POST.get(name, "") for name in ("colour_main", "colour_accent")}
    return pressed(request, set_theme, HERE, **chosen)


@require_POST
@staff(OWNER_ONLY)
def add(request: StaffRequest) -> HttpResponse:
    """Add the picture of a file."""
    file = request.FILES.get("file")
    # One byte more than is taken says that it is too large, however large it is.
    content = Upload(file.read(MOST_BYTES + 1) if file else b"")
    name = request.POST.get("name", "")
    return pressed(request, add_image, HERE, kind=request.POST.get("kind", ""), content=content, name=name)


@require_POST
@staff(OWNER_ONLY)
def move(request: StaffRequest, image_id: int) -> HttpResponse:
    """Show a sponsor's picture earlier or later."""
    turn = whole_number(request.POST.get("turn", "")) or 0
    return pressed(request, move_image, HERE, image_id=image_id, turn=turn)


@require_POST
@staff(OWNER_ONLY)
def remove(request: StaffRequest, image_id: int) -> HttpResponse:
    """Take a picture off the displays."""
    return pressed(request, remove_image, HERE, image_id=image_id)
