from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from itertools import count

import numpy as np
import pytest
from package_root import ROOT

from scrapy_maincontent.extraction import extract, read_page
from scrapy_maincontent.lab.corpus.annotated import AnnotatedPage
from scrapy_maincontent.lab.training import crf
from scrapy_maincontent.lab.training.crf import (
    ABOVE,
    ARTICLES_ELSEWHERE,
    GRANDPARENT,
    OWN,
    PARENT,
    TEXT,
    block_tokens,
    crf_rows,
    expert_weights,
    fit_crf,
    weighed,
    write_crf,
)
from scrapy_maincontent.methods.crf import ANY, ARTICLE, IS_ARTICLE, OTHER, load
from scrapy_maincontent.methods.crf_features import TOKEN_LEVELS

pytest.importorskip("sklearn", reason="training needs the extra train")
pytest.importorskip("lightgbm", reason="training needs the extra train")

SUBJECTS = (
    "mill", "ferry", "kiln", "smithy", "dairy", "chapel", "quarry", "brewery", "lighthouse", "bakery", "orchard", "forge",
)  # fmt: skip
STORY = (
    "The {subject} stood idle for forty years before the village bought it and cleared the yard. "
    "Its keeper says that the work took three summers, and more paint than anybody had counted."
)
MENU = ("Home", "News", "About us", "Imprint")
PAGE = """<html><head><title>The {subject}</title></head><body>
<ul class="menu"><li><a href="/">Home</a></li><li><a href="/news">News</a></li><li><a href="/about">About us</a></li></ul>
<div class="{name}"><h1>The {subject}</h1><p>{story} First.</p><p>{story} Second.</p><p>{story} Third.</p></div>
<div class="footer"><a href="/imprint">Imprint</a></div></body></html>"""


def markup(subject, name="story"):
    return PAGE.format(subject=subject, name=name, story=STORY.format(subject=subject))


@pytest.fixture
def read(tmp_path):
    """Read markup and its main content as a page of a domain."""
    numbers = count()

    def rows(html, text, domain):
        path = tmp_path / f"{next(numbers)}.html"
        path.write_text(html, "utf-8")
        return crf_rows(AnnotatedPage(domain, f"https://{domain}/", path, "utf-8", "article", domain, "", text))

    return rows


@pytest.fixture
def pages(read):
    """A page each of a dozen sites."""
    found = []
    for number, subject in enumerate(SUBJECTS):
        story = STORY.format(subject=subject)
        text = f"The {subject}\n{story} First.\n{story} Second.\n{story} Third."
        found.append(read(markup(subject, ("story", "entry-content")[number % 2]), text, f"{subject}.example"))
    return found


def written(model, path):
    write_crf(model, path)
    return path.read_bytes()


def test_a_dozen_pages_make_a_model_that_extracts_them(pages, tmp_path):
    path = tmp_path / "learnt.npz"
    written(fit_crf([*pages, None], "learnt"), path)
    assert load(path).name == "learnt"
    for subject in (*SUBJECTS, "tannery"):
        result = extract(markup(subject), f"https://{subject}.example/", method="crf", model=str(path))
        assert result.model == "learnt"
        assert all(f"{STORY.format(subject=subject)} {end}." in result.text for end in ("First", "Second", "Third"))
        assert not any(text in result.text for text in MENU)


def test_two_trainings_give_the_same_bytes(pages, tmp_path):
    first = written(fit_crf(pages, "same", 3), tmp_path / "a.npz")
    assert written(fit_crf(pages, "same", 3), tmp_path / "b.npz") == first
    assert written(fit_crf(pages, "same", 4), tmp_path / "c.npz") != first


@pytest.mark.slow
def test_trainings_in_two_processes_give_the_same_bytes(tmp_path):
    """Sets of tokens come in another order in each process."""
    corpus = tmp_path / "corpus"
    for subject in SUBJECTS[:4]:
        site = corpus / f"{subject}.example"
        site.mkdir(parents=True)
        (site / "page.html").write_text(markup(subject), "utf-8")
        story = STORY.format(subject=subject)
        (site / "page.txt").write_text(f"The {subject}\n{story} First.\n{story} Second.\n{story} Third.", "utf-8")
    models = []
    for seed in ("1", "2"):
        model = tmp_path / seed / "mine.npz"
        model.parent.mkdir()
        subprocess.run(
            [sys.executable, "-m", "scrapy_maincontent", "train", str(corpus), "-o", str(model), "--folds", "2"],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
        )
        models.append(model.read_bytes())
    assert models[0] == models[1]


def test_what_was_chosen_stands_in_the_model(pages, tmp_path):
    path = tmp_path / "mine.npz"
    written(fit_crf(pages[:3], "mine", chain_share=0.75, betas={ARTICLE: 2.0, OTHER: 3.0}), path)
    model = load(path)
    assert (model.expert(1.0).parts.chain_share, model.expert(1.0).beta, model.expert(0.0).beta) == (0.75, 2.0, 3.0)
    assert model.expert(1.0).parts is model.expert(0.0).parts  # pages too few to tell articles from others


def trained(model):
    return {name.removesuffix("_leaves") for name in model["arrays"] if name.endswith("_leaves")}


def test_articles_and_other_pages_have_experts_where_there_are_enough_of_both(pages, monkeypatch, tmp_path):
    few = [replace(rows, is_article=number % 2 == 0) for number, rows in enumerate(pages)]
    assert trained(fit_crf(few, "few")) == {ANY}
    monkeypatch.setattr(crf, "FEWEST_PAGES", 5)
    model = fit_crf(few, "many")
    assert trained(model) == {ARTICLE, OTHER}
    path = tmp_path / "mine.npz"
    written(model, path)
    loaded = load(path)
    assert loaded.expert(IS_ARTICLE) is loaded.expert(1.0) is not loaded.expert(0.0)
    assert trained(fit_crf([replace(rows, is_article=True) for rows in pages], "news")) == {ANY}


