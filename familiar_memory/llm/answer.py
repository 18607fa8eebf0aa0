"""From what an HTTP exchange gave to a value, or to one of our errors: both providers alike."""

from __future__ import annotations

import email.utils
import math
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from familiar_memory.errors import (
    ModelError,
    ModelRefusedError,
    ModelReplyError,
    ModelUnavailableError,
)

__all__ = [
    "ReplyTooLargeError",
    "quoted",
    "read_body",
    "retry_after_s",
    "sendable",
    "status_error",
    "too_large",
    "too_late",
    "unreachable",
]

_QUOTED = 200
"""Characters of a foreign text in a message: about two lines of a terminal."""
_MAY_CHANGE = frozenset({408, 409, 425, 429})
"""HTTP statuses below 500 that say "not now": timeout, conflict, too early, too many requests."""
_MENDS = {
    401: "a valid key in the environment variable that `api_key_env` names",
    403: "a key that may use this model",
    404: "a `model` and a `base_url` that the provider knows",
}
"""What would mend a refusal, by HTTP status."""

_Body = TypeVar("_Body", bound=BaseModel)


class ReplyTooLargeError(Exception):
    """A body goes on beyond the bound, or is packed so that its size is not known."""


def quoted(text: str, limit: int = _QUOTED) -> str:
    """The beginning of a foreign text, on one line, for a message."""
    line = " ".join(text[: 4 * limit].split())
    return line if len(line) <= limit else f"{line[: limit - 1]}…"


def sendable(text: str) -> str:
    """The text as UTF-8 can carry it: half of a surrogate pair is text only to Python."""
    return text.encode("utf-8", "replace").decode()


def read_body(body: bytes, shape: type[_Body], model: str) -> _Body:
    """The body of a successful answer, whatever content type it claims.

    Raises:
        ModelReplyError: it is not JSON of this shape.
    """
    try:
        return shape.model_validate_json(body)
    except ValidationError as problem:
        said = body[: 4 * _QUOTED].decode("utf-8", "replace")
        first = problem.errors(include_input=False, include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "the body"
        raise ModelReplyError(
            f"{model} answered with something other than a chat completion ({where}:"
            f" {first['msg']}): {quoted(said)!r}",
            "the address of an API of this kind in `base_url`, often ending in /v1",
            reply=quoted(said),
        ) from None


def status_error(
    status: int, headers: Mapping[str, str], said: str, model: str, key: str | None
) -> ModelError:
    """The error for an HTTP status; providers quote keys, so the key is taken out."""
    said = said.replace(key, "…") if key else said
    problem = f"{model} answered with HTTP status {status}: {quoted(said)!r}"
    if status in _MAY_CHANGE or status >= 500:
        wait_s = retry_after_s(headers)
        return ModelUnavailableError(problem, "try again later", retry_after_s=wait_s)
    mend = _MENDS.get(status, "see `familiar doctor --ping`")
    return ModelRefusedError(problem, mend, status=status)


def unreachable(model: str, url: str, cause: BaseException | None) -> ModelError:
    """The error for a connection that was not made, or broke."""
    if isinstance(cause, ReplyTooLargeError):
        return too_large(model, cause)
    why = "it does not answer" if cause is None else f"{type(cause).__name__}: {cause}"
    return ModelUnavailableError(
        f"{model} cannot be reached at {url}: {quoted(why)}", "a running server at that address"
    )


def too_large(model: str, problem: ReplyTooLargeError) -> ModelReplyError:
    """The error for a body that is no reply of a chat model."""
    return ModelReplyError(f"{model} answered too much: {problem}", "a reply of a chat model")


def too_late(model: str, timeout_s: float) -> ModelUnavailableError:
    """The error for no answer in time."""
    return ModelUnavailableError(
        f"{model} gave no answer within {timeout_s:.3g} s", "a larger `timeout_s`"
    )


def retry_after_s(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """How long the provider asks to wait: seconds, or a date; None when it does not say."""
    given = headers.get("retry-after", "").strip()
    if not given:
        return None
    try:
        seconds = float(given)
    except ValueError:
        try:
            moment = email.utils.parsedate_to_datetime(given)
        except ValueError:
            return None
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        seconds = (moment - (now or datetime.now(UTC))).total_seconds()
    return max(seconds, 0.0) if math.isfinite(seconds) else None
