"""Text of a record: which charset its bytes are in, and the escapes of SGF."""

import re

# Names as people write them, without everything but letters and digits, and the codec to read
# them by: where there is one, the wider charset that programs in fact write under that name.
_CODECS = {
    "utf8": "utf-8",
    "ascii": "utf-8",
    "usascii": "utf-8",
    "iso88591": "latin-1",
    "latin1": "latin-1",
    "gb18030": "gb18030",
    "gbk": "gb18030",
    "gb2312": "gb18030",
    "big5": "cp950",
    "shiftjis": "cp932",
    "sjis": "cp932",
    "euckr": "cp949",
}

_ESCAPE = re.compile(r"\\(\r\n|\n\r|.|\Z)", re.DOTALL)
_LOOSE_BRACKET = re.compile(r"\\.|\\\Z|\]", re.DOTALL)


def codec_of(charset: str) -> str | None:
    """The codec for the value of CA, None if we know no such charset."""
    return _CODECS.get(re.sub("[^a-z0-9]", "", charset.lower()))


def guess_codec(text: bytes) -> str:
    """The codec for text that names no charset we know: UTF-8 if it can be that, otherwise Latin-1."""
    try:
        text.decode("utf-8")
    except UnicodeDecodeError:
        return "latin-1"
    return "utf-8"


def unescape_text(raw: str) -> str:
    """The text that a raw value stands for: no backslashes, no line breaks behind a backslash."""
    return _ESCAPE.sub(lambda match: "" if match[1] in ("\n", "\r", "\r\n", "\n\r") else match[1], raw)


def escape_text(text: str) -> str:
    r"""The raw value for a text; `unescape_text` gives the text back.

    A colon is left alone, so the parts of a composed value need `\:` of their own. A parenthesis
    that begins a line is escaped, lest a lenient reader takes it for the next game.
    """
    return re.sub(r"[\\\]]|(?<=[\n\r])\(", r"\\\g<0>", text)


def close_value(raw: str) -> str:
    """A raw value that `]` can close: loose brackets and a loose last backslash get their backslash."""
    if "]" not in raw and "\\" not in raw:
        return raw
    return _LOOSE_BRACKET.sub(lambda match: match[0] if len(match[0]) == 2 else "\\" + match[0], raw)
