"""People, writers, imports, crashes and damage on one tree: nothing is lost, nothing is stale."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import re
import shutil
import sqlite3
import tempfile
import unicodedata
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from versions import version_at

from familiar_importers.markdown_folder import MarkdownFolderImporter
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.domain.tree import is_indexed
from familiar_memory.embeddings.models.none import NoEmbedder
from familiar_memory.errors import StoreError, UsageError
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.inspection.health.checks import mend_index
from familiar_memory.store import AuditJournal, Cause, ChangeState, MemoryStore, revision_of, undo
from familiar_memory.testing import Crash, FaultyFileSystem, HashEmbedder
from familiar_memory.transfer.staging.destination import Destination
from familiar_memory.transfer.staging.run import run_import
from familiar_memory.transfer.staging.stage import stage

PLACES = (Place("discord", "tavern", "lantern"), Place("discord", "42", kind=PlaceKind.DM))
PATHS = (
    "people/discord-42.md",
    "people/discord-7.md",
    "topics/tea.md",
    "topics/deep/kettle.md",
    "sessions/2026-02-02-evening.md",
    "notes.md",
)
FOLDERS = ("people", "topics", "topics/deep", "garden")
WORDS = ("tea", "thesis", "kettle", "viva", "Rowan", "Zed", "march")
SAID = ("I work at Initech.", "My cat is called Fern.", "I live in Ljubljana.", "Kettle on!")
# Waiting for the disk would only make the test slow.
_IN_MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
FIRST = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)
MARK = re.compile(rb"mark\d+x", re.IGNORECASE)

paths = st.sampled_from(PATHS)
texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join)
ways = st.sampled_from(("over it", "rename over", "swap", "backup"))
looks = st.sampled_from(("plain", "crlf", "bom", "nfd", "latin-1", "no end"))
damages = st.sampled_from(("deleted", "flipped", "cut", "emptied", "no log", "text"))


class People:
    """Whoever has the files open in something else: they know nothing of the engine."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.count = itertools.count(1)

    def mark(self) -> str:
        """A word that was never written before."""
        return f"mark{next(self.count)}x"

    def tree(self) -> dict[str, bytes]:
        """Every visible file."""
        found = {}
        for path in self.root.rglob("*"):
            relative = path.relative_to(self.root)
            if path.is_file() and not any(part.startswith(".") for part in relative.parts):
                found[relative.as_posix()] = path.read_bytes()
        found.pop("people/_aliases.json", None)
        return found

    def page(self, words: str, lines: int, look: str, head: str) -> bytes:
        """A note of theirs; each of its lines can be told from every other."""
        bullets = (
            f"- {words} {self.mark()} (2026-02-0{1 + n % 9}, ref:{n}, in:{PLACES[n % 2].slug})"
            if n % 2
            else f"- {words} café {self.mark()}"
            for n in range(lines)
        )
        text = "\n".join((head + f"# {words}", "", f"Prose {self.mark()}.", "", *bullets, ""))
        if look == "no end":
            text = text.rstrip("\n")
        if look == "nfd":
            text = unicodedata.normalize("NFD", text)
        if look == "crlf":
            text = text.replace("\n", "\r\n")
        return text.encode(
            "latin-1" if look == "latin-1" else "utf-8-sig" if look == "bom" else "utf-8"
        )

    def save(self, path: str, data: bytes, way: str) -> None:
        """As one editor or another saves."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if way == "rename over":
            (file.parent / "4913").write_bytes(b"")
            (file.parent / "4913").unlink()
            beside = file.with_name(f".{file.name}.tmp")
            beside.write_bytes(data)
            beside.replace(file)
        elif way == "swap" and file.exists():
            swap = file.with_name(f".{file.name}.swp")
            swap.write_bytes(data)
            backup = file.with_name(f"{file.name}~")
            file.rename(backup)
            file.write_bytes(data)
            backup.unlink()
            swap.unlink()
        elif way == "backup" and file.exists():
            shutil.copy2(file, file.with_name(f"{file.name}~"))
            file.write_bytes(data)
        else:
            file.write_bytes(data)


class TreeMachine(RuleBasedStateMachine):
    """One familiar, those who change its files behind its back, and all that can go wrong."""

    make = None

    @initialize(lexical=st.booleans())
    def begin(self, lexical):
        """An empty familiar, with vectors or without."""
        self.home = Path(tempfile.mkdtemp(dir=_IN_MEMORY))
        self.memory = self.home / "ember" / "memory"
        self.loop = asyncio.new_event_loop()
        self.lexical = lexical
        self.moment = datetime(2026, 3, 1, tzinfo=UTC)
        self.familiar = self.open()
        self.other = None
        self.people = People(self.memory)
        self.count = itertools.count(1)
        self.refs: list[tuple[int, Place]] = []
        self.kept: set[str] = set()
        self.busy = 0

    def open(self):
        """Start a process, so to speak."""
        embedder = NoEmbedder() if self.lexical else HashEmbedder()
        familiar = type(self).make(self.home, embedder=embedder, now=self.moment)
        self.run(familiar.start())
        return familiar

    def tick(self):
        """One second later, for everybody."""
        self.moment += timedelta(seconds=1)
        for one in self.both():
            one.parts.setup.clock.advance(timedelta(seconds=1))

    def run(self, awaitable):
        """Wait for something."""
        return self.loop.run_until_complete(awaitable)

    def both(self):
        """Every process."""
        return [one for one in (self.familiar, self.other) if one is not None]

    @contextlib.contextmanager
    def engine(self):
        """What it replaces or takes away, it has kept."""
        before = self.people.tree()
        yield before
        after = self.people.tree()
        gone = {revision_of(data) for path, data in before.items() if after.get(path) != data}
        self.kept |= gone
        self.check_kept(gone)

    def check_kept(self, revisions):
        """The journal has these versions, byte for byte."""
        images = self.familiar.journal.images
        for revision in revisions:
            data = images.get(revision)
            assert data is not None, "a version is lost"
            assert revision_of(data) == revision

    # --- people ---------------------------------------------------------------------

    @rule(
        path=paths,
        words=texts,
        lines=st.integers(0, 4),
        look=looks,
        way=ways,
        head=st.sampled_from(
            ("", "", "---\nvisibility: owner\n---\n", "---\naliases: [Zed]\nodd: {\n---\n")
        ),
    )
    def write(self, path, words, lines, look, way, head):
        """A whole note."""
        self.people.save(path, self.people.page(words, lines, look, head), way)

    @rule(path=paths, words=texts, way=ways)
    def add_line(self, path, words, way):
        """At the end, whatever stands there."""
        data = self.people.tree().get(path, b"")
        self.people.save(path, data + f"- {words} {self.people.mark()}\n".encode(), way)

    @rule(path=paths, words=texts, way=ways, data=st.data())
    def replace_line(self, path, words, way, data):
        """One of them, and not the others."""
        lines = self.people.tree().get(path, b"").split(b"\n")
        at = data.draw(st.integers(0, len(lines) - 1))
        lines[at] = f"- {words} {self.people.mark()}".encode()
        self.people.save(path, b"\n".join(lines), way)

    @rule(path=paths, name=st.sampled_from(("Zed", "Kim", "the baker")))
    def add_alias(self, path, name):
        """Names are indexed as well."""
        data = self.people.tree().get(path, b"# Somebody\n")
        self.people.save(path, data + f"\n## Aliases\n\n- {name}\n".encode(), "over it")

    @rule(path=paths)
    def change_nothing_but_bytes(self, path):
        """As long as before, and as old as before."""
        file = self.memory / path
        if not file.exists():
            return
        data, state = file.read_bytes(), file.stat()
        file.write_bytes(data.swapcase())
        os.utime(file, ns=(state.st_atime_ns, state.st_mtime_ns))

    @rule(path=paths, words=texts, empty=st.booleans())
    def save_the_same_again(self, path, words, empty):
        """A branch is checked out again; the edit is journalled while the file is being written."""
        self.write(path, words, 1, "plain", "over it", "")
        data = self.people.tree()[path]
        synchroniser = self.familiar.parts.indexing.synchroniser
        synchroniser.update("memory", [path])
        self.people.save(path, b"", "over it") if empty else self.delete(path)
        synchroniser.finish_up()
        self.people.save(path, data, "over it")

    @rule(path=paths, at=st.sampled_from((1, 10**18, 4 * 10**18)))
    def touch(self, path, at):
        """Long ago, or in the future."""
        if (self.memory / path).exists():
            os.utime(self.memory / path, ns=(at, at))

    @rule(path=paths)
    def delete(self, path):
        """By hand."""
        (self.memory / path).unlink(missing_ok=True)

    @rule(path=paths, to=paths)
    def rename(self, path, to):
        """Over what stands there, as `mv` does: what it covers is gone by a person's will."""
        if (self.memory / path).exists() and path != to:
            (self.memory / to).parent.mkdir(parents=True, exist_ok=True)
            (self.memory / path).replace(self.memory / to)

    @rule(folder=st.sampled_from(FOLDERS), to=st.sampled_from(FOLDERS))
    def rename_folder(self, folder, to):
        """With all that is in it."""
        source, target = self.memory / folder, self.memory / to
        if source.is_dir() and not target.exists() and not target.is_relative_to(source):
            target.parent.mkdir(parents=True, exist_ok=True)
            source.rename(target)

    @rule(path=paths, to=paths)
    def rename_what_is_known(self, path, to):
        """One change, if nothing stood there; the past of the new name begins with the old one."""
        self.settle()
        source, target = self.memory / path, self.memory / to
        if not source.exists() or target.exists():
            return
        before = [entry.id for entry in self.familiar.journal.entries(path)]
        target.parent.mkdir(parents=True, exist_ok=True)
        moment = self.moment
        self.tick()
        source.rename(target)
        self.settle()
        journal = self.familiar.journal
        newest = next(journal.entries(to, newest_first=True))
        assert (newest.source, newest.path, newest.moved_to) == ("human", path, to)
        story = [entry.id for entry in journal.entries(to, follow=True)]
        assert {*before, newest.id} <= set(story)
        assert journal.name_at(to, moment) == path
        assert version_at(journal, path, moment) == target.read_bytes()

    @rule(path=paths, to=paths, words=texts, old_name=st.booleans(), edited=st.booleans())
    def rename_and_write_at_once(self, path, to, words, old_name, edited):
        """Nobody has looked in between: what the store writes to either name follows the move."""
        self.settle()
        source, target = self.memory / path, self.memory / to
        if not source.exists() or target.exists() or not (data := source.read_bytes()):
            return
        twins = [one for one, bytes_ in self.people.tree().items() if bytes_ == data]
        target.parent.mkdir(parents=True, exist_ok=True)
        source.rename(target)
        if edited and not old_name:
            target.write_bytes(data + b"\n- and more\n")
        line = f"- {words} {self.people.mark()}\n"
        self.familiar.store.append_file(path if old_name else to, line, cause=Cause("test"))
        moves = [e for e in self.familiar.journal.entries(to, follow=True) if e.moved_to == to]
        if moves or not edited or old_name:
            newest = moves[-1]
            assert newest.source == "human" and (newest.path == path or len(twins) > 1)

    def settle(self):
        """Bring the index and the journal up to date; what vanished was deleted."""
        if self.run(self.familiar.settle()).held:
            self.familiar.parts.indexing.synchroniser.sync_all(allow_mass_removal=True)

    @rule()
    def leave_rubbish(self):
        """As editors and synchronising tools do."""
        self.memory.mkdir(exist_ok=True)
        for name in (".#notes.md", "notes.md~", ".notes.md.swp", "4913", "notes.md.tmp"):
            (self.memory / name).write_bytes(b"- rubbish\n")

    # --- the engine -----------------------------------------------------------------

    @rule(place=st.sampled_from(PLACES), words=texts, said=st.sampled_from(SAID))
    def say(self, place, words, said):
        """A new turn."""
        ref = next(self.count)
        self.refs.append((ref, place))
        at = FIRST + timedelta(minutes=25 * ref)
        author = Author("discord", "42", "Rowan")
        self.run(self.familiar.record(Turn(str(ref), at, place, author, f"{said} {words}")))

    @precondition(lambda self: self.refs)
    @rule(data=st.data(), words=texts, deleted=st.booleans())
    def amend(self, data, words, deleted):
        """An edit or a deletion of a turn."""
        ref, place = data.draw(st.sampled_from(self.refs))
        at = FIRST + timedelta(days=1, seconds=next(self.count))
        author = Author("discord", "42", "Zed")
        turn = Turn(str(ref), at, place, author, words, edited=True, deleted=deleted)
        self.run(self.familiar.record(turn))

    @precondition(lambda self: self.refs)
    @rule()
    def write_notes(self):
        """The writer: every line of a person stays as it is, but for an id at its end."""
        with self.engine() as before:
            self.run(self.familiar.write())
        after = self.people.tree()
        for path, data in before.items():
            now = after[path].split(b"\n")
            for line in data.split(b"\n"):
                if MARK.search(line):
                    bare = line.rstrip(b"\r")
                    assert any(one == line or one.startswith(bare + b" ^") for one in now), line

    @rule(path=paths, words=texts, which=st.sampled_from(("append", "write", "edit")))
    def change_by_store(self, path, words, which):
        """Of either process; a file that is no text is refused by an edit."""
        store = self.both()[-1].store
        line = f"- {words} {self.people.mark()}\n"
        with self.engine() as before, contextlib.suppress(StoreError):
            if which == "append":
                store.append_file(path, line, cause=Cause("test"))
                assert self.people.tree()[path] == before.get(path, b"") + line.encode()
            elif which == "write":
                store.write_file(path, line, cause=Cause("test"))
            else:
                store.edit(path, lambda text: line + text, cause=Cause("test"))

    @rule(path=paths, to=paths, words=texts)
    def change_both_by_store(self, path, to, words):
        """Both or neither."""
        line = f"- {words} {self.people.mark()}\n"
        with self.engine() as before:
            try:
                self.both()[-1].store.edit_all(
                    dict.fromkeys((path, to), lambda text: text + line), cause=Cause("test")
                )
            except StoreError:
                assert self.people.tree() == before
            else:
                after = self.people.tree()
                assert all(line.encode() in after[one] for one in (path, to))

    @rule(path=paths)
    def delete_by_store(self, path):
        """It can be had back."""
        with self.engine(), contextlib.suppress(StoreError):
            self.familiar.store.delete(path, cause=Cause("test"))

    @rule(path=paths, to=paths)
    def move_by_store(self, path, to):
        """Never over anything."""
        with self.engine() as before:
            try:
                self.familiar.store.move(path, to, cause=Cause("test"))
            except StoreError:
                assert self.people.tree() == before

    @rule(back=st.integers(0, 3))
    def undo_something(self, back):
        """One of the newest changes, where that can be done."""
        newest = itertools.islice(self.familiar.journal.entries(newest_first=True), back, back + 1)
        with self.engine(), contextlib.suppress(StoreError, UsageError):
            for entry in newest:
                undo(self.familiar.store, self.familiar.journal, entry.id)

    @rule(words=texts, force=st.booleans())
    def bring_in(self, words, force):
        """An import, over what stands there or not."""
        folder = self.home / "vault"
        shutil.rmtree(folder, ignore_errors=True)
        for path in PATHS[2:4]:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(self.people.page(words, 2, "plain", ""))
        staged = stage(MarkdownFolderImporter(), folder, max_file_bytes=100_000)
        store, history = self.familiar.store, self.familiar.history
        with self.engine():
            run_import(staged, Destination(history.record_many, store), force=force)

    # --- accidents ------------------------------------------------------------------

    @rule(
        path=paths,
        to=paths,
        which=st.sampled_from(("append", "write", "edit both", "delete", "move")),
        step=st.integers(1, 100),
        by_hand=st.booleans(),
    )
    def die_while_writing(self, path, to, which, step, by_hand):
        """Another process, at any step; sometimes a person saves at that moment."""
        before = self.people.tree()
        fs = FaultyFileSystem()
        line = f"- dying {self.people.mark()}\n"
        allowed = {*before.values(), line.encode()}
        allowed |= {before.get(one, b"") + line.encode() for one in (path, to)}
        if by_hand and path in before:
            saved = b"- by hand " + self.people.mark().encode() + b"\n"
            allowed |= {saved, saved + line.encode()}
            fs.save_before("replace", lambda: self.people.save(path, saved, "over it"))
        with AuditJournal(self.home / "ember" / "journal", fs=fs) as journal:
            store = MemoryStore(self.memory, fs=fs, journal=journal, clock=lambda: self.moment)
            fs.fail_at(step)
            with contextlib.suppress(Crash, StoreError):
                if which == "append":
                    store.append_file(path, line)
                elif which == "write":
                    store.write_file(path, line)
                elif which == "edit both":
                    store.edit_all(dict.fromkeys((path, to), lambda text: text + line))
                elif which == "delete":
                    store.delete(path)
                else:
                    store.move(path, to)
        for path_now, data in self.people.tree().items():
            assert data in allowed, path_now
        self.reopen()
        after = self.people.tree()
        gone = {revision_of(data) for one, data in before.items() if after.get(one) != data}
        if which == "edit both" and not by_hand:
            assert len({line.encode() in after.get(one, b"") for one in (path, to)}) == 1
        if not (by_hand and path in before):
            # Otherwise the person may have saved over it before it was read.
            self.kept |= gone
            self.check_kept(gone)
        leftovers = [p.name for p in self.memory.rglob(".*.fm-tmp") if ".md" in p.name]
        assert leftovers == []

    @rule()
    def crash(self):
        """What was not indexed yet is not indexed."""
        worker = self.familiar.parts.indexing.worker
        with worker._condition:
            worker._submissions._pending.clear()
        edits = self.familiar.parts.indexing.synchroniser._edits._outside_edits
        edits._met.clear()
        edits.note_met = lambda: None
        self.reopen()

    @rule()
    def restart(self):
        """As it should be."""
        self.reopen()

    def reopen(self):
        """A new process on what the old one has left."""
        self.run(self.familiar.close())
        self.familiar = self.open()

    @rule(how=damages)
    def damage_the_index(self, how):
        """While it is open."""
        file = self.memory / ".index" / "embeddings.sqlite"
        if not file.exists():
            return
        log = file.with_name(f"{file.name}-wal")
        if how == "deleted":
            for one in (file, log, file.with_name(f"{file.name}-shm")):
                one.unlink(missing_ok=True)
            return
        # A process that has it open would be hurt in its mapped memory, not in its file.
        for one in self.both():
            self.run(one.close())
        data = bytearray(file.read_bytes())
        if how == "flipped":
            data[100:4000] = bytes(b ^ 0xFF for b in data[100:4000])
        elif how == "no log":
            log.unlink(missing_ok=True)
        elif how == "text":
            data = bytearray(b"this is no database\n" * 200)
        else:
            del data[len(data) // 2 if how == "cut" else 0 :]
        file.write_bytes(bytes(data))
        self.familiar = self.open()
        self.other = None if self.other is None else self.open()

    @rule(gone=st.sets(paths), how=st.sampled_from(("search", "settle", "doctor")))
    def damage_the_open_index_and_lose_notes(self, gone, how):
        """Whoever meets the damage makes it anew, and only the journal knows what is gone."""
        with (
            contextlib.closing(sqlite3.connect(self.familiar.parts.files.index.path)) as index,
            index,
        ):
            index.execute("DROP TABLE IF EXISTS documents")
        for path in gone:
            (self.memory / path).unlink(missing_ok=True)
        if how == "search":
            self.run(self.familiar.search("tea"))
        elif how == "settle":
            self.settle()
        # Which reads every row: neither of the others has to meet the damage.
        mend_index(self.familiar.parts)
        self.settle()

    @rule(gone=st.sets(paths))
    def lose_the_index_and_notes(self, gone):
        """Only the journal knows by then what stood there."""
        for one in self.both():
            self.run(one.close())
        shutil.rmtree(self.memory / ".index", ignore_errors=True)
        for path in gone:
            (self.memory / path).unlink(missing_ok=True)
        self.familiar = self.open()
        self.other = None if self.other is None else self.open()

    @rule()
    def read_only(self):
        """Who may only read is told the same of the past, and leaves everything as it is."""
        root = self.home / "ember"
        before = {path: path.read_bytes() for path in (root / "journal").glob("*.jsonl")}
        now = self.familiar.now()
        with AuditJournal(root / "journal", is_read_only=True) as reader:
            assert reader.all_past(now) == self.familiar.journal.all_past(now)
            assert list(reader.entries()) == list(self.familiar.journal.entries())
            for revision in self.kept:
                assert reader.images.get(revision) == self.familiar.journal.images.get(revision)
        with HistoryStore.read_only(root / "history.sqlite", "read-only") as history:
            assert history.counts() == self.familiar.history.counts()
        assert before == {path: path.read_bytes() for path in before}

    # --- another process --------------------------------------------------------------

    @rule()
    def another_comes_or_goes(self):
        """On the same files."""
        if self.other is None:
            self.other = self.open()
        else:
            self.run(self.other.close())
            self.other = None

    @rule(steps=st.integers(1, 4))
    def be_busy(self, steps):
        """For some steps nobody looks whether all is in step."""
        self.busy = steps

    @rule()
    def build_anew(self):
        """By command."""
        self.run(self.familiar.index.rebuild())

    # --- what always holds ------------------------------------------------------------

    @invariant()
    def nothing_stale_is_told(self):
        """Whoever asks, and however long ago anything was indexed."""
        if not hasattr(self, "familiar"):
            return
        for one in self.both():
            for query in ("tea kettle", "thesis viva march Rowan Zed"):
                found = self.run(one.search(query, limit=30))
                tree = self.people.tree()
                for hit in found.hits:
                    if hit.source == "memory":
                        marks = MARK.findall(hit.text.encode())
                        now = tree.get(hit.path, b"")
                        assert [mark for mark in marks if mark not in now] == [], hit

    @invariant()
    def it_is_what_a_fresh_build_is(self):
        """After a sync, unless somebody is busy; and every version that stood then is kept."""
        if not hasattr(self, "familiar"):
            return
        if self.busy:
            self.busy -= 1
            return
        self.settle()
        verdict = self.run(self.familiar.index.verify())
        assert verdict.same, verdict
        unreadable = {p for p, data in self.people.tree().items() if _is_unreadable(p, data)}
        assert unreadable <= {key for _, key, _ in self.familiar.parts.files.index.problems()}
        seen = {p: revision_of(d) for p, d in self.people.tree().items() if is_indexed(p)}
        self.kept.update(seen.values())
        self.check_kept(seen.values())
        heads = self.familiar.journal.heads(seen)
        assert {path: head.revision for path, head in heads.items()} == seen
        stands = self.familiar.journal.all_past(self.familiar.now())
        assert {path: r for path, r in stands.items() if r is not None and is_indexed(path)} == seen
        if self.other is not None:
            asked = [self.run(one.search("tea thesis", limit=30)).hits for one in self.both()]
            assert asked[0] == asked[1]

    def teardown(self):
        """At the end all of it is there, and the journal tells one story."""
        if not hasattr(self, "familiar"):
            return
        try:
            self.check_kept(self.kept)
            self.familiar.parts.files.journal.rebuild()
            self.check_kept(self.kept)
            _check_story(self.familiar.journal)
            store = MemoryStore(self.memory, journal=self.familiar.journal)
            store.reconcile(sweep=True)
            assert list(self.memory.rglob(".*.fm-tmp")) == []
        finally:
            for one in self.both():
                self.run(one.close())
            self.run(self.loop.shutdown_default_executor())
            self.loop.close()
            shutil.rmtree(self.home)


def _is_unreadable(path, data):
    if not path.endswith(".md"):
        return False
    try:
        data.decode()
    except UnicodeDecodeError:
        return True
    return False


def _check_story(journal):
    """Each change of a file begins where the last one ended."""
    last = {}
    for entry in journal.entries():
        assert entry.state is not ChangeState.INTENT
        if entry.state is ChangeState.ABORTED:
            continue
        if entry.path in last:
            assert entry.before == last[entry.path]
        last[entry.path] = None if entry.moved_to else entry.after
        if entry.moved_to:
            last[entry.moved_to] = entry.after


@pytest.mark.long
def test_nothing_is_lost_and_nothing_is_stale(new_familiar):
    """Over any life of one tree; `make soak` lives many more of them."""
    TreeMachine.make = staticmethod(new_familiar)
    lives = int(os.environ.get("TREE_LIVES", "25"))
    run_state_machine_as_test(
        TreeMachine,
        settings=settings(
            max_examples=lives,
            stateful_step_count=20 if lives <= 25 else 50,
            deadline=None,
            derandomize=lives <= 25,
            database=None,
            suppress_health_check=list(HealthCheck),
            print_blob=True,
        ),
    )
