"""Where the demo's familiar lives: thrown away afterwards, or kept to play with."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.errors import UsageError
from familiar_memory.familiar import Familiar
from familiar_memory.interfaces.cli.demo.story import FAMILIAR, NAME

__all__ = ["demo_home", "familiar_in"]

_MARK = ".familiar-demo"


@contextmanager
def demo_home(kept: Path | None) -> Iterator[Path]:
    """A folder for the demo's familiar; only one that the demo made is used again."""
    if kept is None:
        with tempfile.TemporaryDirectory(prefix="familiar-demo-") as folder:
            yield Path(folder)
        return
    root = kept / FAMILIAR
    if root.exists() and not (root / _MARK).exists():
        raise UsageError(
            f"{kept} already has a familiar {FAMILIAR!r} that the demo did not create",
            "choose another folder: --keep FOLDER",
        )
    yield kept


def familiar_in(home: Path) -> Familiar:
    """The familiar of that folder, made when it is not there."""
    paths = FamiliarPaths(home, FAMILIAR)
    if paths.character.is_file():
        return Familiar.open(FAMILIAR, home=home)
    familiar = Familiar.create(FAMILIAR, home=home, name=NAME)
    (paths.root / _MARK).touch()
    return familiar
