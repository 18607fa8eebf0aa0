"""Asking for JSON of a schema, and for the same in prose where schemas are not known."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from familiar_memory.errors import ModelRefusedError

__all__ = ["SchemaFallback"]

_REFUSES_SCHEMAS = (400, 422)
"""The HTTP statuses with which servers and models that know no schemas refuse one."""


class SchemaFallback:
    """Sends a schema along until a server proves not to know any; for one model.

    Proof is a request that is refused with a schema and answered without. It is remembered,
    since each reply would cost two requests otherwise. The prompt asks for JSON anyway, so a
    reply without a schema is only less certain to have the shape.
    """

    def __init__(self) -> None:
        self._takes_schemas = True

    async def ask(
        self,
        send: Callable[[dict[str, Any]], Awaitable[bytes]],
        body: dict[str, Any],
        schema: dict[str, Any],
    ) -> bytes:
        """The answer to `body`, with the fields of `schema` where the server takes them.

        Raises:
            ModelError: whatever `send` raises, but for a schema that is refused.
        """
        if not schema or not self._takes_schemas:
            return await send(body)
        try:
            return await send(body | schema)
        except ModelRefusedError as problem:
            if problem.status not in _REFUSES_SCHEMAS:
                raise
        answer = await send(body)
        self._takes_schemas = False
        return answer
