"""`familiar sleep`: what it warns of."""

from __future__ import annotations

import json

import pytest
from fake_nights import FakeStep

from familiar_memory.interfaces.cli.main import app


@pytest.fixture
def shell(tmp_path, capsys):
    """A familiar whose nights are told to a webhook: what a line prints, and what it warns of."""

    def run(*line):
        with pytest.raises(SystemExit) as end:
            app(["--home", str(tmp_path), *line], prog_name="familiar")
        told = capsys.readouterr()
        return end.value.code or 0, told.out, told.err

    run("init", "ember", "--embedder", "none")
    with (tmp_path / "ember" / "character.toml").open("a", encoding="utf-8") as file:
        file.write('\n[sleep_cycle]\nsummary_webhook_env = "NIGHT_WEBHOOK"\n')
    return run


@pytest.mark.parametrize(
    ("address", "warning"),
    [
        ("not zyzzyva", "the webhook address must begin with http:// or https://\n"),
        ("", "the summary of the night is posted nowhere: $NIGHT_WEBHOOK is not set\n"),
        (
            "http://127.0.0.1:1/zyz zyva",
            "the summary of the night could not be posted: InvalidURL\n",
        ),
    ],
)
def test_a_webhook_that_takes_nothing_is_warned_of_once(shell, monkeypatch, address, warning):
    """On stderr, and without the address; the night is none the worse for it."""
    monkeypatch.setenv("NIGHT_WEBHOOK", address)
    every = {"days": FakeStep("days"), "channels": FakeStep("channels")}
    monkeypatch.setattr(
        "familiar_memory.assembly.parts.Parts.sleep_step",
        lambda _, name: every.get(name) or FakeStep(name),
    )
    assert shell("sleep")[::2] == (0, warning)
    code, out, err = shell("sleep", "--step", "days", "--json")
    assert (code, err, [one["cycle"] for one in json.loads(out)]) == (0, warning, ["by hand"])
    assert shell("sleep", "--dry-run")[::2] == (0, "")


def test_a_moment_to_come_is_quoted_as_it_was_typed(shell):
    """Not as the moment that it stands for."""
    code, out, err = shell("sleep", "--since", "2999-01")
    assert (code, out) == (2, "")
    assert err.startswith("familiar: '2999-01' is not in the past\n")
