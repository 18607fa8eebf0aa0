"""Importing packages that set up logging by themselves."""

import logging
import sys

import pytest

from familiar_memory.embeddings.models.quiet import import_model_package
from familiar_memory.errors import EmbedderError


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Put a module `chatty_model` of the given source on the path."""

    def write(source: str) -> str:
        (tmp_path / "chatty_model.py").write_text(source)
        monkeypatch.syspath_prepend(str(tmp_path))
        monkeypatch.delitem(sys.modules, "chatty_model", raising=False)
        return "chatty_model"

    return write


def test_a_package_cannot_set_up_the_programs_logging(package, monkeypatch):
    """Handlers and level are what they were."""
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])
    before = root.level
    name = package("import logging\nlogging.basicConfig(level=logging.DEBUG)\nx = 1")
    assert import_model_package(name, "install it").x == 1
    assert (root.handlers, root.level) == ([], before)


@pytest.mark.parametrize("fault", ["ImportError", "RuntimeError", "OSError"])
def test_a_package_that_fails_gives_an_embedder_error(package, fault):
    """With what to do."""
    with pytest.raises(EmbedderError, match="install it"):
        import_model_package(package(f"raise {fault}('no home')"), "install it")


def test_a_missing_package_gives_an_embedder_error():
    """It is named."""
    with pytest.raises(EmbedderError, match="'no_such_model'"):
        import_model_package("no_such_model", "install it")
