"""The whole memory as one page in a notebook: ask, see decisions, walk the graph, write."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memkit.errors import InputError, ModelError, OutOfScope
from memkit.widgets.drawing import fills
from memkit.widgets.layout import place
from memkit.widgets.shown import neighbourhood
from memkit.widgets.side import side
from memkit.widgets.told import told

try:
    import anywidget
    import traitlets
except ImportError:
    raise ModelError("explore() needs the extra lab: pip install 'memkit-lab[lab]'") from None

if TYPE_CHECKING:
    from memkit.memory import Memory

HERE = Path(__file__).parent
#: Things that the list beside the graph offers.
OFFERED = 200


class ExploreWidget(anywidget.AnyWidget):
    """The page asks by messages {id, call, arguments}; each is answered by {id, result} or {id, error}."""

    _esm = HERE / "explore.js"
    _css = HERE / "explore.css"
    things = traitlets.List().tag(sync=True)

    def __init__(self, memory: Memory) -> None:
        super().__init__()
        self._memory = memory
        self._calls: dict[str, Callable[..., Any]] = {
            "ask": lambda question: memory.ask(question).to_dict(),
            "recall": lambda question: memory.recall(question).to_dict(),
            "timeline": lambda topic: memory.timeline(topic).to_dict(),
            "graph": self._graph,
            "thing": lambda id: side(memory, id).to_dict(),
            "ingest": lambda **given: self._written(_called(memory.ingest, _said(given))),
            "remember": lambda **given: self._written(_called(memory.remember, _said(given))),
        }
        self._offer()
        self.on_msg(self._answer)

    def _answer(self, _: Any, content: object, __: Any) -> None:
        asked = content if isinstance(content, Mapping) else {}
        self.send({"id": asked.get("id"), **self.call(asked.get("call"), asked.get("arguments"))})

    def call(self, name: object, arguments: object) -> dict[str, Any]:
        """{result} of one of the page's calls, or {error} in words."""
        try:
            if not isinstance(name, str) or name not in self._calls or not isinstance(arguments, Mapping):
                raise InputError(f"the page asked for {name!r}, which is no call of its")
            return {"result": _called(self._calls[name], arguments)}
        except OutOfScope as refused:
            return {"error": f"Not answered: {refused.reason}"}
        except Exception as error:
            return {"error": told(error)}

    def _written(self, result: Any) -> dict[str, Any]:
        self._offer()
        return result.to_dict()

    def _offer(self) -> None:
        self.things = [
            {"id": view.id, "name": view.name, "type": view.type} for view in self._memory.entities()[:OFFERED]
        ]

    def _graph(self, entity: str) -> dict[str, Any]:
        """What is stated around a thing, laid out: boxes in inches from the lower left corner."""
        shown = neighbourhood(self._memory, entity)
        placed = place(shown, fills(shown))
        return {
            **shown.to_dict(),
            "size": placed.size,
            "boxes": {
                id: {"text": box.text, "x": box.x, "y": box.y, "width": box.width, "height": box.height}
                for id, box in placed.boxes.items()
            },
            "fills": dict(placed.fills),
        }


def _called(call: Callable[..., Any], arguments: Mapping[str, Any]) -> Any:
    """What the call returns; InputError for an argument that is missing or that it does not take."""
    try:
        bound = inspect.signature(call).bind(**arguments)
    except TypeError as error:
        raise InputError(str(error)) from None
    return call(*bound.args, **bound.kwargs)


def _said(given: Mapping[str, Any]) -> dict[str, Any]:
    """What was filled in: an empty field was left out."""
    return {name: value for name, value in given.items() if value not in ("", None)}
