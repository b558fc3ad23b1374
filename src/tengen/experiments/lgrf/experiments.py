"""The experiments of Baier & Drake (2010), section V, as values."""

from tengen.experiments.experiment import Experiment
from tengen.experiments.lgrf.reply_report import (
    DISTANCE_CLAIMS,
    DISTRIBUTION_CLAIMS,
    DURATION_CLAIMS,
    LOOKUP_CLAIMS,
    show_distances,
    show_distribution,
    show_durations,
    show_lookups,
)
from tengen.experiments.lgrf.reply_tables import ReplyTables
from tengen.experiments.lgrf.speed import Speed
from tengen.experiments.statistics import Claim, Comparison, Rate, order
from tengen.experiments.strength import Strength, Variant

GNU_GO = "GNU Go 3.8"
_BUDGETS = (8000, 16000, 32000)
_GAMES_19, _GAMES_9 = 600, 1200
_HOME = "lgrf-fig6"  # keeps the games on 19x19 that others share

_DEFAULT = Variant("default", "default", "policy=default")
_LGR1 = Variant("lgr1", "LGR-1", "policy=lgr1")
_LGR2 = Variant("lgr2", "LGR-2", "policy=lgr2")
_LGRF1 = Variant("lgrf1", "LGRF-1", "policy=lgrf1")
_LGRF2 = Variant("lgrf2", "LGRF-2", "policy=lgrf2")
_FIVE = (_DEFAULT, _LGR1, _LGR2, _LGRF1, _LGRF2)

_ONE_MOVE = ("lgr1", "lgrf1")
_TEMPERATURES = ("0.001", "0.01", "0.1", "1.0")


def _shared(variant: Variant) -> Variant:
    """The same policy with the games of Figure 6."""
    return Variant(variant.name, variant.label, variant.settings, _HOME)


def _softmax(temperature: str) -> Variant:
    settings = f"policy=softmax1,temperature={temperature}"
    return Variant(f"softmax1-{temperature}", f"Softmax-1, T = {temperature}", settings)


_FIG6 = Strength(
    size=19,
    variants=_FIVE,
    playouts=_BUDGETS,
    games=_GAMES_19,
    claims=(
        Claim(
            "default < {LGR-1, LGR-2} < LGRF-1 < LGRF-2 at all numbers of playouts",
            "below",
            order(["default"], ["lgr1", "lgr2"], ["lgrf1"], ["lgrf2"]),
        ),
    ),
)

_FIG7 = Strength(
    size=9,
    variants=_FIVE,
    playouts=_BUDGETS,
    games=_GAMES_9,
    claims=(
        Claim(
            "without forgetting LGR is no improvement to the default policy",
            "not above",
            (("lgr1", "default"), ("lgr2", "default")),
        ),
        Claim("LGR-2 is significantly weaker than default", "below", (("lgr2", "default"),), (8000, 16000)),
        Claim("LGRF-1 and LGRF-2 do not differ significantly", "alike", (("lgrf1", "lgrf2"),)),
        Claim(
            "LGRF-1 and LGRF-2 are significantly stronger than default and LGR-2",
            "below",
            order(["default", "lgr2"], ["lgrf1", "lgrf2"]),
        ),
        Claim(
            "LGRF-1 and LGRF-2 are significantly stronger than LGR-1",
            "below",
            order(["lgr1"], ["lgrf1", "lgrf2"]),
            (8000, 16000),
        ),
    ),
)

_SOFTMAX = Strength(
    size=19,
    variants=(_shared(_DEFAULT), *map(_softmax, _TEMPERATURES)),
    playouts=(8000,),
    games=_GAMES_19,
    claims=(
        Claim(
            "Softmax-1 is significantly weaker than the default policy",
            "below",
            order([f"softmax1-{temperature}" for temperature in _TEMPERATURES], ["default"]),
        ),
        Claim(
            "T = 0.1 had the most success",
            "not above",
            tuple((f"softmax1-{other}", "softmax1-0.1") for other in _TEMPERATURES if other != "0.1"),
        ),
    ),
    paper=(("softmax1-0.1", 8000, Rate(3, 600)),),
)

_FIG10 = Strength(
    size=19,
    variants=(_shared(_LGRF1), Variant("lgrf1-nd", "LGRF-1-ND", "policy=lgrf1-nd")),
    playouts=_BUDGETS,
    games=_GAMES_19,
    claims=(
        Claim(
            "LGRF-1 with and without duplicates do not differ significantly",
            "alike",
            (("lgrf1", "lgrf1-nd"),),
        ),
    ),
)

_THREE = Strength(
    size=19,
    variants=(_shared(_LGRF2), Variant("lgrf3", "LGRF-3", "policy=lgrf3")),
    playouts=_BUDGETS,
    games=_GAMES_19,
    claims=(
        Claim(
            "three moves of context may be better than two, or make no difference",
            "open",
            (("lgrf2", "lgrf3"),),
        ),
    ),
)


def _match(name: str, title: str, kind: Strength) -> Experiment:
    return Experiment(name, title, GNU_GO, tuple(claim.words for claim in kind.claims), kind)


def _counted(name: str, title: str, claims: tuple[Comparison, ...], kind: ReplyTables) -> Experiment:
    return Experiment(name, title, "nothing", tuple(claim.words for claim in claims), kind)


def _worked(name: str, title: str) -> Experiment:
    test = "tests/playout/test_lgr.py"
    return Experiment(name, title, "nothing", (), instead=f"is a worked example and a test, {test}")


LGRF_EXPERIMENTS = (
    Experiment("lgrf-fig1", "a search, drawn", "page", (), instead="is the lesson of the page: tengen play"),
    _worked("lgrf-fig2", "reply table of LGR-1 over three playouts"),
    _worked("lgrf-fig3", "reply tables of LGR-2 over three playouts"),
    _worked("lgrf-fig4", "reply table of LGRF-1 over three playouts"),
    Experiment(
        "lgrf-fig5",
        "speed by threads and policy",
        "an idle machine",
        ("no variant of LGR slows the search by any significant amount",),
        Speed(),
    ),
    _match("lgrf-fig6", "win rates against GNU Go on 19x19", _FIG6),
    _match("lgrf-softmax", "Softmax-1 at four temperatures on 19x19", _SOFTMAX),
    _match("lgrf-fig7", "win rates against GNU Go on 9x9", _FIG7),
    _counted(
        "lgrf-table1", "results of look-ups in the reply tables", LOOKUP_CLAIMS, ReplyTables(show_lookups)
    ),
    _counted("lgrf-durations", "mean life of a stored reply", DURATION_CLAIMS, ReplyTables(show_durations)),
    _counted(
        "lgrf-fig8", "replies by duration", DISTRIBUTION_CLAIMS, ReplyTables(show_distribution, _ONE_MOVE)
    ),
    _counted("lgrf-fig9", "distance by duration", DISTANCE_CLAIMS, ReplyTables(show_distances, _ONE_MOVE)),
    _match("lgrf-fig10", "LGRF-1 with and without duplicates on 19x19", _FIG10),
    _match("lgrf-three", "three moves of context on 19x19", _THREE),
)
