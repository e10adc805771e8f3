"""The command line: `python -m numberdrop` and the script `numberdrop`."""

import sys


def main() -> int:
    """Run the command line and return the exit code.

    Ctrl-C during the import prints the same message as later.
    """
    try:
        from .cli import main as run

        return run()
    except KeyboardInterrupt:
        if sys.stderr is not None:
            print("numberdrop: interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
