"""What a request may cost: the size of its body, its time; and by which name a local server may be called."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import anyio
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from memkit.serve.binding import is_loopback

App = Callable[[Any, Any, Any], Awaitable[None]]


def problem(status: int, kind: str, message: str, **more: Any) -> JSONResponse:
    """An error as every route answers it: {error, message}."""
    return JSONResponse({"error": kind, "message": message, **more}, status_code=status)


def too_large(limit: int) -> HTTPException:
    return HTTPException(413, f"the body has more than {limit:,} bytes: send less, or raise MEMKIT_SERVE_MAX_BODY")


class Limits:
    """ASGI middleware: a body of more than `max_body` bytes is refused (413), also one that does not say its size; a
    request that takes more than `timeout` seconds, sending its body included, is answered with 503."""

    def __init__(self, app: App, max_body: int, timeout: float) -> None:
        self._app = app
        self._max_body = max_body
        self._timeout = timeout

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        received, started = 0, False

        async def limited() -> Any:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > self._max_body:
                raise too_large(self._max_body)
            return message

        async def noticed(message: Any) -> None:
            nonlocal started
            started = True
            await send(message)

        if _said_length(scope) > self._max_body:
            await problem(413, "too_large", too_large(self._max_body).detail)(scope, receive, send)
            return
        with anyio.move_on_after(self._timeout) as limit:
            await self._app(scope, limited, noticed)
        if limit.cancelled_caught and not started:
            late = f"not done after {self._timeout:g} seconds, though it may still be: ask again, or for less"
            await problem(503, "unavailable", late)(scope, receive, send)


def _said_length(scope: Any) -> int:
    said = [value for name, value in scope["headers"] if name == b"content-length"]
    return int(said[0]) if said and said[0].isdigit() else 0


class LocalNames:
    """ASGI middleware for a server on loopback: only requests to a loopback name are served, so that no page in a
    browser reaches it under a name of its own that it lets resolve to this machine."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and not is_loopback(_host(scope)):
            message = "this server answers to 127.0.0.1, localhost and [::1] only"
            await problem(400, "bad_request", message)(scope, receive, send)
            return
        await self._app(scope, receive, send)


def _host(scope: Any) -> str:
    """The name in the Host header, without the port."""
    host = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")
    return host.partition("]")[0].lstrip("[") if host.startswith("[") else host.rpartition(":")[0] or host
