"""What every test may use: the database put back after commits, the site under uvicorn, a browser."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import TransactionTestCase
from hypothesis import HealthCheck, settings

from bin.compile_messages import compile_messages
from clock.selectors import levels_of
from tests.browsing import find_browser
from tests.restoring import PristineDatabase, drop_other_connections, teardown_with
from tests.serving import serving, watching
from tests.supervised import ROOT, Site, clean_environment, running

BROWSER_FIXTURES = {"page", "context", "new_context", "browser"}
# What a property says does not depend on how busy the machine is.
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")

DATABASE_FIXTURES = {"db", "transactional_db", "django_db_setup", "live_server", "site"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--database-only",
        action="store_true",
        help="leave out tests that touch no database (they were run on the other one)",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Compile the catalogues: the .mo files are not committed."""
    compile_messages()


def touches_database(item: pytest.Item) -> bool:
    """True for a test with the django_db mark or a fixture that needs the database."""
    fixtures = set(getattr(item, "fixturenames", ()))
    return item.get_closest_marker("django_db") is not None or bool(fixtures & DATABASE_FIXTURES)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark browser tests by their fixtures, run them last, and leave out what --database-only says."""
    for item in items:
        if BROWSER_FIXTURES & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.browser)
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)
    if config.getoption("--database-only"):
        left_out = [item for item in items if not touches_database(item)]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if touches_database(item)]


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """Make the test database and remember it, so that tests that commit can be undone whole."""
    with django_db_blocker.unblock():
        pristine = PristineDatabase(tmp_path_factory.mktemp("pristine"))
    original = TransactionTestCase._fixture_teardown
    TransactionTestCase._fixture_teardown = teardown_with(pristine)  # type: ignore[method-assign]
    yield
    TransactionTestCase._fixture_teardown = original  # type: ignore[method-assign]
    with django_db_blocker.unblock():
        drop_other_connections()


@pytest.fixture(autouse=True)
def _fresh_levels() -> None:
    """Forget levels read by the test before: on a virtual clock ids of acts repeat from test to test."""
    levels_of.cache_clear()


@pytest.fixture(scope="session")
def _site(django_db_setup: None, django_db_blocker: Any) -> Iterator[str]:
    """One server for the whole run; its threads keep their connections."""
    with django_db_blocker.unblock(), serving() as address:
        yield address


@pytest.fixture
def site(transactional_db: None, _site: str) -> Iterator[str]:
    """The address of the running site, on the test database, which is put back afterwards."""
    with watching.during_a_test():
        yield _site


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for the supervised site that was migrated and collected once, to be copied."""
    folder = tmp_path_factory.mktemp("prepared")
    command = [sys.executable, str(ROOT / "bin" / "prepare.py")]
    subprocess.run(command, env=clean_environment(VAR_DIR=str(folder)), check=True, stdout=subprocess.DEVNULL)
    return folder


@pytest.fixture(scope="module")
def running_site(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[Site]:
    """One supervised site per module, for tests that leave it running."""
    with running(tmp_path_factory.mktemp("site"), prepared) as site:
        yield site


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Drive the Chromium that is there; its sandbox needs a user other than root."""
    path = find_browser()
    if path is None:
        pytest.fail("No Chromium found: install one, name it in E2E_BROWSER, or run with BROWSER=none.")
    # Playwright leaves a running event loop in this thread, which Django takes for a coroutine calling it; so
    # from here on it must not, and browser tests run last.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    return {**browser_type_launch_args, "executable_path": path, "args": arguments}


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's folder."""
    return ROOT
