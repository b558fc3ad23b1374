"""The list of players and their settings, for the terminal."""

from typing import Any

from rich import box
from rich.table import Table

from tengen.cli.screen import Screen
from tengen.players.settings import settings_of
from tengen.players.spec import PLAYERS, player_settings

EXAMPLES = [
    "tengen gtp mcts:policy=lgrf2,playouts=8000,threads=2",
    "tengen play --allow-programs --opponent gnugo:level=5",
    'tengen play --allow-programs --opponent "gtp:/opt/my-engine --quiet"',
]


def show_players(console: Screen, name: str | None = None) -> None:
    """Print every player, or the one of a name, with its settings; examples at the end."""
    if name is not None:
        player_settings(name)  # GoError if there is none
    for shown in [name] if name is not None else PLAYERS:
        player_class = PLAYERS[shown]
        console.print(f"[bold]{shown}[/bold]: {player_class.__doc__}", highlight=False)
        console.print(_table(player_class))
    console.print(
        "A player is written NAME, NAME:SETTING=VALUE,SETTING=VALUE or gtp:COMMAND:", highlight=False
    )
    for example in EXAMPLES:
        console.print(f"  {example}", highlight=False, soft_wrap=True)


def setting_rows(player_class: type[Any]) -> list[tuple[str, str, str, str]]:
    """Name, default, values and meaning of each setting of a player."""
    return [
        (each.name, "" if each.is_command_line else each.format(each.default), each.values(), each.help)
        for each in settings_of(player_class).values()
    ]


def _table(player_class: type[Any]) -> Table:
    table = Table("setting", "default", "values", "meaning", box=box.SIMPLE, pad_edge=True)
    for row in setting_rows(player_class):
        table.add_row(*row)
    return table
