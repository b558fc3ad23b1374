"""Charsets of real files, named, unnamed and misnamed."""

import pytest

from tengen.records import main_line, parse_sgf


def read(head: str, text: bytes):
    (tree,) = parse_sgf(b"(;" + head.encode() + b"PB[" + text + b"]SZ[9];B[aa];W[bb])")
    assert main_line(tree).moves.tolist() == [21, 42]
    return tree


@pytest.mark.parametrize(
    "charset, codec, text",
    [
        ("UTF-8", "utf-8", "井山裕太 é"),
        ("utf8", "utf-8", "é"),
        ("GB18030", "gb18030", "聂卫平 𠮷"),
        ("GB2312", "gb2312", "聂卫平"),
        ("gbk", "gbk", "聶衛平"),
        ("Shift_JIS", "shift_jis", "表示ソ能"),  # three of these end in the byte of a backslash
        ("SJIS", "shift_jis", "ア゛表"),
        ("EUC-KR", "euc_kr", "이세돌"),
        ("Big5", "big5", "林海峰 許功蓋"),  # two of these end in the byte of a backslash
        ("ISO-8859-1", "latin-1", "José"),
    ],
)
def test_a_named_charset_is_honoured(charset, codec, text):
    tree = read(f"CA[{charset}]", text.encode(codec))
    assert tree.root.text("PB") == text
    assert tree.charset == charset
    assert not tree.warnings


@pytest.mark.parametrize("charset, codec", [("Shift_JIS", "shift_jis"), ("Big5", "big5"), ("GBK", "gbk")])
def test_a_byte_that_only_looks_like_a_bracket_does_not_end_a_value(charset, codec):
    characters = [
        character
        for character in map(chr, range(0x3000, 0xFFFF))
        if len(encoded := character.encode(codec, "ignore")) == 2 and encoded[1] == ord("]")
    ][:20]
    assert len(characters) == 20
    text = "x".join(characters)
    assert read(f"CA[{charset}]", text.encode(codec)).root.text("PB") == text


def test_half_width_katakana_before_the_bracket_do_not_swallow_it():
    assert read("CA[Shift_JIS]", "ｱ".encode("shift_jis")).root.text("PB") == "ｱ"


def test_without_a_charset_text_is_utf_8_if_it_can_be():
    assert read("", "é".encode()).root.text("PB") == "é"
    assert read("", "é".encode("latin-1")).root.text("PB") == "é"


def test_an_unknown_charset_gives_a_warning_and_keeps_the_moves():
    tree = read("CA[Klingon]", "é".encode())
    assert tree.root.text("PB") == "é"
    assert "unknown charset 'Klingon'" in tree.warnings[0]


def test_broken_bytes_give_a_warning_and_keep_the_moves():
    tree = read("CA[UTF-8]", b"a\xffb")
    assert tree.root.text("PB") == "a\ufffdb"
    assert "PB has characters that are not utf-8" in tree.warnings[0]


def test_the_charset_leaves_the_properties():
    tree = read("CA[UTF-8]", b"x")
    assert "CA" not in [name for name, _ in tree.root.properties]


def test_a_charset_counts_only_in_the_root():
    (tree,) = parse_sgf(b"(;FF[4];CA[Shift_JIS]C[\x95]N[x];B[aa])")
    assert tree.charset is None
    assert tree.nodes[1].text("C") == "\x95"
