"""A throwaway Neo4j for the tests and for notebooks: the one at NEO4J_URI, one in Docker, or one from Maven packages.

python tests/neo4j_server/run.py        starts one, prints NEO4J_URI, NEO4J_USERNAME, NEO4J_PASSWORD, and waits
"""

from __future__ import annotations

import atexit
import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

_HERE = Path(__file__).resolve().parent
sys.path[:0] = [path for path in (str(_HERE.parent), str(_HERE.parent.parent)) if path not in sys.path]

from prerequisites import REMEDY, neo4j_source  # noqa: E402

from memkit.config import default_cache_dir  # noqa: E402

IMAGE = "neo4j:5.26-community"

#: Seconds that a server has to answer; it takes about ten on an idle machine.
START_LIMIT = 180

#: Runs a command (after a folder of its own) until standard input closes, which also happens when whoever started it is
#: killed; then removes the folder.
_WATCHED = """
exec 3<&0; folder=$1; shift
"$@" & child=$!
(read _ <&3; kill -9 $child 2>/dev/null; rm -rf "$folder") &
wait $child
"""

_CONFIGURATION = """\
server.bolt.listen_address=127.0.0.1:{port}
server.http.enabled=false
server.https.enabled=false
server.memory.pagecache.size=128m
dbms.usage_report.enabled=false
db.tx_log.preallocate=false
"""


@dataclass(slots=True)
class Server:
    """A Neo4j that answers; `stop` ends it if it was started here."""

    uri: str
    username: str
    password: str
    stop: Callable[[], None]


def start(say: Callable[[str], None] = print) -> Server:
    """The first of the three kinds that this machine has. Raises RuntimeError with the remedy."""
    source = neo4j_source()
    if source is None:
        raise RuntimeError(REMEDY)
    return {"uri": _given, "docker": _in_docker, "maven": _from_maven}[source](say)


def _given(say: Callable[[str], None]) -> Server:
    environ = os.environ
    return Server(
        environ["NEO4J_URI"], environ.get("NEO4J_USERNAME", "neo4j"), environ.get("NEO4J_PASSWORD", ""), lambda: None
    )


def _in_docker(say: Callable[[str], None]) -> Server:
    say(f"starting {IMAGE} in Docker")
    password = secrets.token_hex(12)
    container = _docker("run", "--rm", "-d", "-p", "127.0.0.1::7687", "-e", f"NEO4J_AUTH=neo4j/{password}", IMAGE)

    def stop() -> None:
        subprocess.run(["docker", "rm", "-f", container], capture_output=True)

    atexit.register(stop)
    uri = f"bolt://127.0.0.1:{re.search(r':([0-9]+)', _docker('port', container, '7687'))[1]}"
    _wait(uri, password, "", alive=lambda: True, why=lambda: f"see `docker logs {container}`")
    return Server(uri, "neo4j", password, stop)


def _docker(*arguments: str) -> str:
    done = subprocess.run(["docker", *arguments], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"docker {arguments[0]} failed: {done.stderr.strip()}")
    return done.stdout.strip()


def _from_maven(say: Callable[[str], None]) -> Server:
    libraries = _libraries(say)
    home = Path(tempfile.mkdtemp(prefix="memkit-neo4j-"))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    (home / "conf").mkdir()
    (home / "conf" / "neo4j.conf").write_text(_CONFIGURATION.format(port=port))
    # The first compiler alone: the server starts sooner and two cores are not kept busy optimising a short run.
    java = ["java", "-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", f"{libraries}/*"]
    java += ["org.neo4j.server.CommunityEntryPoint", f"--home-dir={home}", f"--config-dir={home / 'conf'}"]
    say(f"starting Neo4j on port {port}")
    log = home / "console.log"
    with log.open("w") as output:
        process = subprocess.Popen(
            ["sh", "-c", _WATCHED, "sh", home, *java], stdin=subprocess.PIPE, stdout=output, stderr=output
        )

    def stop() -> None:
        process.stdin.close()
        process.wait()

    atexit.register(stop)
    uri, password = f"bolt://127.0.0.1:{port}", secrets.token_hex(12)
    _wait(uri, password, "neo4j", alive=lambda: process.poll() is None, why=lambda: log.read_text()[-2000:])
    return Server(uri, "neo4j", password, stop)


def _libraries(say: Callable[[str], None]) -> Path:
    """The folder with the server's jars, fetched once for each version."""
    version = re.search(r"<neo4j.version>(.+?)<", (_HERE / "pom.xml").read_text())[1]
    folder = Path(default_cache_dir()) / f"neo4j-{version}"
    if folder.is_dir():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    say(f"fetching Neo4j {version} by Maven into {folder} (about 120 MB, once, one or two minutes)")
    fetched = Path(tempfile.mkdtemp(prefix="neo4j-", dir=folder.parent))
    try:
        maven = ["mvn", "-q", "-B", "-f", str(_HERE / "pom.xml"), "dependency:copy-dependencies"]
        done = subprocess.run(
            [*maven, "-DincludeScope=runtime", f"-DoutputDirectory={fetched}"], capture_output=True, text=True
        )
        if done.returncode:
            raise RuntimeError(f"Maven could not fetch Neo4j {version}:\n{(done.stdout + done.stderr)[-2000:]}")
        if not folder.is_dir():  # another run may have been faster
            fetched.rename(folder)
    finally:
        shutil.rmtree(fetched, ignore_errors=True)
    return folder


def _wait(uri: str, password: str, first: str, *, alive: Callable[[], bool], why: Callable[[], str]) -> None:
    """Until the server answers; `first` is the password it starts with, replaced by `password`."""
    import logging

    from neo4j import GraphDatabase
    from neo4j.exceptions import DriverError, Neo4jError

    logging.getLogger("neo4j").setLevel(logging.CRITICAL)
    deadline = time.monotonic() + START_LIMIT
    while True:
        try:
            with GraphDatabase.driver(uri, auth=("neo4j", first or password)) as driver:
                if first:
                    driver.execute_query(
                        "ALTER CURRENT USER SET PASSWORD FROM $old TO $new", old=first, new=password, database_="system"
                    )
                else:
                    driver.verify_connectivity()
            return
        except (DriverError, Neo4jError, OSError) as error:
            if not alive() or time.monotonic() > deadline:
                raise RuntimeError(f"the Neo4j server did not start ({error}): {why()}") from error
            time.sleep(0.25)


def main() -> None:
    server = start(lambda line: print(line, file=sys.stderr, flush=True))
    print(f"NEO4J_URI={server.uri}\nNEO4J_USERNAME={server.username}\nNEO4J_PASSWORD={server.password}", flush=True)
    print("Ctrl-C ends it", file=sys.stderr, flush=True)
    try:
        while True:
            time.sleep(3600)
    except KeyboardInterrupt:
        server.stop()


if __name__ == "__main__":
    main()
