"""What clients send: each model has the fields of a call of Memory, checked strictly, and no others."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

#: A text that is not empty.
Text = Annotated[str, Field(min_length=1)]


class Body(BaseModel):
    """A text is a text, a number a number; a field that is unknown is an error, never ignored."""

    model_config = ConfigDict(extra="forbid", strict=True)


class DocumentBody(Body):
    content: Text
    source: str | None = None
    session_id: Text = "default"
    speaker: str | None = None
    at: str | None = None
    tag: str | None = None


class ChatBody(Body):
    message: Text
    session_id: Text = "default"
    speaker: str | None = None
    source: str | None = None
    at: str | None = None
    tag: str | None = None


class ReviewBody(Body):
    left_id: Text
    right_id: Text
    confirm: bool
    reviewer: Text | None = None


class DecisionBody(Body):
    statement: Text
    stance: Literal["proposes", "supports", "disagrees", "withdraws", "decides", "reaffirms"] = "proposes"
    open: bool = False


class RememberBody(Body):
    session_id: Text
    speaker: Text
    claims: list[str]
    session_title: str | None = None
    topic: str | None = None
    decision: DecisionBody | None = None
    tag: str | None = None
    at: str | None = None
    source: str | None = None


class QueryBody(Body):
    question: Annotated[str, Field(min_length=1, max_length=1000)]
    top_k: Annotated[int, Field(ge=1, le=1000)] = 5
    max_hops: Annotated[int, Field(ge=1, le=100)] = 3
    session_id: Text | None = None