def test_articles_weigh_less_for_the_expert_of_other_pages(pages, monkeypatch):
    monkeypatch.setattr(crf, "FEWEST_PAGES", 1)
    weights = expert_weights([replace(rows, is_article=number < 2) for number, rows in enumerate(pages)])
    assert weights[ARTICLE] == [1.0] * 2 + [0.0] * 10
    assert weights[OTHER] == [ARTICLES_ELSEWHERE] * 2 + [1.0] * 10


@pytest.mark.parametrize(
    ("html", "missing"),
    [
        ("<body><p>{story}</p><div class='other'>{other}</div></body>", "text"),
        ("<body>{story}<hr>{other}</body>", "text"),
    ],
    ids=["long texts alone", "bare text"],
)
def test_pages_without_tokens_of_a_level_make_a_model(read, tmp_path, html, missing):
    other = (
        "These words belong to no story at all, and they go on for as long as a line of a newspaper does, or longer."
    )
    stories = {subject: STORY.format(subject=subject) for subject in SUBJECTS[:4]}
    rows = [
        read(html.format(story=story, other=f"{subject} {other * 2}"), story, f"{subject}.example")
        for subject, story in stories.items()
    ]
    path = tmp_path / "mine.npz"
    model = fit_crf(rows, "mine")
    assert set(model["lexicon"]) == set(TOKEN_LEVELS)
    assert model["lexicon"][missing][0] == []
    written(model, path)
    assert load(path).name == "mine"


def test_a_line_break_in_an_attribute_is_no_harm(read, tmp_path):
    html = (
        "<body><div role='main\npart' itemprop='a\n\nb'><p>{story}</p></div><ul><li>Home</li><li>News</li></ul></body>"
    )
    stories = {subject: STORY.format(subject=subject) for subject in SUBJECTS[:4]}
    rows = [read(html.format(story=story), story, f"{subject}.example") for subject, story in stories.items()]
    path = tmp_path / "mine.npz"
    written(fit_crf(rows, "mine"), path)
    assert load(path).name == "mine"


def test_pages_of_one_site_are_parted_by_page(pages, tmp_path):
    own = [replace(rows, domain="mill.example") for rows in pages[:4]]
    path = tmp_path / "own.npz"
    written(fit_crf(own, "own"), path)
    result = extract(markup("mill"), "https://mill.example/", method="crf", model=str(path))
    assert "First." in result.text


def test_the_weight_of_a_page_counts(pages):
    plain, heavy = fit_crf(pages, "mine"), fit_crf([weighed(pages[0], 20.0), *pages[1:]], "mine")
    assert not np.array_equal(plain["arrays"]["any_leaves"], heavy["arrays"]["any_leaves"])


@pytest.mark.parametrize("few", [[], [None], ["one"]], ids=["none", "no text", "one"])
def test_too_few_pages(pages, few):
    with pytest.raises(ValueError, match="two pages with text"):
        fit_crf([pages[0] if page else None for page in few], "mine")


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_pages_of_one_kind_of_text_teach_nothing(pages, share):
    same = [replace(rows, targets=np.full_like(rows.targets, share)) for rows in pages]
    with pytest.raises(ValueError, match="no main content, or nothing else"):
        fit_crf(same, "mine")


SENTENCE = "Engines were replaced during nine weeks ashore."
SMALL_PAGE = f'<body><ul class="menu"><li><a href="/">Home</a></li><li>News</li></ul><div id="story"><p>{SENTENCE}</p></div></body>'


@pytest.fixture
def rows(tmp_path):
    path = tmp_path / "page.html"
    path.write_text(SMALL_PAGE)
    return crf_rows(AnnotatedPage("1", "https://ferry.example/", path, None, "article", "ferry.example", "", SENTENCE))


def test_a_page_is_its_blocks_with_their_share_of_the_reference(rows):
    assert rows.domain == "ferry.example"
    assert rows.targets.tolist() == [0, 0, 1]
    assert len(rows.weights) == len(rows.page_features.measures.words) == 3
    assert rows.weights[2] > rows.weights[0] > 0


def test_tokens_are_kept_once_and_named_by_number(rows):
    page = read_page(SMALL_PAGE.encode())
    assert len(rows.tokens) == len(set(rows.tokens))
    spelled = [
        [rows.tokens[number] for number in rows.token_ids[start:stop]]
        for start, stop in zip(rows.token_starts[:-1], rows.token_starts[1:], strict=True)
    ]
    assert spelled == list(block_tokens(page))


def test_the_tokens_of_a_block_by_level():
    home, news, story = (set(block) for block in block_tokens(read_page(SMALL_PAGE.encode())))
    assert {(ABOVE, "w:menu"), (OWN, "t:li"), (PARENT, "w:menu"), (TEXT, "home")} <= home
    assert {(ABOVE, "iw:story"), (OWN, "t:p"), (PARENT, "iw:story"), (GRANDPARENT, "t:body")} <= story
    assert not any(token == (ABOVE, "w:menu") for token in story)
    assert home ^ news == {(TEXT, "home"), (TEXT, "news")}


@pytest.mark.parametrize(("weight", "times"), [(0.3, 1), (1.0, 1), (2.6, 3)])
def test_a_weight_counts_in_full_or_in_whole_pages(rows, weight, times):
    heavy = weighed(rows, weight)
    assert np.allclose(heavy.weights, rows.weights * weight)
    assert heavy.times == times
    assert weighed(None, weight) is None
