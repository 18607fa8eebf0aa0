"""The example of a third party's context provider works as `docs/providers.md` says."""

import json
import sys
import tomllib
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from familiar_memory.recall.plugins.registry import GROUP

PLUGIN = Path(__file__).parents[4] / "examples" / "provider_plugin"

ROWAN = {"platform": "discord", "user_id": "42", "display_name": "Rowan"}
_TURN = {"timestamp": "2026-02-02T19:31:00+00:00", "author": ROWAN, "text": "hi"}
TURNS = (
    {**_TURN, "ref": "m1", "channel": "42", "private": True},
    {**_TURN, "ref": "m2", "channel": "tavern", "guild": "lantern"},
)


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What pip writes of the package, without pip."""
    project = tomllib.loads((PLUGIN / "pyproject.toml").read_text("utf-8"))["project"]
    info = tmp_path / "site" / "birthdays_provider-0.1.0.dist-info"
    info.mkdir(parents=True)
    head = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(head)
    lines = [f"{name} = {value}\n" for name, value in project["entry-points"][GROUP].items()]
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n{''.join(lines)}")
    monkeypatch.syspath_prepend(PLUGIN)
    monkeypatch.syspath_prepend(tmp_path / "site")
    monkeypatch.delitem(sys.modules, "birthdays_provider", raising=False)


@pytest.mark.usefixtures("installed")
def test_once_installed_and_named_the_command_line_shows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whose birthday is near, to whoever may know it; not before it is switched on."""
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
    said = tmp_path / "said.jsonl"
    said.write_text("".join(f"{json.dumps(turn)}\n" for turn in TURNS), "utf-8")
    run("record", "--jsonl", str(said))
    ember = tmp_path / "familiars" / "ember"
    # Not today: beside midnight it may be yesterday in the zone of the familiar.
    soon = datetime.now().astimezone() + timedelta(3)
    note = ember / "memory" / "people" / "discord-42.md"
    note.parent.mkdir(parents=True, exist_ok=True)
    private = f"- birthday:: {soon:%Y-%m-%d} (in:discord-dm-42)\n"
    note.write_text(f"# Rowan\n\n{private}", "utf-8")
    there = ("recall", "hello", "--author", "discord-42", "--place")
    assert "birthdays" not in run(*there, "discord-dm-42")
    monkeypatch.setenv("FAMILIAR_MEMORY_RECALL__PROVIDERS", "birthdays")
    shown = run(*there, "discord-dm-42", "--explain")
    assert '<memory kind="birthdays" class="learned">' in shown
    assert "Rowan's birthday is " in shown
    assert "people/discord-42.md:3" in shown
    note.write_text(f"# Rowan\n\n- likes:: tea\n{private}", "utf-8")
    assert "birthday" not in run(*there, "discord-lantern.tavern")


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("written", "days"),
    [("3 March", 2), ("March 3", 2), ("1990-03-01", 0), ("28 February", 364), ("29 February", 0)],
)
def test_it_reads_days_as_the_writer_writes_them(written: str, days: int) -> None:
    """And as people do; in a year without the 29th of February, the first of March."""
    import birthdays_provider

    today = datetime(2026, 3, 1).date()
    born = birthdays_provider._day(written)
    assert born is not None
    assert birthdays_provider._days_until(born, today) == days
    assert birthdays_provider._day("soon") is None
