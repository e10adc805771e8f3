"""`python -m numberdrop` is the command line, and so is the script `numberdrop`."""

import sys


def main() -> int:
    """Runs the command line, and returns the exit code. Ctrl-C before all of it is loaded is told
    as it is later."""
    try:
        from .cli import main as run

        return run()
    except KeyboardInterrupt:
        if sys.stderr is not None:
            print("numberdrop: interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
