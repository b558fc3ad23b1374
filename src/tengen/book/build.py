"""Building a book from games (Baier & Winands 2011, section 5, 1).

Games are streamed, cut into blocks, and counted block by block, here or by the workers of a farm; a block
gives two runs (book/external_sort.py), which are added up. So neither the order of the games nor the number
of workers changes the book.

Left out are games on other boards, with handicap or set-up stones (or cut off by such), without a known
winner or decided by forfeit, and those with a pass, a colour out of turn or an illegal move in the part read.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import numpy.typing as npt

from tengen.book.book_file import Book, BookSettings
from tengen.book.external_sort import SPILL_LIMIT, Run, SpillingCounter, run_of_samples
from tengen.book.hashes_jit import book_geometry, new_hashes
from tengen.book.samples_jit import (
    HANDICAP,
    ILLEGAL,
    NO_WINNER,
    OTHER_SIZE,
    OUT_OF_TURN,
    USED,
    SamplingOptions,
    new_samples,
    sample_games,
)
from tengen.core.board_jit import new_board
from tengen.core.errors import GoError
from tengen.core.points_jit import BLACK, WHITE
from tengen.sgf import FORFEIT, BadRecord, GameArrays, stream_games

BLOCK_GAMES = 4000

VERDICT_NAMES = {
    USED: "used",
    OTHER_SIZE: "other size",
    HANDICAP: "handicap or set-up",
    NO_WINNER: "no winner",
    OUT_OF_TURN: "pass or out of turn",
    ILLEGAL: "illegal move",
}


@dataclass(frozen=True, eq=False)
class BlockJob:
    """Some games as plain values, which travel to workers."""

    settings: BookSettings
    moves: npt.NDArray[np.uint16]  # (M,)
    colours: npt.NDArray[np.uint8]  # (M,)
    first: npt.NDArray[np.int64]  # (N + 1,) where the moves of a game begin
    winners: npt.NDArray[np.int8]  # (N,)
    verdicts: npt.NDArray[np.uint8]  # (N,) USED, or what is wrong before a move is looked at


@dataclass(frozen=True, eq=False)
class BlockCounts:
    """What a block of games adds to the book."""

    fuseki: Run
    joseki: Run
    verdicts: npt.NDArray[np.int64]  # (number of verdicts,) games
    digest: int  # of the games used


RunJobs = Callable[
    [Callable[[BlockJob], BlockCounts], Iterable[BlockJob]], Iterator[tuple[BlockJob, BlockCounts]]
]


def run_here(
    play: Callable[[BlockJob], BlockCounts], jobs: Iterable[BlockJob]
) -> Iterator[tuple[BlockJob, BlockCounts]]:
    """Without a farm: one block after the other."""
    for job in jobs:
        yield job, play(job)


def build_book(
    paths: Iterable[Path],
    settings: BookSettings,
    *,
    command: str = "",
    commit: str = "",
    run: RunJobs = run_here,
    spill_limit: int = SPILL_LIMIT,
    on_games: Callable[[int], None] = lambda n_games: None,
    on_error: Callable[[BadRecord], None] = lambda bad: None,
) -> Book:
    """Count the games of files, folders and archives; GoError if none can be used.

    command, commit -- for the header
    run         -- where blocks are counted, as `DaskExecutor.run` does it
    spill_limit -- entries kept in memory for each book, before they go to temporary files
    on_games    -- told how many games were counted since the last time
    """
    verdicts, digest = np.zeros(len(VERDICT_NAMES), np.int64), 0
    with TemporaryDirectory(prefix="tengen-book-") as folder:
        fuseki = SpillingCounter(Path(folder, "fuseki"), spill_limit)
        joseki = SpillingCounter(Path(folder, "joseki"), spill_limit)
        for job, counts in run(count_block, game_blocks(paths, settings, settings.hold_out, on_error)):
            fuseki.add(counts.fuseki)
            joseki.add(counts.joseki)
            verdicts += counts.verdicts
            digest += counts.digest
            on_games(len(job.winners))
        if not verdicts[USED]:
            raise GoError(f"none of the {verdicts.sum()} games read can be used for a book")
        tables = fuseki.table(settings.fuseki), joseki.table(settings.joseki)
    games = {name: int(n_games) for name, n_games in zip(VERDICT_NAMES.values(), verdicts)}
    return Book(settings, *tables, games, f"{digest % (1 << 128):032x}", command, commit)


def count_games(paths: Iterable[Path], settings: BookSettings) -> int:
    """How many games `build_book` will tell about, for a progress bar."""
    return max(0, sum(len(batch) for batch in stream_games(paths)) - settings.hold_out)


def game_blocks(
    paths: Iterable[Path], settings: BookSettings, n_held_out: int, on_error: Callable[[BadRecord], None]
) -> Iterator[BlockJob]:
    """The games behind those that are held out, in portions that bound the memory of counting."""
    for batch in stream_games(paths, on_error=on_error):
        begin = min(n_held_out, len(batch))
        n_held_out -= begin
        for start in range(begin, len(batch), BLOCK_GAMES):
            yield _block(batch.games, slice(start, min(start + BLOCK_GAMES, len(batch))), settings)


def _block(games: GameArrays, part: slice, settings: BookSettings) -> BlockJob:
    """A portion of a batch, judged as far as that needs no replay."""
    first = games.first[part.start : part.stop + 1]
    has_setup = np.diff(games.first_setup[part.start : part.stop + 1]) > 0
    is_even = np.isin(games.handicap[part], (0, 1)) & ~has_setup & ~games.truncated[part]
    is_decided = np.isin(games.winner[part], (BLACK, WHITE)) & (games.ending[part] != FORFEIT)
    faults = [games.size[part] != settings.size, ~is_even, ~is_decided]
    return BlockJob(
        settings,
        games.moves[first[0] : first[-1]],
        games.colours[first[0] : first[-1]],
        first - first[0],
        games.winner[part],
        np.select(faults, [OTHER_SIZE, HANDICAP, NO_WINNER], USED).astype(np.uint8),
    )


def count_block(job: BlockJob) -> BlockCounts:
    """Replay the games of a block and count their samples."""
    settings, verdicts = job.settings, job.verdicts.copy()
    geometry = book_geometry(settings.size, settings.corner)
    most_corners = int(np.bitwise_count(geometry.corners).max())  # that one point lies in
    fuseki = new_samples(len(verdicts) * settings.fuseki_depth)
    joseki = new_samples(len(verdicts) * settings.joseki_depth * most_corners)
    reading = SamplingOptions(
        settings.size, settings.fuseki_depth, settings.joseki_depth, settings.winner_only
    )
    n_fuseki, n_joseki = sample_games(
        job.moves,
        job.colours,
        job.first,
        job.winners,
        verdicts,
        reading,
        geometry,
        new_board(settings.size),
        new_hashes(),
        fuseki,
        joseki,
    )
    return BlockCounts(
        run_of_samples(fuseki.keys[:n_fuseki], fuseki.entries[:n_fuseki]),
        run_of_samples(joseki.keys[:n_joseki], joseki.entries[:n_joseki]),
        np.bincount(verdicts, minlength=len(VERDICT_NAMES)),
        sum(_digest_of_game(job, game) for game in np.flatnonzero(verdicts == USED).tolist()),
    )


def _digest_of_game(job: BlockJob, game: int) -> int:
    """A number for the game; the sum of all does not depend on their order."""
    line = slice(job.first[game], job.first[game + 1])
    content = blake2b(job.moves[line].astype("<u2").tobytes(), digest_size=16)
    content.update(bytes([job.winners[game]]))
    return int.from_bytes(content.digest())
