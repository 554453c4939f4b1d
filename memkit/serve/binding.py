"""Who may reach a served memory: loopback for anybody here, anything else only with a token."""

from __future__ import annotations

import hmac
import ipaddress
import json
from collections.abc import Awaitable, Callable, Collection
from typing import Any

from memkit.config import environment
from memkit.errors import SettingsError

TOKEN_VARIABLE = "MEMKIT_API_TOKEN"

App = Callable[[Any, Any, Any], Awaitable[None]]


def check_binding(host: str) -> None:
    """Raise SettingsError for an address that others can reach, unless MEMKIT_API_TOKEN is set."""
    if not is_loopback(host) and not environment(TOKEN_VARIABLE):
        raise SettingsError(
            f"host {host!r} can be reached from elsewhere, where anybody could read and write this memory: set "
            f"{TOKEN_VARIABLE}, or listen on 127.0.0.1"
        )


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches the address. Of names only "localhost" is known to be."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


class TokenRequired:
    """ASGI middleware: with MEMKIT_API_TOKEN set, every request outside `open_paths` needs `Authorization: Bearer`."""

    def __init__(self, app: App, open_paths: Collection[str] = ()) -> None:
        self._app = app
        self._token = environment(TOKEN_VARIABLE).encode()
        self._open_paths = frozenset(open_paths)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] not in ("http", "websocket") or scope["path"] in self._open_paths or self._allows(scope):
            await self._app(scope, receive, send)
            return
        message = f"the header `Authorization: Bearer TOKEN` is needed, with the token of {TOKEN_VARIABLE}"
        body = json.dumps({"error": "unauthorized", "message": message}).encode()
        headers = [(b"content-type", b"application/json"), (b"www-authenticate", b"Bearer")]
        await send({"type": "http.response.start", "status": 401, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def _allows(self, scope: Any) -> bool:
        if not self._token:
            return True
        given = [value for name, value in scope["headers"] if name == b"authorization"]
        return len(given) == 1 and hmac.compare_digest(given[0], b"Bearer " + self._token)
