"""A shorter way gives what the longer one gives."""

from __future__ import annotations

import unicodedata

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.index.words.terms import WindowTerms, decode_terms, encode_terms
from familiar_memory.index.words.tokens import content_terms, term_hash
from familiar_memory.knowledge.words import fold, words
from familiar_memory.markdown.text.parentheses import balancing_parenthesis, last_parenthesis


@given(st.text('()"\\\\ab,', max_size=14))
def test_the_last_parenthesis_is_the_balancing_one(text):
    """A plain tail is found at once, any other by counting."""
    source = f"{text} (a)" if len(text) % 2 else f"{text}a)"
    assert last_parenthesis(source) == balancing_parenthesis(source)


@given(st.text(st.characters(max_codepoint=127)))
def test_folding_ascii_is_lowering_it(text):
    """Nothing else can happen to it."""
    assert fold(text) == unicodedata.normalize("NFKC", text).casefold()


@given(st.lists(st.sampled_from(["don't", "Ada's", "rock’n’roll", "x`y", "s's", "tea"])))
def test_words_with_apostrophes_are_the_same_in_any_company(said):
    """Whether or not the text holds one elsewhere."""
    assert words(" ".join(said)) == [word for text in said for word in words(text)]


@given(st.text())
def test_packed_terms_are_in_the_order_of_their_hashes(text):
    """With the weights of the text, bit by bit."""
    weights = content_terms(text)
    window = WindowTerms(weights, weights.total(), len(text), of_self=True)
    packed = decode_terms([encode_terms([window])]).terms
    expected = sorted((term_hash(term), weight) for term, weight in weights.items())
    assert [(int(t), float(w)) for t, w in packed] == expected
    assert packed.dtype == np.dtype([("term", "<u8"), ("weight", "<f4")])
