"""The HTTP routes on both stores: shapes and status codes, namespaces, tokens."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from memkit import Memory, Settings
from memkit.errors import SettingsError
from memkit.serve.http import make_app, run

NOTE = {
    "content": "Anthropic developed Claude Code. Claude Code competes with Codex.",
    "source": "note",
    "session_id": "demo",
}
SETTINGS = Settings(embedder="hash", cache_dir="")


@pytest.fixture
def client(backend) -> Iterator[TestClient]:
    app = make_app(backend.uri, namespace=backend.namespace(), settings=SETTINGS, **backend.credentials)
    with TestClient(app) as client:
        yield client


def test_each_route_answers_what_the_call_of_its_name_returns(client, backend):
    stored = client.post("/api/documents", json=NOTE).json()
    assert {"message_id", "entity_count", "relation_count", "resolutions"} <= stored.keys()
    assert {"mention", "action", "confidence", "matched_entity_id", "signals", "reason"} <= stored["resolutions"][
        0
    ].keys()
    talk = client.post("/api/chat", json={"message": "What is Codex?", "session_id": "demo"}).json()
    assert {"query", "session_id", "message_hits", "entities", "reasoning"} <= talk.keys()
    assert {"id", "name", "entity_type", "score", "related_names"} == talk["entities"][0].keys()
    said = {
        "session_id": "s1",
        "speaker": "Ana",
        "claims": ["Postgres is safer."],
        "topic": "datastore",
        "decision": {"statement": "Use Postgres", "stance": "proposes"},
    }
    remembered = client.post("/api/remember", json=said).json()
    assert {"person_id", "session_id", "claim_ids", "decision_id", "merged", "degraded"} <= remembered.keys()
    with Memory(
        backend.uri, namespace=backend.namespace(), settings=SETTINGS, **backend.credentials
    ) as memory:  # another one, on the same store
        same = {
            "/api/health": memory.health(),
            "/health": memory.health(),
            "/api/recall?question=Postgres&top_k=3": memory.recall("Postgres", top_k=3),
            "/api/timeline?topic=datastore": memory.timeline("datastore"),
            "/api/duplicates": memory.pending(),
        }
        assert {path: client.get(path).json() for path in same} == {path: r.to_dict() for path, r in same.items()}
        stats = client.get("/api/stats").json()
        assert stats == {**memory.stats().to_dict(), "checked_at": stats["checked_at"]}
        answer = client.post("/query", json={"question": "Who competes with Codex?"}).json()
        expected = memory.ask("Who competes with Codex?").to_dict()
        assert answer == {**expected, "latency_ms": answer["latency_ms"]} and answer["answer"] == "Claude Code"


def test_a_pair_is_judged_and_the_answer_says_how(client):
    for name in ("Acme Rockets", "Acme Rocket"):
        client.post("/api/documents", json={"content": f"{name} Corporation hired Ana."})
    pair = client.get("/api/duplicates").json()["rows"][0]
    for confirm, status in ((True, "confirmed"), (False, "rejected")):
        body = {"left_id": pair["left_id"], "right_id": pair["right_id"], "confirm": confirm, "reviewer": "me"}
        answer = client.post("/api/duplicates/review", json=body)
        assert answer.status_code == 200 and answer.json().keys() == {"status", "judgement_id"}
        assert answer.json()["status"] == status
    assert client.get("/api/duplicates").json()["rows"] == []


def test_hops_and_passages_do_what_they_say(client):
    client.post("/api/documents", json=NOTE)
    far = {"question": "Who developed what competes with Codex?"}
    assert client.post("/query", json={**far, "max_hops": 3}).json()["answer"] == "Anthropic"
    near = client.post("/query", json={**far, "max_hops": 1})
    assert near.status_code == 422 or near.json()["notes"]


@pytest.mark.parametrize(
    ("status", "error", "method", "path", "body"),
    [
        (422, "out_of_scope", "POST", "/query", {"question": "Who founded Nowhere Industries?"}),
        (422, "out_of_scope", "POST", "/query", {"question": "???"}),
        (400, "bad_request", "POST", "/query", {"question": ""}),
        (400, "bad_request", "POST", "/query", {"question": "x" * 1001}),
        (400, "bad_request", "POST", "/query", {"question": "a\x00b"}),
        (400, "bad_request", "POST", "/query", {"question": "who?", "top_k": 0}),
        (400, "bad_request", "POST", "/query", {"question": "who?", "top_k": "5"}),
        (400, "bad_request", "POST", "/query", {"question": "who?", "hops": 3}),
        (400, "bad_request", "POST", "/query", {}),
        (400, "bad_request", "POST", "/query", []),
        (400, "bad_request", "POST", "/api/documents", {"content": "  "}),
        (400, "bad_request", "POST", "/api/documents", {"content": 3}),
        (400, "bad_request", "POST", "/api/documents", {"content": "x", "at": "yesterday"}),
        (400, "bad_request", "POST", "/api/chat", {"message": ""}),
        (400, "bad_request", "POST", "/api/duplicates/review", {"left_id": "a", "right_id": "b", "confirm": "yes"}),
        (404, "not_found", "POST", "/api/duplicates/review", {"left_id": "a", "right_id": "b", "confirm": True}),
        (400, "bad_request", "POST", "/api/remember", {"session_id": "s", "speaker": "Ana", "claims": []}),
        (400, "bad_request", "POST", "/api/remember", {"session_id": "s", "speaker": "Ana", "claims": "text"}),
        (400, "bad_request", "GET", "/api/recall", None),
        (400, "bad_request", "GET", "/api/recall?question=x&top_k=no", None),
        (400, "bad_request", "GET", "/api/timeline?topic=unknown", None),
        (404, "not_found", "GET", "/api/nothing", None),
        (405, "method_not_allowed", "GET", "/api/documents", None),
    ],
)
def test_what_cannot_be_done_says_why(client, status, error, method, path, body):
    answer = client.request(method, path, json=body)
    assert (answer.status_code, answer.json()["error"]) == (status, error)
    assert answer.json()["message"] and "Traceback" not in answer.text
    assert ("reason" in answer.json()) == (status == 422)


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff\xfe", b'{"question": "\\ud800"}', b"[" * 50_000, b'{"question": 1e999}', b"9" * 5000, b"null"],
)
def test_a_body_that_is_no_json_of_the_form_is_refused(client, content):
    answer = client.post("/query", content=content, headers={"content-type": "application/json"})
    assert answer.status_code == 400 and answer.json()["error"] == "bad_request"


def test_a_page_of_another_site_cannot_write_with_a_plain_form(client):
    answer = client.post("/api/documents", content=b'{"content": "planted"}', headers={"content-type": "text/plain"})
    assert answer.status_code == 400
    assert client.get("/api/stats").json()["messages"] == 0


def test_a_namespace_by_header_or_path(client, backend):
    other = backend.namespace("other")
    client.post("/api/documents", json=NOTE)
    assert client.get("/api/stats", headers={"X-Memkit-Namespace": other}).json()["messages"] == 0
    client.post("/api/documents", json=NOTE, headers={"X-Memkit-Namespace": other})
    client.post(f"/namespaces/{other}/api/documents", json={**NOTE, "content": "Bob sleeps."})
    assert client.get(f"/namespaces/{other}/api/stats").json()["messages"] == 2
    assert client.get("/api/stats").json()["messages"] == 1
    assert client.get("/api/stats", headers={"X-Memkit-Namespace": "x" * 3000}).status_code == 400


def test_a_store_that_cannot_be_opened_is_unavailable(tmp_path):
    with TestClient(make_app(str(tmp_path / "missing" / "memory.db"), settings=SETTINGS)) as client:
        assert client.get("/health").status_code == 200
        assert client.get("/health").json()["status"] == "degraded"
        answer = client.get("/api/stats")
        assert answer.status_code == 503 and answer.json()["error"] == "unavailable"


def test_a_fault_of_ours_shows_no_traceback(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(Memory, "stats", lambda self: 1 / 0)
    app = make_app(str(tmp_path / "memory.db"), settings=SETTINGS)
    with TestClient(app, raise_server_exceptions=False) as client:
        answer = client.get("/api/stats")
    assert answer.status_code == 500 and answer.json()["error"] == "internal"
    assert "division" not in answer.text and "Traceback" not in answer.text
    assert "division" in caplog.text


def test_a_token_is_asked_for_when_there_is_one(tmp_path, monkeypatch):
    monkeypatch.setenv("MEMKIT_API_TOKEN", "open sesame")
    with TestClient(make_app(str(tmp_path / "memory.db"), settings=SETTINGS)) as client:
        for path in ("/api/stats", "/health", "/metrics", "/openapi.json", "/docs", "/nothing"):
            assert client.get(path).status_code == 401
        assert client.get("/api/stats", headers={"Authorization": "Bearer wrong"}).json()["error"] == "unauthorized"
        assert client.get("/api/stats", headers={"Authorization": "Bearer open sesame"}).status_code == 200


def test_without_a_token_only_loopback_is_listened_on(tmp_path, monkeypatch):
    monkeypatch.delenv("MEMKIT_API_TOKEN", raising=False)
    with pytest.raises(SettingsError, match="MEMKIT_API_TOKEN"):
        run(str(tmp_path / "memory.db"), settings=SETTINGS, host="0.0.0.0")


def test_metrics_count_requests_by_route(client):
    client.get("/api/stats")
    client.get("/api/stats?x=1")
    client.get("/made/up/by/a/client")
    text = client.get("/metrics").text
    assert 'memkit_http_requests_total{method="GET",route="/api/stats",status="200"} 2.0' in text
    assert 'memkit_http_request_seconds_count{method="GET",route="/api/stats"} 2.0' in text
    assert 'route="none"' in text and "made" not in text
