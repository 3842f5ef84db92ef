"""The address under which players' phones reach this site, for codes and links on paper and on the wall."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

LOOPBACK = ("localhost", "127.", "[::1]")


def is_loopback(host: str) -> bool:
    """Whether the host of a request means the machine that asks: a phone would open itself."""
    return host.startswith(LOOPBACK)


def public_address(request: HttpRequest, path: str) -> str:
    """The complete address of a page for other machines, or "" where there is none that they could open.

    PUBLIC_ADDRESS is what the club says. Else it is the host that this reader came to, and for one at the machine
    itself its address in the LAN, if the site is open to the LAN.
    """
    if settings.PUBLIC_ADDRESS:
        return f"{settings.PUBLIC_ADDRESS}{path}"
    if not is_loopback(request.get_host()):
        return request.build_absolute_uri(path)
    found = settings.LAN_ADDRESSES()
    port = urlsplit(f"//{request.get_host()}").port
    return f"{request.scheme}://{found[0]}{f':{port}' if port else ''}{path}" if found else ""
