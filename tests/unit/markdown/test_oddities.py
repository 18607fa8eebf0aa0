"""What makes a reader take a text for something else."""

import pytest

from familiar_memory.markdown.oddities import oddities


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("# Tea\n\n```\ncode\n```\n", []),
        ("````\n```\n````\n~~~ python\nx\n~~~~\n", []),
        ("- a\n  ```\n  x\n  ```\n> ~~~\n> x\n> ~~~\n", []),
        ("```code``` within a line\n", []),
        ("# Tea\n\n```python\nx\n\n## Below\n", [(3, "the fence ``` is never closed")]),
        ("```\n~~~\n``` python\n", [(1, "the fence ``` is never closed")]),
        ("---\ntitle: x\n---\n# Tea\n", []),
        ("---\n\nA line, then text.\n", []),
        ("- a [2026-02-01, in:discord-dm-1]\n", [(1, "a tail in other signs than ( , : )")]),
        ("- a (2026-02-01, in:discord-dm-1)\n- b [in: 2019]\n", []),
        ("a\n" + "x" * 20_001, [(2, "one line of 20,001 characters")]),
        ("a\n\nb\x00c\n", [(3, "a NUL character")]),
    ],
)
def test_oddities_are_named_by_line(text: str, found: list[tuple[int, str]]) -> None:
    """What is meant as it stands is left in peace."""
    assert [
        (one.line, one.what[: len(what)])
        for one, (_, what) in zip(oddities(text), found, strict=True)
    ] == found
