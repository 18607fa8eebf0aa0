"""What doctor looks at in the notes of people: whether each is still somebody's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from familiar_memory.errors import FamiliarError
from familiar_memory.interfaces.cli.doctor_finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from familiar_memory.familiar import Familiar
    from familiar_memory.sync.report import SyncReport

__all__ = ["check_people"]

_FOLDER, _END = "people/", ".md"


def check_people(familiar: Familiar, _: SyncReport) -> Iterator[Finding]:
    """Find notes that were renamed: the name of the file says whose note it is."""
    known = {author.slug for author in familiar.history.authors()}
    for state in familiar.store.scan_files(_FOLDER[:-1]).files:
        slug = state.path.removeprefix(_FOLDER).removesuffix(_END)
        if slug in known or not state.path.endswith(_END):
            continue
        if (owner := _only_speaker(familiar, state.path)) in known:
            yield Finding(
                f"{state.path} holds what {owner} said, and is found by nobody's id",
                f"rename it to {_FOLDER}{owner}{_END}, and give the name to its title instead",
                serious=False,
            )


def _only_speaker(familiar: Familiar, path: str) -> str | None:
    """The one person whose own words a note holds; None where there are more, or none."""
    try:
        passages = familiar.parts.notes.load(path).passages
    except FamiliarError:
        return None  # Another check tells of what cannot be read.
    speakers = {passage.author for passage in passages if passage.author is not None}
    return speakers.pop() if len(speakers) == 1 else None
