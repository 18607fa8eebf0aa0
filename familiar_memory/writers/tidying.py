"""Notes that are named by ids, renamed as people and topics are called; links follow.

What a person has named stays as it is: renamed are files whose name is just the id, and of
topics only those that the writer collects mentions in. All of it is one batch of the journal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath

from familiar_memory.domain.text.file_names import spelling_key
from familiar_memory.domain.text.slugs import title_slug
from familiar_memory.domain.tree import PEOPLE, is_below, note_of_person
from familiar_memory.errors import ConflictError, NotFoundError, NotTextError, StoreError
from familiar_memory.history.base import HistoryReader
from familiar_memory.markdown.change.relink import BareNames, relinked
from familiar_memory.markdown.frontmatter.identity import with_id
from familiar_memory.markdown.tree import parse_note
from familiar_memory.notes.register.head import NoteHead, is_id_for, read_note_head
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.merging.properties import with_heard_name
from familiar_memory.store.base import Cause, NoteStore
from familiar_memory.writers.file_names import FileNames
from familiar_memory.writers.notes.topic_notes import topic_of
from familiar_memory.writers.notes.topic_page import MENTIONS

__all__ = ["Renaming", "TidyPlan", "Tidying"]

_SAID_TWICE = re.compile(r"\[\[([^\[\]|]+)\|\1\]\]")


@dataclass(frozen=True, slots=True)
class Renaming:
    """A note that is to be called otherwise; paths in the tree."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class TidyPlan:
    """What is to be renamed, and the notes whose links follow; nothing where all is well."""

    renamed: tuple[Renaming, ...] = ()
    relinked: tuple[str, ...] = ()


class Tidying:
    """Finds what can be renamed, and does it."""

    def __init__(self, history: HistoryReader, store: NoteStore, register: TreeRegister) -> None:
        self._history = history
        self._store = store
        self._register = register

    def plan(self) -> TidyPlan:
        """What would be renamed, as history and notes are now; nothing is written.

        Raises:
            HistoryError: what people were called cannot be read.
            StoreError: the tree cannot be read.
        """
        self._register.look_at_all()
        renamed = tuple(sorted(self._renamings(), key=lambda one: one.old))
        moved = {one.old: one.new for one in renamed}
        return TidyPlan(renamed, tuple(path for path, _ in self._followed(moved)) if moved else ())

    def carry_out(self, plan: TidyPlan, batch: str, source: str = "cli") -> None:
        """Rename the notes of a plan as one batch of the journal; their links follow.

        A note says whose it is before it is moved: whoever is killed in between loses nobody.

        Raises:
            ConflictError: notes came, went or were renamed since the plan; nothing was changed.
            StoreError: a note cannot be changed; what was done before stays, with its links.
        """
        if self.plan().renamed != plan.renamed:
            raise ConflictError(
                "nothing was changed: notes have been renamed meanwhile", "run it once more"
            )
        cause = Cause(source, batch=batch)
        paths, moved = self._paths(), {}
        for one in plan.renamed:
            say = partial(_ready, one=one)
            self._store.edit(one.old, say, cause=cause, is_capped=False)
        try:
            for one in plan.renamed:
                self._store.move(one.old, one.new, cause=cause)
                moved[one.old] = one.new
                self._register.met(one.old)
                self._register.met(one.new)
        finally:
            self._follow(paths, moved, cause)

    def _follow(self, paths: Sequence[str], moved: Mapping[str, str], cause: Cause) -> None:
        """Have all links follow what was moved; `paths` are from before the move."""
        names = BareNames.of(paths, moved)
        for old in paths:
            path = moved.get(old, old)
            if not path.endswith(".md"):
                continue
            follow = partial(_followed, old_path=old, path=path, moved=moved, names=names)
            # Read first: who has a note open for writing keeps others from it.
            with suppress(NotFoundError, NotTextError):
                if follow(text := self._store.read_file(path)) != text:
                    self._store.edit(path, follow, cause=cause, is_capped=False)

    def _renamings(self) -> Iterator[Renaming]:
        plain = [
            (path, slug)
            for path, head in sorted(self._register.heads().items())
            if (slug := _plain_slug(path, head)) and self._register.key_of(path) == path
        ]
        ids = {slug for path, slug in plain if is_below(path, PEOPLE)}
        people = [author for author in self._history.authors() if author.slug in ids]
        heard = FileNames(self._history, self._register).heard(people)
        for path, slug in plain:
            name = heard.get(slug, "") if is_below(path, PEOPLE) else self._title(path)
            if name and spelling_key(name) != spelling_key(slug):
                yield Renaming(path, self._register.new_path(path, name))

    def _title(self, path: str) -> str:
        """The title of a topic's note that the writer made; "" of any other."""
        try:
            note = parse_note(self._store.read_file(path))
        except StoreError:
            return ""
        topic, _ = topic_of(path)
        is_ours = note.section(MENTIONS) is not None and title_slug(note.title) == topic
        return note.title if is_ours else ""

    def _followed(self, moved: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        """Other notes whose links lead to what is renamed, with their new texts."""
        paths = self._paths()
        names = BareNames.of(paths, moved)
        for path in paths:
            if path in moved or not path.endswith(".md"):
                continue
            try:
                text = self._store.read_file(path)
            except StoreError:
                continue
            if (new := _followed(text, path, path, moved, names)) != text:
                yield path, new

    def _paths(self) -> list[str]:
        return [state.path for state in self._store.scan_files().files]


def _plain_slug(path: str, head: NoteHead) -> str | None:
    """The id that is a file's whole name; None where a person has named it, or it is another's."""
    stem = PurePosixPath(path).stem
    if (
        path.count("/") != 1
        or not is_id_for(path.partition("/")[0], stem)
        or head.id not in ("", stem)
    ):
        return None
    return stem


def _followed(
    text: str, old_path: str, path: str, moved: Mapping[str, str], names: BareNames
) -> str:
    """The text of a note whose links lead to what was moved; one that shows its name needs no more.

    What stood there before with a name of its own beside the same name stays.
    """
    new = relinked(text, old_path, path, moved, names, with_properties=True)
    # Only what the renaming made is new: a name of its own beside the same name was there before.
    return new if new == text else _SAID_TWICE.sub(lambda link: _once(link, text), new)


def _once(link: re.Match[str], before: str) -> str:
    """A link that shows its own name, by that alone; as it is where it stood so before."""
    return link[0] if link[0] in before else f"[[{link[1]}]]"


def _ready(text: str, one: Renaming) -> str:
    """The text of a note that can be renamed: it says whose it is, and what it was heard as."""
    given = PurePosixPath(one.old).stem
    head = read_note_head(note_of_person(given), text.encode("utf-8", "surrogatepass"))
    text = text if head.id else with_id(text, given)
    is_person = is_below(one.old, PEOPLE)
    return with_heard_name(text, PurePosixPath(one.new).stem, given) if is_person else text
