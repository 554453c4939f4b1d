"""The memory over HTTP: each route is one call of Memory, and answers its `to_dict()`.

Every route stands twice: as it is, for the namespace of the header X-Memkit-Namespace (else the server's own), and
under /namespaces/NAME. Errors are {error, message}: 400 bad_request, 401 unauthorized, 404 not_found, 413 too_large,
422 out_of_scope (with its reason), 503 unavailable; 500 internal for a fault of memkit itself, which its log explains.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

from memkit.config import Settings, environment
from memkit.errors import FAULT, InputError, MemkitError, MissingRecord, ModelError, OutOfScope, StoreError
from memkit.memory import Memory
from memkit.model import Result

try:
    import uvicorn
    from anyio import to_thread
    from fastapi import APIRouter, Depends, FastAPI, Header, Path, Query, Request, Response
    from fastapi.exceptions import RequestValidationError
    from fastapi.responses import JSONResponse
    from fastapi.security import HTTPBearer
    from starlette.exceptions import HTTPException

    from memkit.serve import answers as of
    from memkit.serve.binding import TOKEN_VARIABLE, TokenRequired, check_binding, is_loopback
    from memkit.serve.bodies import ChatBody, DocumentBody, QueryBody, RememberBody, ReviewBody
    from memkit.serve.limits import Limits, LocalNames, problem
    from memkit.serve.memories import Memories
    from memkit.serve.metrics import Metrics
except ImportError as error:
    raise ModelError(f"the HTTP server needs the extra serve ({error}): pip install 'memkit-lab[serve]'") from None

NAMESPACE_HEADER = "X-Memkit-Namespace"

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Call:
    """One request's way to its memory."""

    memories: Memories
    namespace: str

    async def __call__(self, work: Callable[[Memory], Result]) -> JSONResponse:
        """The result of a call of Memory, which runs in a thread of its own. A thread cannot be stopped: a request
        that is given up for its time leaves its work running."""
        return JSONResponse(await to_thread.run_sync(partial(self._work, work), abandon_on_cancel=True))

    def _work(self, work: Callable[[Memory], Result]) -> dict[str, Any]:
        with self.memories.using(self.namespace) as memory:
            return work(memory).to_dict()


def _call(request: Request, header: Annotated[str | None, Header(alias=NAMESPACE_HEADER)] = None) -> Call:
    state = request.app.state
    named = header and header.encode("latin-1").decode("utf-8", "replace")
    return Call(state.memories, request.path_params.get("namespace") or named or state.namespace)


def _in_path(namespace: Annotated[str, Path(min_length=1, description="which memory of the store")]) -> str:
    return namespace


OneCall = Annotated[Call, Depends(_call)]

routes = APIRouter()


@routes.get("/health", responses=of.answers(of.Health))
@routes.get("/api/health", responses=of.answers(of.Health))
async def health(call: OneCall) -> Response:
    """Does the store answer, and does everything run on its first choice? Always 200: `status` says it."""
    try:
        return await call(lambda memory: memory.health())
    except StoreError as error:  # it cannot even be opened
        return JSONResponse(of.Health("degraded", str(error), ["store"]).to_dict())


@routes.get("/api/stats", responses=of.answers(of.Stats))
async def stats(call: OneCall) -> Response:
    """Counts of what the namespace holds."""
    return await call(lambda memory: memory.stats())


@routes.post("/api/documents", responses=of.answers(of.IngestResult))
async def documents(body: DocumentBody, call: OneCall) -> Response:
    """Store a text; find its names and relations, and decide of each name whose it is."""
    return await call(lambda memory: memory.ingest(**body.model_dump()))


@routes.post("/api/chat", responses=of.answers(of.ContextResult))
async def chat(body: ChatBody, call: OneCall) -> Response:
    """Store a message of a session, and give what memory holds around it."""
    return await call(lambda memory: memory.chat(**body.model_dump()))


@routes.get("/api/duplicates", responses=of.answers(of.Queue))
async def duplicates(call: OneCall) -> Response:
    """The review queue: pairs that may be one thing."""
    return await call(lambda memory: memory.pending())


@routes.post("/api/duplicates/review", responses=of.answers(of.Reviewed))
async def review(body: ReviewBody, call: OneCall) -> Response:
    """Judge a pair: `confirm` true, they are one thing; false, they are different."""
    return await call(lambda memory: of.reviewed(memory, **body.model_dump()))


@routes.post("/api/remember", responses=of.answers(of.Remembered))
async def remember(body: RememberBody, call: OneCall) -> Response:
    """Store what somebody claimed, and the stance on a decision that they took by it."""
    return await call(lambda memory: memory.remember(**body.model_dump()))


