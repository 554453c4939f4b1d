"""From the turns of a conversation to its minutes: acts, then the decisions that they are about."""
