"""`familiar demo`: a made-up community, three weeks of talk, and what is left of it."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from familiar_memory.errors import UsageError
from familiar_memory.interfaces.cli.frame.invocation import Invocation, invocation
from familiar_memory.interfaces.cli.frame.options import FamiliarCommand, examples
from familiar_memory.interfaces.cli.frame.output import Output

if TYPE_CHECKING:
    from familiar_memory.domain.talk.turn import StoredTurn
    from familiar_memory.familiar import Familiar
    from familiar_memory.interfaces.cli.demo.story import Ask
    from familiar_memory.interfaces.cli.demo.view import DemoPage
    from familiar_memory.recall.page.render import Context

__all__ = ["register"]

_EXAMPLES = examples("familiar demo", "familiar demo --keep .demo")
_FINDINGS = 1
_MARK = ".familiar-demo"
_MOST_LEAVES = {"sessions": 4}


@dataclass(frozen=True, slots=True)
class _Answer:
    """One question with its context, and the private turns (refs) that it holds words of."""

    ask: Ask
    context: Context
    public: bool
    private: tuple[str, ...]

    @property
    def leaks(self) -> tuple[str, ...]:
        """Private turns in the context of a public room: there must be none."""
        return self.private if self.public else ()


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("demo", cls=FamiliarCommand, epilog=_EXAMPLES)(_demo)


def _demo(
    ctx: typer.Context,
    keep: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Keep the familiar there. Default: thrown away."),
    ] = None,
) -> None:
    """See it work: a sample chat becomes notes, and questions find their context.

    Needs no key, no model and no network. Your own familiars are not touched.
    """
    import asyncio

    call = invocation(ctx)
    out = Output(call)
    kept = keep or call.home
    with _home(kept) as home:
        answers = asyncio.run(_play(home, call, out))
    if out.is_json:
        return
    _end(kept, out)
    if any(answer.leaks for answer in answers):
        raise typer.Exit(_FINDINGS)


@contextmanager
def _home(kept: Path | None) -> Iterator[Path]:
    """A folder for the demo's familiar; only one that the demo made is used again."""
    from familiar_memory.interfaces.cli.demo.story import FAMILIAR

    if kept is None:
        with tempfile.TemporaryDirectory(prefix="familiar-demo-") as folder:
            yield Path(folder)
        return
    root = kept / FAMILIAR
    if root.exists() and not (root / _MARK).exists():
        raise UsageError(
            f"there is a familiar {FAMILIAR!r} in {kept} that the demo did not make",
            "another folder: --keep FOLDER",
        )
    yield kept


async def _play(home: Path, call: Invocation, out: Output) -> list[_Answer]:
    """The whole demo, chapter by chapter."""
    familiar = _familiar(home)
    await familiar.start()
    try:
        if out.is_json:
            return await _as_json(familiar, home, out)
        from familiar_memory.interfaces.cli.demo.view import DemoPage

        page = DemoPage(out.page())
        await _record(familiar, page, out)
        await _write(familiar, page, out)
        _note(familiar, page)
        return await _ask(familiar, page)
    finally:
        await familiar.close()


def _familiar(home: Path) -> Familiar:
    from familiar_memory.config.paths import FamiliarPaths
    from familiar_memory.familiar import Familiar
    from familiar_memory.interfaces.cli.demo.story import FAMILIAR, NAME

    paths = FamiliarPaths(home, FAMILIAR)
    if paths.character.is_file():
        return Familiar.open(FAMILIAR, home=home)
    familiar = Familiar.create(FAMILIAR, home=home, name=NAME)
    (paths.root / _MARK).touch()
    return familiar


async def _record(familiar: Familiar, page: DemoPage, out: Output) -> None:
    from familiar_memory.interfaces.cli.demo.story import sample_chat

    started = time.perf_counter()
    counts = await _take_in(familiar)
    took = time.perf_counter() - started
    people, places = familiar.history.authors(), familiar.history.places()
    page.heading("1  Record what is said")
    page.say(
        f"{sample_chat().name}: {sum(counts.values())} lines of an invented community, three weeks,"
        f" {len(places)} places (two are private), {len(people)} people on Discord and Twitch."
    )
    told = ", ".join(f"{number} {word}" for word, number in counts.items() if number)
    page.say(f"{told}; {took:.2f} s", "dim")


async def _take_in(familiar: Familiar) -> dict[str, int]:
    from familiar_memory.interfaces.cli.demo.story import sample_chat
    from familiar_memory.transfer.reading.turn_lines import read_turn_lines

    turns = [item.turn for item in read_turn_lines(sample_chat())]
    outcomes = [outcome.value for outcome in await familiar.record_many(turns)]
    return {word: outcomes.count(word) for word in dict.fromkeys(outcomes)}


