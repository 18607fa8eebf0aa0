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
        ("- a ^k1\n- b ^k1\n\nc ^k1\n", [(2, "the block id ^k1 is taken: line 1"), (4, "the")]),
        ("- a ^k1\n```\n- b ^k1\n```\n- c ^k2\n", []),
        ("---\na: ^k1\n---\n- b ^k1\n", []),
        ("- works_at::Acme\n", [(1, "works_at:: is read as text here")]),
        ("-works_at:: Acme\n", [(1, "works_at:: is read as text here")]),
        ("- [ ] ~~works_at::Acme~~\n", [(1, "works_at:: is read as text here")]),
        ("- works_at:: Acme\n- works_at::\n- mood::calm\nworks_at::Acme\n`-x`\n", []),
        ("- a (2026-02-30)\n", [(1, "2026-02-30 is no day")]),
        ("- a (2026-02-30, until 2026-02-31)\n", [(1, "2026-02-30 is no day")]),
        ("- likes:: a (since 2026-13)\n", [(1, "2026-13 is no month")]),
        ("- likes:: a (2026-02-30 → 2026-03-01)\n", [(1, "2026-02-30 is no day")]),
        (
            "- likes:: a (since 2026-02-30)\n",
            [
                (
                    1,
                    "2026-02-30 is no day, so what stands in the parentheses is text,"
                    " and the line states no fact",
                )
            ],
        ),
        ("- a (since 2026-13-01) ^k1\n", [(1, "2026-13-01 is no day")]),
        ("- a (2026-02-30, ref:1)\n- b (2026-02-28)\n- c (2019-20)\n- d (sic!)\n", []),
        ("a\n\nb\x00c\n", [(3, "a NUL character")]),
    ],
)
def test_oddities_are_named_by_line(text: str, found: list[tuple[int, str]]) -> None:
    """What is meant as it stands is left in peace."""
    assert [
        (one.line, one.what[: len(what)])
        for one, (_, what) in zip(oddities(text), found, strict=True)
    ] == found
