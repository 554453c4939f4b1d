"""Commands of the review queue: are these two one thing?"""

from __future__ import annotations

from typing import Annotated, Any

import typer

from memkit.cli.common import Opener, command, table

Reviewer = Annotated[str | None, typer.Option(help="who decides")]
COLUMNS = "id verdict left_name right_name score decided_by reason"


def pending(opened: Opener) -> tuple[Any, str]:
    """Pairs that may be one thing, most gained by an answer first."""
    with opened() as memory:
        queue = memory.pending()
    return queue, table(queue, "left_id right_id left_name right_name score reason")


def confirm(opened: Opener, left_id: str, right_id: str, reviewer: Reviewer = None) -> tuple[Any, str]:
    """These two are one thing."""
    with opened() as memory:
        judgement = memory.confirm(left_id, right_id, reviewer=reviewer)
    return judgement, _sentence(judgement)


def reject(opened: Opener, left_id: str, right_id: str, reviewer: Reviewer = None) -> tuple[Any, str]:
    """These two are different, whatever is merged later."""
    with opened() as memory:
        judgement = memory.reject(left_id, right_id, reviewer=reviewer)
    return judgement, _sentence(judgement)


def undo(opened: Opener, judgement_id: str) -> tuple[Any, str]:
    """Take a judgement back; what stood before it stands again."""
    with opened() as memory:
        judgement = memory.undo(judgement_id)
    return judgement, _sentence(judgement)


def history(opened: Opener, entity_id: str) -> tuple[Any, str]:
    """Every judgement about a thing under any of its names, oldest first."""
    with opened() as memory:
        judgements = memory.history(entity_id)
    return judgements, table(judgements, f"decided_at state {COLUMNS}")


def _sentence(judgement: Any) -> str:
    return f"{judgement.id}: {judgement.left_name} and {judgement.right_name}: {judgement.verdict}"


COMMANDS = [
    command(pending, example="memkit pending --store memory.db"),
    command(confirm, example="memkit confirm ent_4f… ent_91… --reviewer ada"),
    command(reject, example="memkit reject ent_4f… ent_91…"),
    command(undo, example="memkit undo jdg_ed5d…"),
    command(history, example="memkit history ent_4f…"),
]
