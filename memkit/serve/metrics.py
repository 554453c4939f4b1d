"""Numbers of a server for Prometheus: requests by route and status, and how long they took."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from starlette.responses import Response

App = Callable[[Any, Any, Any], Awaitable[None]]

#: Seconds, from a lookup in memory to a question that waits for a language model.
_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)


class Metrics:
    """The numbers of one application."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        labels = ("method", "route")
        self._requests = Counter(
            "memkit_http_requests", "Requests answered", (*labels, "status"), registry=self._registry
        )
        self._seconds = Histogram(
            "memkit_http_request_seconds", "Time to answer", labels, buckets=_BUCKETS, registry=self._registry
        )
        self._running = Gauge("memkit_http_requests_running", "Requests being answered", registry=self._registry)

    def middleware(self, app: App) -> App:
        """ASGI middleware that counts."""

        async def counted(scope: Any, receive: Any, send: Any) -> None:
            if scope["type"] != "http":
                await app(scope, receive, send)
                return
            status, started = 500, time.perf_counter()

            async def noticed(message: Any) -> None:
                nonlocal status
                status = message.get("status", status)
                await send(message)

            self._running.inc()
            try:
                await app(scope, receive, noticed)
            finally:
                self._running.dec()
                # By the route's pattern and known methods: what a client makes up must not make a series of its own.
                route = getattr(scope.get("route"), "path", "none")
                method = scope["method"] if scope["method"] in ("GET", "POST") else "other"
                self._requests.labels(method, route, status).inc()
                self._seconds.labels(method, route).observe(time.perf_counter() - started)

        return counted

    async def route(self) -> Response:
        """The numbers in Prometheus' text form."""
        return Response(generate_latest(self._registry), media_type=CONTENT_TYPE_LATEST)
