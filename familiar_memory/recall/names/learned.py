"""What people are called by others, as far as a viewer may know: names that nobody has stated.

"Hey Kate!", said to Emi twice, names Emi. Each message that calls somebody is a vote, of those
messages alone that the viewer may see. A name that somebody bears (their display name, a title,
an alias) is never learned for anybody, and what one says to be called oneself counts only where
others call nobody so: a name that is claimed takes nothing from those who bear it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from familiar_memory.index.array_types import I32, I64, Mask
from familiar_memory.index.arrays.callings import Callings
from familiar_memory.index.arrays.segment import Segment
from familiar_memory.index.arrays.snapshot import Snapshot
from familiar_memory.knowledge.callings import CallingKind
from familiar_memory.knowledge.names import folded_name
from familiar_memory.knowledge.words import words

__all__ = ["LearnedName", "LearnedNames", "evidence_of", "names_of_authors", "possible_names"]

_FEWEST = 2
"""Votes. Once may be a slip, or said to somebody else."""
_OF_ONESELF = 2
"""What somebody says to be called needs nobody else's word."""
_SHARE = 0.75
"""Of all votes for a name, and of those that show it to be a word."""
_SMALL = CallingKind.WRITTEN_SMALL
_MOST_TEXT = 4_000
"""Characters of a text in which names are looked for: nobody is asked about behind them."""
_SURE = (CallingKind.GREETED, CallingKind.OF_ONESELF)

_Said = Counter[tuple[int, CallingKind]]
"""How often, by (author's number, kind)"""
Borne = Callable[[], Mapping[str, object]]
"""Names that notes state, of whomever the viewer may know; the same object while they are."""


@dataclass(frozen=True, slots=True)
class LearnedName:
    """A name, and who is called so, by their number in the snapshot's register and by slug.

    So often they are called so `by_others`; 0 where they alone say it.
    """

    name: str
    author: int
    slug: str
    by_others: int


class LearnedNames:
    """Learns what people are called; thread-safe.

    Nobody but the familiar bears its names, whoever stood nearest when it was called.
    """

    def __init__(self, own_names: Sequence[str] = ()) -> None:
        """`own_names` are those of the familiar."""
        self._own = frozenset(word for name in own_names for word in words(name))
        self._borne: tuple[object, frozenset[str]] = (None, frozenset())

    def of(
        self,
        snapshot: Snapshot,
        masks: Sequence[Mask],
        possible: Collection[str],
        of_authors: Mapping[str, object],
        borne: Borne,
    ) -> dict[str, LearnedName]:
        """By their folded form, those of the `possible` names that the rows in the masks teach.

        `of_authors` are words of the names under which people speak there.
        """
        learned = _learned(snapshot, masks, possible) if possible else {}
        if not learned:
            return learned
        stated = self._words_of(borne())
        return {
            name: one
            for name, one in learned.items()
            if not any(w in of_authors or w in stated or w in self._own for w in words(name))
        }

    def _words_of(self, borne: Mapping[str, object]) -> frozenset[str]:
        known, found = self._borne
        if known is not borne:
            found = frozenset(word for name in borne for word in words(name))
            self._borne = (borne, found)
        return found


def possible_names(snapshot: Snapshot, text: str | None = None) -> frozenset[str]:
    """Names, folded, that some message says, whoever may see it, and that stand in a text.

    Few do, so that most questions need not ask what a viewer may know of them. None = all.
    """
    names = {name for segment in snapshot.segments for name in segment.callings.folded}
    if text is None or not names:
        return frozenset(names)
    said = folded_name(text[:_MOST_TEXT])
    return frozenset(name for name in names if name in said)


def names_of_authors(snapshot: Snapshot, masks: Sequence[Mask]) -> dict[str, set[int]]:
    """Words of the names under which people speak within the masks: no others exist."""
    speaks = np.zeros(len(snapshot.registers.speakers.values), bool)
    for segment, mask in zip(snapshot.segments, masks, strict=True):
        speaks[segment.speaker[mask]] = True
    return snapshot.registers.words_of(np.flatnonzero(speaks).tolist())


