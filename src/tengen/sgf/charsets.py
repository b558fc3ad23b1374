"""Text of a record: which charset its bytes are in, and the escapes of SGF.

Which charset text is in that does not say so, told from which characters are common in which language.

Every byte string can be read as Latin-1, and most as several of the East Asian charsets. What tells them
apart is how common the characters are that come out: half of a page of Chinese are among some hundred
characters, Japanese text has kana, Korean text common syllables, and European letters with accents stand
alone between plain ones.
"""

import re
from collections.abc import Callable

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


# --- Charsets that are not declared ---------------------------------------------------------------


_MAX_BYTES = 1 << 16  # of text that are looked at
_BROKEN = -6.0  # the weight of a character that cannot be
_UNLIKELY = -2.0
_COMMON = 4.0
_PLAUSIBLE = 1.5
_LEAST = 0.5  # mean weight of a byte from which on an East Asian charset is believed
_LEAST_BYTES = 3  # beyond ASCII: two accented letters could be one character

_SHARED = (
    "一不中人大上下小山川水火木金土日月年目手口心力王李高白林黄古石田本天元位星平安和三二四五六七八九十百千分"
    "子女生先名人世文武家高先手後手打切立消活死眼角形定式大局序入分地合同回布引角取死活白勝利名人本因坊棋段"
    "第天下有名老公正明光成海江南北西東方前外内国民主自由自信心"
)
_SIMPLIFIED = (
    "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方"
    "后多定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它"
    "合还因由其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条"
    "只没结解问意建月公无系很情者最立代想已通并提直题程展五果料象位入常文总次品式活设及管特件长求老头基资边流路级"
    "少图山接知较将组见计别她手角期论指几九区强放决西被干做必战先回则任取据处队南给色光门即保北造百七海口东世金增"
    "争交受什认六共权收证改清己美再更单风切打白教速带安场身真务具万每目至达走完类八离华名确才科张信马节话步群广石"
    "记需段林观越算低持音书布复须非连断深难近千周素技备半办青列习约感便往克何称太准值号率选标写存亲快效王按格易置"
    "层片始却专状识适属住调满局照参红细引听该价严棋围黑胜负终官劫杀死眼征吃挂星飞跳尖扳虎挡冲退贴让输赢优劣势厚薄"
    "味侵消攻防守逃弃腾挪职决赛杯届轮坊弈甲乙李刘陈杨赵黄吴徐孙胡朱郭罗聂卫古柯洁昊谢赫孔杰俞斌檀啸唐韦芈昱廷范蕴"
    "若笑耀烨江铸芮乃伟曹钱宇丁浩申谞朴崔国际网络快棋友谊请这里应该好手妙坏恶本谱变化参考如果"
)
_TRADITIONAL = (
    "的一是在不了有和人這中大為上個國我以要他時來用們生到作地於出就分對成會可主發年動同工也能下過子說產種面而方"
    "後多定行學法所民得經十三之進著等部度家電力裡如水化高自二理起小物現實加量都兩體制機當使點從業本去把性好應開它"
    "合還因由其些然前外天政四日那社義事平形相全表間樣與關各重新線內數正心反你明看原又麼利比或但質氣第向道命此變條"
    "只沒結解問意建月公無系很情者最立代想已通並提直題程展五果料象位入常文總次品式活設及管特件長求老頭基資邊流路級"
    "少圖山接知較將組見計別她手角期論指幾九區強放決西被做必戰先回則任取據處隊南給色光門即保北造百七海口東世金增爭"
    "交受什認六共權收證改清己美再更單風切打白教速帶安場身真務具萬每目至達走完類八離華名確才科張信馬節話步群廣石記"
    "需段林觀越算低持音書布復須非連斷深難近千周素技備半辦青列習約感便往克何稱太準值號率選標寫存親快效王按格易置層"
    "片始卻專狀識適屬住調滿局照參紅細引聽該價嚴棋圍黑勝負終官劫殺死眼征吃掛星飛跳尖扳虎擋衝退貼讓輸贏優劣勢厚薄味"
    "侵消攻防守逃棄職賽杯屆輪坊弈李劉陳楊趙黃吳徐孫胡朱郭羅聶衛古峰俊勳誠栩許功蓋謝依旻聖元宇網際友誼請裡妙壞惡譜"
    "參考如果碁聖段級"
)
_JAPANESE = (
    "一二三四五六七八九十年月日時分人名本大中小上下左右先後手目白黒石碁囲棋打切死活生地形定石布星小目三々天元"
    "名人本因坊聖王座十段戦局第回勝負中押半持無コミ級段者対日本院関西東京大阪山田井藤高橋林小加佐木村吉川渡辺中松"
    "竹清水武宮正樹依紀基張栩治勲裕太結城聡羽根直河野臨瀬戸趙許家元伊芝虎丸余正麒志田達哉秀行光一実戦変化図参考良"
    "悪手筋厚薄攻守味消利悪好急場入門解説表示能力予選決勝名手以下同時間切次勝負全国"
)
_SYLLABLES = (
    "이가다는의에을를은하고한지로도사기리어서나자대인시수정그있해아일전부보원스상여라제게조주구동들공과국장선인비요"
    "성경신만안방무되세연관화와위생면없물것거말모용미적계내개소오우유마바파타카차하트호회최김박정강조윤장임창호돌세"
    "훈현진희철한승연구단백흑수집승반불계패바둑대국결승전본선예선국수왕위명인기전제국포석정석사활끝내기변화참고도정환"
    "목진석민준영훈지석동훈윤준상원성진영훈김최박강민신진서변상일배준희춘삼봉수음악좋은나쁜곳여기아니때문같은보다"
)
_PUNCTUATION = "　、。・〇々〆ー「」『』（）！？，：；．【】《》〈〉“”‘’…—·～"


