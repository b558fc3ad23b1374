"""Pages of Wu & Baldi that are lists and drawings: Table 1, Figure 2a and Figure 3."""

import os
from dataclasses import dataclass
from math import nan
from typing import Any, ClassVar

from tengen.core.game import Game
from tengen.core.notation import COLUMN_LETTERS, format_vertex
from tengen.core.points_jit import BLACK, EMPTY, PASS, point_at
from tengen.dag_rnn.evaluator import TerritoryEvaluator, load_pretrained
from tengen.dag_rnn.features.inputs_jit import INPUTS, N_POSITION_INPUTS, PLANES
from tengen.dag_rnn.training.dataset import teach
from tengen.dag_rnn.training.train import Progress, TrainConfig
from tengen.dag_rnn.training.validation import PHASE
from tengen.experiments.answers import key_of
from tengen.experiments.cached_computation import Amount
from tengen.experiments.dag_rnn.held_out_games import (
    Archives,
    GameSource,
    data_folder,
    label_of,
    lessons_9x9,
    net_of,
)
from tengen.experiments.document import Block, Bullets, Figure, Heading, Paragraph, Table
from tengen.experiments.experiment import Run, Watch
from tengen.experiments.figures import Series, drawing

_ROUNDS, _STEPS, _BATCH = 20, 1600, 64  # of Figure 2a: two million positions
_SHOWN_ROUNDS = (1, 2, 5, 10, 20)
_FIRST_MOVE, _LAST_MOVE = 60, 120  # where Figure 3 looks for its move


def list_inputs(run: Run, watch: Watch) -> Any:
    """Table 1: the planes, with how many inputs each makes."""
    return [
        {
            "plane": plane.name,
            "meaning": plane.meaning,
            "inputs": sum(one.plane == plane.name for one in INPUTS),
            "of moves": [one.plane for one in INPUTS].index(plane.name) >= N_POSITION_INPUTS,
        }
        for plane in PLANES
    ]


def show_inputs_page(name: str, found: Any) -> list[Block]:
    """The page of Table 1."""
    planes = found or []
    rows = tuple(
        (one["plane"], one["meaning"], str(one["inputs"]), "yes" if one["of moves"] else "") for one in planes
    )
    return [
        Heading("Result"),
        Table(("plane", "meaning", "inputs", "only nets that foretell moves"), rows),
        Paragraph(
            "An input is a plane at the point or at a fixed step from it; `tengen train dag-rnn --features` "
            "lists all. The paper names ten kinds and gives no numbers; it does not name the lines from the "
            "edges, nor ko and last moves, which only nets that foretell moves see."
        ),
    ]


@dataclass(frozen=True)
class TrainingJob:
    """A training as the job that its folder is named by."""

    steps: int
    archives: tuple[str, ...]  # digits of the files of games
    rounds: int = _ROUNDS
    batch: int = _BATCH

    name: ClassVar[str] = "training"


def amount_of_training(run: Run) -> Amount:
    """Positions learned from."""
    return Amount(_ROUNDS * _steps(run) * _BATCH, "positions")


def _steps(run: Run) -> int:
    return max(1, round(_STEPS * run.wanted.scale))


def train_by_rounds(run: Run, watch: Watch) -> Any:
    """Figure 2a: the record of a training of the paper's net on 9x9; goes on if it was stopped."""
    steps = _steps(run)

    def tell(progress: Progress) -> None:
        watch("training", progress.step, progress.n_steps, f"loss {progress.loss:.4f}")

    lessons = lessons_9x9(data_folder(run))
    settings = TrainConfig(_ROUNDS, steps, patience=_ROUNDS)
    folder = run.home / f"training-{steps}-{key_of(TrainingJob(steps, Archives().marks(run)))}"
    threads = max(1, (os.cpu_count() or 1) - 1)
    command = f"tengen reproduce {run.id}"
    _, training = teach(
        lessons, "paper", settings, folder, command, batch=_BATCH, threads=threads, on_progress=tell
    )
    return {"rounds": training.rounds, "data": lessons.describe(), "positions": steps * _BATCH}


def show_training(name: str, found: Any) -> list[Block]:
    """The page of Figure 2a."""
    rounds = found["rounds"] if found else []
    shown = [row for row in rounds if row["round"] + 1 in _SHOWN_ROUNDS]
    with drawing("stones on the board", "relative entropy") as drawn:
        for index, row in enumerate(shown):
            xs = [phase["stones"] + 5 for phase in row["phases"]]
            ys = [phase.get("entropy", nan) for phase in row["phases"]]
            drawn.points(index, Series(f"round {row['round'] + 1}", xs, ys))
        drawn.axes.set_ylim(bottom=0)
        drawn.legend()
    rows = tuple(
        (
            str(row["round"] + 1),
            f"{row['loss']:.4f}",
            f"{row['validation']['entropy']:.4f}",
            f"{row['validation']['right']:.1%}",
        )
        for row in rounds
    )
    return [
        Heading("Setting"),
        Bullets((_describe_training(found) if found else "Not run yet.",)),
        Heading("Result"),
        Figure(name, "Relative entropy of validation positions by stones on the board, in tens", drawn.svg),
        Table(("round", "loss while learning", "validation", "owners foretold"), rows),
        Paragraph("The last round by phase:"),
        Table(("stones on the board", "positions", "validation", "owners foretold"), _phase_rows(rounds)),
        Heading("The paper's claims"),
        Bullets(tuple(_training_claims(rounds))),
    ]


def _phase_rows(rounds: list[dict[str, Any]]) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (
            f"{phase['stones']} to {phase['stones'] + PHASE - 1}",
            f"{phase['positions']:,}",
            f"{phase['entropy']:.4f}",
            f"{phase['right']:.1%}",
        )
        for phase in (rounds[-1]["phases"] if rounds else [])
        if "entropy" in phase
    )


