"""What all actors of a soak share: the familiar, the folder of acknowledgements, the stop sign."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.familiar import Familiar
from familiar_memory.testing import HashEmbedder

__all__ = ["NAME", "Log", "World", "acknowledged", "sentence"]

NAME = "ember"
_WORDS = (
    *("tea", "kettle", "samovar", "thesis", "viva", "lantern", "march", "harbour", "fern"),
    *("moss", "copper", "rain", "ladder", "violin", "bread", "orchard", "letter", "owl"),
)


class World:
    """One soak's folder: the familiar's home, and what its actors say that they have done."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.paths = FamiliarPaths(folder / "home", NAME)

    @property
    def memory(self) -> Path:
        """The tree."""
        return self.paths.memory

    def found(self) -> None:
        """Make the familiar, with nothing in it."""
        self.memory.mkdir(parents=True)
        self.paths.character.write_text(
            '[character]\nname = "Ember"\n[index]\nreconcile_s = 5\n', "utf-8"
        )

    def familiar(self) -> Familiar:
        """The familiar, to be opened; vectors without a model."""
        return Familiar(self.paths, embedder=HashEmbedder())

    def log(self, actor: str) -> Log:
        """Where an actor notes what it was told is done."""
        return Log(self.folder / f"{actor}.log")

    def ask_to_stop(self) -> None:
        """Let every actor finish what it is doing."""
        (self.folder / "stop").touch()

    def goes_on(self) -> bool:
        """Whether nobody has asked to stop."""
        return not (self.folder / "stop").exists()


class Log:
    """Lines that survive the death of the process, though not of the machine."""

    def __init__(self, path: Path) -> None:
        self._fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def note(self, line: str) -> None:
        """Add one line in one call."""
        os.write(self._fd, f"{line}\n".encode())


def acknowledged(folder: Path, actor: str) -> Iterator[list[str]]:
    """The lines of all logs of this kind of actor, in words."""
    for path in sorted(folder.glob(f"{actor}*.log")):
        for line in path.read_text("utf-8").splitlines():
            yield line.split()


def sentence(dice: random.Random) -> str:
    """Some words."""
    return " ".join(dice.choices(_WORDS, k=dice.randint(3, 9)))