def guess_codec(text: bytes) -> str:
    """The codec for text that names none: UTF-8 if it can be that, else the likeliest of five."""
    try:
        text.decode("utf-8")
    except UnicodeDecodeError:
        return _likeliest(text[:_MAX_BYTES])
    return "utf-8"


def _likeliest(text: bytes) -> str:
    scores = {codec: _mean_weight(text, codec, weigh) for codec, weigh in _WEIGHTS.items()}
    best = max(scores, key=lambda codec: scores[codec])
    n_high = sum(byte >= 0x80 for byte in text)
    if n_high < _LEAST_BYTES or scores[best] < max(_LEAST, _latin_weight(text)):
        return "latin-1"
    return best


def _mean_weight(text: bytes, codec: str, weigh: Callable[[str, bytes], float]) -> float:
    """How likely the characters are that are not ASCII, each by its number of bytes."""
    total, n_bytes = 0.0, 0
    for character in text.decode(codec, "replace"):
        if character < "\x80":
            continue
        if character == "\ufffd":
            total, n_bytes = total + _BROKEN, n_bytes + 1
            continue
        encoded = character.encode(codec)
        total += weigh(character, encoded) * len(encoded)
        n_bytes += len(encoded)
    return total / max(n_bytes, 1)


def _latin_weight(text: bytes) -> float:
    """The same for Latin-1: an accented letter stands alone between plain ones."""
    total, n_bytes = 0.0, 0
    for run in re.finditer(rb"[\x80-\xff]+", text):
        is_letter = len(run[0]) == 1 and run[0] >= b"\xc0"
        is_sign = len(run[0]) == 1 and b"\xa0" <= run[0] < b"\xc0"
        weight = _COMMON / 2 if is_letter else 0.0 if is_sign else _UNLIKELY
        total, n_bytes = total + weight * len(run[0]), n_bytes + len(run[0])
    return total / max(n_bytes, 1)


def _weigh_gb18030(character: str, encoded: bytes) -> float:
    if character in _SIMPLIFIED or character in _PUNCTUATION:
        return _COMMON
    if (
        len(encoded) == 2 and 0xB0 <= encoded[0] <= 0xD7 and encoded[1] >= 0xA1
    ):  # the commoner half of GB 2312
        return _PLAUSIBLE
    return _PLAUSIBLE if character in _TRADITIONAL else _UNLIKELY


def _weigh_big5(character: str, encoded: bytes) -> float:
    if character in _TRADITIONAL or character in _PUNCTUATION:
        return _COMMON
    return _PLAUSIBLE if 0xA4 <= encoded[0] <= 0xC6 else _UNLIKELY


def _weigh_shift_jis(character: str, encoded: bytes) -> float:
    if "\u3041" <= character <= "\u30fe" or character in _JAPANESE or character in _PUNCTUATION:
        return _COMMON
    if len(encoded) == 2 and b"\x88\x9f" <= encoded <= b"\x98\x72":  # the commoner half of JIS X 0208
        return _PLAUSIBLE / 2
    return _UNLIKELY


def _weigh_korean(character: str, encoded: bytes) -> float:
    if character in _SYLLABLES:
        return _COMMON
    if "\uac00" <= character <= "\ud7a3" and encoded[1] >= 0xA1:  # a syllable of KS X 1001
        return _PLAUSIBLE
    return _UNLIKELY


_WEIGHTS = {
    "gb18030": _weigh_gb18030,
    "cp950": _weigh_big5,
    "cp932": _weigh_shift_jis,
    "cp949": _weigh_korean,
}
