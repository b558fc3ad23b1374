"""Commands that read and change settings of the player, in KataGo's words."""

from typing import Protocol, runtime_checkable

from tengen.gtp.arguments import expect
from tengen.gtp.protocol import GtpError
from tengen.gtp.session import OwnCommands, Session


@runtime_checkable
class HasParameters(Protocol):
    """A player with settings that may change during a session."""

    def parameters(self) -> dict[str, str]:
        """All settings: names without blanks, and their values as text."""

    def set_parameter(self, name: str, value: str) -> None:
        """Change one from now on; GoError if there is none of that name or the value is out of range."""


def parameter_commands(session: Session) -> OwnCommands:
    """Commands about the settings of the player; a player without any has an empty list."""

    def list_params(arguments: list[str]) -> str:
        expect(arguments, "")
        return " ".join(parameters_of(session))

    def get_param(arguments: list[str]) -> str:
        (name,) = expect(arguments, "NAME")
        parameters = parameters_of(session)
        if name not in parameters:
            raise unknown_parameter(name, list(parameters))
        return parameters[name]

    def set_param(arguments: list[str]) -> str:
        name, value = expect(arguments, "NAME VALUE")
        set_parameter(session, name, value)
        return ""

    return {"kata-list-params": list_params, "kata-get-param": get_param, "kata-set-param": set_param}


def parameters_of(session: Session) -> dict[str, str]:
    """The settings of the player, if it has any."""
    return session.player.parameters() if isinstance(session.player, HasParameters) else {}


def set_parameter(session: Session, name: str, value: str) -> None:
    """Change one setting of the player."""
    parameters = parameters_of(session)
    if not isinstance(session.player, HasParameters) or name not in parameters:
        raise unknown_parameter(name, list(parameters))
    session.player.set_parameter(name, value)


def unknown_parameter(name: str, known: list[str]) -> GtpError:
    """The failure that names what there is instead."""
    return GtpError(f"unknown parameter {name[:30]!r}: there is {', '.join(known) or 'none'}")
