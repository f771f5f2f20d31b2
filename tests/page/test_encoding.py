"""Bytes to text: which declaration counts, and what is detected where none does."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_maincontent.page.encoding import (
    SAMPLE_BYTES,
    Decoded,
    bad_share,
    choose,
    clean,
    codec_of,
    decode,
    guess,
    has_long_runs,
    holds,
    japanese,
    sample,
    utf_16,
)
from scrapy_maincontent.page.web_codecs import WEB_CODECS

TEXTS = {
    "ja": "海沿いの小さな喫茶店は、朝七時に店を開ける。窓際の席に座ると、漁を終えた船が"
    "ゆっくり港へ戻ってくるのが見える。主人は注文を受けてから豆を挽き、トーストに自家製の夏みかんジャムを添えて出してくれる。",
    "zh": "这家小书店开在老城区的巷子里，每天早上九点开门。店主是一位退休的语文老师，"
    "他把自己收藏的旧书都摆在靠窗的书架上，欢迎附近的居民进来坐一坐，喝杯茶，看看书。",
    "zh-tw": "這家小書店開在老城區的巷子裡，每天早上九點開門。店主是一位退休的國文老師，"
    "他把自己收藏的舊書都擺在靠窗的書架上，歡迎附近的居民進來坐一坐，喝杯茶，看看書。",
    "ko": "골목 끝에 있는 작은 책방은 매일 아침 아홉 시에 문을 연다. 주인은 은퇴한 국어 선생님으로, "
    "오랫동안 모아 온 책을 창가 책장에 꽂아 두고 이웃들이 들러 차를 마시며 읽을 수 있게 했다.",
    "ru": "Маленькая книжная лавка в конце переулка открывается каждое утро в девять часов. Её хозяин, бывший учитель "
    "литературы, расставил старые книги у окна и приглашает соседей зайти, выпить чаю и почитать.",
    "el": "Το μικρό βιβλιοπωλείο στο τέλος του δρόμου ανοίγει κάθε πρωί στις εννέα. Ο ιδιοκτήτης, ένας συνταξιούχος "
    "δάσκαλος, έβαλε τα παλιά βιβλία του δίπλα στο παράθυρο και καλεί τους γείτονες για τσάι.",
    "pl": "Mała księgarnia na końcu uliczki otwiera się codziennie o dziewiątej. Właściciel, emerytowany nauczyciel, "
    "ustawił stare książki przy oknie i zaprasza sąsiadów na herbatę; wieczorem gości też poetów i muzyków.",
    "fr": "La petite librairie au bout de la ruelle ouvre chaque matin à neuf heures. Son propriétaire, un professeur "
    "retraité, a rangé ses livres près de la fenêtre ; l’été, il invite les voisins à goûter le thé glacé.",
    "tr": "Sokağın sonundaki küçük kitapçı her sabah dokuzda açılıyor. Sahibi emekli bir öğretmen; eski kitaplarını "
    "pencerenin yanına dizmiş ve komşuları çay içip okumaya çağırıyor, akşamları şiir günleri düzenliyor.",
    "th": "ร้านหนังสือเล็ก ๆ ที่ปลายซอยเปิดทุกเช้าเวลาเก้าโมง เจ้าของเป็นครูเกษียณที่นำหนังสือเก่ามาวางไว้ริมหน้าต่าง",
}

# language, web label, Python's codec
DECLARED = [
    ("ja", "Shift_JIS", "cp932"),
    ("ja", "x-sjis", "cp932"),
    ("ja", "EUC-JP", "euc_jp"),
    ("ja", "ISO-2022-JP", "iso2022_jp_ext"),
    ("zh", "gb2312", "gb18030"),
    ("zh-tw", "Big5", "big5hkscs"),
    ("ko", "ks_c_5601-1987", "cp949"),
    ("ru", "windows-1251", "cp1251"),
    ("ru", "KOI8-R", "koi8-r"),
    ("ru", "ISO-8859-5", "iso8859-5"),
    ("el", "ISO-8859-7", "iso8859-7"),
    ("pl", "ISO-8859-2", "iso8859-2"),
    ("pl", "windows-1250", "cp1250"),
    ("fr", "ISO-8859-1", "cp1252"),
    ("tr", "ISO-8859-9", "cp1254"),
    ("th", "TIS-620", "cp874"),
]
UNDECLARED = [case for case in DECLARED if case[1] not in {"x-sjis", "ISO-2022-JP"}]


def page(language: str, head: str = "") -> str:
    return f"<html><head>{head}<title>Page</title></head><body>\n<p>{TEXTS[language]}</p>\n</body></html>"


def meta(label: str) -> str:
    return f'<meta http-equiv="Content-Type" content="text/html; charset={label}">'


@pytest.mark.parametrize(("language", "label", "codec"), DECLARED)
def test_header_and_meta_name_the_encoding(language: str, label: str, codec: str) -> None:
    text = page(language)
    assert decode(text.encode(codec), label) == Decoded(text, codec)
    text = page(language, meta(label))
    assert decode(text.encode(codec)) == Decoded(text, codec)


@pytest.mark.parametrize(("language", "label", "codec"), UNDECLARED)
def test_undeclared_page_is_detected(language: str, label: str, codec: str) -> None:
    text = page(language)
    assert decode(text.encode(codec)).text == text


@pytest.mark.parametrize("wrong", ["utf-8", "iso-8859-1", "shift_jis", "gb2312", "windows-1251", "no-such-charset"])
@pytest.mark.parametrize(("language", "label", "codec"), DECLARED)
def test_wrong_header_gives_way_to_a_correct_meta(language: str, label: str, codec: str, wrong: str) -> None:
    text = page(language, meta(label))
    assert decode(text.encode(codec), wrong).text == text


@pytest.mark.parametrize("wrong", ["utf-8", "shift_jis", "euc-jp", "gb2312"])
@pytest.mark.parametrize(("language", "label", "codec"), DECLARED)
def test_wrong_meta_gives_way_to_a_correct_header(language: str, label: str, codec: str, wrong: str) -> None:
    text = page(language, meta(wrong))
    assert decode(text.encode(codec), label) == Decoded(text, codec)


@pytest.mark.parametrize(
    ("language", "label", "codec"), [case for case in UNDECLARED if case[0] not in {"fr", "pl", "tr"}]
)
def test_server_default_is_not_believed_for_other_scripts(language: str, label: str, codec: str) -> None:
    text = page(language)
    assert decode(text.encode(codec), "ISO-8859-1").text == text


@pytest.mark.parametrize("wrong", [None, "iso-8859-1", "shift_jis", "gb2312", "windows-1251", "euc-kr", "utf-16"])
@pytest.mark.parametrize("language", TEXTS)
def test_valid_utf_8_is_utf_8(language: str, wrong: str | None) -> None:
    text = page(language, meta(wrong) if wrong else "")
    assert decode(text.encode(), wrong).text == text


def test_how_utf_8_was_known() -> None:
    text = page("fr")
    assert decode(text.encode(), "UTF8") == Decoded(text, "utf-8")
    assert decode(text.encode()) == Decoded(text, "utf-8")
    declared = page("fr", '<meta charset="utf-8">')
    assert decode(declared.encode()) == Decoded(declared, "utf-8")


def test_byte_order_mark_beats_the_header() -> None:
    text = page("ja")
    assert decode(b"\xef\xbb\xbf" + text.encode(), "shift_jis") == Decoded(text, "utf-8")
    assert decode(b"\xff\xfe" + text.encode("utf-16-le"), "utf-8") == Decoded(text, "utf-16-le")
    assert decode(b"\xfe\xff" + text.encode("utf-16-be"), "utf-8") == Decoded(text, "utf-16-be")


def test_byte_order_mark_is_believed_though_bytes_are_broken() -> None:
    assert decode(b"\xef\xbb\xbf<p>caf\xe9</p>", "windows-1252") == Decoded("<p>caf\ufffd</p>", "utf-8")


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("language", ["ja", "fr"])
def test_utf_16_shows_by_its_nuls(language: str, codec: str) -> None:
    text = page(language)
    assert decode(text.encode(codec)) == Decoded(text, codec)
    assert decode(text.encode(codec), "utf-16") == Decoded(text, codec)


def test_utf_16_in_a_meta_means_utf_8() -> None:
    text = page("ja", '<meta charset="utf-16">')
    assert decode(text.encode()) == Decoded(text, "utf-8")


def test_xml_declaration_is_read_after_the_meta() -> None:
    text = '<?xml version="1.0" encoding="EUC-JP"?>\n' + page("ja")
    assert decode(text.encode("euc_jp")) == Decoded(text, "euc_jp")
    both = '<?xml version="1.0" encoding="iso-8859-1"?>\n' + page("ja", meta("EUC-JP"))
    assert decode(both.encode("euc_jp")).text == both


def test_declaration_far_down_is_not_looked_for() -> None:
    declared = meta("iso-8859-2") + "<p>x</p>"
    assert decode(declared.encode()).encoding == "iso8859-2"
    assert decode(f"<!-- {'x' * 10_000} -->{declared}".encode()).encoding == "utf-8"


@pytest.mark.parametrize(
    ("body", "label", "text"),
    [
        (b"\x87\x40\x87\x8a \xfb\xfc \x81\x60 \xb6\xc5", "Shift_JIS", "①㈱ 髙 ～ ｶﾅ"),
        (b"\xad\xa1\xad\xea \xfc\xe2 \xa1\xc1 \x8e\xb6\x8e\xc5", "EUC-JP", "①㈱ 髙 ～ ｶﾅ"),
        (b"\x1b$B-!-j|b!A\x1b(I6E\x1b(B", "ISO-2022-JP", "①㈱髙～ｶﾅ"),
        (b"\x80 \xd6\xd0\xce\xc4", "gb2312", "€ 中文"),
        (b"\xa4\xa4\xa4\xe5 \xa3\xe1 \xa1\x45", "Big5", "中文 € ‧"),
        (b"\x8c\x63\xb9\xe6 \xb0\xa1", "EUC-KR", "똠방 가"),
    ],
)
def test_characters_that_browsers_read_and_python_does_not(body: bytes, label: str, text: str) -> None:
    assert decode(body, label).text == text


def test_half_width_kana_in_undeclared_pages() -> None:
    text = page("ja").replace("喫茶店", "ｷｯｻﾃﾝ").replace("ジャム", "ｼﾞｬﾑ")
    for codec in ("cp932", "euc_jp"):
        assert decode(text.encode(codec)) == Decoded(text, codec)


def test_undeclared_iso_2022_jp() -> None:
    text = page("ja")
    assert decode(text.encode("iso2022_jp")) == Decoded(text, "iso2022_jp_ext")


def test_ascii_page_is_what_it_is_declared_to_be() -> None:
    body = b"<p>caf&#233; &#26085;&#26412;</p>"
    assert decode(body) == Decoded(body.decode(), "utf-8")
    assert decode(body, "us-ascii") == Decoded(body.decode(), "cp1252")
    assert decode(body, "utf-16") == Decoded(body.decode(), "utf-8")


def test_bytes_80_to_9f_are_windows_punctuation() -> None:
    assert decode(b"It\x92s \x93here\x94 \x96 50 \x80", "iso-8859-1").text == "It’s “here” – 50 €"
    assert decode(b"\x84Cze\x9c\xe6\x94", "iso-8859-2").text == "„Cześć”"


def test_bytes_that_cp1252_leaves_open_do_not_fail() -> None:
    body = "é à ü ö ".encode("cp1252") * 20
    assert decode(body + b"\x81", "windows-1252").text == "é à ü ö " * 20 + "\ufffd"


@pytest.mark.parametrize(
    ("language", "label", "codec"), [("ja", "EUC-JP", "euc_jp"), ("zh", "gbk", "gb18030"), ("ko", "euc-kr", "cp949")]
)
@pytest.mark.parametrize("declared", [True, False])
def test_strings_cut_by_bytes_do_not_cost_the_page(language: str, label: str, codec: str, *, declared: bool) -> None:
    whole = TEXTS[language].encode(codec)
    cut = TEXTS[language][:6].encode(codec)[:-1]
    body = b"<p>" + b"</p>\n<p>".join([whole, cut, whole, whole, cut, whole]) + b"</p>"
    decoded = decode(body, label if declared else None)
    assert decoded.encoding == codec
    assert decoded.text.count(TEXTS[language]) == 4


def test_cut_tail_becomes_one_replacement() -> None:
    body = page("ja").encode()
    body = body[: body.index("窓".encode()) + 2]
    assert decode(body) == Decoded(body[:-2].decode() + "\ufffd", "utf-8")


def test_stray_bytes_leave_utf_8_what_it_is() -> None:
    body = page("fr").encode().replace("é".encode(), b"\xe9", 1)
    decoded = decode(body, "iso-8859-1")
    assert decoded.encoding == "utf-8"
    assert decoded.text.count("\ufffd") == 1
    assert "retraité" in decoded.text


@pytest.mark.parametrize(
    "body",
    [
        "ä and あ".encode(),
        b"plain",
        "\ufeffmarked".encode(),
        b"a\0b",
        "ä".encode("cp1252"),
        "あ".encode() + "い".encode()[:2],
        "ends with \ufffd".encode(),
        b"",
    ],
    ids=["UTF-8", "ASCII", "byte order mark", "NUL", "cp1252", "cut", "replacement", "empty"],
)
def test_the_text_in_utf_8(body: bytes) -> None:
    decoded = decode(body)
    assert decoded.utf_8() == decoded.text.encode()


# Bytes to text, whatever the bytes: nothing raises, the text is clean, the time bounded, the detector idle.

PAGE = "<html><body><p>夕方になると、港の市場には近くの島から届いたばかりの魚が並びます。</p></body></html>"


def test_nuls_and_surrogates_are_not_in_the_text() -> None:
    body = "<p>日本語の本文\0</p>".encode() + b"\xed\xa0\x80"
    assert decode(body, "utf-8").text == "<p>日本語の本文</p>\ufffd\ufffd\ufffd"
    assert decode(b"\xff\xfea\0\0\xd8b\0").text == "a\ufffdb"


@pytest.mark.parametrize(
    "label",
    [
        "zlib",
        "idna",
        "unicode_escape",
        "utf-7",
        "undefined",
        "",
        " ",
        "\0",
        "é",
        "../../x",
        "x" * 10_000,
        '"utf-8',
        "\ud800",
    ],
)
def test_hostile_label_is_no_label(label: str) -> None:
    text = PAGE
    assert decode(text.encode(), label).text == text
    assert decode(text.encode("cp932"), label).text == text


@pytest.mark.parametrize("body", [b"", b"\0\0\0", b"\xff\xfe", b"\xef\xbb\xbf"])
def test_nothing_is_empty_text(body: bytes) -> None:
    assert decode(body).text == ""


def test_detector_is_imported_only_when_needed() -> None:
    code = (
        "import sys; from scrapy_maincontent.page.encoding import decode;"
        "decode('日本語'.encode()); decode('日本語のページ'.encode('cp932'), 'sjis'); decode(b'caf\\xe9', 'latin1');"
        "sys.exit('chardet' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


LABELS = st.one_of(st.none(), st.text(max_size=50), st.sampled_from(sorted(WEB_CODECS)))
BODIES = st.one_of(
    st.binary(max_size=300),
    st.lists(
        st.sampled_from(
            [b"\x1b$B", b"\x1b(I", b"~{", b"\xff\xfe", b"<meta charset=", b"euc-jp>", b"\xa4\xa2", b"\0", b"a"]
        )
    ).map(b"".join),
    st.text(max_size=100).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.text(max_size=100).map(lambda text: text.encode("utf-16-le", "surrogatepass")),
)


@given(body=BODIES, label=LABELS)
def test_any_bytes_and_any_label_give_clean_text(body: bytes, label: str | None) -> None:
    decoded = decode(body, label)
    decoded.text.encode()  # fails on a lone surrogate
    assert "\0" not in decoded.text
    assert decoded.encoding in WEB_CODECS
    assert decode(body, label) == decoded


@pytest.mark.slow
@pytest.mark.parametrize("label", [None, "shift_jis", "iso-2022-jp"])
@pytest.mark.parametrize(
    "unit",
    [
        b"\xff",
        b"\0",
        b"\x80",
        b"\xad\xa1",
        b"\xa4\xa2",
        b"\x1b$B-!",
        b"<a>\xe9</a>",
        b"a\0",
        b"\xed\xa0\x80",
        b"<!--",
        b"<meta ",
    ],
)
def test_20_megabytes_are_decoded(unit: bytes, label: str | None) -> None:
    decoded = decode(unit * (20_000_000 // len(unit)), label)
    assert decoded.encoding in WEB_CODECS
    assert "\0" not in decoded.text


@given(text=st.text(st.characters(), max_size=100))
def test_clean_drops_nuls_and_replaces_lone_surrogates(text: str) -> None:
    cleaned = clean(text)
    cleaned.encode()
    assert "\0" not in cleaned
    assert clean(cleaned) == cleaned


def test_clean_keeps_the_rest() -> None:
    assert clean("a\0b\ud800c\ud83d\ude00 日本") == "ab\ufffdc😀 日本"


# Encodings of text that declares none.

GERMAN = (
    "Über die alte Brücke führt ein schmaler Weg zur Mühle. "
    "Größere Gruppen müssen sich anmelden; für Schüler gilt freier Eintritt."
)
HUNGARIAN = (
    "A kis könyvesbolt minden reggel kilenckor nyit. A tulajdonos, egy nyugdíjas tanár, "
    "örül a látogatóknak és teát főz nekik; őszi estéken verset is olvasnak."
)
UKRAINIAN = (
    "Маленька книгарня наприкінці вулиці відчиняється щоранку о дев'ятій. "
    "Її господар, колишній вчитель, поставив старі книжки біля вікна."
)
RUSSIAN = "Вечером на рынке у гавани продают рыбу, которую рыбаки только что привезли с соседних островов."


@pytest.mark.parametrize(
    ("text", "codec"),
    [(GERMAN, "cp1252"), (HUNGARIAN, "iso8859-2"), (HUNGARIAN, "cp1250"), (UKRAINIAN, "koi8-u"), (RUSSIAN, "koi8-r")],
)
def test_guess_reads_the_text_right(text: str, codec: str) -> None:
    found = guess(text.encode(codec))
    assert found
    assert text.encode(codec).decode(found) == text


@pytest.mark.parametrize(
    ("text", "codec", "other"),
    [
        (HUNGARIAN, "iso8859-2", "cp1252"),
        (GERMAN, "cp1252", "iso8859-2"),
        (RUSSIAN, "koi8-r", "cp1251"),
        (RUSSIAN, "cp1251", "koi8-r"),
        ("朝の港に船が戻り、魚市場がにぎわう。", "euc_jp", "gb18030"),
        ("골목 끝의 책방은 아침 아홉 시에 문을 연다.", "cp949", "gb18030"),
    ],
)
def test_choose_takes_the_right_one_of_two(text: str, codec: str, other: str) -> None:
    assert choose(text.encode(codec), [codec, other]) == codec
    assert choose(text.encode(codec), [other, codec]) == codec


def test_sample_has_the_text_without_markup() -> None:
    body = '<p class="intro">Ein schöner Tag</p>\n<p>no umlaut here</p><b>für</b>'.encode("cp1252")
    assert sample(body) == "Ein schöner Tag\nfür".encode("cp1252")


@pytest.mark.parametrize("stretch", ["これは長い文章です。 ", "<p>これは長い文章です。</p>"])
def test_sample_is_bounded_and_cuts_no_character(stretch: str) -> None:
    piece = sample((stretch * 20_000).encode("cp932"))
    assert SAMPLE_BYTES / 2 < len(piece) <= SAMPLE_BYTES
    piece.decode("cp932")


@pytest.mark.parametrize(("count", "codec"), [(1, "gb18030"), (3, "gb18030"), (4, "utf-8")])
def test_up_to_three_characters_may_be_utf_8_by_chance(count: int, codec: str) -> None:
    body = "模".encode("gb18030") * count
    assert body.decode() == "ģ" * count
    decoded = decode(b"<p>" + body + b"</p>", "gb2312")
    assert (decoded.encoding, decoded.text) == (codec, f"<p>{body.decode(codec)}</p>")


@pytest.mark.parametrize(("whole", "broken", "is_kept"), [(3, 1, True), (8, 3, False)])
def test_a_declaration_is_kept_where_a_quarter_of_the_characters_is_broken(
    whole: int, broken: int, is_kept: bool
) -> None:
    text = [letter for letter in TEXTS["ja"] if not letter.isascii()][:48]
    runs = [text[start : start + whole] for start in range(0, len(text), whole)]
    body = b"".join("".join(run).encode("cp932") + b"\xff " * broken for run in runs)
    decoded = decode(b"<p>" + body + b"</p>", "Shift_JIS")
    assert decoded.encoding == ("cp932" if is_kept else "cp1252")


# Both sides of each bound.


@pytest.mark.parametrize(("high", "is_long"), [(12, True), (11, False)])
def test_runs_are_counted_from_twelve_bytes_on(high: int, is_long: bool) -> None:
    assert has_long_runs(b"\xe4" * high) == is_long
    assert has_long_runs(b"\xe4" * high + b"\xa0" * 5) == is_long


@pytest.mark.parametrize(("alone", "is_long"), [(14, True), (15, False)])
def test_three_tenths_of_the_bytes_stand_in_runs_of_four(alone: int, is_long: bool) -> None:
    assert has_long_runs(b"\xe4\xf6\xfc\xdf\xe4\xf6 " + b"\xe4 " * alone) == is_long
    assert not has_long_runs(b"\xe4\xf6\xfc " * 20)
    assert has_long_runs(b"\xe4\xf6\xfc\xdf " * 20)
    assert not has_long_runs(b"\xe4\xf6\xa0\xdf " * 20)


@pytest.mark.parametrize(("nuls", "codec"), [(21, "utf-16-le"), (20, None)])
def test_a_fifth_of_the_pairs_of_utf_16_markup_have_a_nul(nuls: int, codec: str | None) -> None:
    assert utf_16(b"a\0" * nuls + b"ab" * (100 - nuls)) == codec
    assert utf_16(b"\0a" * nuls + b"ab" * (100 - nuls)) == (codec and "utf-16-be")


@pytest.mark.parametrize(("stray", "codec"), [(10, "utf-16-le"), (11, None)])
def test_next_to_no_nul_stands_on_the_other_side(stray: int, codec: str | None) -> None:
    assert utf_16(b"a\0" * 100 + b"\0a" * stray + b"ab" * 100) == codec


@pytest.mark.parametrize(("before", "codec"), [(1638, "utf-16-le"), (1639, None)])
def test_nuls_are_looked_for_in_4096_bytes(before: int, codec: str | None) -> None:
    assert utf_16(b"ab" * before + b"a\0" * 5000) == codec
    assert utf_16(b"a\0a\0a") == "utf-16-le"


@pytest.mark.parametrize(
    ("text", "codec", "body", "share"),
    [
        ("ä\ufffdöü", "cp1252", b"", 0.25),
        ("äöü\ufffd", "cp1252", b"", 0.0),
        ("\ufffd", "cp1252", b"", 1.0),
        ("ä\ufffdöü", "utf-8", "\ufffd".encode(), 0.0),
        ("ä\ufffdöü", "cp1252", "\ufffd".encode(), 0.25),
        ("日\ue000\uf8ff本", "cp932", b"", 0.5),
        ("日\ue000\uf8ff本", "cp1252", b"", 0.0),
        ("plain", "cp1252", b"", 0.0),
    ],
)
def test_share_of_characters_that_are_not_understood(text: str, codec: str, body: bytes, share: float) -> None:
    assert bad_share(text, codec, body) == share


@pytest.mark.parametrize(
    ("text", "codec", "is_held"),
    [
        ("\ufffd" * 3 + "ä" * 97, "cp1252", True),
        ("\ufffd" * 4 + "ä" * 96, "cp1252", False),
        ("\ufffd" * 40 + "ä" * 60, "utf-8", True),
        ("\ufffd" * 41 + "ä" * 59, "utf-8", False),
        ("ｱ" * 70 + "日" * 30, "cp932", True),
        ("ｱ" * 71 + "日" * 29, "cp932", False),
        ("ｱ" * 71 + "日" * 29, "euc_jp", True),
    ],
)
def test_what_may_be_what_the_author_wrote(text: str, codec: str, is_held: bool) -> None:
    assert holds(text, codec, b"") == is_held


@pytest.mark.parametrize(("kana", "codec"), [(30, "cp932"), (29, None)])
def test_three_hundredths_of_a_japanese_text_are_kana(kana: int, codec: str | None) -> None:
    text = ("日本語文" * 250)[: 1000 - kana] + "の" * kana
    assert japanese(text.encode("cp932")) == codec
    assert japanese(text.encode("euc_jp")) == (codec and "euc_jp")
    assert japanese(b"plain") is None


@pytest.mark.parametrize(("before", "kept"), [(39, 39), (40, 40), (41, 40)])
def test_40_characters_before_a_stretch_are_in_the_sample(before: int, kept: int) -> None:
    assert sample(b"x" * before + b"\xe4 y<b>z") == b"x" * kept + b"\xe4 y"


def test_a_sample_has_no_character_twice() -> None:
    assert sample(b"a\xe4b<i>c\xf6") == b"a\xe4b\nc\xf6"
    assert sample(b"<p>\xe4</p>" * 3) == b"\xe4\n\xe4\n\xe4"


@pytest.mark.parametrize("stop", [b"\n", b" ", b'"', b"&"])
def test_a_sample_has_65_536_bytes(stop: bytes) -> None:
    assert len(sample(b"\xe4" * 65_536)) == 65_536
    assert len(sample(b"\xe4" * 65_537)) == 65_536
    first = b"<p>" + b"\xe4" * 60_000 + b"</p>"
    assert len(sample(first + b"\xe4" * 5_000 + stop + b"\xe4" * 1_000)) == 65_001
    whole = b"<p>" + b"\xe4" * 65_530 + b"</p>"
    assert len(sample(whole + b"<p>\xe4</p>")) == 65_532
    assert len(sample(whole * 2)) == 65_530


@pytest.mark.parametrize(
    ("body", "declared", "is_ascii", "codec"),
    [
        (b"x", "latin1", True, "cp1252"),
        (b"\xc3\xa4", "latin1", False, "utf-8"),
        (b"x", "shift_jis", True, "cp932"),
        (b"x", "shift_jis", False, None),
        (b"\xc3\xa4", "utf-8", False, "utf-8"),
        (b"x", "utf-16", True, "utf-8"),
        (b"<meta charset=euc-jp>", None, False, None),
        (b"<meta charset=euc-jp>", "utf-8", False, "utf-8"),
        (b"x", None, True, "utf-8"),
    ],
)
def test_the_codec_of_what_is_known_to_be_utf_8(
    body: bytes, declared: str | None, is_ascii: bool, codec: str | None
) -> None:
    assert codec_of(body, declared, is_ascii=is_ascii) == codec
    assert codec is None or decode(body, declared).encoding == codec


def test_hz_is_read_where_it_is_declared() -> None:
    body = b"<p>~{<:Ky2;V*~} x</p>"
    assert decode(body, "hz-gb-2312").text != body.decode()
    assert decode(body, "hz-gb-2312").encoding == "hz"
    assert decode(body).text == body.decode()
    assert decode(b"<p>plain</p>", "hz-gb-2312") == Decoded("<p>plain</p>", "utf-8")


def test_a_cut_character_alone_is_not_utf_8() -> None:
    assert decode("cafä".encode() + b"\xc3").encoding == "utf-8"
    assert decode(b"caf\xc3").encoding != "utf-8"


def test_where_none_is_detected_the_first_declared_one_counts() -> None:
    assert choose(b"\xe4", ["iso8859-2", "cp1252"]) == "iso8859-2"
    kana = "これはのどかなはなし".encode("cp932")
    assert choose(kana, ["gb18030", "cp932"]) == "cp932"
