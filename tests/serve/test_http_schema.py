"""The OpenAPI document holds: schemathesis makes requests from it, right and wrong ones, and checks the answers."""

from __future__ import annotations

from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from memkit import Settings
from memkit.serve.http import make_app

#: Requests for each route, right ones and as many wrong ones; the long run makes over 10,000 in all.
EXAMPLES = [10, pytest.param(300, marks=pytest.mark.long)]

#: That every request of the right form is taken is not checked: blank texts and unknown ids have the right form.
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]


@pytest.fixture(scope="module")
def api_schema(tmp_path_factory):
    store = Path(tmp_path_factory.mktemp("http")) / "memory.db"
    app = make_app(str(store), settings=Settings(embedder="hash", cache_dir=""))
    with app.state.memories.using("default") as memory:
        memory.ingest("Bob sleeps.")  # loads what is loaded once
    yield schemathesis.openapi.from_asgi("/openapi.json", app)
    app.state.memories.close()


@pytest.mark.parametrize("examples", EXAMPLES)
@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
def test_answers_are_as_the_document_says(api_schema, mode, examples):
    for found in api_schema.get_all_operations():
        operation = found.ok()
        if mode is GenerationMode.NEGATIVE and not (len(operation.body) or len(operation.query)):
            continue  # there is nothing that could be wrong

        @given(case=operation.as_strategy(generation_mode=mode))
        @settings(
            max_examples=examples,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        def answers(case):
            case.call_and_validate(checks=CHECKS, timeout=60)

        answers()


def test_every_route_is_in_the_document(api_schema):
    paths = set(api_schema.raw_schema["paths"])
    own = {
        *("/health", "/api/health", "/api/stats", "/api/documents", "/api/chat", "/api/duplicates"),
        *("/api/duplicates/review", "/api/remember", "/api/recall", "/api/timeline", "/query"),
    }
    assert paths == own | {f"/namespaces/{{namespace}}{path}" for path in own}
