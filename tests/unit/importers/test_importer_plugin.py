"""The example of a third party's importer works as `docs/importing.md` says."""

import sys
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from familiar_memory.errors import InputError
from familiar_memory.transfer.importer import NoteFile
from familiar_memory.transfer.registry import IMPORTERS, choose_importer, find_importers

ROOT = Path(__file__).parents[3]
PLUGIN = ROOT / "examples" / "importer_plugin"
_HEAD = "topic,quote,said_by,day\n"
SAMPLE = PLUGIN / "sample" / "quotes.csv"


def _entry_points() -> dict[str, str]:
    project = tomllib.loads((PLUGIN / "pyproject.toml").read_text("utf-8"))["project"]
    return project["entry-points"][IMPORTERS]


@pytest.fixture
def on_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """The module can be imported, and is forgotten afterwards."""
    monkeypatch.syspath_prepend(PLUGIN)
    monkeypatch.delitem(sys.modules, "quotes_importer", raising=False)


@pytest.fixture
def installed(on_the_path: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What pip writes of the package, without pip."""
    info = tmp_path / "site" / "quotes_importer-0.1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: quotes-importer\nVersion: 0.1.0\n")
    lines = [f"{name} = {value}\n" for name, value in _entry_points().items()]
    (info / "entry_points.txt").write_text(f"[{IMPORTERS}]\n{''.join(lines)}")
    monkeypatch.syspath_prepend(tmp_path / "site")


@pytest.mark.usefixtures("on_the_path")
def test_its_entry_point_names_an_importer() -> None:
    """Which reads its sample: what people wrote stays text, whatever it looks like."""
    entries = [EntryPoint(name, value, IMPORTERS) for name, value in _entry_points().items()]
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


@pytest.mark.usefixtures("on_the_path")
@pytest.mark.parametrize("line", ["Tea,Hot,Gus,soon", "Tea,Hot", "Tea"])
def test_it_tells_which_quote_is_wrong(tmp_path: Path, line: str) -> None:
    """As the importers that come with the package do."""
    path = tmp_path / "quotes.csv"
    path.write_text(f"{_HEAD}Tea,Hot,Gus,2026-01-01\n{line}\n", "utf-8")
    (importer,) = find_importers(
        EntryPoint(name, value, IMPORTERS) for name, value in _entry_points().items()
    ).values()
    with pytest.raises(InputError, match=r"quotes\.csv, quote 2 is not whole, or has no day"):
        list(importer.read(path))


@pytest.mark.usefixtures("installed")
def test_once_installed_the_command_line_knows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`familiar import` finds it by its look, and its setting by name."""
    from familiar_memory.interfaces.cli.main import app

    monkeypatch.setenv("FAMILIAR_HOME", str(tmp_path / "familiars"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("NO_COLOR", "1")

    def run(*args: str) -> str:
        with pytest.raises(SystemExit) as end:
            app(list(args), prog_name="familiar")
        assert end.value.code in (0, None)
        return capsys.readouterr().out

    run("init", "ember", "--embedder", "none")
    assert "2 written" in run("import", str(SAMPLE), "--set", "audience=owner")
    assert "- “A kettle is a clock.” (Gus) (2026-02-11, in:owner)" in run("show", "topics/tea.md")
    assert "A kettle is a clock" in run("search", "kettle")
