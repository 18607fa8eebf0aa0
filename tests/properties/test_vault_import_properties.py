"""Any vault comes into any tree; the dry run says what the run does, and links still lead on."""

from __future__ import annotations

import contextlib
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from familiar_importers.markdown_folder import MarkdownFolderImporter
from familiar_importers.memories.making.owned_text import surely_visible
from familiar_memory.markdown.frontmatter.block import read_frontmatter
from familiar_memory.markdown.links import LinkKind, find_links, note_stem, resolve_link
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.store.names import colliding_names
from familiar_memory.transfer.report import ImportReport
from familiar_memory.transfer.staging.destination import Destination
from familiar_memory.transfer.staging.run import run_import
from familiar_memory.transfer.staging.stage import stage

pytestmark = pytest.mark.long


_FOLDERS = (
    "People",
    "people",
    "Topics",
    "Lore",
    "Imported",
    "imported",
    "Self",
    "Café",
    "Cafe\u0301",
)
_FOLDERS_TOO = ("CON", "a:b", "x.", "Tea", "tea", "tea.md", "_")
_NAMES = ("Tea", "tea", "Café", "cafe\u0301", "CON", "What?", "What-", "review", "a", "é" * 130)
_paths = st.lists(
    st.tuples(
        st.lists(st.sampled_from(_FOLDERS + _FOLDERS_TOO), max_size=2).map(tuple),
        st.sampled_from(_NAMES),
    ).map(lambda parts: "/".join((*parts[0], f"{parts[1]}.md"))),
    max_size=7,
    unique=True,
)


def _written(root: Path, paths: list[str]) -> list[str]:
    """The paths of which this disk could make notes, each with links to all others."""
    made = []
    root.mkdir()
    for path in paths:
        with contextlib.suppress(OSError):
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text("", "utf-8")
            made.append(path)
    for number, path in enumerate(made):
        up = "../" * path.count("/")
        links = [
            *(f"[{other}](<{up}{one}>)" for other, one in enumerate(made)),
            *(f"[[{one}|{other}]]" for other, one in enumerate(made) if "/" in one),
            *(
                f"[[{one.rpartition('/')[2].removesuffix('.md')}|{other}]]"
                for other, one in enumerate(made)
                if [note_stem(o) for o in made].count(note_stem(one)) == 1
            ),
        ]
        (root / path).write_text(f"note {number}\n\n" + "\n".join(links) + "\n", "utf-8")
    return made


def _told(report: ImportReport) -> tuple[object, ...]:
    return (
        *(report.written, report.updated, report.same, report.kept, report.gone, report.removed),
        *(report.skipped, report.remarks),
    )


@settings(max_examples=60, deadline=None)
@given(vault=_paths, tree=_paths, force=st.booleans())
def test_a_dry_run_is_the_run(vault: list[str], tree: list[str], force: bool) -> None:
    """Case, composed letters, devices, folders called like notes: nothing stops the others."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        notes = _written(root / "vault", vault)
        _written(root / "memory", tree)
        store = MemoryStore(root / "memory")
        if not [path for path in notes if path != "review.md"]:
            return
        staged = stage(MarkdownFolderImporter(), root / "vault", max_file_bytes=100_000)
        before = {path: store.read_bytes(path) for path in store.glob("**")}
        dry = run_import(staged, Destination(lambda turns: [], store), dry_run=True, force=force)
        assert {path: store.read_bytes(path) for path in store.glob("**")} == before
        run = run_import(staged, Destination(lambda turns: [], store), force=force)
        assert _told(dry) == _told(run)
        after = {path: store.read_bytes(path) for path in store.glob("**")}
        assert {path for path in after if after.get(path) != before.get(path)} == set(run.written)
        again = run_import(staged, Destination(lambda turns: [], store), force=force)
        assert (again.written, again.kept) == ((), run.kept)
        # The tree may have held names that some disk confuses; the import adds none.
        new = set(after) - set(before)
        assert not [group for group in colliding_names(after) if new & set(group)]
        if force or not tree:
            _links_lead_where_they_led(notes, store, set(run.written) | set(run.same))


def _links_lead_where_they_led(notes: list[str], store: MemoryStore, brought: set[str]) -> None:
    """Each link shows the number of the note that it is to lead to."""
    numbers = {}
    for path in brought:
        body = store.read_file(path).partition("note ")[2]
        numbers[path] = int(body.partition("\n")[0])
    assert sorted(numbers.values()) == [
        number for number, path in enumerate(notes) if path.lower() != "review.md"
    ]
    for path in brought:
        for link in find_links(store.read_file(path)):
            wanted = int(link.text)
            if notes[wanted].lower() == "review.md":
                continue
            target = resolve_link(link, path)
            if link.kind is LinkKind.WIKI and "/" not in link.target:
                named = [one for one in brought if note_stem(one) == note_stem(link.target)]
                near = [one for one in named if Path(one).parent == Path(path).parent]
                (target,) = named if len(named) == 1 else near
            assert target is not None, link
            assert numbers.get(target) == wanted, (path, link)


_ENDS = st.sampled_from(["\n", "\r\n", "\r"])
_LINES = st.lists(st.sampled_from(["", "tags: [a]", "title: x", "# note", "- tea"]), max_size=4)


@given(
    mark=st.sampled_from(["", "\ufeff"]),
    head=st.none() | _LINES,
    body=_LINES,
    ends=st.lists(_ENDS, min_size=12, max_size=12) | _ENDS.map(lambda end: [end] * 12),
    audience=st.sampled_from(["owner", "discord-dm-42"]),
)
def test_a_text_is_kept_from_others_whatever_ends_its_lines(
    mark: str, head: list[str] | None, body: list[str], ends: list[str], audience: str
) -> None:
    """It says for whom it is, and no byte of its own has changed."""
    lines = [*([] if head is None else ["---", *head, "---"]), *body]
    text = mark + "".join(line + end for line, end in zip(lines, ends, strict=False))
    changed = surely_visible(text, audience)
    before, found = read_frontmatter(text), read_frontmatter(changed)
    if before.problem is not None:
        # What it said of that is lost: to mend it is not to open it.
        audience = "owner"
    assert (found.problem, found.visibility) == (None, audience)
    assert is_with_one_part_more(text, changed)


def is_with_one_part_more(text: str, changed: str) -> bool:
    """Whether something was put in at one place, and nothing else done."""
    more = len(changed) - len(text)
    return any(
        changed[:at] == text[:at] and changed[at + more :] == text[at:]
        for at in range(len(text) + 1)
    )
