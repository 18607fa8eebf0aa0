"""The example in docs/households.md runs, and says what one expects."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[3] / "docs" / "households.md"


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """As it is printed."""
    (code,) = re.findall(
        r"^```python\n(.*?)^```", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    exec(compile(code, str(PAGE), "exec"), {})
    printed = capsys.readouterr().out
    assert "My kettle is called Agatha." in printed
    assert "hits=()" in printed
