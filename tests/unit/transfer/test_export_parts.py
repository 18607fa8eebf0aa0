"""What every export stands on: the tree as it is read, and a file that is written whole."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from familiar_importers.exports.person import PersonExporter
from familiar_importers.sillytavern.cards.exporter import CardExporter
from familiar_importers.sillytavern.lorebooks.exporter import LorebookExporter
from familiar_memory.errors import NotFoundError, StorageError, UsageError
from familiar_memory.store import MemoryStore
from familiar_memory.transfer.importer import Item
from familiar_memory.transfer.options import configured, setting_names
from familiar_memory.transfer.tree_reader import StoreReader
from familiar_memory.transfer.write_out import check_output, write_out


def test_the_reader_sees_notes_and_may_ask_for_originals(tmp_path: Path) -> None:
    """Originals are not listed, and nothing else that is hidden is there."""
    store = MemoryStore(tmp_path)
    list(store.create_files({"self/a.md": b"A", "self/.original.png": b"P", "lore/b.md": b"B"}))
    (tmp_path / "self" / ".secret").write_bytes(b"S")
    reader = StoreReader(store)
    assert reader.paths() == ["lore/b.md", "self/a.md"]
    assert reader.paths("self") == ["self/a.md"]
    assert reader.paths("people") == []
    assert (reader.folders(), reader.folders("self")) == (["lore", "self"], [])
    assert (reader.has("self/.original.png"), reader.has("self/b.md")) == (True, False)
    assert reader.read_bytes("self/.original.png") == b"P"
    with pytest.raises(NotFoundError):
        reader.read_bytes("self/b.md")


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    """A source that fails half-way leaves what stood there, and no temporary file."""
    target = tmp_path / "out.json"
    assert write_out(target, [b"one", b"two"]) == 6

    def failing() -> Iterator[bytes]:
        yield b"three"
        raise OSError(28, "No space left on device")

    with pytest.raises(StorageError, match="No space left"):
        write_out(target, failing())
    assert target.read_bytes() == b"onetwo"
    assert [path.name for path in tmp_path.iterdir()] == ["out.json"]


def test_a_file_that_is_there_is_not_replaced_unasked(tmp_path: Path) -> None:
    """Nor is a folder, ever; and a missing folder is told before any work."""
    there = tmp_path / "there.json"
    there.touch()
    with pytest.raises(UsageError, match="is there already"):
        check_output(there)
    check_output(there, force=True)
    with pytest.raises(UsageError, match="is a folder"):
        check_output(tmp_path, force=True)
    with pytest.raises(UsageError, match="no folder"):
        check_output(tmp_path / "absent" / "x.json")


@dataclass(frozen=True)
class Set:
    """An importer with settings."""

    me: str = ""
    bots: bool = True
    limit: int = 5
    name = "set"
    describe = "nothing"

    def detect(self, path: Path) -> bool:
        """Never."""
        return False

    def read(self, path: Path) -> Iterator[Item]:
        """Nothing."""
        return iter(())


def test_settings_are_the_fields_of_an_importer() -> None:
    """Texts, answers and whole numbers."""
    assert setting_names(Set()) == ["me", "bots", "limit"]
    assert configured(Set(), ["me=Ember = fire", "bots=no", "limit=7"]) == Set(
        "Ember = fire", False, 7
    )
    assert configured(Set(), []) == Set()


def test_an_exporter_has_settings_too_and_its_clock_is_none() -> None:
    """Only what can be written in a command may be set."""
    assert setting_names(CardExporter()) == setting_names(LorebookExporter()) == ["audience"]
    assert configured(CardExporter(), ["audience=everyone"]) == CardExporter("everyone")
    assert setting_names(PersonExporter()) == []
    with pytest.raises(UsageError, match="not a setting of the exporter 'person'"):
        configured(PersonExporter(), ["now=1"])


@pytest.mark.parametrize("setting", ["you=1", "me", "bots=perhaps", "limit=-1", "limit=9e9"])
def test_a_setting_that_does_not_fit_is_told(setting: str) -> None:
    """With what would be accepted."""
    with pytest.raises(UsageError) as caught:
        configured(Set(), [setting])
    assert caught.value.accepted
    assert ("has no value" in caught.value.problem) is (setting == "me")
