"""A printed sheet as PDF. WeasyPrint needs Pango from the system; without it the page itself prints as well."""

import functools
import mimetypes
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.utils.translation import gettext as _

BASE_URL = "http://sheet.invalid/"


class NoPdf(RuntimeError):
    """PDFs cannot be made on this machine; the message says how to make it so."""


def how_to_get_it() -> str:
    """What to install so that the PDF button works."""
    return _(
        "PDFs need the library Pango on the server. Debian or Ubuntu: apt install libpango-1.0-0 libpangoft2-1.0-0 "
        "libharfbuzz-subset0; macOS: brew install pango. Then start the site again. Printing from the page works "
        "without it."
    )


@functools.cache
def pdf_is_possible() -> bool:
    """Whether WeasyPrint and the libraries it loads are there; looked up once."""
    try:
        import weasyprint  # noqa: F401, PLC0415  it loads the libraries, and takes its time
    except (OSError, ImportError):
        return False
    return True


def pdf_of(html: str) -> bytes:
    """The sheet as PDF. Only our own static files are read for it; NoPdf where it cannot be made."""
    if not pdf_is_possible():
        raise NoPdf(how_to_get_it())
    import weasyprint  # noqa: PLC0415  as above

    return bytes(weasyprint.HTML(string=html, base_url=BASE_URL, url_fetcher=_fetcher()).write_pdf())


def _fetcher() -> Any:
    """Reads our static files from where they lie, and nothing else: no network, no other file."""
    from weasyprint.urls import URLFetcher, URLFetcherResponse  # noqa: PLC0415  as above

    class StaticFiles(URLFetcher):
        def fetch(self, url: str, headers: Any = None) -> Any:
            path = static_path(url)
            kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            return URLFetcherResponse(url, body=path.read_bytes(), headers={"Content-Type": kind})

    return StaticFiles()


def static_path(url: str) -> Path:
    """The file behind an address of a static file; anything else is refused."""
    parts = urlsplit(url)
    prefix = urlsplit(settings.STATIC_URL).path
    if f"{parts.scheme}://{parts.netloc}/" != BASE_URL or not parts.path.startswith(prefix):
        raise ValueError(f"a sheet reads static files only, not {url}")
    name = unquote(parts.path.removeprefix(prefix))
    found = finders.find(name)
    return Path(str(found)) if found else Path(staticfiles_storage.path(name))
