"""Charsets of real files, named, unnamed and misnamed."""

import pytest

from tengen.sgf import charsets, main_line, parse_sgf


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


SILENT = {
    "gb18030": [
        "聂卫平",
        "古力 九段",
        "聶衛平 常昊",
        "黑1断，白2打吃，以下白棋不行。",
        "第17届三星杯",
    ],
    "big5": [
        "林海峰 許功蓋",
        "周俊勳 謝依旻",
        "黑1斷，白2打吃，以下白棋不行。",
        "世界職業圍棋錦標賽",
    ],
    "shift_jis": [
        "表示ソ能",
        "依田紀基 張栩",
        "この手は疑問で、右上のカカリが大きかった。",
        "第35期名人戦挑戦手合",
    ],
    "euc_kr": ["이세돌 구단", "조훈현 박정환", "이 수는 좋은 수가 아니다.", "제12회 삼성화재배 결승"],
    "latin-1": ["José", "Jérôme Müller", "Le coup à l'ouest est très bon.", "Größe: ½ Punkt", "Håkan Åström"],
}


@pytest.mark.parametrize("codec, text", [(codec, text) for codec, texts in SILENT.items() for text in texts])
def test_text_that_names_no_charset_is_read_all_the_same(codec, text):
    assert read("", text.encode(codec)).root.text("PB") == text


PLAYERS = {
    "gbk": "古力 常昊 李喆 周鹤洋 罗洗河 孔杰 胡耀宇 邱峻 黄奕中 王檄 "
    "丁伟 马晓春 聂卫平 刘小光 俞斌 曹大元 柯洁 范廷钰 芈昱廷 陈耀烨",
    "shift_jis": "小林光一 趙治勲 武宮正樹 加藤正夫 大竹英雄 林海峰 坂田栄男 藤沢秀行 石田芳夫 依田紀基 "
    "結城聡 高尾紳路 山下敬吾 羽根直樹 張栩 井山裕太 河野臨 一力遼 芝野虎丸 許家元",
    "big5": "林海峰 周俊勳 王立誠 張栩 陳詩淵 黑嘉嘉 許皓鋐 林至涵 蕭正浩 王元均 "
    "彭景華 謝依旻 林修平 簡靖庭 賴均輔 徐靖恩 陳祈睿 林君諺 楊博崴 許家元",
    "euc_kr": "이창호 조훈현 유창혁 서봉수 이세돌 최철한 박영훈 목진석 조한승 송태곤 "
    "원성진 강동윤 김지석 박정환 신진서 최정 윤준상 박문요 안성준 나현",
}


@pytest.mark.parametrize("codec", PLAYERS)
def test_two_names_are_enough_to_tell_a_charset(codec):
    names = PLAYERS[codec].split()
    for black, white in zip(names, names[7:] + names[:7]):
        (tree,) = parse_sgf(f"(;GM[1]SZ[19]PB[{black}]PW[{white}];B[pd])".encode(codec))
        assert (tree.root.text("PB"), tree.root.text("PW")) == (black, white)


@pytest.mark.parametrize(
    "codec, trail", [("shift_jis", "\\"), ("shift_jis", "]"), ("big5", "\\"), ("gbk", "]")]
)
def test_in_silent_text_a_byte_may_look_like_a_bracket_or_a_backslash(codec, trail):
    common = {"shift_jis": "この手は疑問です", "big5": "這手棋是好點", "gbk": "这手棋是好点"}[codec]
    odd = [
        character
        for character in map(chr, range(0x4E00, 0x9FFF))
        if len(encoded := character.encode(codec, "ignore")) == 2 and encoded[1] == ord(trail)
    ][:5]
    for character in odd:
        text = common + character
        assert read("", text.encode(codec)).root.text("PB") == text


def test_text_before_the_charset_is_in_it_too():
    (tree,) = parse_sgf("(;FF[4]PB[表]CA[Shift_JIS]PW[能];B[aa])".encode("shift_jis"))
    assert (tree.root.text("PB"), tree.root.text("PW")) == ("表", "能")
    assert len(tree.nodes) == 2


def test_each_game_of_a_file_has_a_charset_of_its_own():
    games = [
        "(;GM[1]CA[GBK]PB[聂卫平])".encode("gbk"),
        "(;GM[1]PB[依田紀基 表示]C[この手は疑問])".encode("shift_jis"),
        "(;GM[1]CA[Big5]PB[許功蓋])".encode("big5"),
        "(;GM[1]CA[UTF-8]PB[이세돌])".encode(),
    ]
    names = [tree.root.text("PB") for tree in parse_sgf(b"\n".join(games))]
    assert names == ["聂卫平", "依田紀基 表示", "許功蓋", "이세돌"]


def test_a_game_in_utf_8_stays_so_beside_one_in_another_charset():
    data = "(;GM[1]CA[GBK]PB[聂卫平])".encode("gbk") + "\n(;GM[1]PB[聂卫平])".encode()
    assert [tree.root.text("PB") for tree in parse_sgf(data)] == ["聂卫平", "聂卫平"]


def test_a_byte_order_mark_says_more_than_the_charset():
    (tree,) = parse_sgf("(;CA[GB2312]PB[古力])".encode("utf-8-sig"))
    assert tree.root.text("PB") == "古力"


def test_what_is_text_already_is_read_as_such():
    (tree,) = parse_sgf("(;CA[Shift_JIS]PB[表 José])")
    assert tree.root.text("PB") == "表 José"
    assert tree.charset == "Shift_JIS"


@pytest.mark.parametrize(
    "charset, codec, text", [("UTF-8", "gb18030", "聂卫平 常昊 马晓春"), ("UTF-8", "euc_kr", "이세돌 구단")]
)
def test_where_the_bytes_cannot_be_what_is_named_another_charset_is_taken(charset, codec, text):
    tree = read(f"CA[{charset}]", text.encode(codec))
    assert tree.root.text("PB") == text
    assert f"not {charset!r}" in tree.warnings[0]


def test_a_guess_looks_at_the_beginning_of_a_long_text(monkeypatch):
    looked = []
    likeliest = charsets._likeliest
    monkeypatch.setattr(charsets, "_likeliest", lambda text: looked.append(len(text)) or likeliest(text))
    read("", "古力".encode("gbk") * 200_000)
    assert looked == [1 << 16]


def test_an_unknown_charset_gives_a_warning_and_keeps_the_moves():
    assert read("CA[Klingon]", "이세돌 구단".encode("euc_kr")).root.text("PB") == "이세돌 구단"
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
