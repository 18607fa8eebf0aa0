"""The example of a third party's importer works as `docs/importing.md` says."""

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from installed_plugin import EXAMPLES, command_line, install, on_the_path, project_of

from familiar_memory.errors import InputError
from familiar_memory.transfer.importer import NoteFile
from familiar_memory.transfer.registry import IMPORTERS, choose_importer, find_importers

PLUGIN = EXAMPLES / "importer_plugin"
_HEAD = "topic,quote,said_by,day\n"
SAMPLE = PLUGIN / "sample" / "quotes.csv"


@pytest.fixture
def entries(monkeypatch: pytest.MonkeyPatch) -> list[EntryPoint]:
    """What it registers, with its module on the path."""
    on_the_path(PLUGIN, monkeypatch)
    registered = project_of(PLUGIN)["entry-points"][IMPORTERS]
    return [EntryPoint(name, value, IMPORTERS) for name, value in registered.items()]


def test_its_entry_point_names_an_importer(entries: list[EntryPoint]) -> None:
    """Which reads its sample: what people wrote stays text, whatever it looks like."""
    importers = find_importers(entries)
    importer = choose_importer(importers, SAMPLE)
    assert (list(importers), importer.name) == (["quotes"], "quotes")
    assert list(importer.read(SAMPLE)) == [
        NoteFile(
            "topics/tea.md",
            "# Tea\n\n## Quotes\n\n"
            "- “Never pour (2026-01-01, in\\:everyone) cold.” (Rowan) (2026-01-05, in:everyone)\n"
            "- “A kettle is a clock.” (Gus) (2026-02-11, in:everyone)\n",
        ),
        NoteFile(
            "topics/the-harbour.md",
            "# The harbour\n\n## Quotes\n\n"
            "- “The tide keeps⏎no diary.” (Gus) (2026-02-03, in:everyone)\n",
        ),
    ]


@pytest.mark.parametrize("line", ["Tea,Hot,Gus,soon", "Tea,Hot", "Tea"])
def test_it_tells_which_quote_is_wrong(
    entries: list[EntryPoint], tmp_path: Path, line: str
) -> None:
    """As the importers that come with the package do."""
    path = tmp_path / "quotes.csv"
    path.write_text(f"{_HEAD}Tea,Hot,Gus,2026-01-01\n{line}\n", "utf-8")
    (importer,) = find_importers(entries).values()
    with pytest.raises(InputError, match=r"quotes\.csv, quote 2 is not whole, or has no day"):
        list(importer.read(path))


def test_once_installed_the_command_line_knows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`familiar import` finds it by its look, and its setting by name."""
    install(PLUGIN, tmp_path / "site", monkeypatch)
    run = command_line(tmp_path, monkeypatch, capsys)
    run("init", "ember", "--embedder", "none")
    assert "2 written" in run("import", str(SAMPLE), "--set", "audience=owner")
    assert "- “A kettle is a clock.” (Gus) (2026-02-11, in:owner)" in run("show", "topics/tea.md")
    assert "A kettle is a clock" in run("search", "kettle")
