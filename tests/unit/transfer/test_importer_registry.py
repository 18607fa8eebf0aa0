"""Importers are found by entry point and chosen by name or by the look of a path."""

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from familiar_importers.markdown_folder import MarkdownFolderImporter
from familiar_importers.turns_jsonl import TurnsJsonlImporter
from familiar_memory.errors import InputError, UsageError
from familiar_memory.transfer.registry import IMPORTERS, choose_importer, find_importers

_OURS = (
    EntryPoint("turns", "familiar_importers.turns_jsonl:TurnsJsonlImporter", IMPORTERS),
    EntryPoint("markdown", "familiar_importers.markdown_folder:MarkdownFolderImporter", IMPORTERS),
)


def test_a_broken_plug_in_does_not_hide_the_others() -> None:
    """It is left out; so is what is no importer."""
    broken = EntryPoint("broken", "no_such_module:Importer", IMPORTERS)
    foreign = EntryPoint("foreign", "builtins:dict", IMPORTERS)
    assert list(find_importers((broken, *_OURS, foreign))) == ["markdown", "turns"]


def test_ours_are_declared() -> None:
    """The installed package brings both."""
    assert {"markdown", "turns"} <= find_importers().keys()


def test_the_look_of_a_path_decides(tmp_path: Path) -> None:
    """A folder is Markdown, a .jsonl file is turns; a name overrides both."""
    importers = find_importers(_OURS)
    chat = tmp_path / "chat.JSONL"
    chat.touch()
    assert isinstance(choose_importer(importers, tmp_path), MarkdownFolderImporter)
    assert isinstance(choose_importer(importers, chat), TurnsJsonlImporter)
    assert isinstance(choose_importer(importers, tmp_path, "turns"), TurnsJsonlImporter)


def test_of_two_plug_ins_of_one_name_the_first_stays() -> None:
    """An installation that is found twice is one, and a name belongs to whoever has it."""
    usurper = EntryPoint("turns", "tests_usurper:None", IMPORTERS)
    assert find_importers([*_OURS, *_OURS, usurper]).keys() == {"markdown", "turns"}


def test_what_nobody_knows_is_refused(tmp_path: Path) -> None:
    """The message says why, and where what there is is listed."""
    importers = find_importers(_OURS)
    picture = tmp_path / "a.png"
    picture.touch()
    with pytest.raises(
        InputError, match="does not look like anything that can be imported: it is empty"
    ) as caught:
        choose_importer(importers, picture)
    assert "--formats" in caught.value.accepted
    with pytest.raises(InputError, match="is not there"):
        choose_importer(importers, tmp_path / "absent")
    with pytest.raises(UsageError, match="no importer 'vcard'"):
        choose_importer(importers, picture, "vcard")


def test_two_that_fit_are_both_named(tmp_path: Path) -> None:
    """A person decides between them."""
    importers = {"a": MarkdownFolderImporter(), "b": MarkdownFolderImporter()}
    with pytest.raises(InputError, match=r"looks like several \(markdown, markdown\)"):
        choose_importer(importers, tmp_path)
