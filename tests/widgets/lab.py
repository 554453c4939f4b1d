"""A JupyterLab of its own in Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import nbformat
import pytest
from prerequisites import BROWSER_REMEDY, browser_path, required

#: Seconds until a kernel with its models, or a page on a busy machine, is given up.
PATIENCE = 120


def write_notebook(path: Path, cells: Sequence[str]) -> None:
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    nbformat.write(nbformat.v4.new_notebook(cells=list(map(nbformat.v4.new_code_cell, cells)), metadata=kernel), path)


@contextmanager
def jupyter_lab(folder: Path) -> Iterator[str]:
    """The address of a JupyterLab on a folder, with its token."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    token = secrets.token_hex(16)
    options = {
        "ServerApp.port": port,
        "ServerApp.ip": "127.0.0.1",
        "IdentityProvider.token": token,
        "ServerApp.root_dir": folder,
        "ServerApp.open_browser": False,
        "ServerApp.allow_root": True,
        "LabApp.news_url": "None",
        "LabApp.check_for_updates_class": "jupyterlab.NeverCheckForUpdate",
    }
    place = folder / ".jupyter"
    environment = os.environ | {
        "JUPYTER_CONFIG_DIR": str(place / "config"),
        "JUPYTER_RUNTIME_DIR": str(place / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(place / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(place / "workspaces"),
    }
    command = [sys.executable, "-m", "jupyterlab", *(f"--{name}={value}" for name, value in options.items())]
    with (folder / "lab.log").open("w") as log:
        server = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log, start_new_session=True)
        try:
            _wait_for(f"http://127.0.0.1:{port}/api?token={token}", server, folder / "lab.log")
            yield f"http://127.0.0.1:{port}/lab/tree/{{}}?reset&token={token}"
        finally:
            os.killpg(server.pid, signal.SIGKILL)  # its kernels too: on SIGTERM it would wait for them
            server.wait()


def _wait_for(address: str, server: subprocess.Popen, log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and server.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                json.load(answer)
            return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError(f"JupyterLab did not start:\n{log.read_text()[-2000:]}")


@contextmanager
def page_on(address: str) -> Iterator:
    """A page of the browser on an address (playwright.sync_api.Page)."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox", "--disable-gpu"])
        try:
            page = browser.new_page(viewport={"width": 1300, "height": 1100})
            page.set_default_timeout(1000 * PATIENCE)
            page.goto(address)
            yield page
        finally:
            browser.close()


def run_all(page) -> None:
    """Run the open notebook's cells, once its kernel is there (before that JupyterLab would ask which one)."""
    page.wait_for_selector(".jp-Notebook .jp-Cell")
    page.get_by_text("(ipykernel) | Idle").wait_for()
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()


@contextmanager
def opened_notebook(folder: Path, cells: Sequence[str]) -> Iterator:
    """The page of a notebook with these cells, run in a JupyterLab on the folder. Without a browser the test is
    skipped, or fails where nothing may be skipped."""
    if browser_path() is None:
        (pytest.fail if required() else pytest.skip)(BROWSER_REMEDY)
    write_notebook(folder / "opened.ipynb", cells)
    with jupyter_lab(folder) as address, page_on(address.format("opened.ipynb")) as page:
        run_all(page)
        yield page
