"""No text that a user may type breaks a search, or empties it of what it should find."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

import pytest
from few_and_many import few_and_many
from hypothesis import example
from hypothesis import strategies as st

from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.embeddings.models.static import StaticEmbedder

NOISE = st.text(
    st.characters() | st.sampled_from("\"'()*:^~-+{}[]\\/\x00\ud800\u202e\u200d😀%_ある٣شן"),
    max_size=60,
)


@pytest.fixture(scope="module")
def opened(new_familiar):
    """A familiar with one note, open for the whole module, and the loop that it lives in."""
    with tempfile.TemporaryDirectory() as home, asyncio.Runner() as runner:
        familiar = new_familiar(Path(home), embedder=StaticEmbedder())
        note = Path(home, "ember", "memory", "notes.md")
        note.write_text(
            "# Notes\n\n- the samovar sings\n- 東京に住んでいる\n- Zoë's café\n", "utf-8"
        )
        runner.run(familiar.start())
        runner.run(familiar.settle())
        yield familiar, runner
        runner.run(familiar.close())


def found(opened, query):
    """The texts found."""
    familiar, runner = opened
    result = runner.run(familiar.search(query))
    assert result.degraded is None
    return [hit.text for hit in result.hits]


@few_and_many(
    30,
    150,
    query=NOISE,
)
@example(query="what is the of and")
@example(query="\ud800")
@example(query="\x00")
@example(query='"')
@example(query="שלום \u202eעולם")
def test_any_text_is_a_query(opened, query):
    """It finds something or nothing, and recall does not fail either."""
    familiar, runner = opened
    assert isinstance(found(opened, query), list)
    context = runner.run(familiar.recall(RecallRequest(query)))
    assert context.trace.degraded == ()


@few_and_many(
    30,
    150,
    before=NOISE,
    after=NOISE,
)
@example(before='"', after="*")
@example(before="NOT (", after='")^~')
@example(before="\ud800", after="\x00")
def test_noise_around_a_word_does_not_hide_it(opened, before, after):
    """Punctuation, quotes, other scripts: the word is found all the same."""
    assert "the samovar sings" in found(opened, f"{before} samovar {after}")


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("東京", "東京に住んでいる"),
        ("zoe CAFE", "Zoë's café"),
        ("samovar " + "and so on " * 10_000, "the samovar sings"),
        ("😀samovar😀", "the samovar sings"),
    ],
)
def test_scripts_accents_emoji_and_books_are_searched(opened, query, expected):
    """100 KB are no more than their beginning."""
    assert found(opened, query)[0] == expected
