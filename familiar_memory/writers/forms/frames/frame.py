"""A frame: words that state a fact where they stand in this order, with few others in between.

It is written as a row of elements. `live|dwell` is one of these words ("_" joins a phrase),
`<home>` one of a class, `{place}` a slot that takes the object; "?" behind one says that it may be
missing, "*" that it may stand there up to three times. `..2` are up to two words of any kind that
deny nothing, suppose nothing and name nobody else, `:2` may name somebody, and `~` is a longer way,
also over a comma, and `&` over anything. `^` is where a clause begins, `^^` a sentence, `$` where a
clause ends, `$$` a mark, and `!` says what does not stand there. Behind `@` is what is asserted:
"X … @ that's where I live".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from familiar_memory.writers.forms.frames.words import Word, WordPhrases, phrase_ends, word_phrases

__all__ = ["CaughtWords", "Frame", "FrameLexicon", "FrameSlot", "read_frame", "frame_places"]

_FARTHEST = 16
"""Words of the longer way: from "my sister" to her name at the end of a sentence."""
_MOST_TIMES = 3

CaughtWords = Mapping[str, tuple[int, int]]
"""Which words each slot took, as (first, end)."""
FrameSlot = Callable[[tuple[Word, ...], int], Iterator[int]]
"""Where an object may end that begins at a word, the best end first."""


@dataclass(frozen=True, slots=True)
class FrameLexicon:
    """What frames of a language are made of.

    What is `unreal`, names `others` or is `past` stands in no gap; behind `joints` a clause begins.
    """

    classes: Mapping[str, WordPhrases]
    slots: Mapping[str, FrameSlot]
    unreal: frozenset[str]
    others: frozenset[str]
    past: frozenset[str]
    joints: frozenset[str]
    borders: frozenset[str]

    def denies(self, word: Word) -> bool:
        """Whether a word denies or supposes something."""
        return word.folded in self.unreal or word.folded.endswith("n't")

    def closes(self, word: Word) -> bool:
        """Whether a word denies, supposes, is of the past, or brings in somebody else."""
        return word.folded in self.others or word.folded in self.past or self.denies(word)


@dataclass(frozen=True, slots=True)
class _Element:
    kind: str
    words: WordPhrases | None = None
    slot: str = ""
    fewest: int = 1
    most: int = 1


@dataclass(frozen=True, slots=True)
class Frame:
    """A row of elements; `firsts` are for each that must be there the words it can begin with."""

    elements: tuple[_Element, ...]
    firsts: tuple[frozenset[str], ...]
    lexicon: FrameLexicon

    def may_match(self, said: frozenset[str]) -> bool:
        """Whether all that must be there is said at all."""
        return all(not one.isdisjoint(said) for one in self.firsts)


def read_frame(written: str, lexicon: FrameLexicon) -> Frame:
    """Read a frame as it is written.

    Raises:
        KeyError: it names a class that the lexicon has not.
    """
    elements = tuple(_element(one, lexicon) for one in written.split())
    firsts = (
        frozenset(one.words)
        for one in elements
        if one.kind == "words" and one.words is not None and one.fewest
    )
    return Frame(elements, tuple(firsts), lexicon)


def frame_places(
    frame: Frame, words: tuple[Word, ...], slots: Mapping[str, FrameSlot] = MappingProxyType({})
) -> Iterator[tuple[int, int, CaughtWords]]:
    """Where a frame stands among the words, as (first, end, what was caught), in order.

    One place may be read in several ways; the best comes first. `slots` are there beside those of
    the lexicon.
    """
    if slots:
        lexicon = replace(frame.lexicon, slots={**frame.lexicon.slots, **slots})
        frame = replace(frame, lexicon=lexicon)
    for first in range(len(words)):
        for end, caught in _walk(frame, 0, words, first, {}):
            yield first, end, caught


def _element(written: str, lexicon: FrameLexicon) -> _Element:
    if written in ("^", "^^", "$", "$$", "~", "&"):
        return _Element(written)
    if written == "@":
        return _Element("slot", slot="@")
    if written.startswith("..") or (written[0] == ":" and written[1:].isdecimal()):
        kind = "gap" if written[0] == "." else "open"
        return _Element(kind, fewest=0, most=int(written.lstrip(".:")))
    if written.startswith("!"):
        return _Element("not", _words(written[1:], lexicon))
    fewest, most = 1, 1
    if written[-1] in "?*" and len(written) > 1:
        fewest, most = 0, 1 if written[-1] == "?" else _MOST_TIMES
        written = written[:-1]
    if written.startswith("{"):
        name = written.strip("{}")
        return _Element("slot", slot=name, fewest=fewest)
    return _Element("words", _words(written, lexicon), fewest=fewest, most=most)


def _words(written: str, lexicon: FrameLexicon) -> WordPhrases:
    joined: dict[str, tuple[tuple[str, ...], ...]] = {}
    for one in written.split("|"):
        named = one.startswith("<") and one.endswith(">")
        some = lexicon.classes[one[1:-1]] if named else word_phrases([one])
        for first, said in some.items():
            both = {*joined.get(first, ()), *said}
            joined[first] = tuple(sorted(both, key=len, reverse=True))
    return joined


def _walk(
    frame: Frame, number: int, words: tuple[Word, ...], at: int, caught: CaughtWords
) -> Iterator[tuple[int, CaughtWords]]:
    if number == len(frame.elements):
        yield at, caught
        return
    element = frame.elements[number]
    for end, more in _steps(element, frame.lexicon, words, at):
        yield from _walk(frame, number + 1, words, end, {**caught, **more} if more else caught)


def _steps(
    element: _Element, lexicon: FrameLexicon, words: tuple[Word, ...], at: int
) -> Iterator[tuple[int, CaughtWords]]:
    """Where an element may end that begins here."""
    match element.kind:
        case "words":
            yield from ((end, {}) for end in _repeated(element, words, at, element.most))
            if not element.fewest:
                yield at, {}
        case "slot" if element.slot == "@":
            yield at, {"@": (at, at)}
        case "slot":
            for end in lexicon.slots[element.slot](words, at):
                yield end, {element.slot: (at, end)}
            if not element.fewest:
                yield at, {}
        case "gap" | "open" | "~" | "&":
            yield from ((end, {}) for end in _over(element, lexicon, words, at))
        case "not":
            if element.words is not None and not any(phrase_ends(words, element.words, at)):
                yield at, {}
        case _ if _is_border(element.kind, lexicon, words, at):
            yield at, {}


def _repeated(element: _Element, words: tuple[Word, ...], at: int, times: int) -> Iterator[int]:
    """The most first."""
    for end in phrase_ends(words, element.words or {}, at):
        if times > 1:
            yield from _repeated(element, words, end, times - 1)
        yield end


def _over(
    element: _Element, lexicon: FrameLexicon, words: tuple[Word, ...], at: int
) -> Iterator[int]:
    """Over a few words, the fewest first; a short way ends at any mark."""
    is_long = element.kind in ("~", "&")
    most = _FARTHEST if is_long else element.most
    for end in range(at, min(len(words), at + most) + 1):
        yield end
        if end == len(words) or _closes(element.kind, lexicon, words[end]):
            return
        if not is_long and not words[end].is_word:
            return


def _closes(kind: str, lexicon: FrameLexicon, word: Word) -> bool:
    if kind == "&":
        return False
    return lexicon.denies(word) if kind == "open" else lexicon.closes(word)


def _is_border(kind: str, lexicon: FrameLexicon, words: tuple[Word, ...], at: int) -> bool:
    if kind == "$$":
        return at == len(words) or not words[at].is_word
    if kind == "$":
        return at == len(words) or not words[at].is_word or words[at].folded in lexicon.borders
    if at == 0 or kind == "^^":
        return at == 0
    return not words[at - 1].is_word or words[at - 1].folded in lexicon.joints
