"""One benchmark as a program of its own."""

from __future__ import annotations

import argparse
import inspect
import sys
from collections.abc import Callable, Sequence

from benchmarks.report import Table, show

__all__ = ["alone"]


def alone(run: Callable[..., Sequence[Table]]) -> None:
    """Run it and show its tables; each of its parameters, a number, is an option: `--files N`."""
    module = sys.modules[run.__module__]
    name = module.__spec__.name if module.__spec__ else run.__module__
    parser = argparse.ArgumentParser(description=module.__doc__, prog=f"python -m {name}")
    for parameter in inspect.signature(run).parameters.values():
        parser.add_argument(f"--{parameter.name}", type=int, default=parameter.default)
    show(run(**vars(parser.parse_args())))