@routes.get("/api/recall", responses=of.answers(of.Decisions))
async def recall(
    call: OneCall, question: Annotated[str, Query(min_length=1)], top_k: Annotated[int, Query(ge=1, le=1000)] = 8
) -> Response:
    """The decisions that a question is about, current first."""
    return await call(lambda memory: memory.recall(question, top_k=top_k))


@routes.get("/api/timeline", responses=of.answers(of.History))
async def timeline(call: OneCall, topic: Annotated[str, Query(min_length=1)]) -> Response:
    """The decisions of a topic, oldest first."""
    return await call(lambda memory: memory.timeline(topic))


@routes.post("/query", responses={**of.answers(of.GroundedAnswer), 422: {"model": of.OutOfScopeProblem}})
async def query(body: QueryBody, call: OneCall) -> Response:
    """Answer a question from what is stored, each claim with the passage that states it; 422 without evidence. Writes
    nothing, unless a session is named: then a trace of how it was answered is kept there."""
    given = {"k": body.top_k, "max_hops": body.max_hops, "session_id": body.session_id}
    return await call(lambda memory: memory.ask(body.question, **given))


# ------------------------------------------------------------------------------------------------------- the server


def make_app(store: str, *, namespace: str = "default", settings: Settings | None = None, **options: Any) -> FastAPI:
    """The application over a store. `options` are further arguments of Memory; memories are opened when asked for."""
    settings = settings or Settings()
    memories = Memories(store, settings=settings, **options)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        memories.close()

    token = [Depends(HTTPBearer(auto_error=False))] if environment(TOKEN_VARIABLE) else []  # for the documentation
    app = FastAPI(title="memkit", summary="Memory for AI agents", lifespan=lifespan, dependencies=token)
    app.state.memories, app.state.namespace = memories, namespace
    app.include_router(routes)
    app.include_router(routes, prefix="/namespaces/{namespace}", dependencies=[Depends(_in_path)])
    metrics = Metrics()
    app.add_api_route("/metrics", metrics.route, include_in_schema=False)
    for kind, handler in _HANDLERS.items():
        app.add_exception_handler(kind, handler)
    # The last one added comes first: a request is counted, then let in, then limited.
    app.add_middleware(Limits, max_body=settings.serve_max_body, timeout=settings.serve_timeout)
    app.add_middleware(TokenRequired)
    app.add_middleware(metrics.middleware)
    return app


def run(
    store: str,
    *,
    settings: Settings | None = None,
    namespace: str = "default",
    host: str = "127.0.0.1",
    port: int = 8000,
) -> None:
    """Serve until stopped. Raises SettingsError for an address that others reach without a token, and at once what
    opening the memory raises."""
    check_binding(host)
    app = make_app(store, namespace=namespace, settings=settings)
    with app.state.memories.using(namespace) as memory:
        memory.stats()
    served = LocalNames(app) if is_loopback(host) else app
    uvicorn.run(served, host=host, port=port, log_level="warning", server_header=False)


# --------------------------------------------------------------------------------------------------------- problems


async def _refused(_: Request, error: Exception) -> JSONResponse:
    """An error that memkit raises on purpose."""
    if isinstance(error, OutOfScope):
        return problem(422, "out_of_scope", str(error), reason=error.reason)
    if isinstance(error, InputError):
        return problem(400, "bad_request", str(error))
    if isinstance(error, MissingRecord):
        return problem(404, "not_found", str(error))
    return problem(503, "unavailable", str(error))


async def _invalid(_: Request, error: RequestValidationError) -> JSONResponse:
    """What was sent has not the form that is asked for. The values are not repeated."""
    wrong = [f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()[:10]]
    return problem(400, "bad_request", "; ".join(wrong).encode("utf-8", "replace").decode())


_KINDS = {404: "not_found", 405: "method_not_allowed", 413: "too_large"}


async def _http(_: Request, error: HTTPException) -> JSONResponse:
    kind = _KINDS.get(error.status_code, "bad_request")
    answer = problem(error.status_code, kind, str(error.detail))
    answer.headers.update(error.headers or {})
    return answer


async def _fault(_: Request, error: Exception) -> JSONResponse:
    """Anything else is a fault of ours; its traceback goes to the log alone."""
    _log.error(FAULT, exc_info=error)
    return problem(500, "internal", f"{FAULT} ({type(error).__name__}): see the server's log")


_HANDLERS: dict[Any, Any] = {
    MemkitError: _refused,
    RequestValidationError: _invalid,
    HTTPException: _http,
    Exception: _fault,
}
