"""`python -m eval.bench [NAME ...]`: every benchmark of this folder (or those named), each in a process of its own."""

from __future__ import annotations

import pkgutil
import subprocess
import sys

from eval import bench

names = sorted(m.name for m in pkgutil.iter_modules(bench.__path__) if not m.name.startswith("_"))
wanted = sys.argv[1:] or names
unknown = sorted(set(wanted) - set(names))
if unknown:
    sys.exit(f"no benchmark {unknown[0]!r}: there are {', '.join(names)}")
failed = []
for name in wanted:
    print(f"\n== {name}", flush=True)
    if subprocess.run([sys.executable, "-m", f"eval.bench.{name}"], check=False).returncode:
        failed.append(name)
sys.exit(f"failed: {', '.join(failed)}" if failed else 0)
