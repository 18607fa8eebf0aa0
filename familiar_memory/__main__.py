"""`python -m familiar_memory`: the same as `familiar`."""

from __future__ import annotations

from familiar_memory.interfaces.cli.main import run

__all__: list[str] = []

if __name__ == "__main__":
    run()
