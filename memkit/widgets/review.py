"""The review queue as a notebook widget: both things side by side, and a decision by button or by key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memkit.errors import ModelError
from memkit.widgets.queue import ReviewQueue
from memkit.widgets.told import told

try:
    import anywidget
    import traitlets
except ImportError:
    raise ModelError("review() needs the extra lab: pip install 'memkit-lab[lab]'") from None

if TYPE_CHECKING:
    from memkit.memory import Memory

HERE = Path(__file__).parent


class ReviewWidget(anywidget.AnyWidget):
    """Shows `queue`, a ReviewQueue; `view` is what the page shows, and is set after each action."""

    _esm = HERE / "review.js"
    _css = HERE / "review.css"
    view = traitlets.Dict().tag(sync=True)

    def __init__(self, queue: ReviewQueue) -> None:
        super().__init__()
        self.queue = queue
        self._show("")
        self.on_msg(self._act)

    def _act(self, _: Any, content: object, __: Any) -> None:
        """What the page asked for; whatever is wrong is told there, and nothing is lost."""
        actions: dict[str, Callable[..., object]] = {
            "merge": self.queue.merge,
            "apart": self.queue.keep_apart,
            "later": self.queue.later,
            "undo": self.queue.undo,
        }
        asked = content if isinstance(content, Mapping) else {}
        action, message = asked.get("action"), ""
        if not isinstance(action, str) or action not in actions:
            return
        pair = () if action == "undo" else (asked.get("left_id"), asked.get("right_id"))
        try:
            actions[action](*pair)
        except Exception as error:
            message = told(error)
        self._show(message)

    def _show(self, message: str) -> None:
        pair = self.queue.current()
        self.view = {
            "pair": pair and pair.to_dict(),
            "progress": self.queue.progress.to_dict(),
            "message": message,
        }


def review(memory: Memory, reviewer: str | None, measure: Callable[[], Mapping[str, float]] | None) -> ReviewWidget:
    """See Memory.review."""
    return ReviewWidget(ReviewQueue(memory, reviewer=reviewer, measure=measure))
