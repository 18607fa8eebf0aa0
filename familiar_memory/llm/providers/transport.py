"""The HTTP below both SDKs: no redirects, and no answer larger than a chat model's."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx2

from familiar_memory.llm.answer import ReplyTooLargeError

__all__ = ["MAX_REPLY_BYTES", "bounded_client"]

MAX_REPLY_BYTES = 4_000_000
"""Far more than any window of tokens holds; an endless body must not fill the memory."""


def bounded_client(max_bytes: int = MAX_REPLY_BYTES) -> httpx2.AsyncClient:
    """A client for one model.

    Redirects are not followed: they would carry memories, and the key, to another host.
    """

    async def bound(response: httpx2.Response) -> None:
        if response.headers.get("content-encoding", "identity").lower() != "identity":
            raise ReplyTooLargeError("the body is compressed, which was not asked for")
        if isinstance(response.stream, httpx2.AsyncByteStream):
            response.stream = _Bounded(response.stream, max_bytes)

    return httpx2.AsyncClient(
        follow_redirects=False,
        headers={"accept-encoding": "identity"},
        event_hooks={"response": [bound]},
    )


class _Bounded(httpx2.AsyncByteStream):
    """A stream that fails once it has given more than it may."""

    def __init__(self, stream: httpx2.AsyncByteStream, max_bytes: int) -> None:
        self._stream = stream
        self._left = max_bytes

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in self._stream:
            self._left -= len(piece)
            if self._left < 0:
                raise ReplyTooLargeError("the body does not end")
            yield piece

    async def aclose(self) -> None:
        await self._stream.aclose()
