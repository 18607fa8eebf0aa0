"""Cards in a real tree: written, edited, imported again, taken back, and exported."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from by_hand import save_by_hand
from sillytavern_cards import book, charx, entry, parsed, png_card, v2_card, v3_card

from familiar_importers.sillytavern.cards.exporter import CardExporter
from familiar_importers.sillytavern.cards.importer import CardImporter
from familiar_memory.store import AuditJournal, MemoryStore, undo
from familiar_memory.transfer.exporter import ExportOptions
from familiar_memory.transfer.report import ImportReport
from familiar_memory.transfer.staging.destination import Destination
from familiar_memory.transfer.staging.run import run_import
from familiar_memory.transfer.staging.stage import stage
from familiar_memory.transfer.tree_reader import StoreReader


@dataclass
class World:
    """A tree with a journal, and a file beside it."""

    store: MemoryStore
    journal: AuditJournal
    source: Path

    def take(self, data: bytes) -> ImportReport:
        """Import these bytes."""
        self.source.write_bytes(data)
        staged = stage(CardImporter(), self.source, max_file_bytes=1000)
        return run_import(staged, Destination(lambda turns: [], self.store, known=self.journal))

    def by_hand(self, path: str, text: str | None) -> None:
        """A person saves or deletes a file, and sync notices."""
        save_by_hand(self.store, path, text)

    def give(self, ending: str) -> Any:
        """Export; the bytes."""
        options = ExportOptions(Path(f"out.{ending}"), familiar_name="Ember")
        return b"".join(CardExporter().export(StoreReader(self.store), options).pieces)

    @property
    def files(self) -> set[str]:
        """Every file on the disk, hidden ones too."""
        root = self.store.root
        found = {path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()}
        return {path for path in found if path.startswith(("self/", "lore/"))}


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """An empty one."""
    with AuditJournal(tmp_path / "journal") as journal:
        store = MemoryStore(tmp_path / "memory", journal=journal)
        yield World(store, journal, tmp_path / "card")


def test_bytes_survive_the_disk(world: World) -> None:
    """CRLF, NUL, exotic newlines and a byte order mark inside the fields."""
    hard = "\ufeff---\r\na\rb\nc\x00\x0b\x0c\x1c\x85\u2028\u2029 \t"
    card = v2_card(description=hard, scenario="\r\n", alternate_greetings=[hard, "", hard * 99])
    world.take(data := png_card(card))
    assert world.give("png") == data
    world.by_hand("self/personality.md", "cheerful\n")
    card["data"]["personality"] = "cheerful"
    assert world.give("json") == json.dumps(card, ensure_ascii=False, indent=4).encode() + b"\n"


def test_a_newer_version_of_the_card_updates_what_nobody_touched(world: World) -> None:
    """What a person wrote stays and goes into the export; what is no more in the card goes."""
    old = v2_card(character_book=book(entry(0, "a"), entry(1, "b")))
    world.take(png_card(old))
    world.by_hand("self/personality.md", "cheerful\n")
    world.by_hand("self/greetings/2.md", None)
    new = v2_card(
        description="New.",
        scenario="",
        personality="stern",
        character_book=book(entry(0, "A"), name="Shore"),
    )
    report = world.take(png_card(new))
    assert report.kept == ("self/personality.md",)
    expected = v2_card(
        description="New.",
        scenario="",
        personality="cheerful",
        alternate_greetings=["The lamp is out."],
        character_book=book(entry(0, "A"), name="Shore"),
    )
    assert parsed(world.give("json")) == parsed(json.dumps(expected).encode())
    visible = {path for path in world.files if "/." not in path}
    assert visible == {
        "self/depth_prompt.md",
        "self/description.md",
        "self/first_mes.md",
        "self/greetings/1.md",
        "self/mes_example.md",
        "self/personality.md",
        "self/post_history_instructions.md",
        "self/system_prompt.md",
        "lore/imported/shore/entry-0.md",
    }


def test_the_same_card_again_changes_nothing(world: World) -> None:
    """Not even a line of the journal."""
    data = charx(v3_card(character_book=book(entry(0, "a"))), [("assets/a.png", b"a")])
    world.take(data)
    report = world.take(data)
    assert (report.written, report.kept, report.removed) == ((), (), ())


def test_a_card_in_another_form_takes_the_place_of_the_first(world: World) -> None:
    """The export is made of the newer one, and the older original goes."""
    world.take(png_card(v2_card()))
    world.take(encoded_json := json.dumps(v3_card()).encode())
    assert world.give("json") == encoded_json
    assert "self/.original.json" in world.files
    assert "self/.original.png" not in world.files


def test_an_import_can_be_taken_back(world: World) -> None:
    """One batch: notes, assets, original and sidecar."""
    report = world.take(charx(v3_card(), [("assets/a.png", b"a")]))
    assert "self/assets/a.png" in world.files
    undo(world.store, world.journal, report.journal_batch)
    assert world.files == set()


def test_hostile_members_write_nothing_outside(world: World, tmp_path: Path) -> None:
    """The tree and what lies beside it, looked at after the import."""
    before = set(tmp_path.rglob("*"))
    names = ["../evil.md", "../../evil.md", "/evil.md", "..\\evil.md", "C:\\evil.md", "a/../../e"]
    world.take(charx(v3_card(), [(name, b"evil") for name in (*names, "assets/.original.png")]))
    new = set(tmp_path.rglob("*")) - before
    outside = {path.name for path in new if not path.is_relative_to(world.store.root)}
    assert {name for name in outside if "evil" in name or name == "e"} == set()
    assert {path.name for path in new if "evil" in path.name} == set()
    assert "self/assets/original.png" in world.files
