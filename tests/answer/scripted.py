"""A language model that says what a test tells it to, in order, and remembers what it was shown."""

from __future__ import annotations

from memkit.errors import ModelError


class ScriptedModel:
    """`replies` are records, dicts of their fields, or None for a model that cannot be reached."""

    name = "scripted"

    def __init__(self, *replies, degraded: tuple[str, ...] = ()) -> None:
        self.replies, self.shown, self.degraded = list(replies), [], list(degraded)

    def complete(self, messages, *, schema=None, purpose):
        self.shown.append("\n".join(m["content"] for m in messages))
        reply = self.replies.pop(0) if self.replies else None
        if reply is None:
            raise ModelError(f"no language model for {purpose}")
        return schema.model_validate(reply)
