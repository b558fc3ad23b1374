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
    "cp936": "gb18030",
    "cp950": "cp950",
    "big5hkscs": "big5hkscs",
    "cp932": "cp932",
    "windows31j": "cp932",
    "euckr": "cp949",
    "cp949": "cp949",
    "eucjp": "euc_jp",
    "windows1252": "cp1252",
    "cp1252": "cp1252",
    "iso885915": "iso8859-15",
    "windows1251": "cp1251",
    "cp1251": "cp1251",
    "koi8r": "koi8-r",
}

_ESCAPE = re.compile(r"\\(\r\n|\n\r|.|\Z)", re.DOTALL)
_TEXT = re.compile(r"(\\?)(\r\n|\n\r|[\n\r\t\v\f])|\\(.|\Z)", re.DOTALL)
_LOOSE_BRACKET = re.compile(r"\\.|\\\Z|\]", re.DOTALL)


def codec_of(charset: str) -> str | None:
    """The codec for the value of CA, None if we know no such charset."""
    return _CODECS.get(re.sub("[^a-z0-9]", "", charset.lower()))


def unescape_text(raw: str) -> str:
    """The text that a raw value stands for: no backslashes, no line breaks behind a backslash."""
    return _ESCAPE.sub(lambda match: "" if match[1] in ("\n", "\r", "\r\n", "\n\r") else match[1], raw)


def read_text(raw: str, *, is_simple: bool) -> str:
    r"""The text that a raw value stands for, with its white space as FF[4] has it.

    Every kind of line end is `\n`, tabs and the like are blanks, a line end behind a backslash is none. In
    SimpleText, such as names, a line end is a blank, too.
    """
    line_end = " " if is_simple else "\n"

    def plain(match: re.Match[str]) -> str:
        backslash, space, character = match.groups()
        if space is None:
            return character
        if space in "\t\v\f":
            return " "
        return "" if backslash else line_end

    return _TEXT.sub(plain, raw)


def escape_text(text: str) -> str:
    r"""The raw value for a text; `read_text` gives it back but for its white space.

    A colon is left alone, so the parts of a composed value need `\:` of their own. A parenthesis
    that begins a line is escaped, lest a lenient reader takes it for the next game.
    """
    return re.sub(r"[\\\]]|(?<=[\n\r])\(", r"\\\g<0>", text)


def close_value(raw: str) -> str:
    """A raw value that `]` can close: loose brackets and a loose last backslash get their backslash."""
    if "]" not in raw and "\\" not in raw:
        return raw
    return _LOOSE_BRACKET.sub(lambda match: match[0] if len(match[0]) == 2 else "\\" + match[0], raw)
