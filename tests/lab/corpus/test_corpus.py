from __future__ import annotations

import gzip
import json

import pytest

from scrapy_maincontent.lab.corpus import (
    character_score,
    corpus_splits,
    digest,
    fold_splits,
    folds,
    read_corpus,
    same_title,
    snippet_share,
    units,
    word_score,
)
from scrapy_maincontent.lab.corpus.annotated import AnnotatedPage, CorpusError, Marks

HTML = "<html><p>Grüße</p></html>"


@pytest.fixture
def truth_corpus(tmp_path):
    folder = tmp_path / "truth"
    (folder / "html").mkdir(parents=True)
    (folder / "ground-truth").mkdir()
    for number in (2, 1):
        (folder / "html" / f"{number}.html.gz").write_bytes(gzip.compress(HTML.encode()))
        truth = {"title": "T", "main_content": "Grüße", "with": ["Gr"], "without": ["x"]}
        annotation = {"url": f"https://a{number}.example/", "ground_truth": truth}
        (folder / "ground-truth" / f"{number}.json").write_text(json.dumps(annotation), "utf-8")
    metadata = {"files": {"1": {"page_type": "article", "domain": "one.example"}}}
    (folder / "metadata.json").write_text(json.dumps(metadata), "utf-8")
    return folder


@pytest.fixture
def list_corpus(tmp_path):
    folder = tmp_path / "list"
    (folder / "pages").mkdir(parents=True)
    (folder / "pages" / "a.html.gz").write_bytes(gzip.compress(HTML.encode("latin-1")))
    (folder / "b.html").write_bytes(HTML.encode())
    pages = [
        {"id": "b", "url": "https://b.example/x", "html": "b.html", "main_content": "Grüße"},
        {"id": "a", "url": "https://a.example/", "encoding": "latin-1", "site": "a", "main_content": "Grüße"},
    ]
    (folder / "pages.json").write_text(json.dumps(pages), "utf-8")
    return folder


def test_a_folder_of_ground_truth(truth_corpus):
    first, second = read_corpus(truth_corpus)
    assert (first.id, first.page_type, first.domain, first.title) == ("1", "article", "one.example", "T")
    assert (first.main_content, first.wanted, first.unwanted) == ("Grüße", ("Gr",), ("x",))
    assert first.html() == HTML.encode()
    assert second.domain == "a2.example"


def test_a_list_of_pages(list_corpus):
    first, second = read_corpus(list_corpus)
    assert (first.id, first.encoding, first.domain) == ("a", "latin-1", "a")
    assert first.html() == HTML.encode("latin-1")
    assert second.html() == HTML.encode()


def test_the_digest_changes_with_a_page(list_corpus):
    before = digest(read_corpus(list_corpus))
    assert before == digest(read_corpus(list_corpus))
    (list_corpus / "b.html").write_bytes(b"<p>other</p>")
    assert digest(read_corpus(list_corpus)) != before


def test_a_domain_stays_in_one_fold(truth_corpus, list_corpus):
    pages = read_corpus(truth_corpus) + read_corpus(list_corpus)
    assert folds([*pages, *pages], 2) == folds(pages, 2) * 2
    assert set(folds(pages, 4)) == set(range(4))


@pytest.mark.parametrize("count", [0, 1, 5])
def test_folds_need_a_domain_each(truth_corpus, list_corpus, count):
    with pytest.raises(CorpusError, match="folds"):
        folds(read_corpus(truth_corpus) + read_corpus(list_corpus), count)


def test_what_is_no_corpus_is_refused(tmp_path):
    with pytest.raises(CorpusError, match=r"neither ground-truth/ nor pages\.json nor pages"):
        read_corpus(tmp_path)
    (tmp_path / "pages.json").write_text("[]", "utf-8")
    with pytest.raises(CorpusError, match="no pages"):
        read_corpus(tmp_path)


def test_a_page_without_main_content_in_a_folder_of_ground_truth(truth_corpus):
    file = truth_corpus / "ground-truth" / "1.json"
    file.write_text(
        '{"url": "", "ground_truth": {"title": "T"}, "_internal": {"page_type": {"primary": "x"}}}', "utf-8"
    )
    (truth_corpus / "metadata.json").unlink()
    page, _ = read_corpus(truth_corpus)
    assert (page.main_content, page.page_type, page.domain) == ("", "x", "")