def _describe_training(found: Any) -> str:
    return (
        f"The paper's net; a round is {found['positions']:,} positions drawn from the games, turned by "
        f"chance. {found['data']}. The paper's epoch is all positions of 3,166 games."
    )


def _training_claims(rounds: list[dict[str, Any]]) -> list[str]:
    """Falls quickly at first, hardly in the end; smaller towards the end of the game."""
    if not rounds:
        return []
    errors = [row["validation"]["entropy"] for row in rounds]
    quarter = max(1, len(errors) // 4)
    return [
        f"The error falls quickly at first: after round 1 by {errors[0] - errors[quarter - 1]:.4f} in the "
        f"first quarter of the training, by {errors[-quarter] - errors[-1]:.4f} in the last.",
        _towards_the_end([phase for phase in rounds[-1]["phases"] if "entropy" in phase]),
    ]


def _towards_the_end(phases: list[dict[str, Any]]) -> str:
    """Where the error is smallest, and what comes after: few games have so many stones."""
    least = min(range(len(phases)), key=lambda number: phases[number]["entropy"])
    best, later = phases[least], phases[least + 1 :]
    text = (
        f"It is smaller towards the end of the game: {phases[0]['entropy']:.4f} with the fewest stones, "
        f"{best['entropy']:.4f} with {best['stones']} to {best['stones'] + PHASE - 1}."
    )
    if later:
        n_later = sum(phase["positions"] for phase in later)
        mean = sum(phase["positions"] * phase["entropy"] for phase in later) / n_later
        text += f" With more stones, in long games, it is {mean:.4f} in {n_later:,} positions."
    return text


def find_outstanding_move(
    run: Run,
    watch: Watch,
    source: GameSource | None = None,
    moves: tuple[int, int] = (_FIRST_MOVE, _LAST_MOVE),
) -> Any:
    """Figure 3: the first move of Black in the games kept for tests that is also the net's first choice."""
    net = net_of(run)
    foresight, games = load_pretrained(net), (source or Archives()).kept(run, 19).games
    places = [int(point_at(row, column)) for row in range(games.size) for column in range(games.size)]
    for number in range(len(games)):
        watch("games", number, len(games), "")
        game = Game(games.size, rules="chinese")
        for time, move in enumerate(games.moves[games.first[number] : games.first[number + 1]].tolist()):
            if moves[0] <= time + 1 <= moves[1] and game.to_play == BLACK and move != PASS:
                legal = [point for point in places if game.is_legal(point)]
                areas = foresight.areas_after(game, [*legal, PASS]).tolist()
                if areas[legal.index(move)] == max(areas[:-1]):
                    chosen = {"net": label_of(net), "game": number, "areas": [areas[-1], max(areas[:-1])]}
                    return {**chosen, **_before_and_after(foresight, game, move)}
            game.play(move)
    return None


def _before_and_after(foresight: TerritoryEvaluator, game: Game, move: int) -> dict[str, Any]:
    """Stones, and how likely Black owns each point after a pass and after the move."""
    owners, lines = [], range(game.size)
    for choice in (PASS, move):
        after = game.copy()
        after.play(choice)
        owners.append((1 - foresight.owners(after).astype(float)).round(4).tolist())
    return {
        "number": len(game.moves) + 1,
        "move": format_vertex(move, game.size),
        "stones": [[int(game.board.colour[point_at(row, column)]) for column in lines] for row in lines],
        "owners": owners,
    }


def show_outstanding(name: str, found: Any) -> list[Block]:
    """The page of Figure 3."""
    if not found:
        return [Heading("Result"), Paragraph("Not run yet, or no such move was found.")]
    passing, best = found["areas"]
    titles = ("if Black passes", f"if Black plays {found['move']}")
    figures = [
        Figure(f"{name}-{part}", f"How likely Black is to own each point {title}", _picture(found, index))
        for index, (part, title) in enumerate(zip(("pass", "move"), titles))
    ]
    return [
        Heading("Setting"),
        Paragraph(
            "The paper's game (Zhou Heyang against Chang Hao, 22 October 2000) is not in our data. This is "
            f"the first move of Black, from move {_FIRST_MOVE} to {_LAST_MOVE}, in our professional games "
            f"kept for tests that is the first choice of the net {found['net']} by 1-ply: move "
            f"{found['number']}, {found['move']}, of game {found['game']} of these."
        ),
        Heading("Result"),
        Paragraph(f"Black expects {passing:.1f} points after a pass and {best:.1f} after {found['move']}."),
        *figures,
    ]


def _picture(found: Any, index: int) -> bytes:
    """Owners as shades and stones as circles."""
    size = len(found["stones"])
    letters, numbers = COLUMN_LETTERS[:size], range(1, size + 1)
    with drawing("", "", height=6.0) as drawn:
        axes = drawn.axes
        rows = found["owners"][index][::-1]
        shades = axes.pcolormesh(range(size), numbers, rows, cmap="Greens", vmin=0, vmax=1)
        axes.figure.colorbar(shades, label="Black owns the point")
        for row, stones in enumerate(found["stones"]):
            for column, stone in enumerate(stones):
                if stone != EMPTY:
                    fill = "black" if stone == BLACK else "white"
                    axes.scatter([column], [size - row], s=90, c=fill, edgecolors="black", zorder=3)
        if index == 1:
            place = [letters.index(found["move"][0])], [int(found["move"][1:])]
            axes.scatter(*place, s=130, c="black", edgecolors="#D55E00", linewidths=2.5, zorder=4)
        axes.set_xticks(range(size), letters)
        axes.set_yticks(numbers)
        axes.set_aspect("equal")
        axes.grid(visible=False)
    return drawn.svg
