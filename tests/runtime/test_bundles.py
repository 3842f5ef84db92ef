"""What a display loads is put together from its sources, whoever asks for it first."""

import os
from collections.abc import Mapping
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from config import static_files
from config.bundling import bundled_script, bundled_style, without_comments

MODULES = {
    "page.js": 'import { sum, one as first } from "./sums.js";\n// A comment.\nexport const both = sum(first, 2);\n',
    "sums.js": "/**\n * Adds.\n */\nexport function sum(a, b) {\n  return a + b;\n}\nexport const one = 1;\n",
}


def bundle(modules: Mapping[str, str]) -> str:
    return bundled_script("page.js", modules.__getitem__)


def test_a_module_comes_after_what_it_imports_and_keeps_its_exports() -> None:
    assert bundle(MODULES) == (
        "const $sums=(()=>{\nfunction sum(a, b) {\nreturn a + b;\n}\nconst one = 1;\nreturn {sum,one};\n})();\n"
        "const $page=(()=>{\nconst {sum,one:first}=$sums;\nconst both = sum(first, 2);\nreturn {both};\n})();\n"
        "export const {both}=$page;\n"
    )


@pytest.mark.parametrize(
    "line", ['import * as sums from "./sums.js";', 'export { sum } from "./sums.js";', "export default 1;"]
)
def test_a_form_that_cannot_be_bundled_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"page.js: write this import or export in the plain form"):
        bundle({**MODULES, "page.js": line + "\n"})


def test_modules_that_import_each_other_are_refused() -> None:
    modules = {**MODULES, "sums.js": 'import { both } from "./page.js";\nexport const sum = both, one = 1;\n'}
    with pytest.raises(ValueError, match=r"page.js imports itself"):
        bundle(modules)


def test_what_is_imported_when_it_is_needed_stays_outside() -> None:
    text = 'const later = () => import("./sums.js");\nexport const both = later;\n'
    assert 'import("./sums.js")' in bundle({**MODULES, "page.js": text})


def test_no_string_of_ours_goes_over_lines() -> None:
    """Indentation is taken away without looking at what it stands in."""
    scripts = (static_files.SOURCES / "display").glob("*.js")
    odd = [
        f"{path.name}: {line}"
        for path in scripts
        for line in without_comments(path.read_text()).splitlines()
        if line.count("`") % 2
    ]
    assert odd == []


def test_addresses_in_styles_stay_right() -> None:
    sheets = {"design/a.css": 'a { b: url("fonts/x.woff2") }', "display/b.css": 'c { d: url("y.png") }'}
    text = bundled_style(list(sheets), "display/all.css", sheets.__getitem__)
    assert text == 'a { b: url("../design/fonts/x.woff2") }\nc { d: url("y.png") }\n'


def test_a_bundle_is_made_anew_when_a_source_is_newer(tmp_path: Path) -> None:
    name = "display/display.bundle.css"
    file = tmp_path / "all.css"
    file.write_text("old")
    os.utime(file, (1, 1))
    made = static_files.fresh(file, name).read_text()
    file.write_text("kept")
    assert (made.startswith("@layer"), static_files.fresh(file, name).read_text()) == (True, "kept")


def test_servers_and_collectstatic_find_every_bundle() -> None:
    names = {*static_files.SCRIPTS, *static_files.STYLES}
    found = {name for finder in finders.get_finders() for name, _storage in finder.list([])}
    assert [Path(finders.find(name) or "missing").is_file() for name in sorted(names)] == [True] * len(names)
    assert names <= found
