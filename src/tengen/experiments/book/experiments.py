"""The experiments of Baier & Winands (2011), section 6, as values, and the two that it proposes."""

from tengen.experiments.experiment import Experiment
from tengen.experiments.statistics import Claim, Rate, order
from tengen.experiments.strength import Strength, Variant

_BUDGET = "10 seconds on one thread of a 2.2 GHz Opteron"
_PLAYOUTS = (20000,)  # what Orego may have made of 10 seconds there, an estimate
_GAMES = 5632
_HOME = "book-table2"  # keeps the games that other tables share


def _variant(name: str, label: str, book: str, home: str = _HOME) -> Variant:
    return Variant(name, label, f"policy=lgrf2,book={book}", home)


# preset=orego has no book: the baseline is LGRF-2 of the first paper, and its games are shared.
_BASELINE = Variant("baseline", "baseline", "policy=lgrf2", "lgrf-fig6", "lgrf2")
_PASSIVE = _variant("passive", "passive", "passive", home="book-table1")
_ACTIVE = {
    name: _variant(name, name, name)
    for name in ("prune-default", "prune-prune", "bias-default", "bias-prune")
}
_BIAS = _ACTIVE["bias-default"]


def _rates(**percent: float) -> tuple[tuple[str, None, Rate], ...]:
    """The paper's win rates, by policy with _ for -, as games won."""
    return tuple(
        (name.replace("_", "-"), None, Rate(round(rate / 100 * _GAMES), _GAMES))
        for name, rate in percent.items()
    )


def _against_gnu_go(
    *variants: Variant, claims: tuple[Claim, ...], paper: tuple[tuple[str, None, Rate], ...] = ()
) -> Strength:
    return Strength(19, variants, _PLAYOUTS, _GAMES, claims, paper, budget=_BUDGET)


_TABLE1 = _against_gnu_go(
    _BASELINE,
    _PASSIVE,
    claims=(
        Claim("passive use of the book is not significantly stronger", "alike", (("baseline", "passive"),)),
    ),
    paper=_rates(baseline=39.3, passive=40.2),
)

_TABLE2 = _against_gnu_go(
    _BASELINE,
    *_ACTIVE.values(),
    claims=(
        Claim(
            "all four active uses are significantly stronger than the baseline",
            "below",
            order(["baseline"], list(_ACTIVE)),
        ),
        Claim(
            "bias-default is significantly stronger than prune-default and prune-prune",
            "below",
            order(["prune-default", "prune-prune"], ["bias-default"]),
        ),
        Claim(
            "bias-default is almost significantly stronger than bias-prune",
            "not above",
            (("bias-prune", "bias-default"),),
        ),
    ),
    paper=_rates(baseline=39.3, prune_default=41.7, prune_prune=41.6, bias_default=44.2, bias_prune=42.5),
)

_TABLE3 = Strength(
    19,
    (
        _variant("bias-default", "bias-default", "bias-default", home=""),
        Variant("baseline", "baseline against itself", "policy=lgrf2"),
    ),
    _PLAYOUTS,
    _GAMES,
    (
        Claim(
            "the book does not significantly improve play against itself",
            "alike",
            (("baseline", "bias-default"),),
        ),
    ),
    _rates(bias_default=50.6),
    opponent="mcts:preset=orego,policy=lgrf2,playouts={playouts}",
    budget=_BUDGET,
)

_FREQUENCY = _against_gnu_go(
    _BASELINE,
    _BIAS,
    _variant("by-frequency", "bias-default by frequency", "bias-default,book_by=frequency", home=""),
    claims=(
        Claim(
            "the strength of the bias may follow the frequency of a move",
            "open",
            (("bias-default", "by-frequency"),),
        ),
    ),
)

_SIMULATION_BIAS = _against_gnu_go(
    _BASELINE,
    _BIAS,
    *(_variant(name, name, name, home="") for name in ("default-bias", "prune-bias", "bias-bias")),
    claims=(
        Claim(
            "slightly raising the chance of book moves in simulations may keep more diversity",
            "open",
            tuple(("bias-default", name) for name in ("default-bias", "prune-bias", "bias-bias")),
        ),
    ),
)


def _match(name: str, title: str, kind: Strength, needs: str = "GNU Go 3.8") -> Experiment:
    return Experiment(f"book-{name}", title, needs, tuple(claim.words for claim in kind.claims), kind)


BOOK_EXPERIMENTS = (
    Experiment(
        "book-fig1",
        "a whole-board opening and a joseki, from our book",
        "nothing",
        (),
        instead="is drawn on docs/results/book-sense.md",
    ),
    _match("table1", "passive book against GNU Go", _TABLE1),
    _match("table2", "active book against GNU Go", _TABLE2),
    _match("table3", "active book in self-play", _TABLE3, needs="nothing"),
    _match("frequency", "bias by frequency", _FREQUENCY),
    _match("simulation-bias", "book moves with a raised chance in playouts", _SIMULATION_BIAS),
)
