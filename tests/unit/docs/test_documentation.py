"""The documentation leads where it says."""

import importlib.util
from pathlib import Path

ROOT = Path(__file__).parents[3]


def _build():
    spec = importlib.util.spec_from_file_location("docs_build", ROOT / "docs" / "build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_relative_link_leads_to_a_file():
    """In the README and in docs/."""
    assert list(_build().broken_links(ROOT)) == []


def test_a_broken_link_is_named(tmp_path):
    """So the test above can fail."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "README.md").write_text(
        "[a](docs/a.md) `[b](b.md)`\n```\n[c](c.md)\n```\n[d](https://x)\n"
    )
    assert list(_build().broken_links(tmp_path)) == ["README.md: docs/a.md"]


def test_the_package_version_is_one():
    """In pyproject.toml and in the package."""
    import tomllib

    import familiar_memory

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == familiar_memory.__version__


def test_the_reference_of_the_command_line_says_what_help_says(tmp_path):
    """As `make docs` writes it: a help text that changed is in it."""
    _build().write_cli_reference(tmp_path / "cli.md")
    assert (tmp_path / "cli.md").read_text() == (ROOT / "docs" / "cli.md").read_text()
