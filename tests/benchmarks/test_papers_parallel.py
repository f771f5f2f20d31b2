"""The parallel corpus of Shinnou and Sasaki from pages small enough to be counted by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.papers import Corpora
from benchmarks.papers.__main__ import main
from benchmarks.papers.parallel import SITE_TRAINED, extracted, find, sentences, tables
from scrapy_maincontent.lab.corpus.annotated import CorpusError
from scrapy_maincontent.progress import silent

TRANSLATIONS = Path(__file__).parents[2] / "example_project" / "translations"
STORIES = {
    "ja": "水車小屋は四十年のあいだ止まっていたが、村が買い取って池{n}をさらった。粉は春から{n}度ひかれている。",
    "en": "The mill stood idle for forty years before the village bought it and cleared pond {n}. It grinds in May. ",
}
MARKED = "honbun"


def write(folder, lang, name, *, links="", title="", marked=MARKED, number=0):
    file = folder / lang / name
    file.parent.mkdir(parents=True, exist_ok=True)
    story = STORIES[lang].format(n=number)
    menu = "".join(f"<li><a href=/{lang}/{target}>{target}</a>" for target in ("news", "boats", "weather"))
    text = f"<h1>{title or f'Mill {number} {lang}'}</h1><p>{story * 3}</p><p>{story * 2}</p>"
    page = f"<html lang={lang}><title>x</title>{links}<ul>{menu}</ul><div class={marked}>{text}</div><p>Mills and ponds</p>"
    file.write_text(page, "utf-8")


def alternate(address, language="en"):
    return f"<link rel=alternate hreflang={language} href={address}>"


@pytest.fixture
def site(tmp_path):
    """Six translations; of four of them the original lies there, with what a server leaves out of its name."""
    for number, address in enumerate(("0.html", "1", "2/", "3%20%23.html#top")):
        write(tmp_path, "ja", f"{number}.html", links=alternate(f"../en/{address}"), number=number)
    for number, name in enumerate(("0.html", "1.html", "2/index.html", "3 #.html")):
        write(tmp_path, "en", name, links=alternate(f"/ja/{number}.html", "ja"), number=number)
    write(tmp_path, "ja", "missing.html", links=alternate("/en/nothing.html"))
    write(tmp_path, "ja", "foreign.html", links=alternate("/ja/0.html"))
    write(tmp_path, "ja", "alone.html")
    return tmp_path


def test_pages_are_paired_by_their_links(site):
    found = find(site, silent)
    assert [(here.id, there.id) for here, there in found.found] == [
        ("ja/0.html", "en/0.html"),
        ("ja/1.html", "en/1.html"),
        ("ja/2.html", "en/2/index.html"),
        ("ja/3.html", "en/3 #.html"),
    ]
    assert (found.translated, found.by_words, found.linked, found.missing, found.foreign) == (7, 0, 6, 1, 1)


def test_links_in_words_are_counted():
    found = find(TRANSLATIONS, silent)
    assert (found.translated, found.by_words, found.linked, len(found.found)) == (6, 4, 4, 4)


def test_other_languages_may_be_paired(site):
    assert len(find(site, silent, "en", "ja").found) == 4
    with pytest.raises(CorpusError, match="<html lang> is fr"):
        find(site, silent, "fr")


def test_the_truth_is_what_the_site_marks(site):
    (page, original), *_ = find(site, silent).found
    assert page.main_content.startswith("水車小屋")
    assert (page.title, original.title) == ("Mill 0 ja", "Mill 0 en")
    assert "Mills and ponds" not in page.main_content
    assert "boats" not in original.main_content


def test_the_default_method_stands_in_where_nothing_is_marked(tmp_path):
    write(tmp_path, "ja", "0.html", links=alternate("/en/0.html"), marked="entry")
    write(tmp_path, "en", "0.html", marked="entry")
    ((page, _),) = find(tmp_path, silent).found
    assert page.marks is None
    assert "水車小屋" in page.main_content
    assert "boats" not in page.main_content


def test_a_page_is_read_by_a_model_of_other_pages(site):
    pages = [page for page, _ in find(site, silent).found]
    found = extracted(pages, silent)
    assert {result.words.f1 for result in found.results[SITE_TRAINED]} == {1.0}
    assert all(result.title for result in found.results[SITE_TRAINED])


def test_a_line_of_most_pages_is_never_the_title(site):
    """Above the text of every page stands the site's name, as a heading."""
    for file in site.rglob("*.html"):
        file.write_text(file.read_text("utf-8").replace("<div class", "<h1>The mill gazette</h1><div class"), "utf-8")
    pages = [page for page, _ in find(site, silent).found]
    results = extracted(pages, silent).results[SITE_TRAINED]
    assert "The mill gazette" not in {result.prediction.title for result in results}
    assert not any("The mill gazette" in result.prediction.text for result in results)


def test_sentences_end_as_such():
    assert sentences("Heading\nOne. Two is 2.5 long! three\n- Four?") == ["One.", "Two is 2.5 long!", "- Four?"]
    assert sentences("見出し\n一つ目。「二つ。三つ。」と。終わり") == ["一つ目。", "「二つ。", "三つ。」と。"]


def test_the_tables_and_the_pairs(site, capsys):
    file = site / "pairs.jsonl"
    assert main(["shinnou", "--parallel", str(site), "--pairs", str(file)]) == 0
    printed = capsys.readouterr().out
    assert "| here | 7 | 6 (0 by words) | 1 | 1 | 4 |" in printed
    assert f"| ja: {SITE_TRAINED} | 1.00 | 1.00 | 1.00 | 1.00 |" in printed
    assert "| ja | 4 | 40 |" in printed
    pairs = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert [pair["translation"]["url"] for pair in pairs] == [f"ja/{number}.html" for number in range(4)]
    first = pairs[0]["original"]
    assert first["headline"] == "Mill 0 en"
    assert first["articleBody"].startswith("The mill stood idle")
    assert set(first) == {"url", "language", "headline", "articleBody"}


def test_a_folder_without_pairs_gives_one_table(tmp_path):
    write(tmp_path, "ja", "alone.html")
    assert list(tables(tmp_path, silent)) == ["pairs"]


def test_the_manual_lies_beside_the_corpora(tmp_path):
    assert Corpora().translations == TRANSLATIONS
    (tmp_path / "wcxb-dev").mkdir()
    (tmp_path / "wcxb-dev" / "pages.json").write_text("[]", "utf-8")
    assert Corpora(tmp_path).translations is None
    (tmp_path / "apache2-doc").mkdir()
    assert Corpora(tmp_path).translations == tmp_path / "apache2-doc"
    assert Corpora(tmp_path / "wcxb-dev").translations is None


@pytest.mark.parametrize(
    ("call", "message"), [(["uda", "--parallel", "."], "for shinnou"), (["shinnou", "--pairs", "x"], "--parallel")]
)
def test_wrong_calls(capsys, call, message):
    with pytest.raises(SystemExit):
        main(call)
    assert message in capsys.readouterr().err


def test_a_folder_without_translations_is_one_line(tmp_path, capsys):
    assert main(["shinnou", "--parallel", str(tmp_path)]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1
