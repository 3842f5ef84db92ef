"""Tables as CSV that a spreadsheet opens without carrying anything out."""

import csv
import io
from collections.abc import Iterable, Sequence

from django.http import HttpResponse

# A cell that begins with one of these is taken for a formula, or hides one behind white space.
DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n")
BYTE_ORDER_MARK = "\ufeff"


def neutral(value: object) -> str:
    """A cell as text, with an apostrophe before what a spreadsheet would take for a formula. Numbers stay numbers."""
    text = "" if value is None else str(value)
    if isinstance(value, int):
        return text
    return f"'{text}" if text.lstrip(" ").startswith(DANGEROUS) else text


def csv_response(filename: str, heading: Sequence[object], rows: Iterable[Sequence[object]]) -> HttpResponse:
    """A download in UTF-8 with a mark, so that spreadsheets read the letters right."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerow([neutral(cell) for cell in heading])
    for row in rows:
        writer.writerow([neutral(cell) for cell in row])
    response = HttpResponse(BYTE_ORDER_MARK + out.getvalue(), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{filename}"'
    response.headers["Cache-Control"] = "no-store"
    return response
