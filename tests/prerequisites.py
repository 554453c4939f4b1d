"""Is there a Neo4j and a browser for the tests, or what it takes to have them? Says what will be used, or the remedy.

Exit code 1 under CI (where nothing may be skipped) when one is missing; else 0.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys

REMEDY = (
    "no Neo4j for the tests: set NEO4J_URI (with NEO4J_USERNAME and NEO4J_PASSWORD) to a running Neo4j 5, or start "
    "Docker, or install a JDK 17+ and Maven (Debian, Ubuntu: apt-get install openjdk-17-jre-headless maven; "
    "macOS: brew install openjdk@17 maven)"
)
#: Names under which distributions install Chromium.
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
BROWSER_REMEDY = "no Chromium for the tests of widgets in JupyterLab: install it (Debian: apt-get install chromium)"


def browser_path() -> str | None:
    """The browser that the tests of widgets drive, None without one."""
    return next((found for name in BROWSERS if (found := shutil.which(name))), None)


def neo4j_source() -> str | None:
    """Which Neo4j the tests will use: "uri", "docker", "maven", or None."""
    if os.environ.get("NEO4J_URI"):
        return "uri"
    if _succeeds("docker", "info"):
        return "docker"
    if shutil.which("mvn") and _java_version() >= 17:
        return "maven"
    return None


def required() -> bool:
    """Under CI (or MEMKIT_REQUIRE_NEO4J) a missing Neo4j or browser is a failure, not a skip."""
    return bool(os.environ.get("CI") or os.environ.get("MEMKIT_REQUIRE_NEO4J"))


def _succeeds(*command: str) -> bool:
    if not shutil.which(command[0]):
        return False
    try:
        return subprocess.run(command, capture_output=True, timeout=20).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def _java_version() -> int:
    if not shutil.which("java"):
        return 0
    said = subprocess.run(["java", "-version"], capture_output=True, text=True).stderr
    found = re.search(r'version "(?:1\.)?(\d+)', said)
    return int(found[1]) if found else 0


if __name__ == "__main__":
    source = neo4j_source()
    how = {"uri": "the one at NEO4J_URI", "docker": "one in Docker", "maven": "one started from Maven packages"}
    print(f"test: Neo4j is {how[source]}" if source else f"test: {REMEDY}", flush=True)
    if not source:
        print("test: the Neo4j tests " + ("FAIL" if required() else "will be skipped"), flush=True)
    browser = browser_path()
    print(f"test: the browser is {browser}" if browser else f"test: {BROWSER_REMEDY}", flush=True)
    sys.exit(1 if not (source and browser) and required() else 0)
