"""A short id of digits is told from the same digits in a digest, and is never missed for it."""

import pytest

from familiar_memory.domain.traces import IdPattern

ID = "884242"
IDS = IdPattern([ID, f"twitch-{ID}"])
DIGESTS = ("9185e884242a4518", "ab884242" * 4, f"c{ID}" + "f0" * 16 + "a", "AB884242" * 8)


@pytest.mark.parametrize("digest", DIGESTS)
@pytest.mark.parametrize("text", ["{}", '{{"id": "{}"}}', "commit {}, of tea", "x.{}.gz"])
def test_digits_within_a_digest_are_chance(digest, text):
    """In text and in bytes; nothing is replaced there."""
    written = text.format(digest)
    assert not IDS.found_in(written)
    assert not IDS.is_in(written.encode())
    assert IDS.replaced(written) == written


@pytest.mark.parametrize(
    "text",
    [
        ID,
        f"by:{ID}",
        f"<@{ID}>",
        f"twitch-{ID}",
        f"discord{ID}Rowan",
        f"a{ID}f",
        f"abcd{ID}{'f0' * 32}",
        f"{'0f' * 32}-{ID}",
        f"{DIGESTS[0]} and {ID}",
        f"{DIGESTS[1]} twitch-{ID}",
        f"{DIGESTS[0]}h{ID}",
    ],
)
def test_an_id_is_found_wherever_it_is_no_part_of_a_digest(text):
    """Packed between letters too, as databases have it, and beside a digest."""
    assert IDS.found_in(text)
    assert IDS.is_in(text.encode())
    assert ID not in IDS.replaced(text).replace(DIGESTS[0], "").replace(DIGESTS[1], "")
