"""The sample of lines that people judge is the same for a seed, and holds no other lines."""

from __future__ import annotations

from pathlib import Path

from benchmarks.notes.sample import lines_of, sample

FOLDERS = ("sessions", "topics")


def _vault(root: Path, name: str, lines: int) -> Path:
    folder = root / name / "sessions"
    folder.mkdir(parents=True)
    items = "".join(f"- line {n}\n" for n in range(lines))
    front = '---\npeople:\n- "[[Rowan]]"\n---\n'
    (folder / "a.md").write_text(f"{front}# A\n\nProse.\n\n{items}- 3 more since 2026-02-02\n")
    return root / name


def test_items_alone_are_lines(tmp_path: Path) -> None:
    """Neither properties nor prose, nor how many more there are."""
    found = list(lines_of(_vault(tmp_path, "one", 2), FOLDERS))
    assert [one.text for one in found] == ["line 0", "line 1"]


def test_each_vault_has_its_share(tmp_path: Path) -> None:
    """What a small one lacks the others have."""
    vaults = [_vault(tmp_path, "one", 3), _vault(tmp_path, "two", 50)]
    chosen = sample(vaults, FOLDERS, 20, seed=1)
    assert chosen == sample(vaults[::-1], FOLDERS, 20, seed=1) != sample(vaults, FOLDERS, 20, 2)
    assert [sum(one.vault == name for one in chosen) for name in ("one", "two")] == [3, 17]
