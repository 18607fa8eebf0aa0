"""The example of a third party's context provider works as `docs/providers.md` says."""

import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from installed_plugin import EXAMPLES, command_line, install

ROWAN = {"platform": "discord", "user_id": "42", "display_name": "Rowan"}
_TURN = {"timestamp": "2026-02-02T19:31:00+00:00", "author": ROWAN, "text": "hi"}
TURNS = (
    {**_TURN, "ref": "m1", "channel": "42", "private": True},
    {**_TURN, "ref": "m2", "channel": "tavern", "guild": "lantern"},
)


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The example, as if by pip."""
    install(EXAMPLES / "provider_plugin", tmp_path / "site", monkeypatch)


@pytest.mark.usefixtures("installed")
def test_once_installed_and_named_the_command_line_shows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whose birthday is near, to whoever may know it; not before it is switched on."""
    run = command_line(tmp_path, monkeypatch, capsys)
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
