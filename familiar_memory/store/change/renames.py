"""Which of the files that came are the ones that went: renames by people, by content. Pure.

The same bytes are the same note. A note that was renamed and edited between two looks is
known again by its lines, if enough of them stand in both and no other file fits as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

__all__ = ["Rename", "edited_renames", "plain_renames"]

_ENOUGH_ALIKE: Final = 0.6
"""The share of lines in common from which one file is the other, renamed and edited. Git takes
half; a wrong guess here gives a note the history of another."""
_MOST_PAIRS: Final = 4_096
"""64 files that came with 64 that went: each pair is compared line by line."""


class Rename(NamedTuple):
    """A file that went, and the one that came in its place."""

    source: str
    target: str


def plain_renames(
    came: Mapping[str, str], went: Mapping[str, Collection[str]], empty: str
) -> list[Rename]:
    """Pair files with the same bytes, each once; those of one name first, then of one folder.

    `came` is the revision by path, `went` are the paths by revision. `empty` is the revision
    of no bytes at all: such files are alike only if they have one name.
    """
    found: list[Rename] = []
    used: set[str] = set()
    for is_likely in (_same_name, _same_folder, _anything):
        for target in sorted(came.keys() - {rename.target for rename in found}):
            revision = came[target]
            if revision == empty and is_likely is not _same_name:
                continue
            for source in sorted(went.get(revision, ())):
                if source not in used and is_likely(source, target):
                    used.add(source)
                    found.append(Rename(source, target))
                    break
    return sorted(found)


def edited_renames(came: Mapping[str, bytes], went: Mapping[str, bytes]) -> list[Rename]:
    """Pair files that share most of their lines, where each is the other's only best match."""
    if len(came) * len(went) > _MOST_PAIRS:
        return []
    lines = {path: _lines(data) for path, data in (*came.items(), *went.items())}
    alike = {
        Rename(source, target): score
        for target in came
        for source in went
        if (score := _likeness(lines[source], lines[target])) >= _ENOUGH_ALIKE
    }
    return sorted(
        rename
        for rename, score in alike.items()
        if all(
            other == rename or alike[other] < score
            for other in alike
            if other.source == rename.source or other.target == rename.target
        )
    )


def _same_name(source: str, target: str) -> bool:
    return source.rpartition("/")[2] == target.rpartition("/")[2]


def _same_folder(source: str, target: str) -> bool:
    return source.rpartition("/")[0] == target.rpartition("/")[0]


def _anything(_source: str, _target: str) -> bool:
    return True


def _lines(data: bytes) -> Counter[bytes]:
    return Counter(line.strip() for line in data.splitlines() if line.strip())


def _likeness(one: Counter[bytes], other: Counter[bytes]) -> float:
    """The share of both texts, by length, that stands in lines of both; 0 to 1."""
    together = _length(one) + _length(other)
    return 2 * _length(one & other) / together if together else 0.0


def _length(lines: Counter[bytes]) -> int:
    return sum(len(line) * count for line, count in lines.items())
