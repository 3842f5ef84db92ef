"""Every sentence of a refusal gets the facts it names, wherever the rule refuses."""

import ast
import re

from acts.sentences import SENTENCES
from tests.architecture.sources import modules, relative, tree

NAMED = re.compile(r"%\((\w+)\)")
# Given by whoever turns the rule's error into a refusal.
ALWAYS = frozenset({"row", "what"})


def refusals() -> list[tuple[str, str, set[str]]]:
    """Every RuleError("code", fact=...) in the rules: place, code, names of the facts."""
    found = []
    for path in modules():
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "RuleError" and node.args:
                code = node.args[0]
                if isinstance(code, ast.Constant) and all(keyword.arg for keyword in node.keywords):
                    facts = {str(keyword.arg) for keyword in node.keywords}
                    found.append((f"{relative(path)}:{node.lineno}", str(code.value), facts))
    return found


def test_a_rule_that_refuses_gives_the_facts_its_sentence_names() -> None:
    wrong = [
        f"{where} {code}: {sorted(missing)}"
        for where, code, facts in refusals()
        if (missing := set(NAMED.findall(str(SENTENCES.get(code, "")))) - facts - ALWAYS)
    ]
    assert wrong == []
