"""Somebody has two notes, and one is forgotten: whoever asks hears that the other one stays."""

from __future__ import annotations

import pytest
from familiars import put_notes, started
from typer.testing import CliRunner

from familiar_memory import Familiar, ForgetRequest
from familiar_memory.errors import UsageError
from familiar_memory.interfaces.cli.main import app

NOTES = {
    "people/discord-1.md": "## Aliases\n- Dot\n\n## Facts\n- likes:: tea\n",
    "people/twitch-2.md": "## Aliases\n- Dot\n\n## Facts\n- same_as:: [Dot](discord-1.md)\n",
    "people/mail-3.md": "## Aliases\n- Dora\n",
}


@pytest.fixture
def familiar(new_familiar, tmp_path):
    """Who knows Dot from two platforms, and Dora."""
    put_notes(tmp_path / "ember" / "memory", NOTES)
    return new_familiar(tmp_path)


async def test_the_list_names_the_same_person_elsewhere(familiar):
    """Afterwards nothing says any more that they are one."""
    async with started(familiar):
        await familiar.settle()
        for slug, other in (("discord-1", "twitch-2"), ("twitch-2", "discord-1")):
            plan = await familiar.forgetting.plan(ForgetRequest(person=slug))
            assert plan.same_person == (other,)
        alone = await familiar.forgetting.plan(ForgetRequest(person="Dora"))
        assert alone.same_person == ()
        await familiar.forgetting.forget(ForgetRequest(person="discord-1"))
        left = await familiar.forgetting.plan(ForgetRequest(person="Dot"))
        assert (left.same_person, [one.path for one in left.notes]) == ((), ["people/twitch-2.md"])


async def test_a_name_of_both_is_said_to_be_one_persons(familiar):
    """What goes for good is not guessed; each is named as it may be typed."""
    async with started(familiar):
        await familiar.settle()
        with pytest.raises(UsageError) as refused:
            await familiar.forgetting.plan(ForgetRequest(person="Dot"))
    assert refused.value.problem == "'Dot' is one person with 2 notes (same_as)"
    assert refused.value.accepted == (
        "one at a time: discord-1 (Dot, people/discord-1.md), twitch-2 (Dot, people/twitch-2.md)"
    )


def test_a_dry_run_prints_what_to_type_for_the_other(tmp_path):
    """Below the totals."""
    Familiar.create("ember", home=tmp_path, embedder="none")
    put_notes(tmp_path / "ember" / "memory", NOTES)
    asked = ["--home", str(tmp_path), "-f", "ember", "forget", "--person", "discord-1", "--dry-run"]
    ran = CliRunner().invoke(app, asked)
    assert "twitch-2 is the same person, and stays: familiar forget --person twitch-2" in ran.output
