"""An emoji finds what has it."""

from __future__ import annotations

import asyncio

import pytest

from familiar_memory.embeddings.models.static import StaticEmbedder

NOTES = {
    "topics/party.md": "# Party\n\n- we had cake 🎉\n",
    "topics/den.md": "# Den\n\n- 🦊 sleeps under the oak\n",
    "topics/space.md": "# Space\n\n- Gus wants to be a 👩🏿‍🚀 one day\n",
    "topics/other.md": "# Other\n\n- the kettle is copper\n",
}


@pytest.mark.parametrize("embedder", [None, StaticEmbedder()])
@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("🎉", "topics/party.md"),
        ("🎉🎉🎉!!", "topics/party.md"),
        ("🦊", "topics/den.md"),
        ("where does 🦊 rest?", "topics/den.md"),
        ("👩‍🚀", "topics/space.md"),
        ("👩🏽‍🚀", "topics/space.md"),
        ("copper 🎉", "topics/other.md"),
    ],
)
def test_an_emoji_finds_what_has_it(tmp_path, new_familiar, question, path, embedder):
    """Alone, or as a word among words; but a feeling behind a question is none of it."""

    async def run():
        how = {} if embedder is None else {"embedder": embedder}
        async with new_familiar(tmp_path, **how) as familiar:
            for name, text in NOTES.items():
                familiar.store.write_file(name, text)
            await familiar.settle()
            return [hit.path for hit in (await familiar.search(question)).hits]

    assert asyncio.run(run())[:1] == [path]
