"""Where a familiar's things are: `<home>/<id>/`, and the shipped defaults."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from heapq import nlargest
from pathlib import Path

from familiar_memory.domain.talk.ids import as_id
from familiar_memory.errors import UnknownFamiliarError, UsageError

__all__ = [
    "CHARACTER_FILE",
    "DEFAULT_FOLDER",
    "KEPT_BY_NIGHTS",
    "FamiliarPaths",
    "familiars_in",
    "shipped_defaults",
]

CHARACTER_FILE = "character.toml"
DEFAULT_FOLDER = "_default"
KEPT_BY_NIGHTS = ("surveyed.json", "consolidated.json")
"""Files beside the index: what housekeeping and consolidation have seen of notes that stay."""
_MOST_NAMED = 10
_CLOSEST = 5
_FAMILIAR_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class FamiliarPaths:
    """Where one familiar's things are; `home` holds a folder for each familiar."""

    def __init__(self, home: Path, familiar_id: str | int) -> None:
        familiar_id = as_id(familiar_id, "a familiar's id")
        if not _FAMILIAR_ID.fullmatch(familiar_id) or familiar_id == DEFAULT_FOLDER:
            raise UsageError(
                f"{familiar_id!r} cannot name a familiar",
                "letters, digits, dots, hyphens and underscores, beginning with a letter or"
                " digit, at most 64",
            )
        self.home = home
        self.familiar_id = familiar_id
        self.root = home / familiar_id
        self.memory = self.root / "memory"
        self.index = self.memory / ".index" / "embeddings.sqlite"
        self.register = self.index.with_name("register.json")
        self.surveyed, self.consolidated = map(self.index.with_name, KEPT_BY_NIGHTS)
        self.history = self.root / "history.sqlite"
        self.journal = self.root / "journal"
        self.usage = self.root / "usage.sqlite"
        self.character = self.root / CHARACTER_FILE

    def require(self) -> None:
        """Make sure that the familiar is there.

        Raises:
            UnknownFamiliarError: it names the ones that are, of many the closest.
        """
        if self.character.is_file():
            return
        raise UnknownFamiliarError(
            f"no familiar {self.familiar_id!r} under {self.home}",
            f"{_who_is_there(familiars_in(self.home), self.familiar_id)};"
            f" `familiar init {self.familiar_id}` creates it",
        )


def _who_is_there(known: list[str], wanted: str) -> str:
    """All, where they can be read at a glance; else the ones that may have been meant."""
    if not known:
        return "there are none yet"
    if len(known) <= _MOST_NAMED:
        return f"there are: {', '.join(known)}"
    alike = SequenceMatcher(b=wanted.casefold())

    def likeness(name: str) -> float:
        alike.set_seq1(name.casefold())
        return alike.ratio()

    closest = nlargest(_CLOSEST, known, key=likeness)
    return f"there are {len(known)}; the closest are: {', '.join(closest)}"


def familiars_in(home: Path) -> list[str]:
    """The ids of the familiars that live in a folder, sorted."""
    found = (path.parent.name for path in home.glob(f"*/{CHARACTER_FILE}"))
    return sorted(name for name in found if name != DEFAULT_FOLDER)


def shipped_defaults() -> Path:
    """The default character.toml: in the wheel inside the package, else in the checkout."""
    package = Path(__file__).parents[1]
    inside = package / DEFAULT_FOLDER / CHARACTER_FILE
    return (
        inside
        if inside.is_file()
        else package.parent / "data" / "familiars" / DEFAULT_FOLDER / CHARACTER_FILE
    )
