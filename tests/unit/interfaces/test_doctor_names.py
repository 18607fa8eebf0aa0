"""A name that the store cannot use is reported once, with what mends a name."""

import asyncio
import os

import pytest

from familiar_memory.interfaces.cli.doctor_checks import run_checks


@pytest.mark.parametrize("name", [b"back\\slash.md", b"new\nline.md", b"caf\xe9.md"])
def test_a_bad_name_is_to_be_renamed(new_familiar, tmp_path, name):
    """Neither its text nor its permissions are at fault, and it cannot steer the terminal."""
    familiar = new_familiar(tmp_path)
    folder = os.fsencode(tmp_path / "ember" / "memory" / "topics")
    os.makedirs(folder)  # noqa: PTH103 - a name of bytes
    try:
        with open(folder + b"/" + name, "w") as file:  # noqa: PTH123
            file.write("# Tea\n")
    except OSError:
        pytest.skip("this disk takes no such name")

    async def look():
        async with familiar:
            return run_checks(familiar, await familiar.settle())

    findings = [finding for check in asyncio.run(look()) for finding in check.findings]
    named = [finding for finding in findings if "a name holds" in finding.what]
    assert len(named) == 1
    assert named[0].mend.startswith("rename it")
    assert named[0].what.isprintable()