GOOD = {"id": "b", "url": "https://b.example/x", "html": "b.html", "main_content": "x"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"id": None}, r"pages\.json, page 1 of 1: id is missing"),
        ({"id": ["b"]}, "page 1 of 1: id must be a text"),
        ({"url": None}, "page 'b': url is missing"),
        ({"url": "http://[b"}, "page 'b': url is no address"),
        ({"html": "c.html"}, "page b has no file .*c.html"),
        ({"title": 3}, "page 'b': title must be a text"),
        ({"with": "snippet"}, "page 'b': with must be a list of texts"),
        ({"main_content": ["x"]}, "page 'b': main_content must be a text"),
        ({"main_xpaths": ["/html/body/p"]}, "main_content and main_xpaths stand side by side"),
        ({"main_content": None, "main_xpaths": "/html/body/p"}, "main_xpaths must be a list of texts"),
        (
            {"main_content": None, "main_xpaths": ["/html/body/p[2]"]},
            r"page 'b': main_xpaths '/html/body/p\[2\]' leads",
        ),
        ({"main_content": None, "main_xpaths": ["//p"]}, "page 'b': main_xpaths '//p' is no location path"),
        ({"other_xpaths": ["/html/body/p"]}, "other_xpaths needs main_xpaths"),
    ],
)
def test_a_wrong_field_is_named_with_its_file_and_page(list_corpus, change, message):
    (list_corpus / "pages.json").write_text(json.dumps([GOOD | change]), "utf-8")
    with pytest.raises(CorpusError, match=message):
        read_corpus(list_corpus)


def test_a_page_without_a_truth(list_corpus):
    entry = {name: value for name, value in GOOD.items() if name != "main_content"}
    (list_corpus / "pages.json").write_text(json.dumps([entry]), "utf-8")
    with pytest.raises(CorpusError, match="page 'b': main_content is missing, and main_xpaths too"):
        read_corpus(list_corpus)


def test_two_pages_of_one_id(list_corpus):
    (list_corpus / "pages.json").write_text(json.dumps([GOOD, GOOD]), "utf-8")
    with pytest.raises(CorpusError, match="2 pages have the id 'b'"):
        read_corpus(list_corpus)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'[{"id": ', "no JSON"),
        (b"\xff\xfe[", "can't be read"),
        (b"[" * 100_000, "no JSON"),
        (b"{}", "must be a list"),
        (b"[7]", "must be an object"),
    ],
)
def test_a_damaged_list(list_corpus, content, message):
    (list_corpus / "pages.json").write_bytes(content)
    with pytest.raises(CorpusError, match=rf"pages\.json.*{message}"):
        read_corpus(list_corpus)


@pytest.mark.parametrize("damage", [slice(0, -4), slice(0, 12)], ids=["no end", "head alone"])
def test_a_damaged_archive(list_corpus, damage):
    file = list_corpus / "pages" / "a.html.gz"
    file.write_bytes(file.read_bytes()[damage])
    page, _ = read_corpus(list_corpus)
    with pytest.raises(CorpusError, match=r"a\.html\.gz can't be read"):
        page.html()


def test_a_mark_on_a_page_that_holds_nothing(list_corpus):
    (list_corpus / "b.html").write_bytes(b"")
    entry = GOOD | {"main_content": None, "main_xpaths": ["/html/body/p"]}
    (list_corpus / "pages.json").write_text(json.dumps([entry]), "utf-8")
    with pytest.raises(CorpusError, match=r"b\.html holds no page"):
        read_corpus(list_corpus)


def test_marks_have_another_digest_than_the_same_text(list_corpus):
    before = digest(read_corpus(list_corpus)[1:])
    found = []
    for paths in (["/html/body/p"], ["/html/body"]):
        entry = {name: value for name, value in GOOD.items() if name != "main_content"} | {"main_xpaths": paths}
        (list_corpus / "pages.json").write_text(json.dumps([entry]), "utf-8")
        (page,) = read_corpus(list_corpus)
        assert page.main_content == "Grüße"
        found.append(digest([page]))
    assert len({before, *found}) == 3


# The third layout: pages with their truth beside them.

PAGE = "<html><body><nav>Home</nav><div><p>The mill stood idle.</p><p>Share</p></div></body></html>"


@pytest.fixture
def folder(tmp_path):
    """One page of a site with its text, one with fields, one with both; a note that is no annotation."""
    site = tmp_path / "mill.example" / "news"
    site.mkdir(parents=True)
    (site / "a.html").write_text(PAGE, "utf-8")
    (site / "a.txt").write_text("The mill stood idle.", "utf-8-sig")
    (tmp_path / "b.html.gz").write_bytes(gzip.compress(PAGE.encode()))
    fields = {"url": "https://b.example/1", "main_xpaths": ["/html/body/div"], "other_xpaths": ["/html/body/div/p[2]"]}
    (tmp_path / "b.json").write_text(json.dumps(fields), "utf-8")
    (tmp_path / "c.HTM").write_text(PAGE, "utf-8")
    (tmp_path / "c.txt").write_text("", "utf-8")
    (tmp_path / "c.json").write_text('{"domain": "c", "type": "article", "title": "Mill"}', "utf-8")
    (tmp_path / "README.md").write_text("Pages about a mill.", "utf-8")
    return tmp_path


