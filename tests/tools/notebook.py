"""Run docs/notebook.ipynb and update its outputs: `python tests/tools notebook`."""

from __future__ import annotations

from notebooks import NOTEBOOK, read, run, written


def main() -> None:
    NOTEBOOK.write_text(written(run(read())), "utf-8")


if __name__ == "__main__":
    main()
