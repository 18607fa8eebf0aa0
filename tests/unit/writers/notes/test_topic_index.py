"""Topic notes as the writer knows them: for whose talk, since when, in which file."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from familiar_memory.domain.talk.place import Place
from familiar_memory.knowledge.audience import EVERYONE
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store.limits import Limits
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.writers.batch import NotedTopic
from familiar_memory.writers.notes.topic_index import TopicIndex
from familiar_memory.writers.notes.topic_notes import page_path, topic_of

TAIL = "(2026-02-03, ref:t1, by:discord-42, in:discord-lantern.tavern)"
TAVERN, ABROAD = Place("discord", "tavern", "lantern"), Place("discord", "hall", "abroad")


def _in(guild: str) -> Callable[[str], bool]:
    return lambda place: f"-{guild}." in place


def _known(store: MemoryStore, guild: str) -> dict[str, NotedTopic]:
    index = TopicIndex(store, EVERYONE, TreeRegister(store))
    index.refresh()
    return dict(index.known_to(_in(guild)))


def test_a_note_belongs_to_the_talk_that_it_holds_lines_of(store: MemoryStore) -> None:
    """Others do not learn from it that there is such a topic."""
    store.write_file("topics/gladys.md", f"# Gladys\n\n## Mentions\n\n- moved {TAIL}\n")
    assert _known(store, "lantern")["gladys"] == NotedTopic(
        "Gladys",
        "topics/gladys.md",
        newest=date(2026, 2, 3),
        cited=frozenset({(TAVERN.slug, "t1")}),
    )
    assert _known(store, "abroad")["gladys"] == NotedTopic(
        "Gladys", "topics/gladys.md", is_known=False
    )


@pytest.mark.parametrize(
    "text",
    [
        "# Gladys\n\n## Mentions\n",
        f"# Gladys\n\nThe tower.\n\n## Mentions\n\n- moved {TAIL}\n",
        f"# Gladys\n\n## Mentions\n\n- moved {TAIL}\n- she is a tower\n",
    ],
)
def test_what_a_person_has_told_everyone_of_is_a_topic_of_all(
    store: MemoryStore, text: str
) -> None:
    """A note of theirs, or a line for everyone."""
    store.write_file("topics/gladys.md", text)
    assert _known(store, "abroad")["gladys"].is_known


def test_no_topic_is_passed_over_for_being_one_of_many(tmp_path: Path) -> None:
    """A listing has a ceiling; the sweep has none."""
    store = MemoryStore(tmp_path / "memory", limits=Limits(max_results=3))
    for number in range(5):
        store.write_file(f"topics/t{number}.md", f"# T{number}\n\n## Mentions\n")
    assert store.glob("topics/*.md").truncated
    assert sorted(_known(store, "lantern")) == ["t0", "t1", "t2", "t3", "t4"]


def test_a_note_is_read_again_only_when_it_has_changed(store: MemoryStore, monkeypatch) -> None:
    """However often the writer runs."""
    store.write_file("topics/gladys.md", "# Gladys\n\n## Mentions\n")
    index = TopicIndex(store, EVERYONE, TreeRegister(store))
    index.refresh()
    read = store.read_file
    seen: list[str] = []
    monkeypatch.setattr(store, "read_file", lambda path: seen.append(path) or read(path))
    index.refresh()
    assert seen == []
    store.write_file("topics/gladys.md", "# Gladys!\n\n## Mentions\n")
    index.refresh()
    assert (seen, index.known_to(_in("x"))["gladys"].title) == (["topics/gladys.md"], "Gladys!")


def test_a_note_that_is_gone_is_forgotten_also_by_who_wrote_it(store: MemoryStore) -> None:
    """A bot's writer runs for weeks; a person deletes a note between two of its runs."""
    index = TopicIndex(store, EVERYONE, TreeRegister(store))
    store.write_file("topics/gladys.md", "# Gladys\n\n## Mentions\n")
    index.read_changed(["topics/gladys.md", "people/discord-42.md"])
    assert list(index.known_to(_in("x"))) == ["gladys"]
    store.delete("topics/gladys.md")
    index.refresh()
    assert index.known_to(_in("x")) == {}


@pytest.mark.parametrize("number", [1, 2, 10, 999])
def test_the_file_of_a_topic_says_which_it_is(number: int) -> None:
    """No title has two hyphens in its slug."""
    assert topic_of(page_path("python-2", number)) == ("python-2", number)


def test_new_lines_go_where_the_lines_of_their_talk_stand(store: MemoryStore) -> None:
    """An older version went on in another file when one was full: both are read."""
    gist = f"- [[2026-02-03-evening#^t1|Moss: moved]] {TAIL}\n"
    store.write_file("topics/gladys.md", f"# Gladys\n\n## Mentions\n\n- moved {TAIL}\n")
    store.write_file("topics/gladys--2.md", f"# Gladys\n\n## Mentions\n\n{gist}")
    store.write_file("topics/gladys--3.md", f"# Gladys\n\n## Mentions\n\n- again {TAIL}\n")
    known = _known(store, "lantern")["gladys"]
    assert (known.path, [one.text for one in known.listed]) == (
        "topics/gladys--2.md",
        ["[[2026-02-03-evening#^t1|Moss: moved]]"],
    )


def test_a_full_file_of_old_lines_is_left_as_it_is(tmp_path: Path) -> None:
    """What is kept up to date begins in the next one."""
    store = MemoryStore(tmp_path / "memory", limits=Limits(max_file_bytes=1_500))
    lines = "".join(f"- **Moss**: kettle {n} {TAIL}\n" for n in range(12))
    store.write_file("topics/gladys.md", f"# Gladys\n\n## Mentions\n\n{lines}")
    assert _known(store, "lantern")["gladys"].path == "topics/gladys--2.md"
