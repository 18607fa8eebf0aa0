"""Build the wheel and the sdist, and use the wheel as somebody who has installed it.

python -m tools.check_wheel

No network: what it depends on is taken from the environment that this runs in.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tempfile
import venv
from collections.abc import Iterator
from pathlib import Path
from tarfile import open as open_tar
from zipfile import ZipFile

ROOT = Path(__file__).parent.parent
_IN_WHEEL = (
    "familiar_importers/py.typed",
    "familiar_memory/__main__.py",
    "familiar_memory/_default/character.toml",
    "familiar_memory/demo/community.jsonl",
    "familiar_memory/embeddings/models/NOTICE.txt",
    "familiar_memory/index/words/near/NOTICE.txt",
    "familiar_memory/knowledge/languages/en.toml",
    "familiar_memory/py.typed",
)
_IN_LICENSES = ("LICENSE", *(name for name in _IN_WHEEL if name.endswith("NOTICE.txt")))
_IN_SDIST = (
    "CHANGELOG.md",
    "LICENSE",
    "Makefile",
    "README.md",
    "data/familiars/_default/character.toml",
    "docs/index.md",
    "docs/pictures/demo.svg",
    "pyproject.toml",
    "zensical.toml",
)
"""With what `make` and the pages need."""
_NO_PART = ("tests/", "docs/", "benchmarks/", "soak/", "tools/")
"""What only a sdist has."""


def missing(wheel: Path, sdist: Path) -> Iterator[str]:
    """What either lacks, or has that it should not."""
    with ZipFile(wheel) as opened:
        names = set(opened.namelist())
    metadata = next(name.split("/")[0] for name in names if ".dist-info/" in name)
    wanted = {*_IN_WHEEL, *(f"{metadata}/licenses/{name}" for name in _IN_LICENSES)}
    yield from (f"{wheel.name} lacks {name}" for name in sorted(wanted - names))
    yield from (f"{wheel.name} has {name}" for name in sorted(names) if name.startswith(_NO_PART))
    with open_tar(sdist) as opened_tar:
        inside = {name.partition("/")[2] for name in opened_tar.getnames()}
    yield from (f"{sdist.name} lacks {name}" for name in _IN_SDIST if name not in inside)


def used(wheel: Path, folder: Path) -> Iterator[str]:
    """What of the installed commands does not do what it should, in an environment of its own."""
    venv.create(folder / "env", with_pip=False)
    at = {"base": str(folder / "env"), "platbase": str(folder / "env")}
    scripts, packages = (
        Path(sysconfig.get_path(name, scheme="venv", vars=at)) for name in ("scripts", "purelib")
    )
    python = scripts / Path(sys.executable).name
    if not python.exists():
        python = scripts / "python"
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    _run([*install, "--no-deps", "--no-index", "--no-compile", str(wheel)], folder)
    # Of this environment, the dependencies: what is installed stands before them, and an
    # editable install of the sources is not followed from here.
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    for name in ("familiar_memory", "familiar_importers"):
        where = _run([str(python), "-c", f"import {name}; print({name}.__file__)"], folder).strip()
        if not where.startswith(str(packages)):
            yield f"{name} is not the wheel's: {where}"
    for command, said in (
        ([str(scripts / "familiar"), "--version"], "familiar 0."),
        ([str(scripts / "familiar-memory"), "-V"], "familiar 0."),
        ([str(python), "-m", "familiar_memory", "--help"], "Usage"),
        ([str(scripts / "familiar"), "demo"], "Bex"),
    ):
        if said not in _run(command, folder):
            yield f"{' '.join(command)} does not say {said!r}"


def _run(command: list[str], folder: Path) -> str:
    unwanted = ("PYTHONPATH", "PYTHONHOME", "FAMILIAR_HOME", "FAMILIAR_ID")
    environment = {name: value for name, value in os.environ.items() if name not in unwanted}
    done = subprocess.run(
        command,
        cwd=folder,
        env={**environment, "HOME": str(folder)},
        stdout=subprocess.PIPE,
        check=True,
        text=True,
        encoding="utf-8",
    )
    return done.stdout


def main() -> int:
    """Exits with 1 where something is missing or does not run."""
    with tempfile.TemporaryDirectory(prefix="familiar-wheel-") as scratch:
        folder = Path(scratch)
        build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder / "dist")]
        _run([*build, str(ROOT)], folder)
        wheel, sdist = next(folder.glob("dist/*.whl")), next(folder.glob("dist/*.tar.gz"))
        _run([sys.executable, "-m", "twine", "check", "--strict", str(wheel), str(sdist)], folder)
        config = ["--config", str(ROOT / "pyproject.toml")]
        _run([sys.executable, "-m", "check_wheel_contents", *config, str(wheel)], folder)
        found = [*missing(wheel, sdist), *used(wheel, folder)]
    for problem in found:
        print(problem)
    print(f"{wheel.name}, {sdist.name}: {len(found)} problems")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
