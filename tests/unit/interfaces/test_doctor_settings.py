"""`familiar doctor`: what it says of the files of settings."""

from __future__ import annotations

import pytest

from familiar_memory.interfaces.cli.main import app


@pytest.fixture
def doctor(tmp_path, capsys):
    """What is said of the settings, of a familiar whose file holds that."""

    def told(text):
        file = tmp_path / "ember" / "character.toml"
        file.write_text(text, "utf-8")
        with pytest.raises(SystemExit):
            app(["--home", str(tmp_path), "doctor"], prog_name="familiar")
        lines = capsys.readouterr().out.splitlines()
        return [line.replace(str(file), "FILE") for line in lines if line[1:10] == " settings"]

    with pytest.raises(SystemExit):
        app(["--home", str(tmp_path), "init", "ember", "--embedder", "none"], prog_name="familiar")
    return told


def test_an_empty_file_is_told_since_it_may_have_been_emptied(doctor):
    """It is valid, so all is well otherwise; a comment is enough."""
    assert doctor("") == [
        "! settings: FILE is empty: the defaults hold, but where it had settings before, a"
        " familiar that was open then still goes by them"
    ]
    assert doctor("# defaults\n") == ["✓ settings"]
