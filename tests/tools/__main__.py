"""Run a tool of this folder by name: `python tests/tools agreement --positions 1000000`."""

import runpy
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
TOOLS = sorted(path.stem for path in HERE.glob("[a-z]*.py"))

if len(sys.argv) < 2 or sys.argv[1] not in TOOLS:
    sys.exit(f"usage: python tests/tools NAME ..., where NAME is one of {', '.join(TOOLS)}")
sys.path += [str(HERE.parent), str(HERE.parent / "support")]
del sys.argv[0]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
