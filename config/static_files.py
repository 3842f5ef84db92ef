"""Static files under names made of their content, the modules that scripts import included; bundles for displays."""

import os
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage

from config.bundling import bundled_script, bundled_style

SOURCES = Path(settings.BASE_DIR) / "static"
# What a display loads, by the name of the bundle. Scripts are modules of static/display.
SCRIPTS = {
    "display/display.bundle.js": "display.js",
    "display/player.bundle.js": "player.js",
    # Fetched by the display that sounds, and by the one that speaks.
    "display/sound.bundle.js": "sound.js",
    "display/speech.bundle.js": "speech.js",
}
STYLES = {"display/display.bundle.css": ["design/tokens.css", "display/display.css"]}


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Whitenoise's storage, which also rewrites `import … from "./x.js"`: only hashed files are kept."""

    support_js_module_import_aggregation = True


class BundleFinder(BaseFinder):
    """Finds bundles, making them from their sources when these are newer: for collectstatic and for a server alike."""

    def __init__(self, app_names: Any = None, *args: Any, **kwargs: Any) -> None:
        self.storage = FileSystemStorage(location=str(Path(settings.VAR_DIR) / "bundles"))

    def check(self, **kwargs: Any) -> list[Any]:
        """Nothing can be set wrong."""
        return []

    def find(self, path: str, find_all: bool = False) -> Any:
        """The file of a bundle, or nothing."""
        if path not in SCRIPTS and path not in STYLES:
            return [] if find_all else None
        file = str(fresh(Path(self.storage.path(path)), path))
        return [file] if find_all else file

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        """Every bundle."""
        for name in (*SCRIPTS, *STYLES):
            fresh(Path(self.storage.path(name)), name)
            yield name, self.storage


def fresh(file: Path, name: str) -> Path:
    """The file of a bundle, made anew unless it is newer than all it can be made of."""
    newest = max(source.stat().st_mtime_ns for source in _sources(name))
    if not file.exists() or file.stat().st_mtime_ns < newest:
        write_whole(file, text_of(name))
    return file


def _sources(name: str) -> Iterator[Path]:
    yield Path(__file__)
    if name in STYLES:
        yield from (SOURCES / style for style in STYLES[name])
    else:
        yield from (SOURCES / "display").glob("*.js")


def text_of(name: str) -> str:
    """A bundle put together."""
    if name in STYLES:
        return bundled_style(STYLES[name], name, lambda style: (SOURCES / style).read_text(encoding="utf-8"))
    modules = SOURCES / "display"
    return bundled_script(SCRIPTS[name], lambda module: (modules / module).read_text(encoding="utf-8"))


def write_whole(file: Path, text: str) -> None:
    """Write a file in one go: another process may be reading or writing it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=file.parent)
    with os.fdopen(handle, "w", encoding="utf-8") as opened:
        opened.write(text)
    Path(draft).chmod(0o644)
    Path(draft).replace(file)
