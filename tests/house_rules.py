"""The rules of this suite, enforced: no network, no home directory, no sleeping, an end in time.

A test that breaks one fails and says which. Order is random (`pytest-randomly`; the seed is
printed, `-p randomly -p no:randomly` or `-p no:randomly` runs them as they stand), and every
test has a limit (`pytest-timeout`). A test may be a coroutine function: it has a loop of its own.
"""

from __future__ import annotations

import asyncio
import gc
import inspect
import os
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

_HERE = Path(__file__).parent
_LONG = ("damage", "journeys", "soak", "surface")
"""Folders of tests that try long: `make check` runs them, `make test` all others.

Of the properties, those that are marked so: what is forbidden, what a rebuild answers and what
is never lost are tried briefly in every `make test`, and for long in `make check`.
"""
_LIMIT_S, _LONG_LIMIT_S = 60, 420
_HERE_ONLY = frozenset({"127.0.0.1", "::1", "localhost", "", None})

_IN_MEMORY, _ROOM = Path("/dev/shm"), 4 * 1024**3
if os.access(_IN_MEMORY, os.W_OK) and shutil.disk_usage(_IN_MEMORY).free >= _ROOM:
    # Most of what this suite waits for is a disk that writes what nobody will read again.
    # Without that memory it runs as well, and only slower; a set variable is left as it is.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_IN_MEMORY))

# What an example costs depends on the machine, and this suite runs beside other things.
_COMMON: dict[str, Any] = {
    "deadline": None,
    "print_blob": True,
    "suppress_health_check": [HealthCheck.too_slow],
}
settings.register_profile("house", **_COMMON)
# CI tries the same examples each time: what a random one finds is for a desk, and the soak.
settings.register_profile("house-ci", derandomize=True, database=None, **_COMMON)
settings.load_profile("house-ci" if os.environ.get("CI") else "house")


class RuleError(BaseException):
    """A test broke a rule of the suite; no `except Exception` of the product hides it."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is long by where it stands, so that no test can be in neither run."""
    for item in items:
        if item.path.relative_to(_HERE).parts[0] in _LONG:
            item.add_marker(pytest.mark.long)
        is_long = item.get_closest_marker("long") is not None
        if item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(_LONG_LIMIT_S if is_long else _LIMIT_S))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Read no test of a folder that is long, where those are not asked for."""
    long = collection_path.parent == _HERE and collection_path.name in _LONG
    return True if long and config.option.markexpr == "not long" else None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """The tests themselves live to the end: no search for garbage looks at them again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine function to its end, in a loop that nobody else uses."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in wanted}))
    return True


@pytest.fixture(scope="session", autouse=True)
def _empty_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home directory for this process and its children, in which nobody may leave anything."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("HOME", "USERPROFILE"):
            patch.setenv(name, str(home))
        for name in list(os.environ):
            if name.startswith("XDG_"):
                patch.delenv(name)
        yield home


@pytest.fixture(scope="session", autouse=True)
def _own_room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What is temporary lies where the folders of the tests do, and goes with them.

    Processes that tests begin keep their bytecode there, for all of them, where none is to be
    kept beside the sources (`PYTHONDONTWRITEBYTECODE`): else each compiles everything again.
    """
    own = tmp_path_factory.getbasetemp()
    room = tmp_path_factory.mktemp("temporary")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("TMPDIR", "TEMP", "TMP"):
            patch.setenv(name, str(room))
        patch.setattr(tempfile, "tempdir", str(room))
        if sys.dont_write_bytecode:
            shared = own.parent if os.environ.get("PYTEST_XDIST_WORKER") else own
            patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
            patch.setenv("PYTHONPYCACHEPREFIX", str(shared / "bytecode"))
        yield


@pytest.fixture(autouse=True)
def _leaves_the_home_alone(_empty_home: Path) -> Iterator[None]:
    """Fail the test that wrote there."""
    yield
    if left := sorted(path.name for path in _empty_home.iterdir()):
        for path in _empty_home.iterdir():
            path.rename(_empty_home.parent / f"left-{path.name}-{time.monotonic_ns()}")
        pytest.fail(f"the test wrote into the home directory: {', '.join(left)}")


@pytest.fixture(scope="session", autouse=True)
def _no_network() -> Iterator[None]:
    """Connections go to this machine, and names of other machines are not looked up."""
    connect, look_up = socket.socket.connect, socket.getaddrinfo

    def connect_here(self: socket.socket, address: Any) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6) and address[0] not in _HERE_ONLY:
            raise RuleError(f"a test connects to {address}: tests need no network")
        connect(self, address)

    def look_up_here(host: Any, *rest: Any, **more: Any) -> Any:
        name = host.decode() if isinstance(host, bytes) else host
        if name not in _HERE_ONLY:
            raise RuleError(f"a test looks {host!r} up: tests need no network")
        return look_up(host, *rest, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", connect_here)
        patch.setattr(socket, "getaddrinfo", look_up_here)
        yield


@pytest.fixture(scope="session", autouse=True)
def _no_sleep() -> Iterator[None]:
    """Test code waits for what it waits for, and never for a while. Libraries may."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "sleep", _unless_a_test(time.sleep))
        patch.setattr(asyncio, "sleep", _unless_a_test(asyncio.sleep))
        yield


def _unless_a_test(sleep: Callable[..., Any]) -> Callable[..., Any]:
    def guarded(delay: float, *rest: Any) -> Any:
        caller = Path(sys._getframe(1).f_code.co_filename)
        if delay > 0 and caller.is_relative_to(_HERE):
            raise RuleError(f"{caller.name} sleeps: wait for an event instead")
        return sleep(delay, *rest)

    return guarded
