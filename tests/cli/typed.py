"""Commands as a user types them, without the start of a program."""

from typer.testing import CliRunner

from tengen.cli.app import app


def typed(*arguments):
    """What a command prints; it must succeed."""
    result = CliRunner().invoke(app, list(map(str, arguments)), catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout
