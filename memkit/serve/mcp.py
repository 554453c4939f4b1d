"""The memory as a server of the Model Context Protocol, over standard input and output or streamable HTTP."""

from __future__ import annotations

import dataclasses
import functools
import inspect
from collections.abc import Callable
from typing import Any, get_type_hints

from memkit.errors import MemkitError, ModelError
from memkit.memory import Memory
from memkit.serve.binding import TokenRequired, check_binding, is_loopback
from memkit.serve.calls import Calls

try:
    import uvicorn
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp.server.transport_security import TransportSecuritySettings
    from mcp.types import ToolAnnotations
    from pydantic import BaseModel, create_model
except ImportError:
    raise ModelError("the MCP server needs the extra mcp: pip install 'memkit-lab[mcp]'") from None

#: Tool -> does it only read.
TOOLS = {
    "remember": False,
    "recall": True,
    "timeline": True,
    "analyze": True,
    "ask": True,
    "ingest": False,
    "pending": True,
    "review": False,
}
INSTRUCTIONS = (
    "A memory of texts, people, things and decisions. Answers cite the passages that state them. Ask before you claim "
    "anything about what is stored; recall before you speak of a decision, since a later one may stand."
)


def server(memory: Memory) -> MCPServer:
    """The server with its tools, schemas made from the results' dataclasses."""
    found = MCPServer("memkit", instructions=INSTRUCTIONS, log_level="WARNING")
    calls = Calls(memory)
    for name, reads in TOOLS.items():
        method = getattr(calls, name)
        found.add_tool(
            _tool(method),
            name=name,
            description=inspect.getdoc(method),
            annotations=ToolAnnotations(read_only_hint=reads, destructive_hint=False, idempotent_hint=True),
        )
    return found


def run(memory: Memory, *, http: bool = False, host: str = "127.0.0.1", port: int = 8001) -> None:
    """Serve until stopped. Over HTTP at /mcp; SettingsError for an address that others reach without a token."""
    if not http:
        server(memory).run("stdio")
        return
    check_binding(host)
    # A page in a browser here must not reach a server on loopback by a name that it makes resolve to it.
    names = [f"{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]")]
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=is_loopback(host),
        allowed_hosts=names,
        allowed_origins=[f"http://{name}" for name in names],
    )
    app = TokenRequired(server(memory).streamable_http_app(transport_security=security))
    uvicorn.run(app, host=host, port=port, log_level="warning")


def _tool(method: Callable[..., Any]) -> Callable[..., Any]:
    """A call whose errors reach the model in their own words, and whose result has a schema."""
    signature = inspect.signature(method, eval_str=True)
    form = _form(signature.return_annotation)

    @functools.wraps(method)
    def tool(**arguments: Any) -> BaseModel:
        try:
            return form.model_validate(method(**arguments).to_dict())
        except MemkitError as error:
            raise ToolError(str(error)) from error

    tool.__signature__ = signature.replace(return_annotation=form)
    return tool


def _form(result: type) -> type[BaseModel]:
    """A result's dataclass as a pydantic model: of a dataclass with slots the package itself makes no schema."""
    hints = get_type_hints(result)
    required = {f.name: (hints[f.name], ...) for f in dataclasses.fields(result)}
    return create_model(result.__name__, __doc__=inspect.getdoc(result), **required)
