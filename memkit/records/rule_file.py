"""The file of a learned rule: a skops archive, so that reading one runs no code of its writer."""

from __future__ import annotations

import json
import os
import zipfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from memkit.errors import InputError, MemkitError, ModelError
from memkit.records.calibrate import Proof
from memkit.records.features import RecordFeatures
from memkit.records.learned import LearnedRule
from memkit.records.learner import MEMBERS, Learner, need_sklearn

FORMAT = "memkit-learned-rule"
VERSION = 1
#: What a rule of ours holds beyond skops' own list of harmless types; anything else is refused.
TRUSTED = (
    "numpy.dtype",
    "sklearn.ensemble._hist_gradient_boosting.predictor.TreePredictor",
    "sklearn.tree._tree.Tree",
)
#: A rule is some megabytes; more, unpacked, is no rule (and may be made to fill the memory).
MAX_UNPACKED_BYTES = 1 << 30
REMEDY = "train the rule again and save it, or name another file"


def _skops():
    need_sklearn()
    try:
        import skops.io
    except ImportError:
        raise ModelError("saved rules need skops: install it with memkit-lab[learn]") from None
    return skops.io


def write_rule(rule: LearnedRule, path: Path) -> None:
    """Write to a file beside `path`, then rename: `path` is the old rule or the new one, never half of one."""
    content = {
        "header": json.dumps(header_of(rule), ensure_ascii=True),
        "columns": rule.learner.columns,
        "typical": rule.typical,
        "members": rule.learner.members,
    }
    data = _skops().dumps(content, compression=zipfile.ZIP_DEFLATED)
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        partial.write_bytes(data)
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise InputError(
            f"{path}: the rule cannot be written ({error.strerror}): name a folder that can be written"
        ) from error


def header_of(rule: LearnedRule) -> dict[str, Any]:
    """All of a rule but its arrays and classifiers, ready for JSON."""
    import sklearn

    return {
        "format": FORMAT,
        "version": VERSION,
        "sklearn": _minor(sklearn.__version__),
        "proof": asdict(rule.proof),
        "review_threshold": rule.review_threshold,
        "features": rule.features.to_dict(),
    }


def read_rule(path: Path) -> LearnedRule:
    """ModelError naming the remedy when the file is not exactly what `write_rule` of this version writes."""
    content = _read(path)
    try:
        header = json.loads(content["header"])
        if header["format"] != FORMAT:
            raise KeyError("format")
        _check_versions(path, header)
        features = RecordFeatures.from_dict(header["features"])
        columns, typical = np.asarray(content["columns"]), np.asarray(content["typical"], dtype=float)
        members = content["members"]
        if typical.shape != (2, len(features.names)) or not set(columns.tolist()) <= set(range(len(features.names))):
            raise ValueError("columns")
        if not members or not set(members) <= set(MEMBERS):
            raise ValueError("members")
        _check_trees(members, len(columns))
        rule = LearnedRule(
            features, Learner(columns, members), Proof(**header["proof"]), float(header["review_threshold"]), typical
        )
        rule.learner.predict(typical)
    except MemkitError:
        raise
    except Exception as error:
        raise ModelError(f"{path} is no rule of ours or is damaged ({type(error).__name__}): {REMEDY}") from error
    return rule


def _read(path: Path) -> dict[str, Any]:
    io = _skops()
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ModelError(f"{path}: the learned rule cannot be read ({error.strerror}): {REMEDY}") from error
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(member.file_size for member in archive.infolist()) > MAX_UNPACKED_BYTES:
                raise ModelError(
                    f"{path} unpacks to more than {MAX_UNPACKED_BYTES >> 20} MB, too much for a rule: {REMEDY}"
                )
        foreign = sorted(set(io.get_untrusted_types(data=data)) - set(TRUSTED))
        if foreign:
            raise ModelError(
                f"{path} holds types that no rule of ours has ({', '.join(foreign)}): do not use this file"
            )
        content = io.loads(data, trusted=list(TRUSTED))
    except MemkitError:
        raise
    except Exception as error:  # whatever a damaged archive makes the reader raise
        raise ModelError(f"{path} is no saved rule or is damaged ({type(error).__name__}): {REMEDY}") from error
    if not isinstance(content, dict) or not {"header", "columns", "typical", "members"} <= set(content):
        raise ModelError(f"{path} is no saved rule of memkit: {REMEDY}")
    return content


def _check_versions(path: Path, header: dict[str, Any]) -> None:
    import sklearn

    if header["version"] != VERSION:
        raise ModelError(
            f"{path} has version {header['version']} of the rule file, this memkit reads {VERSION}: {REMEDY}"
        )
    if header["sklearn"] != _minor(sklearn.__version__):
        raise ModelError(
            f"{path} was made with scikit-learn {header['sklearn']}, installed is {sklearn.__version__}: "
            "install that version, or train the rule again"
        )


def _minor(version: str) -> str:
    return ".".join(version.split(".")[:2])


def _check_trees(members: dict[str, Any], width: int) -> None:
    """Tree nodes are followed by compiled code that trusts its indices: every one must point forward, inside."""
    boosting, trees = members.get("boosting"), members.get("trees")
    for stage in boosting._predictors if boosting is not None else ():
        for predictor in stage:
            nodes = predictor.nodes
            inner = nodes["is_leaf"] == 0
            _check_nodes(nodes["left"][inner], nodes["right"][inner], nodes["feature_idx"][inner], inner, width)
            if nodes["is_categorical"].any():
                raise ValueError("categorical split")
    for estimator in trees.estimators_ if trees is not None else ():
        tree = estimator.tree_
        inner = tree.children_left != -1
        _check_nodes(tree.children_left[inner], tree.children_right[inner], tree.feature[inner], inner, width)


def _check_nodes(left: np.ndarray, right: np.ndarray, feature: np.ndarray, inner: np.ndarray, width: int) -> None:
    at = np.flatnonzero(inner)
    for child in (left.astype(np.int64), right.astype(np.int64)):
        if (child <= at).any() or (child >= len(inner)).any():
            raise ValueError("tree node")
    if (feature < 0).any() or (feature >= width).any():
        raise ValueError("tree feature")
