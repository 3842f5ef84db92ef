"""What the form of a page would post as it stands, so that a walk can send it."""

from html.parser import HTMLParser


class Guarded(HTMLParser):
    """Collects the fields of the first guarded form of a page (the one a page is about)."""

    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self._inside = self._done = False
        self._select = self._textarea = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attributes}
        if tag == "form" and "data-guard" in found and not self._done:
            self._inside = True
        if not self._inside:
            return
        name = found.get("name", "")
        if tag == "input" and name and (found.get("type") not in ("checkbox", "radio") or "checked" in found):
            self.fields[name] = found.get("value", "on" if found.get("type") == "checkbox" else "")
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select and ("selected" in found or self._select not in self.fields):
            self.fields[self._select] = found.get("value", "")
        elif tag == "textarea" and name:
            self._textarea = name
            self.fields[name] = ""

    def handle_data(self, data: str) -> None:
        if self._textarea:
            self.fields[self._textarea] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form" and self._inside:
            self._inside, self._done = False, True
        elif tag == "select":
            self._select = ""
        elif tag == "textarea":
            self._textarea = ""


def form_on(page: bytes) -> dict[str, str]:
    """The fields of a page's guarded form."""
    parser = Guarded()
    parser.feed(page.decode())
    parser.fields.pop("csrfmiddlewaretoken", None)
    return parser.fields
