"""Commands that show what the player thinks: streams of `info` lines, while it analyses or moves."""

from collections.abc import Callable
from dataclasses import replace

from tengen.core.game import with_turn
from tengen.gtp.commands.analysis_format import Reporter, format_cgos, format_kata, format_lz, visited_moves
from tengen.gtp.commands.analysis_options import AnalysisOptions, parse_analysis_options
from tengen.gtp.commands.arguments import expect, parse_colour
from tengen.gtp.commands.moves import choose_move, settle_move
from tengen.gtp.protocol import GtpError, Stream
from tengen.gtp.session import GtpSession, OwnCommands, searching
from tengen.players.player import Analysis, Analyst, CandidateMove

_PLAYOUTS_FOR_ONE_LINE = 100

Format = Callable[[Analysis, int, AnalysisOptions], str]
WriteLine = Callable[[str], None]


def analysis_commands(session: GtpSession) -> OwnCommands:
    """Commands in Leela Zero's, KataGo's and CGOS's format, and `stop`, which like any line ends them."""

    def analyze(line_format: Format, kata: bool) -> Callable[[list[str]], Stream]:
        def command(arguments: list[str]) -> Stream:
            analyst = analyst_of(session)
            options = parse_analysis_options(arguments, session.game, kata=kata)
            return lambda write_line: _analyse(session, analyst, options, line_format, write_line)

        return command

    def genmove_analyze(line_format: Format, kata: bool) -> Callable[[list[str]], Stream]:
        def command(arguments: list[str]) -> Stream:
            analyst = analyst_of(session)
            options = parse_analysis_options(arguments, session.game, kata=kata)
            if options.avoid:
                raise GtpError("avoid and allow are offered for analysis, not for moves to play")
            return lambda write_line: _move(session, analyst, options, line_format, write_line)

        return command

    def cgos_genmove_analyze(arguments: list[str]) -> Stream:
        (colour,) = expect(arguments, "COLOUR")
        to_play = parse_colour(colour)
        analyst = analyst_of(session)
        return lambda write_line: _move_for_cgos(session, analyst, to_play, write_line)

    def stop(arguments: list[str]) -> str:
        expect(arguments, "")
        return ""

    return {
        "lz-analyze": analyze(format_lz, kata=False),
        "kata-analyze": analyze(format_kata, kata=True),
        "lz-genmove_analyze": genmove_analyze(format_lz, kata=False),
        "kata-genmove_analyze": genmove_analyze(format_kata, kata=True),
        "cgos-genmove_analyze": cgos_genmove_analyze,
        "stop": stop,
    }


def analyst_of(session: GtpSession) -> Analyst:
    """The player, if it can show what it thinks."""
    if not isinstance(session.player, Analyst):
        raise GtpError(f"the player {session.player.name} cannot analyse")
    return session.player


def _analyse(
    session: GtpSession,
    analyst: Analyst,
    options: AnalysisOptions,
    line_format: Format,
    write_line: WriteLine,
) -> None:
    """Tell about the position until a line comes in."""
    game = with_turn(session.game, options.colour)
    reporter = Reporter(analyst, lambda analysis: write_line(line_format(analysis, game.size, options)))
    with searching(session, analyst, at_any_line=True):
        analyst.analyse(game, reporter, every=options.interval, avoid=options.avoid)


def _move(
    session: GtpSession,
    analyst: Analyst,
    options: AnalysisOptions,
    line_format: Format,
    write_line: WriteLine,
) -> None:
    """Choose and play a move with lines on the way, one at least."""
    size = session.game.size
    reporter = Reporter(analyst, lambda analysis: write_line(line_format(analysis, size, options)))
    move = choose_move(session, options.colour, reporter, every=options.interval)
    if not reporter.n_written:
        reporter(_short_analysis(session, analyst, options.colour, move))
    write_line(f"play {settle_move(session, options.colour, move)}")


def _move_for_cgos(session: GtpSession, analyst: Analyst, colour: int, write_line: WriteLine) -> None:
    """Choose and play a move; what was thought about it last goes before, in one line."""
    reports: list[Analysis] = []
    move = choose_move(session, colour, reports.append)
    analysis = (
        reports[-1]
        if reports and visited_moves(reports[-1])
        else _short_analysis(session, analyst, colour, move)
    )
    write_line(format_cgos(analysis, session.game.size))
    write_line(f"play {settle_move(session, colour, move)}")


def _short_analysis(session: GtpSession, analyst: Analyst, colour: int, move: int) -> Analysis:
    """What to tell about a move that was chosen without a report; the move itself at least."""
    game = with_turn(session.game, colour)
    with searching(session, analyst):
        analysis = analyst.analyse(game, playouts=_PLAYOUTS_FOR_ONE_LINE)
    if visited_moves(analysis):
        return analysis
    rate = analysis.win_rate
    return replace(analysis, candidates=(CandidateMove(move, 1, rate, rate, 1.0, (move,)),))
