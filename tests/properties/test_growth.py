"""Reading takes as long as a text is long, also where somebody left things open on purpose."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from processor import work

from familiar_memory.knowledge.audience import Viewer
from familiar_memory.markdown.oddities import oddities
from familiar_memory.notes.document import NoteParser
from familiar_memory.recall.lore.views import lore_note, told_text
from familiar_memory.recall.parts.character import permitted_body

pytestmark = pytest.mark.long


SMALL = 20_000
TIMES = 4
MOST = 10.0
"""A text that is `TIMES` as long may take so much longer: a square would make 16 of it."""
ROOM = Viewer("discord-lantern.tavern")


class Hostile(NamedTuple):
    """A text that repeats one thing and never closes it; `path` says by which rules it is read."""

    path: str
    head: str
    unit: str
    tail: str = "\n"

    def text(self, length: int) -> str:
        """So many characters of it, more or less."""
        return self.head + self.unit * (length // len(self.unit)) + self.tail


SESSION = "sessions/2026-02-02.md"
HOSTILE = (
    *(Hostile(SESSION, "# S\n\n<div\n", unit) for unit in ("<h1 ", "<h1>", "<h1 a='", "<script ")),
    *(Hostile(SESSION, "# S\n\n", unit) for unit in ("##discord-dm-7\n", "## a (in:x)\n\n")),
    Hostile(SESSION, "# S\n\n## ", "discord -- "),
    *(Hostile("days/2026-02-02.md", "<div\n", unit) for unit in ("<h2 ", "<!", "<a 'x\"", '<a "')),
    *(Hostile("lore/gate.md", "# G\n\nx", unit) for unit in ("<!--", "<!-- a ", "-->", "[[a|")),
    *(
        Hostile("topics/t.md", "# T\n\n", unit, "](x)\n")
        for unit in ("[visibility: a ", "(visibility: [", "[visibility: a (b) ", "visibility ")
    ),
    *(
        Hostile("topics/t.md", "# T\n\n- a ", unit, " [x](y) in:discord-dm-7)\n")
        for unit in ("[", "[[", "[a](", "[a](<", "[a [b] ", "(", "(in:x ", "in:", "`", "`a``", "\\")
    ),
    *(
        Hostile("people/discord-1.md", "# R\n\n## Aliases\n\n- ", unit)
        for unit in ("[[", "[", "*a", "**a *b ", "`a ``", "%%", "<!--", "~~a", "(")
    ),
    *(Hostile("notes.md", "---\n", unit) for unit in ("a: b\n", "- ", "? ", "[", "\u2028")),
    *(Hostile("notes.md", "", unit) for unit in ("~~", "~~~ ", "``", "``` ")),
    *(Hostile("notes.md", "", unit) for unit in ("> ", "- ", "```\n~~~ x\n", "|a\n", "# a\n")),
)


@pytest.fixture(autouse=True)
def no_collection() -> Iterator[None]:
    """The collector looks at all that is there, again and again: that is no work of a reader."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def cpu_s(act: Callable[[], object]) -> float:
    """Processor time of this thread, the best of three: other work on the machine is left out."""
    taken = []
    for _ in range(3):
        with work() as doing:
            act()
        taken.append(doing.seconds)
    return min(taken)


def read(path: str, text: str) -> None:
    """As the index, the card, lore and doctor read it."""
    document = NoteParser().read(path, text, "")
    told_text(lore_note(text, document), frozenset({"everyone"}))
    permitted_body(text, ROOM)
    list(oddities(text))


@pytest.mark.parametrize("hostile", HOSTILE, ids=lambda one: f"{one.path} {one.unit!a}")
def test_the_work_grows_with_the_text_and_not_with_its_square(hostile: Hostile) -> None:
    """Tags, brackets, comments, fields and code that never end."""
    short, long = hostile.text(SMALL), hostile.text(SMALL * TIMES)
    before = cpu_s(lambda: read(hostile.path, short))
    assert cpu_s(lambda: read(hostile.path, long)) < MOST * max(before, 0.005)


def test_runs_of_backticks_of_every_length_are_looked_at_once() -> None:
    """Each of them may be the beginning of code that another one ends."""

    def ladder(length: int) -> str:
        return " ".join("`" * n for n in range(1, int((2 * length) ** 0.5)))

    short, long = (f"# T\n\n{ladder(n)} [x](y)\n" for n in (SMALL * 4, SMALL * 16))
    before = cpu_s(lambda: read("topics/t.md", short))
    assert cpu_s(lambda: read("topics/t.md", long)) < 6 * max(before, 0.005)
