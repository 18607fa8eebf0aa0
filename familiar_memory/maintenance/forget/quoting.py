"""Adds to an erasure what others wrote that quotes it: in turns, notes, and former versions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from familiar_memory.domain.erasure import Erasure
from familiar_memory.domain.progress import Progress
from familiar_memory.domain.talk.turn import TurnName
from familiar_memory.errors import StoreError
from familiar_memory.maintenance.belongings.sources import MemorySources, every_turn
from familiar_memory.maintenance.forget.quotes import Quotable, shares_with
from familiar_memory.maintenance.forget.redaction import NoteRedaction
from familiar_memory.markdown.text.wiki_text import links_as_labels
from familiar_memory.markdown.tree import parse_note

__all__ = ["with_quotes"]

_NOTE = ".md"


def with_quotes(sources: MemorySources, what: Erasure, progress: Progress | None = None) -> Erasure:
    """The same erasure, with the lines that others quote among its texts.

    What somebody else has said first is not quoted: it leaves what is known as said by nobody
    else.

    Raises:
        HistoryError: the conversation cannot be read.
        StoreError: the journal cannot be read.
    """
    quotable, quoting = Quotable(), dict[TurnName, set[str]]()
    others = []
    for stored in every_turn(sources.history):
        turn = stored.turn
        if (turn.place.slug, turn.ref) in what.turns:
            quotable.add(turn.text, stored.id)
        elif not turn.deleted:
            others.append(stored)
    for stored in others:
        quotable.hear(stored.turn.text)
    texts: set[str] = set()
    for stored in others:
        turn = stored.turn
        for line in quotable.marked_in(turn.text):
            texts.add(line)
            quoting.setdefault((turn.place.slug, turn.ref), set()).add(line)
        for line in [*quotable.found_in(turn.text)]:
            if stored.id < quotable.said_first_in(line):
                quotable.remove(line)
            else:
                quoting.setdefault((turn.place.slug, turn.ref), set()).add(line)
    lines = {line for lines in quoting.values() for line in lines}
    texts |= lines & quotable.lines()
    redaction = NoteRedaction(what)
    versions = list(_versions(sources))
    for number, (path, data) in enumerate(versions, 1):
        rest = redaction(path, data) if path.endswith(_NOTE) and path not in what.paths else None
        if rest is not None:
            text = rest.decode(errors="replace")
            texts.update(quotable.found_in(text))
            texts.update(quotable.marked_in(text))
            texts.update(_cut_short(path, text, quoting))
        if progress is not None:
            progress(number, len(versions))
    records = what.traces.records
    # The index has the words of a line without its links.
    said = what.traces.said & (quotable.lines() | records | set(map(links_as_labels, records)))
    return replace(
        what, texts=tuple(sorted({*what.texts, *texts})), traces=replace(what.traces, said=said)
    )


def _versions(sources: MemorySources) -> Iterator[tuple[str, bytes]]:
    """Every note as it stands, and every version that the journal names, with a path of it."""
    seen: set[tuple[str, str]] = set()
    for file in sources.store.scan_files().files:
        with suppress(StoreError):
            yield file.path, sources.store.read_bytes(file.path)
    for entry in sources.journal.entries():
        for revision in (entry.before, entry.after):
            for path in entry.paths:
                if revision is not None and (revision, path) not in seen:
                    seen.add((revision, path))
                    if (data := sources.journal.kept(revision)) is not None:
                        yield path, data


def _cut_short(path: str, text: str, quoting: dict[TurnName, set[str]]) -> Iterator[str]:
    """Lines that were made of a message which quotes, and show a piece of what it quotes."""
    if not any(ref in text for _, ref in quoting):
        return
    for block in parse_note(text, path=path).blocks:
        fields = block.record.fields if block.record is not None else None
        if fields is None:
            continue
        lines = {
            line
            for (place, ref), quoted in quoting.items()
            if ref in fields.refs and fields.place in (place, None)
            for line in quoted
        }
        if any(shares_with(block.text, line) for line in lines):
            yield block.text
