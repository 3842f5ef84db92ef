"""The club's colours and pictures on displays. Lists of pictures never read their bytes."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse

from club.models import Club, ClubImage
from display import snapshot as s
from display.answers import open_page

YEAR = "public, max-age=31536000, immutable"


def theme_of(club: Club) -> s.Theme:
    """What a display of the club wears, in one query."""
    rows = ClubImage.objects.filter(club=club, revoked_by_id__isnull=True).order_by("position", "pk")
    pictures = list(rows.values_list("kind", "name", "sha256"))
    logos = [address_of(sha) for kind, _name, sha in pictures if kind == ClubImage.Kind.LOGO]
    return s.Theme(
        main=club.colour_main,
        accent=club.colour_accent,
        logo=logos[0] if logos else "",
        sponsors=tuple(
            s.Sponsor(name=name, image=address_of(sha))
            for kind, name, sha in pictures
            if kind == ClubImage.Kind.SPONSOR
        ),
    )


def address_of(sha256: str) -> str:
    """Where a picture is found: under the hash of its bytes, so that it can be kept for ever."""
    return reverse("display_image", args=[sha256])


@open_page
def image(request: HttpRequest, sha256: str) -> HttpResponseBase:
    """A picture of a club's displays. What an address names never changes."""
    rows = ClubImage.objects.filter(sha256=sha256, revoked_by_id__isnull=True)
    found = rows.values_list("content_type", "content").first()
    if found is None:
        return HttpResponse(status=404)
    kind, content = found
    headers = {"Cache-Control": YEAR, "ETag": f'"{sha256[:32]}"'}
    return HttpResponse(bytes(content), content_type=kind, headers=headers)
