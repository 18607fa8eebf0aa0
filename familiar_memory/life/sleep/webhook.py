"""A line of the night to an address on the web, which is a secret."""

from __future__ import annotations

from email.message import Message
from http.client import HTTPException
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, Request, build_opener

import orjson

from familiar_memory.errors import FamiliarError, UsageError
from familiar_memory.maintenance.sleep.settings import is_web_address

__all__ = ["WebhookError", "post_line"]

_TIMEOUT_S = 10.0
_MOST_CHARS = 1_900
"""Discord takes 2,000 characters."""


class WebhookError(FamiliarError):
    """The summary could not be posted; nothing else depends on it."""


class _NoRedirects(HTTPRedirectHandler):
    """Where the summary goes is what the owner has set, and nobody else's to say."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> None:
        return None


def post_line(address: str, line: str) -> None:
    """Post a line to a webhook: JSON with `content` (Discord reads it) and `text` (Slack does).

    Raises:
        UsageError: it is not an address on the web.
        WebhookError: it was not taken.
    """
    if not is_web_address(address):
        raise UsageError("the webhook address must begin with http:// or https://", "https://…")
    short = line if len(line) <= _MOST_CHARS else f"{line[: _MOST_CHARS - 1]}…"
    body = orjson.dumps({"content": short, "text": short})
    headers = {"Content-Type": "application/json", "User-Agent": "familiar_memory"}
    request = Request(address, body, headers, method="POST")
    try:
        with build_opener(_NoRedirects).open(request, timeout=_TIMEOUT_S):
            return
    except HTTPError as refusal:
        refusal.close()
        why = f"HTTP {refusal.code}"
    except (URLError, HTTPException, OSError, ValueError) as problem:
        why = type(problem).__name__
    # An address like this is a secret: what went wrong is told without it.
    raise WebhookError(f"the summary of the night could not be posted: {why}") from None
