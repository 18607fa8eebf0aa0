"""Import a chatty package without letting it set up the program's logging."""

from __future__ import annotations

import importlib
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

from familiar_memory.errors import EmbedderError

__all__ = ["import_model_package"]


def import_model_package(name: str, accepted: str) -> ModuleType:
    """Import a package now; `accepted` says what to do where it is missing.

    Raises:
        EmbedderError: it is not installed, or fails on import.
    """
    try:
        with _root_logger_untouched():
            return importlib.import_module(name)
    except ImportError as exc:
        raise EmbedderError(f"the package {name!r} cannot be imported: {exc}", accepted) from exc
    except (OSError, RuntimeError) as exc:
        raise EmbedderError(f"the package {name!r} fails on import: {exc}", accepted) from exc


@contextmanager
def _root_logger_untouched() -> Iterator[None]:
    """Some packages call `logging.basicConfig` on import; that is the program's business."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    try:
        yield
    finally:
        for handler in [h for h in root.handlers if h not in handlers]:
            root.removeHandler(handler)
            handler.close()
        root.setLevel(level)
