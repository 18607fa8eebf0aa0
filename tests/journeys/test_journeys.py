"""Each `*.md` here is a session that is played with the real command.

    REGENERATE_JOURNEYS=1 python -m pytest tests/journeys

writes the outputs anew where they no longer fit; read the difference before you keep it.
"""

import os
from pathlib import Path

import pytest
from transcript import Command, matches, play

HERE = Path(__file__).parent


@pytest.mark.parametrize("name", sorted(path.name for path in HERE.glob("*.md")))
def test_the_session_goes_as_written(
    name: str, tmp_path: Path, alone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every command prints what the transcript says and ends with its exit code."""
    journey = HERE / name
    text = journey.read_text("utf-8")
    monkeypatch.chdir(alone)
    differing: list[str] = []

    def check(command: Command, printed: list[str]) -> None:
        if not matches(command.expected, printed):
            lines = [
                f"$ {command.line}",
                "--- expected",
                *command.expected,
                "--- printed",
                *printed,
            ]
            differing.append("\n".join(lines))

    now = play(text, check)
    if differing and os.environ.get("REGENERATE_JOURNEYS"):
        journey.write_text(now, "utf-8", newline="\n")
        return
    assert not differing, "\n\n".join(differing)
