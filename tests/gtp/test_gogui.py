"""What GoGui draws and sets, with a player that can show what it thinks."""

import numpy as np

from tengen import Game
from tengen.dag_rnn.evaluator import blacks_territory, load_pretrained
from tengen.dag_rnn.weights import save_net
from tengen.gtp.engine import Engine
from tengen.players.heuristic_players import RandomPlayer
from tengen.players.mcts_player import MctsPlayer
from tests.dag_rnn.test_evaluator import net_file
from tests.gtp.fake_analyst import new_fake_engine
from tests.gtp.sessions import ask, fingerprint, needs_compiler, new_engine


def test_settings_of_the_player_are_listed_and_changed():
    engine = new_fake_engine()
    assert ask(engine, "kata-list-params") == "= playouts"
    assert ask(engine, "kata-get-param playouts") == "= 100"
    assert ask(engine, "kata-set-param playouts 200", "kata-get-param playouts") == "= 200"
    assert ask(engine, "tengen-param") == "= [bool] live_graphics 0\n[string] playouts 200"
    assert ask(engine, "tengen-param playouts 300", "tengen-param live_graphics 1") == "="
    assert ask(engine, "tengen-param") == "= [bool] live_graphics 1\n[string] playouts 300"
    before = fingerprint(engine)
    assert ask(engine, "kata-set-param plaiouts 1") == "? unknown parameter 'plaiouts': there is playouts"
    assert fingerprint(engine) == before
    assert ask(new_engine(), "kata-list-params") == "="
    assert ask(new_engine(), "kata-get-param x") == "? unknown parameter 'x': there is none"


def test_pictures_for_gogui():
    engine = new_fake_engine()
    status = "TEXT best C3, win rate 45.0 %, lead +1.2, 100 playouts"
    assert ask(engine, "tengen-best_moves") == (
        f"= COLOR #00c000 C3\nCOLOR #e0c000 B2\nLABEL C3 1 B2 2\n{status}"
    )
    assert ask(engine, "tengen-win_rates") == f"= INFLUENCE C3 -0.069 B2 -0.5\nLABEL C3 47 B2 25\n{status}"
    assert ask(engine, "tengen-principal_variation") == "= b C3 w B2 b pass"
    empty = "0 0 0 0 0"
    assert ask(engine, "tengen-ownership") == f"=\n0.5 0 0 0 0\n{empty}\n{empty}\n{empty}\n-1 0 0 0 0"
    ask(engine, "play b E5")
    assert ask(engine, "tengen-ownership") == f"=\n-0.5 0 0 0 0\n{empty}\n{empty}\n{empty}\n1 0 0 0 0"
    assert ask(engine, "tengen-principal_variation") == "= w C3 b B2 w pass"
    assert ask(engine, "tengen-win_rates").startswith("= INFLUENCE C3 0.069 B2 0.5\n")
    assert engine.session.player.calls[0] == ("analyse", 1.0, 1000, 0.5, frozenset())


def test_live_graphics_go_to_stderr_when_switched_on(capsys):
    engine = new_fake_engine()
    ask(engine, "genmove b")
    assert capsys.readouterr().err == ""
    ask(engine, "undo", "tengen-param live_graphics 1", "genmove b")
    assert capsys.readouterr().err == (
        "gogui-gfx:\nCOLOR #00c000 C3\nCOLOR #e0c000 B2\nLABEL C3 1 B2 2\n"
        "TEXT best C3, win rate 45.0 %, lead +1.2, 100 playouts\nVAR b C3 w B2 b pass\n\n"
        "gogui-gfx: CLEAR\n"
    )


def test_the_territory_of_a_net_for_gogui_with_any_player(tmp_path):
    save_net(tmp_path / "net", net_file())
    foresight = load_pretrained(str(tmp_path / "net"))
    engine = new_engine(size=3)
    for vertex in ("B2", "C1"):
        ask(engine, f"play {'b' if vertex == 'B2' else 'w'} {vertex}")
        owners = blacks_territory(foresight, engine.session.game)
        first, *rows = ask(engine, f"tengen-territory {tmp_path / 'net'}").splitlines()
        assert first == "="
        values = [[float(word) for word in row.split()] for row in rows]
        np.testing.assert_allclose(values, 2 * owners - 1, atol=0.0006)
    assert ask(engine, "tengen-territory huge").startswith("? there is no net 'huge': neither one of paper")


@needs_compiler
def test_the_territory_is_that_of_the_paper_net_unless_told():
    engine = Engine(RandomPlayer(), Game.from_diagram(". X . O .\n" * 5))
    rows = ask(engine, "tengen-territory").splitlines()[1:]
    assert all(float(row.split()[0]) > 0.6 and float(row.split()[4]) < -0.6 for row in rows)


def test_book_moves_for_gogui():
    assert ask(new_engine(), "tengen-book_moves") == "= TEXT the book knows no move here"
    engine = Engine(MctsPlayer(), Game(19))
    ask(engine, "play b Q16", "play w D4")
    colours, others, labels, text = ask(engine, "tengen-book_moves").splitlines()
    assert colours.startswith("= COLOR #00c000 ")
    assert others.startswith("COLOR #e0c000 ")
    shown = colours.split()[3:] + others.split()[2:]
    words = labels.removeprefix("LABEL ").split()
    assert sorted(words[::2]) == sorted(shown)
    assert all(int(times) >= 3 for times in words[1::2])
    assert text.startswith(f"TEXT {words[0]} (whole board, {words[1]} of ")
    engine.session.player.set_parameter("book", "none")
    assert ask(engine, "tengen-book_moves") == "= TEXT the book knows no move here"