async def _write(familiar: Familiar, page: DemoPage, out: Output) -> None:
    from familiar_memory.interfaces.cli.keep.write_command import run_writer
    from familiar_memory.interfaces.cli.notes.note_tree import draw_tree
    from familiar_memory.interfaces.cli.notes.notes_listing import list_notes

    started = time.perf_counter()
    report = await run_writer(familiar, out)
    took = time.perf_counter() - started
    listing = list_notes(familiar.store, familiar.parts.notes)
    notes = [note for note in listing.notes if note.path.endswith(".md")]
    page.heading("2  Write it up: plain Markdown, yours to grep and edit")
    if report.turns:
        page.say(
            f"{report.turns} turns became {len(notes)} notes in {took:.1f} s; no model, no key."
        )
    else:
        page.say(f"all turns are written up already, in {len(notes)} notes")
    page.draw(draw_tree("memory/", notes, _MOST_LEAVES))


def _note(familiar: Familiar, page: DemoPage) -> None:
    from familiar_memory.interfaces.cli.demo.story import NOTE

    page.heading(f"3  One note, as it is on the disk: {NOTE}")
    page.note(familiar.store.read_file(NOTE))
    page.say(
        "Each memory says when, from which message, by whom and where. What no longer holds is"
        " struck, not lost.",
        "dim",
    )


async def _ask(familiar: Familiar, page: DemoPage) -> list[_Answer]:
    from familiar_memory.interfaces.cli.demo.story import SCENES

    await familiar.settle()
    names = {author.slug: author.label for author in familiar.history.authors()}
    page.heading("4  Ask: what a bot gets before it replies (the first lines of it)")
    answers = []
    for number, scene in enumerate(SCENES, start=1):
        page.say("")
        page.say(f"{number}. {scene.title}", "bold magenta")
        for ask in scene.asks:
            answer = await _answer(familiar, ask)
            answers.append(answer)
            page.question(ask.question, names.get(ask.author, ask.author), ask.place)
            page.context(answer.context, ask.question)
            _verdict(answer, len(scene.asks) > 1, page)
    return answers


def _verdict(answer: _Answer, is_pair: bool, page: DemoPage) -> None:
    """Say what the check for private words found."""
    if answer.leaks:
        page.say(f"  ✗ private turns are in it: {', '.join(answer.leaks)}", "bold red")
    elif answer.public and is_pair:
        page.say("  ✓ nothing from the private messages (checked sentence by sentence)", "green")
    elif answer.private:
        page.say(
            f"  ✓ here it may be told: {len(answer.private)} of the private messages are in it",
            "green",
        )


async def _answer(familiar: Familiar, ask: Ask) -> _Answer:
    from familiar_memory.domain.question.context import RecallRequest
    from familiar_memory.interfaces.cli.demo.proof import private_traces
    from familiar_memory.interfaces.cli.frame.who_where import read_author, read_place

    place = read_place(familiar.history, ask.place)
    author = read_author(familiar.history, ask.author)
    context = await familiar.recall(RecallRequest(ask.question, author, place))
    public = place is not None and not place.is_private
    found = private_traces(context, *_private_and_open(familiar))
    return _Answer(ask, context, public, found)


def _private_and_open(familiar: Familiar) -> tuple[list[StoredTurn], list[StoredTurn]]:
    turns = familiar.history.turns_after(0, familiar.history.latest_id())
    private = [stored for stored in turns if stored.turn.place.is_private]
    return private, [stored for stored in turns if not stored.turn.place.is_private]


async def _as_json(familiar: Familiar, home: Path, out: Output) -> list[_Answer]:
    """The same as data."""
    from familiar_memory.interfaces.cli.demo.story import FAMILIAR, SCENES
    from familiar_memory.interfaces.cli.notes.notes_listing import list_notes

    counts = await _take_in(familiar)
    report = await familiar.write()
    await familiar.settle()
    answers = [await _answer(familiar, ask) for scene in SCENES for ask in scene.asks]
    listing = list_notes(familiar.store, familiar.parts.notes)
    value: dict[str, Any] = {
        "familiar": FAMILIAR,
        "home": str(home),
        "turns": counts,
        "written": list(report.changed),
        "notes": [note.path for note in listing.notes],
        "questions": [
            {
                "question": answer.ask.question,
                "author": answer.ask.author,
                "place": answer.ask.place,
                "prompt": answer.context.render(),
                "private_leaks": list(answer.leaks),
            }
            for answer in answers
        ],
    }
    out.json(value)
    return answers


def _end(kept: Path | None, out: Output) -> None:
    """Three lines of what to try."""
    from familiar_memory.interfaces.cli.demo.view import DemoPage

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
    page.say("  familiar record --jsonl chat.jsonl && familiar write")
