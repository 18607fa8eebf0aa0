"""What comes along of other people's work comes with its licence."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_every_notice_is_a_licence_file_of_the_package() -> None:
    """So that it is in the wheel's metadata, too, where those who look for licences look."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    notices = {
        path.relative_to(ROOT).as_posix() for path in (ROOT / "familiar_memory").rglob("NOTICE.txt")
    }
    assert len(notices) >= 2
    assert notices | {"LICENSE"} == set(project["license-files"])


def test_the_vocabulary_of_bert_is_noticed() -> None:
    """Its licence asks that it comes along in whole."""
    notice = (ROOT / "familiar_memory/embeddings/models/NOTICE.txt").read_text("utf-8")
    assert "bert_uncased.txt" in notice
    assert "Apache License" in notice
    assert "END OF TERMS AND CONDITIONS" in notice
