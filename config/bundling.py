"""Puts the modules of a page into one file, so that a display makes five requests instead of eighteen.

The scripts of displays keep to a plain form of modules: `import { a, b as c } from "./x.js";`, `export` in front of a
function, class or constant. A module becomes a function that returns what it exports. Comments and indentation stay in
the sources. `import("./x.js")` of optional parts is left as it is.
"""

import functools
import re
from collections.abc import Callable
from pathlib import PurePosixPath

type Read = Callable[[str], str]

IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([\w.-]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const|let) (\w+))", re.MULTILINE)
OTHER_FORM = re.compile(r"^(?:import(?!\()|export)\b.*", re.MULTILINE)
COMMENT = re.compile(r"^[ \t]*(?://[^\n]*|/\*.*?\*/[ \t]*)\n", re.MULTILINE | re.DOTALL)
STYLE_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
ADDRESS = re.compile(r'url\("(?!data:)([^"]+)"\)')


def bundled_script(entry: str, read: Read) -> str:
    """The module `entry` and all it imports as one module with the exports of `entry`; `read` gives a module's text."""
    order: list[str] = []
    _collect(entry, read, order, ())
    parts = [_as_function(name, read(name)) for name in order]
    exported = EXPORT.findall(read(entry))
    if exported:
        parts.append(f"export const {{{','.join(name for _text, name in exported)}}}={_called(entry)};\n")
    return "".join(parts)


def _collect(name: str, read: Read, order: list[str], above: tuple[str, ...]) -> None:
    """Append a module to the order, after those it imports."""
    if name in above:
        raise ValueError(f"{name} imports itself by way of {', '.join(above)}")
    if name in order:
        return
    for _names, imported in IMPORT.findall(read(name)):
        _collect(imported, read, order, (*above, name))
    order.append(name)


def _as_function(name: str, text: str) -> str:
    """A module as a constant that holds its exports."""
    exported = ",".join(found for _text, found in EXPORT.findall(text))
    body = EXPORT.sub(r"\1", IMPORT.sub(_as_constant, text))
    other = OTHER_FORM.search(body)
    if other:
        raise ValueError(f"{name}: write this import or export in the plain form: {other[0]}")
    return f"const {_called(name)}=(()=>{{\n{without_comments(body)}return {{{exported}}};\n}})();\n"


def _as_constant(found: re.Match[str]) -> str:
    """`import { a, b as c } from "./x.js"` as taking them out of the constant of x.js."""
    names = ",".join(part.strip().replace(" as ", ":") for part in found[1].split(",") if part.strip())
    return f"const {{{names}}}={_called(found[2])};\n"


def _called(name: str) -> str:
    """The constant that holds the exports of a module."""
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))


def without_comments(text: str) -> str:
    """A script without lines of comment, indentation and empty lines (no string of ours goes over lines)."""
    lines = (line.strip() for line in COMMENT.sub("", text).splitlines())
    return "".join(f"{line}\n" for line in lines if line)


def bundled_style(names: list[str], target: str, read: Read) -> str:
    """Style sheets in their order as one at `target`, with addresses relative to it."""
    here = PurePosixPath(target).parent
    parts = []
    for name in names:
        from_here = functools.partial(_moved, here, PurePosixPath(name).parent)
        parts.append(ADDRESS.sub(from_here, STYLE_COMMENT.sub("", read(name))))
    lines = (line.strip() for line in "\n".join(parts).splitlines())
    return "".join(f"{line}\n" for line in lines if line)


def _moved(here: PurePosixPath, folder: PurePosixPath, found: re.Match[str]) -> str:
    """An address that was relative to `folder`, relative to its sibling `here`."""
    address = found[1] if folder == here else f"../{folder}/{found[1]}"
    return f'url("{address}")'
