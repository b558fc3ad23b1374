"""The `tengen` command, also as `python -m tengen`.

Programs start an engine for every game and wait for its first answer, so the commands for programs go
their own short way, without the packages that draw tables and read options for people.
"""

import sys

from tengen.core.errors import GoError, visible


def main() -> None:
    """Run the command line; bad input ends with one sentence on stderr and status 2."""
    try:
        match sys.argv[1:]:
            case ["gtp", *arguments]:
                from tengen.cli.gtp import gtp

                gtp(arguments)
            case ["analysis", *arguments]:
                from tengen.cli.gtp import analysis

                analysis(arguments)
            case ["doctor", *arguments]:
                from tengen.cli.doctor.command import doctor

                doctor(arguments)
            case _:
                from tengen.cli.app import app

                app()
    except GoError as error:
        print(f"tengen: {visible(str(error))}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
