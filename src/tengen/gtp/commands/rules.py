"""Commands about rules, in KataGo's words and in those of KGS.

Rules that we cannot score exactly are refused: a wrong result is worse than an error.
"""

import json
from collections.abc import Mapping
from typing import Any

from tengen.core.errors import GoError
from tengen.core.game import under_rules
from tengen.core.rules import NAMED_RULES, Rules, parse_rules
from tengen.gtp.commands.arguments import expect
from tengen.gtp.protocol import GtpError
from tengen.gtp.session import GtpSession, OwnCommands

_SAME_AS = {"chinese-ogs": "chinese-kgs"}
_KGS_NAMES = {"chinese": "chinese-kgs"}  # KGS forbids every repetition

# What KataGo's other keys must say, with the values that mean what we do; a missing key means the first.
_ONLY_VALUES: dict[str, tuple[Any, ...]] = {
    "scoring": ("AREA",),
    "tax": ("NONE",),
    "hasButton": (False,),
    "whiteHandicapBonus": ("0",),
    "friendlyPassOk": (False, True),  # changes when to pass, not who wins
}


def rules_commands(session: GtpSession) -> OwnCommands:
    """Commands that ask for the rules and change them."""

    def get_rules(arguments: list[str]) -> str:
        expect(arguments, "")
        return format_rules(session.game.rules)

    def set_rules(arguments: list[str]) -> str:
        if not arguments:
            raise GtpError("syntax error: expected RULES, by name or as JSON")
        _change_rules(session, parse_kata_rules(" ".join(arguments)))
        return ""

    def kgs_rules(arguments: list[str]) -> str:
        (name,) = expect(arguments, "RULES")
        if name.lower() not in _KGS_NAMES:
            raise GtpError(f"unsupported rules {name[:20]!r}: only chinese can be scored exactly")
        _change_rules(session, NAMED_RULES[_KGS_NAMES[name.lower()]])
        return ""

    return {"kata-get-rules": get_rules, "kata-set-rules": set_rules, "kgs-rules": kgs_rules}


def _change_rules(session: GtpSession, rules: Rules) -> None:
    try:
        session.game = under_rules(session.game, rules)
    except GoError as error:
        raise GtpError(f"the moves so far break the rules {rules.name}: {error}") from None


def format_rules(rules: Rules) -> str:
    """The rules as KataGo's JSON."""
    fixed = {key: values[0] for key, values in _ONLY_VALUES.items()}
    return json.dumps({"ko": rules.ko.upper(), "suicide": rules.suicide, **fixed}, separators=(",", ":"))


def parse_kata_rules(text: str) -> Rules:
    """Rules by name, or from KataGo's JSON; a missing key means what it means for Tromp and Taylor."""
    if not text.startswith("{"):
        name = text.lower()
        return parse_rules(_SAME_AS.get(name, name))
    try:
        keys = json.loads(text)
    except (ValueError, RecursionError):
        raise GtpError("syntax error: the rules are not JSON") from None
    return rules_from_keys(keys)


def rules_from_keys(keys: Mapping[str, Any]) -> Rules:
    """Rules from KataGo's JSON object."""
    wanted = (keys.get("ko", "POSITIONAL"), keys.get("suicide", True))
    for key, value in keys.items():
        if key in ("ko", "suicide"):
            continue
        if key not in _ONLY_VALUES:
            raise GtpError(f"unsupported rules: unknown key {key[:20]!r}")
        if value not in _ONLY_VALUES[key]:
            raise GtpError(f"unsupported rules: {key} must be {_ONLY_VALUES[key][0]}")
    for rules in NAMED_RULES.values():
        if wanted == (rules.ko.upper(), rules.suicide):
            return rules
    raise GtpError(f"unsupported rules: Tengen plays {', '.join(NAMED_RULES)} (all by area)")
