"""Each `*.md` here, and each page for beginners, is a session that is played with the real command.

    REGENERATE_JOURNEYS=1 python -m pytest tests/journeys

writes the outputs anew where they no longer fit; read the difference before you keep it.
"""

import os
from pathlib import Path

import pytest
from transcript import Command, matches, play

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent.relative_to(ROOT)
FOLDERS = (HERE, Path("docs", "start"))
PAGES = ("README.md", "docs/backup.md", "docs/troubleshooting.md")
SESSIONS = sorted(
    path.relative_to(ROOT).as_posix() for folder in FOLDERS for path in (ROOT / folder).glob("*.md")
)


@pytest.mark.parametrize("name", [*SESSIONS, *PAGES])
def test_the_session_goes_as_written(
    name: str, tmp_path: Path, alone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every command prints what the transcript says and ends with its exit code."""
    journey = ROOT / name
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
