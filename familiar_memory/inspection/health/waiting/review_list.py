"""The list of proposals: those that nobody can carry out, and files that only look like it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import PurePosixPath

from familiar_memory.assembly.parts import Parts
from familiar_memory.errors import InputError, NotFoundError, StoreError
from familiar_memory.inspection.health.finding import Finding
from familiar_memory.inspection.health.waiting.contested_names import contested_findings
from familiar_memory.operations.review.kinds.table import proposals_of
from familiar_memory.operations.review.page import Mark, ReviewLine, review_lines
from familiar_memory.store.names import REVIEW_PATH
from familiar_memory.sync.report import SyncReport

__all__ = ["check_review"]

_WAITING = (Mark.OPEN, Mark.TICKED, Mark.UNCLEAR)
_WHOLE = "put its lines back as they were, or strike it; `familiar review` shows what waits"


def check_review(parts: Parts, _: SyncReport) -> Iterator[Finding]:
    """Find proposals that cannot be read or carried out, and copies of the list."""
    vocabulary = parts.setup.vocabulary
    if (parts.store.root / REVIEW_PATH).is_dir():
        yield Finding(
            f"{REVIEW_PATH} is a folder: nothing can wait for you there",
            "give the folder another name",
        )
        return
    with suppress(NotFoundError):
        for line in review_lines(parts.store.read_file(REVIEW_PATH), vocabulary):
            if line.mark in _WAITING and (problem := _problem(line)):
                yield Finding(f"{REVIEW_PATH}:{line.first}: {problem}", _WHOLE)
    yield from contested_findings(parts)
    for path in _lookalikes(parts):
        with suppress(StoreError):
            if review_lines(parts.store.read_file(path), vocabulary):
                yield Finding(
                    f"{path} holds proposals, and nobody looks there",
                    f"decide them in {REVIEW_PATH}, then delete {path}",
                    serious=False,
                )


def _problem(line: ReviewLine) -> str:
    """Why a proposal could not be carried out; "" where it could."""
    if line.item is None:
        return line.problem
    try:
        proposals_of(line.item)
    except InputError as error:
        return error.problem
    return ""


def _lookalikes(parts: Parts) -> list[str]:
    """Notes that are called as copies of the list are, by editors and by what syncs folders."""
    stem = PurePosixPath(REVIEW_PATH).stem
    return [
        state.path
        for state in parts.store.scan_files().files
        if state.path != REVIEW_PATH
        and state.path.endswith(".md")
        and PurePosixPath(state.path).name.casefold().startswith(stem)
    ]
