"""Cypher that only reads, in a transaction with READ access, over what one namespace holds.

Neo4j refuses writes in such a transaction by itself. What else a statement can do (end other transactions, fetch a
file) is seen in its plan: the server is asked for it first (EXPLAIN), and names the operators that would run.

Neo4j's community edition has no rights by row. So where a database holds several namespaces, the plan must show that
every operator which brings nodes or relationships in keeps only those of this one; from there a walk cannot leave the
namespace, since no relationship joins two. A query that was written without that condition is given it, in its first
words for each labelled pattern; what still does not show it is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from memkit.errors import InputError
from memkit.store.neo4j_cypher import EMBEDDING
from memkit.store.query import Query, QueryRows, collect, out_of_time, refused, unreadable

#: The parameter that every query has.
NAMESPACE = "namespace"

_INSTEAD = (
    "give one statement that MATCHes and RETURNs, with {namespace: $namespace} in each pattern where the database "
    "holds several namespaces"
)

#: Procedures that only read the database.
_PROCEDURES = frozenset(
    "db.labels db.relationshiptypes db.propertykeys db.schema.visualization db.schema.nodetypeproperties"
    " db.schema.reltypeproperties".split()
)
#: Those that bring nodes or relationships in, by an index.
_SEARCHES = frozenset(
    f"db.index.{kind}.query{what}" for kind in ("fulltext", "vector") for what in ("nodes", "relationships")
)
#: Operators that reach beyond the graph, by the first word of their names.
_FORBIDDEN = re.compile(r"LoadCSV|Terminate|Show(?!Indexes|Constraints|Functions|Procedures)|AdministrationCommand")

#: Leaves of a plan that bring nothing from the graph.
_EMPTY_LEAVES = frozenset(
    {"Argument", "EmptyRow", "Unwind", "Projection", "ShowIndexes", "ShowConstraints", "ShowFunctions"}
    | {"ShowProcedures", "ProcedureCall"}
)
#: Operators that keep each row whole or drop it: a condition above them is as good as one below.
_KEEPING = frozenset({"Filter", "CacheProperties", "Apply", "CartesianProduct"})

#: The variables that an operator brings in, as its details begin: `n`, `n:Entity`, `RANGE INDEX n:Entity(id)`,
#: `(a)-[r:NEXT]->(b)`, and the results of a procedure, `node :: NODE`.
_BROUGHT = re.compile(
    r"^\w+$|\b\w+(?=:\w)|(?<=\()\w+(?=\)[-<])|(?<=[->]\()\w+(?=\))|(?<=-\[)\w+|\w+(?= :: (?:NODE|REL))"
)

#: Subqueries that the planner leaves inside an expression, where their operators are not shown.
_HIDDEN = re.compile(r"\b(?:COLLECT|EXISTS|COUNT)\s*\{|NestedPlan|\bapoc\.", re.IGNORECASE)

#: Properties that are the store's own, or too long to be shown with a whole node.
_OWN = frozenset({NAMESPACE, "row_hash", "revision", EMBEDDING})


def ask(session: Any, namespace: str, query: Query, *, alone: bool) -> QueryRows:
    """The rows of a query over what one namespace holds. `alone`: the database holds no other.

    Raises InputError for a query that does more than read, that Neo4j does not understand, or that would see other
    namespaces, StoreError for one that takes too long.
    """
    from neo4j.exceptions import ClientError, TransientError

    if NAMESPACE in query.params:
        raise InputError(f"params has {NAMESPACE!r}: it is given already, as the namespace of this memory")
    params = {**query.params, NAMESPACE: namespace}
    try:
        text = _checked(session, query, params, alone)
        with session.begin_transaction(timeout=query.timeout) as tx:  # rolled back: there is nothing to keep
            rows = tx.run(text, params)
            return collect((_shown(record) for record in rows), query.limit)
    except (ClientError, TransientError) as error:
        code = error.code or ""
        if "TransactionTimedOut" in code or "Terminated" in code:
            raise out_of_time(query.timeout) from None
        if "AccessMode" in code or "Forbidden" in code:
            raise refused("a write", _INSTEAD) from None
        if isinstance(error, TransientError):
            raise
        raise unreadable(error.message, _INSTEAD) from error


def _checked(session: Any, query: Query, params: Mapping[str, Any], alone: bool) -> str:
    """The text to run: the one given, or that with the namespace put in. Raises InputError if neither may run."""
    operators = _explained(session, query.text, params, query.timeout)
    if alone or within_namespace(operators):
        return query.text
    scoped = with_namespace(query.text)
    if scoped != query.text and within_namespace(_explained(session, scoped, params, query.timeout)):
        return scoped
    raise InputError(
        "this database holds several namespaces, and the query would see more than its own: put "
        "{namespace: $namespace} into each node pattern, those of subqueries too ($namespace is given already)"
    )


def _explained(session: Any, text: str, params: Mapping[str, Any], timeout: float) -> Mapping[str, Any]:
    """The plan of a query that only reads. Raises InputError for one that does more."""
    with session.begin_transaction(timeout=timeout) as tx:
        summary = tx.run(f"EXPLAIN {text}", params).consume()
    plan = summary.plan or {}
    operators = list(_walk(plan))
    if summary.query_type != "r":
        raise refused("a statement that writes, or that administers the server,", _INSTEAD)
    for operator in operators:
        name, details = _name(operator), _details(operator)
        if _FORBIDDEN.match(name):
            raise refused(f"{name}, which reaches beyond the memory,", _INSTEAD)
        if name == "ProcedureCall" and _procedure(details) not in _PROCEDURES | _SEARCHES:
            raise refused(f"the procedure {_procedure(details)}", _INSTEAD)
    return plan


# ------------------------------------------------------------------------------------------------- one namespace only


def within_namespace(plan: Mapping[str, Any]) -> bool:
    """Does the plan keep every node and relationship that it brings in to $namespace?"""
    if any(_HIDDEN.search(_details(operator)) for operator in _walk(plan)):
        return False
    return all(_kept(path) for path in _paths(plan) if _brings(path[-1]))


def _brings(operator: Mapping[str, Any]) -> bool:
    name = _name(operator)
    if name == "ProcedureCall" and _procedure(_details(operator)) in _SEARCHES:
        return True
    return not operator.get("children") and name not in _EMPTY_LEAVES


def _kept(path: list[Mapping[str, Any]]) -> bool:
    """Is what the last operator of the path brings in kept to the namespace, by itself or by those right above it?"""
    operator = path[-1]
    if "MultiNode" in _name(operator):  # several seeks in one line
        return False
    if "IndexSeek" in _name(operator):
        _, _, condition = _details(operator).partition(" WHERE ")
        if f"{NAMESPACE} = ${NAMESPACE}" in _conjuncts(condition):
            return True
    wanted = {
        written
        for variable in _BROUGHT.findall(_details(operator).partition(" WHERE ")[0])
        for written in (f"{variable}.{NAMESPACE} = ${NAMESPACE}", f"cache[{variable}.{NAMESPACE}] = ${NAMESPACE}")
    }
    for above in reversed(path[:-1]):
        if _name(above) == "Filter" and wanted & set(_conjuncts(_details(above))):
            return True
        if _name(above) not in _KEEPING:
            return False
    return False


def _conjuncts(condition: str) -> list[str]:
    """The conditions that all must hold; none when the text could be read in two ways (the planner writes literals as
    parameters and names in backticks, so a text with quotes or backticks is not taken apart)."""
    parts, depth, start, whole = [], 0, 0, condition.startswith("(")
    if re.search(r"""[`'"]""", condition):
        return []
    for match in re.finditer(r"[([{]|[)\]}]| AND | OR | XOR ", condition):
        token = match[0]
        if len(token) == 1:
            depth += 1 if token in "([{" else -1
            whole = whole and (depth > 0 or match.end() == len(condition))
        elif depth == 0:
            if token != " AND ":
                return []
            parts.append(condition[start : match.start()])
            start = match.end()
    if whole:
        return _conjuncts(condition[1:-1])
    if not parts:
        return [condition]
    return [found for part in [*parts, condition[start:]] for found in _conjuncts(part)]


def _paths(plan: Mapping[str, Any], above: tuple = ()) -> Iterator[list[Mapping[str, Any]]]:
    """Every operator with all above it, from the top."""
    path = [*above, plan]
    yield path
    for child in plan.get("children", ()):
        yield from _paths(child, tuple(path))


def _walk(plan: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    return (path[-1] for path in _paths(plan))


def _name(operator: Mapping[str, Any]) -> str:
    return str(operator.get("operatorType", "")).partition("@")[0]


def _details(operator: Mapping[str, Any]) -> str:
    return str((operator.get("args") or {}).get("Details", ""))


def _procedure(details: str) -> str:
    return details.partition("(")[0].strip().lower()


#: Strings, names in backticks and comments are passed over whole; then words, and any other sign alone.
_TOKEN = re.compile(r"""'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`[^`]*`|//[^\n]*|/\*.*?\*/|\s+|\$?\w+|.""", re.DOTALL)


def with_namespace(text: str) -> str:
    """The query with {namespace: $namespace} in each labelled node pattern, and in those without a label that a MATCH
    begins with or lists. Only a convenience: whether it is enough is read from the plan."""
    tokens = [match[0] for match in _TOKEN.finditer(text)]
    signs = [n for n, token in enumerate(tokens) if not re.match(r"\s|//|/\*", token)]
    written, matching = list(tokens), False
    for at, n in enumerate(signs):
        if re.match(r"[A-Za-z]", tokens[n]):
            matching = tokens[n].upper() == "MATCH" or (matching and tokens[n].upper() not in _CLAUSES)
        elif tokens[n] == "(" and at:
            before = tokens[signs[at - 1]]
            bare = matching and (before.upper() == "MATCH" or before in (",", "="))
            place = _properties_place(tokens, signs[at + 1 :], bare) if bare or before in _BEFORE_PATTERNS else None
            if place is not None and tokens[place] == "{":
                written[place] = f"{{{NAMESPACE}: ${NAMESPACE}, "
            elif place is not None:
                written[place] = f" {{{NAMESPACE}: ${NAMESPACE}}} {tokens[place]}"
    return "".join(written)


_CLAUSES = frozenset({"WHERE", "RETURN", "WITH", "UNWIND", "CALL", "YIELD", "ORDER", "UNION"})
_BEFORE_PATTERNS = (",", "=", "[", "{", "-", ">", "(")


def _properties_place(tokens: list[str], signs: list[int], bare: bool) -> int | None:
    """Where the properties of a node pattern stand or could, its signs given from after the bracket; None if it is no
    pattern, names a namespace, or has no label and is not `bare`."""
    labelled = False
    for n in signs:
        token = tokens[n]
        if token in ("{", ")") or token.upper() == "WHERE":
            named = token == "{" and NAMESPACE in "".join(tokens[n:]).partition("}")[0]
            return n if (labelled or bare) and not named else None
        labelled = labelled or token == ":"
        if not (token in ":|&!%" or re.match(r"[\w`]", token)):
            return None
    return None


# -------------------------------------------------------------------------------------------------------- the values


def _shown(record: Any) -> dict[str, Any]:
    return {key: _plain(record[key]) for key in record.keys()}  # noqa: SIM118 -- a Record iterates over its values


def _plain(value: Any) -> Any:
    """Nodes and relationships as their properties with `labels` or `relationship`, a path as the list of both."""
    from neo4j.graph import Node, Path, Relationship

    if isinstance(value, Node):
        return {**_properties(value), "labels": sorted(value.labels)}
    if isinstance(value, Relationship):
        return {**_properties(value), "relationship": value.type}
    if isinstance(value, Path):
        steps: list[Any] = [value.start_node]
        for relationship, node in zip(value.relationships, value.nodes[1:], strict=True):
            steps += [relationship, node]
        return [_plain(step) for step in steps]
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)) and type(value) in (list, tuple, set, frozenset):
        return [_plain(item) for item in value]
    return value


def _properties(entity: Any) -> dict[str, Any]:
    return {key: _plain(item) for key, item in sorted(entity.items()) if key not in _OWN}