def test_pages_and_their_truth(folder):
    b, c, a = read_corpus(folder)
    assert (a.id, a.url, a.domain, a.main_content) == (
        "mill.example/news/a",
        "",
        "mill.example",
        "The mill stood idle.",
    )
    assert (b.id, b.domain, b.main_content) == ("b", "b.example", "The mill stood idle.")
    assert b.marks == Marks(("/html/body/div",), ("/html/body/div/p[2]",))
    assert (c.id, c.domain, c.page_type, c.title, c.main_content) == ("c", "c", "article", "Mill", "")
    assert {page.html().decode() for page in (a, b, c)} == {PAGE}


def test_a_page_without_a_truth_beside_it(folder):
    (folder / "b.json").unlink()
    with pytest.raises(CorpusError, match=r"b\.html\.gz has neither \.txt nor \.json"):
        read_corpus(folder)


def test_a_truth_without_its_page(folder):
    (folder / "b.html.gz").unlink()
    with pytest.raises(CorpusError, match=r"b\.json has no page beside it: b\.html"):
        read_corpus(folder)


def test_a_truth_that_is_given_twice(folder):
    (folder / "b.txt").write_text("The mill stood idle.", "utf-8")
    with pytest.raises(CorpusError, match=r"b\.txt and .*b\.json both have"):
        read_corpus(folder)


def test_a_text_that_is_no_utf_8(folder):
    (folder / "c.txt").write_bytes("Grüße".encode("latin-1"))
    with pytest.raises(CorpusError, match=r"c\.txt can't be read"):
        read_corpus(folder)


def test_fields_that_are_no_json(folder):
    (folder / "c.json").write_text("title: Mill", "utf-8")
    with pytest.raises(CorpusError, match=r"c\.json is no JSON"):
        read_corpus(folder)


@pytest.fixture
def page(tmp_path):
    def make(domain):
        return AnnotatedPage("1", "", tmp_path, None, "", domain, "", "")

    return make


def test_a_split_for_each_fold_trains_on_the_others():
    first, second = fold_splits([1, 0, 1])
    assert (first.name, first.scored, first.trained) == ("fold0", (1,), (0, 2))
    assert (second.name, second.scored, second.trained) == ("fold1", (0, 2), (1,))
    assert first.scoring(lambda number: number != 1).scored == ()


def test_a_corpus_is_left_out_with_its_sites_pages_in_others(page):
    corpora = {
        "mills": [page("mill.example"), page("www.weir.example"), page("")],
        "ferries": [page("quay.example"), page("weir.example"), page("")],
        "lists": [page("Mill.example")],
    }
    mills, ferries = corpus_splits(corpora, ["mills", "ferries"])
    assert (mills.name, mills.scored, mills.trained) == ("without-mills", (0, 1, 2), (3, 5))
    assert (ferries.scored, ferries.trained) == ((3, 4, 5), (0, 2, 6))


def test_something_must_be_left(page):
    with pytest.raises(CorpusError, match=r"without mills .* nothing to train on"):
        corpus_splits({"mills": [page("mill.example")], "lists": [page("www.mill.example")]}, ["mills"])


def test_a_site_with_www_and_without_is_in_one_fold(page):
    found = folds([page("www.a.example"), page("b.example"), page("a.example"), page("c.example")], 3)
    assert found[0] == found[2]
    assert len(set(found)) == 3


def test_soft_hyphens_part_no_words():
    assert word_score("The wa\u00adter\u00admill", "the watermill").f1 == 1
    assert character_score("水車小屋", "水\u200b車小屋").f1 == 1


def test_words_are_compared_as_multisets():
    score = word_score("The cat, the cat!", "the cat sat")
    assert (score.precision, score.recall) == (0.5, pytest.approx(2 / 3))
    assert score.f1 == pytest.approx(4 / 7)


@pytest.mark.parametrize(("predicted", "expected", "f1"), [("", "", 1), ("a", "", 0), ("", "a", 0), ("A b", "b a", 1)])
def test_empty_texts(predicted, expected, f1):
    assert word_score(predicted, expected).f1 == f1


def test_white_space_does_not_count_between_characters():
    assert character_score("鎌倉の海は\n静か", "鎌倉の 海は静か").f1 == 1
    assert character_score("鎌倉の海は静か", "東京の空は青い").f1 == 0
    assert character_score("海", "海").f1 == 1


def test_snippets():
    assert snippet_share("One TWO three", ["two", "four"]) == 0.5
    assert snippet_share("x", []) is None


def test_titles_fold_white_space_and_case():
    assert same_title(" The  Mill\n", "the mill")
    assert not same_title(None, "the mill")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The Ferry, at 9:30!", ["the", "ferry", "at", "9", "30"]),
        ("渡し船は9時30分", ["渡", "し", "船", "は", "9", "時", "30", "分"]),
        ("カタカナ ab", ["カ", "タ", "カ", "ナ", "ab"]),
        ("여객선 운항", ["여객선", "운항"]),
        ("เรือ", ["เ", "ร", "อ"]),
        ("...", []),
    ],
)
def test_units_are_words_or_single_characters(text, found):
    assert [unit for unit in units(text) if unit.isalnum()] == found
