"""A local OpenAI-compatible server that answers as it is told, well or badly."""

from __future__ import annotations

import json
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def completion(text: str | None, *calls: tuple[str, str]) -> str:
    """A chat completion as OpenAI's reference describes it; `calls` are (tool, arguments in JSON)."""
    wanted = [
        {"id": f"call_{n}", "type": "function", "function": {"name": name, "arguments": arguments}}
        for n, (name, arguments) in enumerate(calls)
    ]
    message = {"role": "assistant", "content": text, **({"tool_calls": wanted} if wanted else {})}
    return json.dumps(
        {
            "id": "c1",
            "object": "chat.completion",
            "created": 1,
            "model": "m",
            "choices": [{"index": 0, "finish_reason": "tool_calls" if wanted else "stop", "message": message}],
            "usage": {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10},
        }
    )


@dataclass
class Server:
    """Answers the n-th request with the n-th of `replies` (the last one again and again): (status, body), or a number
    of seconds to hang. `seen` has (body, key) of each request."""

    replies: list = field(default_factory=list)
    seen: list[tuple[dict, str]] = field(default_factory=list)
    url: str = ""

    def will(self, *replies) -> None:
        self.replies, self.seen = list(replies), []

    def reply(self, body: bytes, key: str) -> tuple[int, str] | float:
        self.seen.append((json.loads(body), key))
        return self.replies[min(len(self.seen), len(self.replies)) - 1]


def serve() -> tuple[Server, ThreadingHTTPServer]:
    server = Server()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            reply = server.reply(body, self.headers.get("Authorization", ""))
            if isinstance(reply, float):
                time.sleep(reply)
                reply = (200, completion("too late"))
            status, text = reply
            try:
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(text.encode())))
                self.end_headers()
                self.wfile.write(text.encode())
            except OSError:
                pass  # the client has gone, as it should

        def log_message(self, *_: object) -> None:
            pass

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.url = f"http://127.0.0.1:{http.server_port}/v1"
    threading.Thread(target=http.serve_forever, args=(0.01,), daemon=True).start()
    return server, http
