"""Commands that tell the time: standard, KGS's and KataGo's."""

from collections.abc import Callable

from tengen.gtp.commands.arguments import expect, parse_colour, parse_number, parse_seconds, parse_whole
from tengen.gtp.protocol import GtpError
from tengen.gtp.session import GtpSession, OwnCommands
from tengen.players.clock import Clock, TimeLeft, TimeSettings


def time_commands(session: GtpSession) -> OwnCommands:
    """Commands that read time settings into the session; a search may look at them."""

    def time_settings(arguments: list[str]) -> str:
        session.time = Clock(_parse_standard(arguments))
        return ""

    def time_left(arguments: list[str]) -> str:
        colour, seconds, stones = expect(arguments, "COLOUR SECONDS STONES")
        left = TimeLeft(parse_seconds(seconds, "the time left"), parse_whole(stones, "stones left"))
        session.time.left[parse_colour(colour)] = left
        return ""

    def kgs_time_settings(arguments: list[str]) -> str:
        session.time = Clock(_parse_system(arguments, _KGS_SYSTEMS))
        return ""

    def kata_time_settings(arguments: list[str]) -> str:
        session.time = Clock(_parse_system(arguments, _KATA_SYSTEMS))
        return ""

    def kata_list_time_settings(arguments: list[str]) -> str:
        expect(arguments, "")
        return " ".join(_KATA_SYSTEMS)

    return {
        "time_settings": time_settings,
        "time_left": time_left,
        "kgs-time_settings": kgs_time_settings,
        "kata-time_settings": kata_time_settings,
        "kata-list_time_settings": kata_list_time_settings,
    }


def _parse_standard(arguments: list[str]) -> TimeSettings:
    """The settings of `time_settings`: by its period it means none, absolute or Canadian time."""
    main, period, stones = expect(arguments, "MAIN_SECONDS PERIOD_SECONDS PERIOD_STONES")
    settings = _canadian([main, period, stones])
    if settings.period > 0 and settings.stones == 0:
        return TimeSettings("none")
    if settings.period == 0:
        return TimeSettings("absolute", main=settings.main)
    return settings


def _none(arguments: list[str]) -> TimeSettings:
    expect(arguments, "")
    return TimeSettings("none")


def _absolute(arguments: list[str]) -> TimeSettings:
    (main,) = expect(arguments, "MAIN_SECONDS")
    return TimeSettings("absolute", main=parse_seconds(main, "the main time"))


def _canadian(arguments: list[str]) -> TimeSettings:
    main, period, stones = expect(arguments, "MAIN_SECONDS PERIOD_SECONDS PERIOD_STONES")
    return TimeSettings(
        "canadian",
        main=parse_seconds(main, "the main time"),
        period=parse_seconds(period, "the period"),
        stones=parse_whole(stones, "the stones of a period"),
    )


def _byoyomi(arguments: list[str]) -> TimeSettings:
    main, period, periods = expect(arguments, "MAIN_SECONDS PERIOD_SECONDS PERIODS")
    return TimeSettings(
        "byoyomi",
        main=parse_seconds(main, "the main time"),
        period=parse_seconds(period, "the period"),
        periods=parse_whole(periods, "the number of periods"),
    )


def _fischer(arguments: list[str]) -> TimeSettings:
    main, increment = expect(arguments, "MAIN_SECONDS INCREMENT_SECONDS")
    return TimeSettings(
        "fischer",
        main=parse_seconds(main, "the main time"),
        increment=parse_seconds(increment, "the increment"),
    )


def _fischer_capped(arguments: list[str]) -> TimeSettings:
    main, increment, main_limit, move_limit = expect(
        arguments, "MAIN_SECONDS INCREMENT_SECONDS MAIN_LIMIT MOVE_LIMIT"
    )
    return TimeSettings(
        "fischer-capped",
        main=parse_seconds(main, "the main time"),
        increment=parse_seconds(increment, "the increment"),
        main_limit=_parse_limit(main_limit, "the limit of the main time"),
        move_limit=_parse_limit(move_limit, "the limit of a move"),
    )


def _parse_limit(text: str, what: str) -> float | None:
    """A limit in seconds; negative stands for none."""
    seconds = parse_number(text, what)
    return seconds if seconds >= 0 else None


SystemParser = Callable[[list[str]], TimeSettings]

_KGS_SYSTEMS: dict[str, SystemParser] = {
    "none": _none,
    "absolute": _absolute,
    "byoyomi": _byoyomi,
    "canadian": _canadian,
}
_KATA_SYSTEMS: dict[str, SystemParser] = {
    **_KGS_SYSTEMS,
    "fischer": _fischer,
    "fischer-capped": _fischer_capped,
}


def _parse_system(arguments: list[str], systems: dict[str, SystemParser]) -> TimeSettings:
    """The settings of a system by name and its numbers."""
    known = ", ".join(systems)
    if not arguments:
        raise GtpError(f"syntax error: expected a time system: {known}")
    parse = systems.get(arguments[0])
    if parse is None:
        raise GtpError(f"unknown time system {arguments[0][:20]!r}: choose one of {known}")
    return parse(arguments[1:])
