"""YAML that others wrote, read without trust: whatever is wrong with it is a `yaml.YAMLError`, and work is bounded."""

from __future__ import annotations

import re

import yaml

#: Aliases (*x) may repeat what they name, but no more nodes than this (or than the text has characters) come of it.
MOST_NODES = 10_000

_UNKEPT = re.compile(r"[\x00\ud800-\udfff]")


class CarefulLoader(yaml.SafeLoader):
    """PyYAML's safe loader for `yaml.load` and `yaml.compose`. Also refused: aliases that multiply ("billion laughs")
    or hold themselves, nesting without end, escapes for what no text can hold (NUL, half a surrogate pair), and numbers
    and dates that there are not (PyYAML lets a ValueError or RecursionError through)."""

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self._most = max(MOST_NODES, len(stream))

    def get_single_node(self) -> yaml.Node | None:
        try:
            node = super().get_single_node()
            if node is not None and _size(node, {}) > self._most:
                raise yaml.YAMLError(f"its aliases repeat what they name more than {self._most:,} times")
        except RecursionError:
            raise yaml.YAMLError("it is nested too deeply") from None
        return node

    def construct_object(self, node: yaml.Node, deep: bool = False) -> object:
        try:
            return super().construct_object(node, deep)
        except (ValueError, OverflowError) as error:
            raise yaml.constructor.ConstructorError(None, None, str(error), node.start_mark) from None


def _size(node: yaml.Node, known: dict[int, int]) -> int:
    """Nodes of the tree that `node` stands for, each alias written out; `known` has those that were counted (0: whose
    counting is not over, which then holds itself)."""
    if isinstance(node, yaml.ScalarNode):
        if _UNKEPT.search(node.value):
            raise yaml.MarkedYAMLError(None, None, "an escape stands for what no text can hold", node.start_mark)
        return 1
    if id(node) not in known:
        known[id(node)] = 0
        parts = node.value
        if isinstance(node, yaml.MappingNode):
            parts = [part for pair in node.value for part in pair]
        size = 1
        for part in parts:
            size += _size(part, known)
        known[id(node)] = size
    if not known[id(node)]:
        raise yaml.MarkedYAMLError(None, None, "an alias holds itself", node.start_mark)
    return known[id(node)]
