"""How long functions and files may be."""

import statistics

from tests.architecture.sources import functions, line_count, modules, relative, templates

LONGEST_FUNCTION = 70
MEDIAN_FUNCTION = 8
P90_FUNCTION = 30
LONGEST_FILE = 500
LONGEST_TEMPLATE = 150


def test_no_function_is_longer_than_seventy_lines() -> None:
    assert [f"{f.where} {f.name}: {f.lines}" for f in functions() if f.lines > LONGEST_FUNCTION] == []


def test_half_of_the_functions_have_eight_lines_or_fewer_and_nine_in_ten_thirty() -> None:
    lengths = sorted(function.lines for function in functions())
    assert statistics.median(lengths) <= MEDIAN_FUNCTION
    assert lengths[len(lengths) * 9 // 10] <= P90_FUNCTION


def test_no_file_is_longer_than_five_hundred_lines() -> None:
    long = [path for path in modules() if line_count(path) > LONGEST_FILE]
    assert [f"{relative(path)}: {line_count(path)}" for path in long] == []


def test_no_template_is_longer_than_a_hundred_and_fifty_lines() -> None:
    long = [path for path in templates() if line_count(path) > LONGEST_TEMPLATE]
    assert [f"{relative(path)}: {line_count(path)}" for path in long] == []
