from __future__ import annotations

import pytest

from memkit.extract import SpacyExtractor


@pytest.fixture(scope="session")
def extractor() -> SpacyExtractor:
    return SpacyExtractor()
