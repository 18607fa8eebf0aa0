"""A print never says "no" of a document that holds the text."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.index.rows.trigrams import PRINT_BYTES, may_hold_any, print_of


def prints(*documents):
    """One row a document."""
    return np.frombuffer(b"".join(map(print_of, documents)), np.uint8).reshape(-1, PRINT_BYTES)


@given(st.binary(max_size=400), st.binary(max_size=40), st.binary(max_size=400))
def test_what_is_in_a_document_is_never_ruled_out(before, needle, after):
    """Whatever the bytes, and whatever the case of their ASCII letters."""
    matrix = prints(before + needle + after)
    assert may_hold_any(matrix, [needle]).tolist() == [True]
    assert may_hold_any(matrix, [needle.upper()]).tolist() == [True]
    assert may_hold_any(matrix, [b"\x00\x01\x02 nowhere \x03\x04", needle]).tolist() == [True]


def test_what_is_not_there_is_mostly_ruled_out():
    """Of two hundred notes that do not hold a name, next to none is left to be read."""
    notes = [f"# Note {n}\n\n- likes tea and {n * 7} lanterns\n".encode() * 20 for n in range(200)]
    notes[17] += b"- Spoke of the Zanzibar-Protocol again\n"
    found = np.flatnonzero(may_hold_any(prints(*notes), [b"zanzibar-protocol"]))
    assert found.tolist() == [17]


def test_a_text_too_short_for_a_trigram_rules_nothing_out():
    """Two bytes say nothing; no text at all matches nothing."""
    matrix = prints(b"abc", b"")
    assert may_hold_any(matrix, [b"zz"]).tolist() == [True, True]
    assert may_hold_any(matrix, []).tolist() == [False, False]
