"""The embedder is written into character.toml, and nothing else there is touched."""

from __future__ import annotations

import tomllib

import pytest

from familiar_memory.assembly.embedder import load_embedder
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.config.settings import Settings
from familiar_memory.embedder_choice import ChosenEmbedder, choose_embedder, record_embedder
from familiar_memory.embeddings.models.none import NoEmbedder
from familiar_memory.embeddings.resolve import ResolvedEmbedder
from familiar_memory.errors import ConfigError, EmbedderError, StorageError, UsageError

OURS = "# settled by command: no download"
LAYOUTS = {
    "as init writes it": (
        '# mine\n[index]\nembedder = "none" # settled at init: none was asked for\n',
        f'# mine\n[index]\nembedder = "static" {OURS}\n',
    ),
    "with a comment of the owner": (
        '[index]\nembedder   =  "none"   # because I say so\nreconcile_s = 5\n',
        '[index]\nembedder   =  "static"   # because I say so\nreconcile_s = 5\n',
    ),
    "in the middle, with odd spacing": (
        '[index]\n  embedder = "none"\n\n\n[character] # who\nname="Ember"\n',
        '[index]\n  embedder = "static"\n\n\n[character] # who\nname="Ember"\n',
    ),
    "no such table": (
        '[character]\nname = "Ember"\n',
        f'[character]\nname = "Ember"\n\n[index]\nembedder = "static" {OURS}\n',
    ),
    "a table without it": (
        "[index]\nreconcile_s = 5\n\n[recall]\nretrieved = 3\n",
        f'[index]\nreconcile_s = 5\nembedder = "static" {OURS}\n\n[recall]\nretrieved = 3\n',
    ),
    "dotted keys": (
        'index.embedder = "none"\nindex.reconcile_s = 5\n',
        'index.embedder = "static"\nindex.reconcile_s = 5\n',
    ),
    "an inline table": (
        'index = { embedder = "none", reconcile_s = 5 }\n',
        'index = { embedder = "static", reconcile_s = 5 }\n',
    ),
    "the line ends of another system": (
        '[index]\r\nembedder = "none"\r\n# end\r\n',
        '[index]\r\nembedder = "static"\r\n# end\r\n',
    ),
    "a mark of byte order": (
        '\ufeff[index]\nembedder = "none"\n',
        '\ufeff[index]\nembedder = "static"\n',
    ),
    "an empty file": ("", f'[index]\nembedder = "static" {OURS}\n'),
    "as it is to be": ('[index]\nembedder = "static"\n', '[index]\nembedder = "static"\n'),
}


def chosen(name="static", reason="no download", path=None):
    """A choice, without a model."""
    return ChosenEmbedder(ResolvedEmbedder(name, reason), NoEmbedder(), path)


def familiar_with(tmp_path, text):
    """The paths of a familiar with these settings."""
    paths = FamiliarPaths(tmp_path, "ember")
    paths.root.mkdir()
    paths.character.write_bytes(text.encode())
    return paths


@pytest.mark.parametrize("layout", LAYOUTS)
def test_only_the_embedder_changes(tmp_path, layout):
    """Comments, spacing, order and line ends stay as the owner wrote them."""
    before, after = LAYOUTS[layout]
    paths = familiar_with(tmp_path, before)
    record_embedder(paths, chosen())
    assert paths.character.read_bytes().decode() == after
    assert list(paths.root.iterdir()) == [paths.character]


def test_a_model_path_is_written_beside_it(tmp_path):
    """And read again as what it was."""
    paths = familiar_with(tmp_path, '[index]\nembedder = "none"\n')
    record_embedder(paths, chosen("fastembed", path='/models/a "b" \\ c'))
    found = tomllib.loads(paths.character.read_text("utf-8"))
    assert found == {"index": {"embedder": "fastembed", "fastembed_path": '/models/a "b" \\ c'}}


def test_a_link_stays_a_link_and_the_mode_stays(tmp_path):
    """Settings may be kept elsewhere."""
    paths = familiar_with(tmp_path, '[index]\nembedder = "none"\n')
    elsewhere = tmp_path / "kept.toml"
    paths.character.rename(elsewhere)
    elsewhere.chmod(0o600)
    paths.character.symlink_to(elsewhere)
    record_embedder(paths, chosen())
    assert paths.character.is_symlink()
    assert 'embedder = "static"' in elsewhere.read_text("utf-8")
    assert elsewhere.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("text", [b"[index\n", b"\xff\xfe"])
def test_what_is_no_toml_is_left_alone(tmp_path, text):
    """And named."""
    paths = familiar_with(tmp_path, "")
    paths.character.write_bytes(text)
    with pytest.raises(ConfigError, match="is not valid TOML"):
        record_embedder(paths, chosen())
    assert paths.character.read_bytes() == text


def test_a_missing_file_is_named_with_what_to_write(tmp_path):
    """The mend can be done by hand."""
    with pytest.raises(StorageError) as caught:
        record_embedder(FamiliarPaths(tmp_path, "ember"), chosen())
    assert "[index] embedder = 'static'" in caught.value.accepted


def test_a_model_path_goes_with_fastembed_alone(tmp_path, tiny_model, monkeypatch):
    """It is made absolute, and wins over the settings."""
    monkeypatch.setenv("FASTEMBED_CACHE_PATH", str(tmp_path))
    with pytest.raises(UsageError, match="has no meaning for the embedder 'static'"):
        choose_embedder("static", Settings(), tiny_model, load=load_embedder)
    monkeypatch.chdir(tiny_model.parent)
    found = choose_embedder("fastembed", Settings(), tiny_model.name, load=load_embedder)
    assert (found.name, found.model_path) == ("fastembed", str(tiny_model))
    with pytest.raises(EmbedderError, match="is not in"):
        choose_embedder("fastembed", Settings(), tmp_path / "nothing", load=load_embedder)


def test_a_name_that_is_none_is_refused(monkeypatch, tmp_path):
    """With those that are."""
    monkeypatch.setenv("FASTEMBED_CACHE_PATH", str(tmp_path))
    with pytest.raises(EmbedderError, match="one of auto, static, minilm, fastembed, none"):
        choose_embedder("openai", Settings(), load=load_embedder)
    assert choose_embedder("auto", Settings(), load=load_embedder).name == "static"
