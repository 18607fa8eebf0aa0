"""Every failure that a caller can cause or meet, as one tree.

    FamiliarError
    ├── UsageError              the request itself is malformed
    │   ├── ConfigError         a setting or configuration file is wrong
    │   ├── UnknownFamiliarError
    │   └── FamiliarExistsError
    ├── InputError              a line, file or value given to us is malformed
    ├── StoreError              the Markdown tree refused an operation
    │   ├── PathError           the path would leave the tree, or is reserved
    │   ├── NotFoundError       no such file or folder
    │   ├── NotAFileError       a folder, or a special file, where a note is needed
    │   ├── NotTextError        the bytes are not UTF-8
    │   ├── LimitError          a cap was reached (file size, folder entries)
    │   ├── ConflictError       the file is no longer the revision that was expected
    │   ├── EditError           the text to be edited is absent or ambiguous
    │   ├── PatternError        a search pattern is malformed or runs too long
    │   └── StorageError        the disk refused (full, read-only, permission)
    ├── IndexUnavailableError   the index cannot serve (it can be rebuilt)
    ├── EmbedderError           an embedding model cannot be loaded or run
    ├── ModelError              a chat model gave no usable reply
    │   ├── ModelUnavailableError  it was late, busy or unreachable: later it may answer
    │   ├── ModelRefusedError   its provider refuses the request, or it cannot be asked at all
    │   └── ModelReplyError     it replied, and the reply cannot be used
    ├── StoppedError            the work was asked to end: nobody waits for it any more
    └── HistoryError            the conversation history cannot be read or written

Each class carries the exit code of the command line and the status of the
HTTP interface. A message has two parts: what was given and what is wrong, and,
on the next line, what would be accepted.
"""

from __future__ import annotations

from typing import ClassVar

__all__ = [
    "ConfigError",
    "ConflictError",
    "EditError",
    "EmbedderError",
    "FamiliarError",
    "FamiliarExistsError",
    "HistoryError",
    "IndexUnavailableError",
    "InputError",
    "LimitError",
    "ModelError",
    "ModelRefusedError",
    "ModelReplyError",
    "ModelUnavailableError",
    "NotAFileError",
    "NotFoundError",
    "NotTextError",
    "PathError",
    "PatternError",
    "StoppedError",
    "StorageError",
    "StoreError",
    "UnknownFamiliarError",
    "UsageError",
]


class FamiliarError(Exception):
    """The root: catching it catches everything that this library raises on purpose."""

    exit_code: ClassVar[int] = 1
    http_status: ClassVar[int] = 500

    def __init__(self, problem: str, accepted: str = "") -> None:
        """Take what is wrong with what was given, and what would be accepted instead."""
        self.problem = problem
        self.accepted = accepted
        super().__init__(f"{problem}\n{accepted}" if accepted else problem)


class UsageError(FamiliarError):
    """The request itself is malformed."""

    exit_code = 2
    http_status = 400


class ConfigError(UsageError):
    """A setting or a configuration file is wrong."""


class UnknownFamiliarError(UsageError):
    """No familiar of that name lives under this home."""

    http_status = 404


class FamiliarExistsError(UsageError):
    """A familiar of that name is already there."""

    http_status = 409


class InputError(FamiliarError):
    """A line, a file or a value that was given is malformed; nothing was written."""

    exit_code = 2
    http_status = 422


class StoreError(FamiliarError):
    """The Markdown tree refused an operation."""

    http_status = 400


class PathError(StoreError):
    """The path would leave the tree, cannot be stored safely, or is reserved."""

    exit_code = 2


class NotFoundError(StoreError):
    """There is no such file or folder."""

    http_status = 404


class NotAFileError(StoreError):
    """A folder or a special file stands where a note is needed, or the reverse."""


class NotTextError(StoreError):
    """The bytes of the file are not UTF-8 text."""

    http_status = 422


class LimitError(StoreError):
    """A cap was reached: file size, entries of a folder."""

    http_status = 413


class ConflictError(StoreError):
    """The file is no longer at the revision that the change was made against."""

    http_status = 409


class EditError(StoreError):
    """The text to be edited is absent, or stands there more than once."""

    http_status = 409


class PatternError(StoreError):
    """A search pattern is malformed, or ran longer than it may."""

    exit_code = 2


class StorageError(StoreError):
    """The disk refused: full, read-only, or not permitted; the old bytes still stand."""

    http_status = 507


class IndexUnavailableError(FamiliarError):
    """The index cannot serve; it is disposable, so it can be rebuilt."""

    http_status = 503


class EmbedderError(FamiliarError):
    """An embedding model cannot be loaded or run."""

    http_status = 503


class StoppedError(FamiliarError):
    """The work was asked to end, because nobody waits for it any more."""

    http_status = 503


class ModelError(FamiliarError):
    """A chat model gave no usable reply; what does without it stands."""

    http_status = 503


class ModelUnavailableError(ModelError):
    """The model was late, busy or unreachable; asked again later it may answer.

    `retry_after_s` is how long its provider asks to wait, when it says.
    """

    def __init__(
        self, problem: str, accepted: str = "", *, retry_after_s: float | None = None
    ) -> None:
        """As every error, with the wait that was asked for."""
        super().__init__(problem, accepted)
        self.retry_after_s = retry_after_s


class ModelRefusedError(ModelError):
    """The request cannot be made, or the provider refuses it: asking again changes nothing.

    `status` is the HTTP status that it was refused with; None when it was not sent.
    """

    def __init__(self, problem: str, accepted: str = "", *, status: int | None = None) -> None:
        """As every error, with the provider's status."""
        super().__init__(problem, accepted)
        self.status = status


class ModelReplyError(ModelError):
    """The model replied, and the reply cannot be used; the message quotes its beginning.

    `reply` is what was given, cut short.
    """

    http_status = 502

    def __init__(self, problem: str, accepted: str = "", *, reply: str = "") -> None:
        """As every error, with what the model said."""
        super().__init__(problem, accepted)
        self.reply = reply


class HistoryError(FamiliarError):
    """The conversation history cannot be read or written."""

    http_status = 503


def cause_of(problem: BaseException) -> str:
    """What a failure of the system says of itself, without the paths that it names.

    Where a file lies on this machine, and so whose home it is, is no business of whoever
    reads a message: errors name the file.
    """
    if isinstance(problem, OSError):
        return problem.strerror or type(problem).__name__
    return str(problem)
