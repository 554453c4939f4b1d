"""A memory on each store under test, whose extractor finds nothing: what these tests look at is who said what."""

from __future__ import annotations

from typing import Any

import pytest
from silent import SilentExtractor

from memkit import Settings


@pytest.fixture
def memory_options() -> dict[str, Any]:
    return {"settings": Settings(embedder="hash", cache_dir="", rule="memkit"), "extractor": SilentExtractor()}
