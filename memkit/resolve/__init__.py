"""Identity resolution: normalise -> guards -> blocking -> score -> gate -> judgement -> canonical id."""

from memkit.resolve.blocking import block_keys
from memkit.resolve.gate import gate
from memkit.resolve.resolver import Decision, resolve
from memkit.resolve.rule import Comparison, Name, Rule
from memkit.resolve.rules import RULES, get_rule

__all__ = ["RULES", "Comparison", "Decision", "Name", "Rule", "block_keys", "gate", "get_rule", "resolve"]
