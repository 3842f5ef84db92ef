"""What a strict content policy and untrusted names ask of templates and of the code that makes HTML."""

import ast
import re
from pathlib import Path

import pytest

from tests.architecture.sources import lines_with, modules, relative, templates, tree

COMMENT = re.compile(r"\{#.*?#\}|\{% comment.*?%\}.*?\{% endcomment %\}|<!--.*?-->", re.DOTALL)

TRUSTING = frozenset({"mark_safe", "SafeString", "SafeText"})

FORBIDDEN = {
    "a style attribute": r"<[^>]*\sstyle\s*=",
    "a style element": r"<style\b",
    "an inline script": r"<script\b(?![^>]*\ssrc=)",
    "an event attribute": r"<[^>]*\son[a-z]+\s*=",
    "code in an htmx attribute": r"\shx-on[:-]|\shx-(vals|headers)[^=]*=[\"']js:|\shx-vars\b",
    "a javascript address": r"[\"']\s*javascript:",
    "a value without quotes": r"<[^>%]*\s[a-zA-Z:-]+=\{\{",
    "trust in a value": r"\|\s*safe(seq)?\b|\{%\s*autoescape\s+off",
    "something from another host": r"(src|href|action)=[\"']\s*(https?:)?//",
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_template_holds(what: str) -> None:
    pattern = re.compile(FORBIDDEN[what], re.IGNORECASE)
    assert [
        found for path in templates() if path.suffix != ".txt" for found in lines_with(pattern, path, COMMENT)
    ] == []


def marks_as_safe(call: ast.Call) -> bool:
    """True for a call that trusts a text which is not written out there (format_html escapes what it is given)."""
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    return name in TRUSTING and not all(isinstance(argument, ast.Constant) for argument in call.args)


def test_no_code_marks_text_as_safe_html() -> None:
    wrong = [
        f"{relative(path)}:{node.lineno}"
        for path in modules()
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call) and marks_as_safe(node)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("what", "bad"),
    [
        ("a style attribute", '<p class="a" style="color:red">'),
        ("a style element", "<style>"),
        ("an inline script", "<script>alert(1)</script>"),
        ("an event attribute", '<a href="#" onclick="x()">'),
        ("code in an htmx attribute", '<b hx-on:click="x()">'),
        ("a value without quotes", "<p title={{ name }}>"),
        ("trust in a value", "{{ name|safe }}"),
        ("something from another host", '<img src="//x.example/a.png">'),
        ("a javascript address", '<a href="javascript:x()">'),
    ],
)
def test_each_pattern_finds_what_it_is_for(what: str, bad: str, tmp_path: Path) -> None:
    assert re.search(FORBIDDEN[what], bad, re.IGNORECASE)
