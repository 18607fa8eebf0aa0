"""All books made ready to be looked through again and again: done once while they stand so."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from familiar_memory.domain.memory.lore import BookSettings, LoreBook, LoreEntry
from familiar_memory.lore.activation.decorators import Decorated, decorated
from familiar_memory.lore.activation.key import Key, KeyKind, key_of
from familiar_memory.lore.activation.needles import Needles
from familiar_memory.lore.activation.settings import ActivationSettings, Strategy

__all__ = ["CompiledEntry", "CompiledLore", "compile_lore"]


@dataclass(frozen=True, slots=True)
class CompiledEntry:
    """An enabled entry in its place among all, with its keys read and its book's word.

    `number` is its rank when room is short, `entry` is without its decorators, and `path` its
    note. `is_fed` = it may be found in what other
    entries say, and what it says may bring others.
    """

    number: int
    entry: LoreEntry
    path: str
    decorated: Decorated
    book: int
    is_fed: bool
    scan_depth: int | None
    group_scoring: bool
    keys: tuple[Key, ...]
    secondary: tuple[Key, ...]
    further: tuple[tuple[Key, ...], ...]
    excluded: tuple[Key, ...]

    @property
    def is_timed(self) -> bool:
        """Whether what it did before matters."""
        return self.entry.sticky > 0 or self.entry.cooldown > 0

    @property
    def is_always_asked(self) -> bool:
        """Whether it may be in although no key's words stand in the text."""
        return (
            self.entry.constant
            or self.decorated.is_forced
            or any(_is_loose(key) for key in self.keys)
        )


@dataclass(frozen=True, slots=True, eq=False)
class CompiledLore:
    """Enabled entries, the first to be served first, and where their keys' words are filed.

    `folded` and `exact` hold the words; `numbers` gives a word's number by (text, is
    folded); `asking` the entries that a word that was found may bring.
    """

    books: tuple[LoreBook, ...]
    settings: ActivationSettings
    entries: tuple[CompiledEntry, ...] = ()
    folded: Needles = field(default_factory=lambda: Needles(()))
    exact: Needles = field(default_factory=lambda: Needles(()))
    numbers: dict[tuple[str, bool], int] = field(default_factory=dict)
    asking: dict[tuple[int, bool], tuple[int, ...]] = field(default_factory=dict)
    always: tuple[int, ...] = ()
    late: tuple[CompiledEntry, ...] = ()
    by_path: dict[str, CompiledEntry] = field(default_factory=dict)
    broken: dict[str, str] = field(default_factory=dict)

    @property
    def is_timed(self) -> bool:
        """Whether any entry has a past that matters."""
        return any(one.is_timed for one in self.entries)

    @property
    def reach(self) -> int:
        """How many messages back what was done may still matter."""
        spans = (one.entry.sticky + one.entry.cooldown for one in self.entries)
        return max(spans, default=0)

    @property
    def counts_messages(self) -> bool:
        """Whether an entry asks how long the conversation is."""
        return any(
            one.entry.delay or one.decorated.after_replies or one.decorated.every_replies
            for one in self.entries
        )

    @property
    def depth(self) -> int:
        """The most messages that any entry looks at."""
        own = (one.scan_depth for one in self.entries if one.scan_depth is not None)
        return max(self.settings.scan_depth, self.settings.max_depth, *own, 0)


