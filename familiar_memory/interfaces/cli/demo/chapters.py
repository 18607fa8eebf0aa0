"""The demo, chapter by chapter: record, write, one note, questions; or all of it as data."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from familiar_memory.familiar import Familiar
from familiar_memory.inspection.notes.listing import list_notes
from familiar_memory.interfaces.cli.demo.answered import AnsweredAsk, answer_to, take_in
from familiar_memory.interfaces.cli.demo.home import familiar_in
from familiar_memory.interfaces.cli.demo.story import (
    DEMONSTRATIONS,
    FAMILIAR,
    NOTE,
    sample_chat,
)
from familiar_memory.interfaces.cli.demo.view import DemoPage
from familiar_memory.interfaces.cli.frame.opened import Opened
from familiar_memory.interfaces.cli.frame.opening import started
from familiar_memory.interfaces.cli.frame.output import Output
from familiar_memory.interfaces.cli.notes.note_tree import draw_tree
from familiar_memory.interfaces.cli.write.writing import run_writer
from familiar_memory.interfaces.json_values.encoder import as_json

__all__ = ["play", "show_end"]

_MOST_LEAVES = {"sessions": 4}


async def play(home: Path, out: Output) -> list[AnsweredAsk]:
    """The whole demo; the answers that were given."""
    async with started(familiar_in(home)) as opened:
        if out.is_json:
            return await _tell_as_json(opened, home, out)
        page = DemoPage(out.page())
        await _record(opened.familiar, page)
        await _write(opened, page, out)
        _note(opened, page)
        return await _ask(opened.familiar, page)


async def _record(familiar: Familiar, page: DemoPage) -> None:
    began = time.perf_counter()
    counts = await take_in(familiar)
    took = time.perf_counter() - began
    people, places = familiar.history.authors(), familiar.history.places()
    page.heading("1  Record what is said")
    page.say(
        f"{sample_chat().name}: {sum(counts.values())} messages from an invented community over"
        f" three weeks, in {len(places)} places (two are private), by {len(people)} people on"
        " Discord and Twitch."
    )
    told = ", ".join(f"{number} {word}" for word, number in counts.items() if number)
    page.say(f"{told}; {took:.2f} s", "dim")


async def _write(opened: Opened, page: DemoPage, out: Output) -> None:
    began = time.perf_counter()
    report = await run_writer(opened.familiar, out)
    took = time.perf_counter() - began
    listing = list_notes(opened.parts.store, opened.parts.indexing.notes)
    notes = [note for note in listing.notes if note.path.endswith(".md")]
    page.heading("2  Write it up: plain Markdown, yours to grep and edit")
    if report.turns:
        page.say(
            f"{report.turns} turns became {len(notes)} notes in {took:.1f} s; no model, no key."
        )
    else:
        page.say(f"all turns are written up already, in {len(notes)} notes")
    page.draw(draw_tree("memory/", notes, _MOST_LEAVES))


def _note(opened: Opened, page: DemoPage) -> None:
    # It is called after the person, who has a name there.
    path = opened.parts.files.register.path_of(NOTE) or NOTE
    page.heading(f"3  One note, as it is on disk: {path}")
    page.note(opened.familiar.store.read_file(path))
    page.say(
        "Each line carries its source: when, which message, who and where. What is no longer true"
        " is struck through, not deleted.",
        "dim",
    )


async def _ask(familiar: Familiar, page: DemoPage) -> list[AnsweredAsk]:
    await familiar.settle()
    names = {author.slug: author.label for author in familiar.history.authors()}
    page.heading("4  Ask: what a bot gets before it replies (first lines only)")
    answers = []
    for number, shown in enumerate(DEMONSTRATIONS, start=1):
        page.say("")
        page.say(f"{number}. {shown.title}", "bold magenta")
        for ask in shown.asks:
            answer = await answer_to(familiar, ask)
            answers.append(answer)
            page.question(ask.question, names.get(ask.author, ask.author), ask.place)
            page.context(answer.context, ask.question)
            _verdict(answer, len(shown.asks) > 1, page)
    return answers


def _verdict(answer: AnsweredAsk, is_pair: bool, page: DemoPage) -> None:
    """Say what the check for private words found."""
    if answer.leaks:
        page.say(f"  ✗ it contains private turns: {', '.join(answer.leaks)}", "bold red")
    elif answer.public and is_pair:
        page.say("  ✓ nothing from the private messages (checked sentence by sentence)", "green")
    elif answer.private:
        page.say(
            f"  ✓ here it may be shown: {len(answer.private)} of the private messages are in it",
            "green",
        )


async def _tell_as_json(opened: Opened, home: Path, out: Output) -> list[AnsweredAsk]:
    """The same as data."""
    familiar = opened.familiar
    counts = await take_in(familiar)
    report = await familiar.write()
    await familiar.settle()
    answers = [await answer_to(familiar, ask) for shown in DEMONSTRATIONS for ask in shown.asks]
    listing = list_notes(opened.parts.store, opened.parts.indexing.notes)
    value: dict[str, Any] = {
        "familiar": FAMILIAR,
        "home": str(home),
        "turns": counts,
        "written": list(report.changed),
        "notes": [note.path for note in listing.notes],
        "questions": [
            as_json(answer.ask)
            | {"prompt": answer.context.render(), "private_leaks": list(answer.leaks)}
            for answer in answers
        ],
    }
    out.json(value)
    return answers


def show_end(kept: Path | None, out: Output) -> None:
    """Three lines of what to try."""
    page = DemoPage(out.page())
    page.heading("Try next")
    if kept is None:
        page.say(
            "  familiar demo --keep .demo                      keep this familiar to play with"
        )
    else:
        page.say(f'  familiar --home {kept} search "where does Bex live now?"')
        page.say(f'  familiar --home {kept} recall "how was the viva?" --explain')
        page.say(
            f"  $EDITOR {kept}/ember/memory/people/*.md             edit a note, then ask again"
        )
        return
    page.say("  familiar init NAME                              make your own")
    page.say("  familiar record chat.jsonl && familiar write")