def evidence_of(
    name: str, one: LearnedName, snapshot: Snapshot, masks: Sequence[Mask]
) -> tuple[int, ...]:
    """The messages within the masks that say so, by id."""
    found: list[int] = []
    for segment, mask in zip(snapshot.segments, masks, strict=True):
        of, items = segment.callings, _visible(segment, mask)
        is_so = _is_one_of(of, {name})[of.name[items]] & (of.kind[items] != _SMALL)
        is_so &= segment.author[of.target[items]] == one.author
        found += np.unique(segment.passage[of.row[items[is_so]]]).tolist()
    return tuple(found)


def _learned(
    snapshot: Snapshot, masks: Sequence[Mask], possible: Collection[str]
) -> dict[str, LearnedName]:
    """By their folded form, the names that the rows within the masks agree on, borne or not."""
    visible = [_visible(s, m) for s, m in zip(snapshot.segments, masks, strict=True)]
    pairs = list(zip(snapshot.segments, visible, strict=True))
    sure = {name for segment, items in pairs for name in _called_surely(segment, items)}
    candidates = sure.intersection(possible)
    if not candidates:
        return {}
    said: defaultdict[str, _Said] = defaultdict(Counter)
    spelled: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for segment, items in pairs:
        for (written, name), author, kind, count in _counted(segment, items, candidates):
            said[name][author, kind] += count
            if kind is not _SMALL:
                spelled[name][written] += count
    agreed = ((name, _agreed(of_name)) for name, of_name in said.items())
    return {
        name: LearnedName(
            min(spelled[name], key=lambda one: (-spelled[name][one], one)),
            author,
            snapshot.registers.authors.values[author] or "",
            sum(n for (a, k), n in said[name].items() if a == author and _is_by_others(k)),
        )
        for name, author in sorted(agreed, key=lambda pair: pair[0])
        if author is not None
    }


def _agreed(said: _Said) -> int | None:
    """Who is called so; by their own word where others call nobody so."""
    by_others = Counter[int]()
    own = Counter[int]()
    for (author, kind), count in said.items():
        if _is_by_others(kind):
            by_others[author] += count
        elif kind is CallingKind.OF_ONESELF:
            own[author] += count * _OF_ONESELF
    is_greeted = any(kind is CallingKind.GREETED for _, kind in said)
    small = sum(n for (_, kind), n in said.items() if kind is _SMALL)
    if is_greeted and (found := _winner(by_others, small)) is not None:
        return found
    return _winner(own + by_others, small) if own else None


def _winner(votes: Counter[int], against: int) -> int | None:
    if not votes:
        return None
    author, most = votes.most_common(1)[0]
    is_enough = most >= _FEWEST and most >= _SHARE * (votes.total() + against)
    return author if is_enough else None


def _is_by_others(kind: CallingKind) -> bool:
    return kind in (CallingKind.GREETED, CallingKind.ADDRESSED)


def _visible(segment: Segment, mask: Mask) -> I32:
    """The items whose message, and whose person, is seen."""
    of = segment.callings
    if not len(of.row):
        return of.row
    return np.flatnonzero(mask[of.row] & mask[of.target]).astype(np.int32)


def _called_surely(segment: Segment, items: I32) -> Iterator[str]:
    """Names that stand where hardly anything but a name does."""
    of = segment.callings
    sure = items[np.isin(of.kind[items], _SURE)]
    for number in np.unique(of.name[sure]).tolist():
        yield of.folded[number]


def _counted(
    segment: Segment, items: I32, wanted: set[str]
) -> Iterator[tuple[tuple[str, str], int, CallingKind, int]]:
    """((name as written, folded), author's number, kind, how often) of the wanted names."""
    of = segment.callings
    items = items[_is_one_of(of, wanted)[of.name[items]]]
    if not len(items):
        return
    authors = segment.author[of.target[items]].astype(np.int64)
    most = int(authors.max()) + 1
    packed = (of.name[items] * most + authors) * len(CallingKind) + of.kind[items] - 1
    for one, count in zip(*(found.tolist() for found in _counts(packed)), strict=True):
        rest, kind = divmod(one, len(CallingKind))
        name, author = divmod(rest, most)
        yield (of.names[name], of.folded[name]), author, CallingKind(kind + 1), count


def _counts(values: I64) -> tuple[I64, I64]:
    found, counts = np.unique(values, return_counts=True)
    return found, counts


def _is_one_of(of: Callings, wanted: set[str]) -> Mask:
    """By the number of a name, whether it is wanted."""
    return np.fromiter((name in wanted for name in of.folded), bool, len(of.folded))