def compile_lore(books: Iterable[LoreBook], settings: ActivationSettings) -> CompiledLore:
    """Read keys and decorators of every enabled entry, and file their words; runs no pattern."""
    given = tuple(books)
    ordered = sorted(_enabled(given), key=lambda pair: _rank(given[pair[0]], pair[1], settings))
    entries = tuple(
        _compiled(number, book, one, given[book], settings)
        for number, (book, one) in enumerate(ordered)
    )
    texts: dict[bool, list[str]] = {True: [], False: []}
    numbers: dict[tuple[str, bool], int] = {}
    asking: dict[tuple[int, bool], list[int]] = defaultdict(list)
    broken: dict[str, str] = {}
    for entry in entries:
        for is_primary, key in _all_keys(entry):
            if key.reason:
                broken[key.written] = key.reason
            for word, is_folded in _words(key):
                if (word, is_folded) not in numbers:
                    numbers[word, is_folded] = len(texts[is_folded])
                    texts[is_folded].append(word)
                if is_primary:
                    asking[numbers[word, is_folded], is_folded].append(entry.number)
    return CompiledLore(
        given,
        settings,
        entries,
        Needles(texts[True]),
        Needles(texts[False]),
        numbers,
        {word: tuple(dict.fromkeys(found)) for word, found in asking.items()},
        tuple(entry.number for entry in entries if entry.is_always_asked),
        tuple(entry for entry in entries if entry.entry.delay_until_recursion),
        {entry.path: entry for entry in entries},
        broken,
    )


def _enabled(books: Sequence[LoreBook]) -> Iterator[tuple[int, Decorated]]:
    """The entries by the number of their book.

    SillyTavern reads the book of a card and the World Info of that name as one. An entry
    that stands the same in several books of the same settings speaks up once, in the first.
    """
    first: dict[tuple[LoreEntry, BookSettings], int] = {}
    for number, book in enumerate(books):
        for entry in book.entries:
            if not entry.enabled:
                continue
            says = replace(entry, path="", title="", visibility=None)
            if first.setdefault((says, book.settings), number) == number:
                yield number, decorated(entry)


def _rank(book: LoreBook, one: Decorated, settings: ActivationSettings) -> tuple[bool, float]:
    """Who is served first: by whose book it is, then the highest order."""
    is_later = {
        Strategy.CHARACTER_FIRST: not book.of_character,
        Strategy.GLOBAL_FIRST: book.of_character,
        Strategy.EVENLY: False,
    }[settings.strategy]
    return is_later, -one.entry.order


def _compiled(
    number: int, book: int, one: Decorated, of_book: LoreBook, settings: ActivationSettings
) -> CompiledEntry:
    entry, own = one.entry, of_book.settings

    def keys(written: Iterable[str]) -> tuple[Key, ...]:
        return tuple(key_of(key, **_key_options(entry, settings)) for key in written)

    return CompiledEntry(
        number,
        entry,
        entry.path,
        one,
        book,
        settings.recursion if own.recursive is None else own.recursive,
        own.scan_depth if entry.scan_depth is None else entry.scan_depth,
        settings.group_scoring if entry.group_scoring is None else entry.group_scoring,
        keys(entry.keys),
        keys(entry.secondary_keys) if entry.selective else (),
        tuple(keys(words) for words in one.further_keys),
        keys(one.excluded_keys),
    )


def _key_options(entry: LoreEntry, settings: ActivationSettings) -> dict[str, bool]:
    sensitive, whole = entry.case_sensitive, entry.whole_words
    return {
        "case_sensitive": settings.case_sensitive if sensitive is None else sensitive,
        "whole_words": settings.whole_words if whole is None else whole,
        "is_pattern": entry.use_regex,
    }


def _all_keys(entry: CompiledEntry) -> Iterator[tuple[bool, Key]]:
    yield from ((True, key) for key in entry.keys)
    for keys in (entry.secondary, entry.excluded, *entry.further):
        yield from ((False, key) for key in keys)


def _words(key: Key) -> Iterator[tuple[str, bool]]:
    """The words without which a key is not found, with whether they are lower-cased."""
    if key.kind is KeyKind.PLAIN:
        yield key.text, key.is_folded
    elif key.pattern is not None and key.pattern.needs is not None:
        yield from ((word, key.pattern.ignores_case) for word in key.pattern.needs)


def _is_loose(key: Key) -> bool:
    """Whether a key may be found where none of the filed words is."""
    is_open = key.pattern is not None and key.pattern.needs is None
    return key.kind is KeyKind.DYNAMIC or is_open
