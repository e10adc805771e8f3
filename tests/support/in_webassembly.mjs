// Runs a program of the tests in the Python of a page that needs no server, with the modules that
// are left out of it: `node in_webassembly.mjs PYTHON ROOT PROGRAM [WORD]...`, with the folder
// python/ of the page, that of the repository, and a file of tests/support.

import { started } from "./pyodide.mjs";

const [folder, root, program, ...words] = process.argv.slice(2);
const pyodide = await started(folder);
pyodide.FS.mkdir("/repository");
pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root }, "/repository");
pyodide.pyimport("sys").argv = pyodide.toPy([program, ...words]);
pyodide.runPython(`
import runpy
import shutil
import sys
from pathlib import Path

import numberdrop

source, installed = Path("/repository/src/numberdrop"), Path(numberdrop.__file__).parent
for path in source.rglob("*"):
    place = installed / path.relative_to(source)
    if path.suffix == ".npz" or (path.suffix == ".py" and not place.with_suffix(".pyc").exists()):
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place)
tests = Path("/repository/tests")
sys.path[:0] = [str(tests), str(tests / "support"), str(tests / "tools")]
sys.dont_write_bytecode = True
runpy.run_path(str(tests / "support" / sys.argv[0]), run_name="__main__")
`);
