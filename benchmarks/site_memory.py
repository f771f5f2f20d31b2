"""What a site's other pages are worth: scores of pages by how many other ones of their host are known.

    python benchmarks/site_memory.py CORPUS [--model FILE] [--method NAME] [--figure FILE]

The hosts with three or more pages are replayed in the order of the pages' ids, and all lines score the same pages by
words, languages without blanks between words by character 4-grams. With "up to 4" each page is extracted with the four
before it known, the last ones before the first, and with as many as there are on smaller hosts: as in the second pass
over a corpus. With "the earlier ones" each page is learnt when it is extracted; a crawl knows the first half of these,
of larger hosts more (`crawl_memory.seen_by`). Intervals are of the gain over none, hosts drawn again. Then come the
same figures by language, and what the memory takes. ``--model`` is one that has not seen the corpus, such as
``benchmarks/gate/without-daniel-dev.npz``; ``--figure`` draws the lines into an SVG file.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from scrapy_maincontent import SiteMemory, extract
from scrapy_maincontent.crawl.memory import SiteVisits
from scrapy_maincontent.extraction import extract_in_crawl, page_memory
from scrapy_maincontent.known_host import host_of
from scrapy_maincontent.lab.corpus import read_corpus
from scrapy_maincontent.lab.evaluation import Prediction, language_of, score
from scrapy_maincontent.methods import DEFAULT_METHOD
from scrapy_maincontent.progress import bar

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scrapy_maincontent.lab.corpus import Score
    from scrapy_maincontent.lab.corpus.annotated import AnnotatedPage

FEWEST_PAGES = 3
"""Pages of the smallest host."""
NONE, CRAWL, EARLIER, ALL = "none", "as in a crawl", "the earlier ones", "all others"
STEPS = {NONE: 0, "up to 1": 1, "up to 2": 2, "up to 4": 4, "up to 8": 8, ALL: 10**9}
"""How many other pages are known."""
RESAMPLES = 2000
INTERVAL = (2.5, 97.5)

Scores = dict[str, list["Score"]]
"""A host's scores with each amount of knowledge, in the order of its pages."""


class Replay:
    """Hosts' pages and how they are extracted."""

    def __init__(self, method: str, model: str | None) -> None:
        self._method, self._model = method, model
        self.size = self.pages = 0
        self.seconds = 0.0

    def host(self, pages: Sequence[AnnotatedPage]) -> Scores:
        """Return the scores of a host's pages."""
        self._clock(pages)
        found: Scores = {known: [] for known in STEPS}
        ones = [page_memory(page.html(), page.url, encoding=page.encoding) for page in pages]
        for at, page in enumerate(pages):
            others = (*reversed(ones[:at]), *reversed(ones[at + 1 :]))
            for known, count in STEPS.items():
                site = SiteMemory()
                site.merge(others[:count])
                found[known].append(self.page(page, site))
        site = SiteMemory()
        found[EARLIER] = [self.page(page, site) for page in pages]
        self.size += site.size
        visits = SiteVisits()
        found[CRAWL] = [self.visited(page, visits) for page in pages]
        return found

    def page(self, page: AnnotatedPage, site: SiteMemory | None = None) -> Score:
        """Return the score of one page."""
        result = extract(page.html(), page.url, site=site, **self._arguments(page))
        return score(page, Prediction(result.text)).words

    def visited(self, page: AnnotatedPage, visits: SiteVisits) -> Score:
        """Return the score of one page of a crawl."""
        visit = visits.visit(page.url)
        assert visit is not None, "pages are grouped by host"
        with visit:
            result, learnt = extract_in_crawl(page.html(), page.url, host=visit.host, **self._arguments(page))
            visit.lesson = learnt.lesson if learnt is not None else b""
        return score(page, Prediction(result.text)).words

    def _arguments(self, page: AnnotatedPage) -> dict[str, Any]:
        return {"encoding": page.encoding, "method": self._method, "model": self._model}

    def _clock(self, pages: Sequence[AnnotatedPage]) -> None:
        """Add the time of looking up and learning each page."""
        site = SiteMemory()
        for page in pages:
            flat = page.read_with_text()
            if flat is None:
                continue
            scores = np.full(len(flat.texts), 0.5)
            start = time.process_time()
            recalled = site.recall(flat)
            if recalled is not None:
                recalled.evidence(scores)
                site.learn(recalled, scores.tolist())
            self.seconds += time.process_time() - start
            self.pages += 1


def mean(scores: Iterable[Score], what: str = "f1") -> float:
    """Return the mean of a figure of scores."""
    return float(np.mean([getattr(score, what) for score in scores]))


def interval(hosts: Sequence[Scores], known: str) -> tuple[float, float]:
    """Return the bounds of the mean gain over no knowledge, hosts drawn again."""
    rng = np.random.default_rng(0)
    pairs = [list(zip(host[known], host[NONE], strict=True)) for host in hosts]
    sums = np.array([sum(with_.f1 - alone.f1 for with_, alone in pair) for pair in pairs])
    sizes = np.array([len(pair) for pair in pairs])
    drawn = rng.integers(0, len(hosts), (RESAMPLES, len(hosts)))
    low, high = np.percentile(sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1), INTERVAL)
    return float(low), float(high)


def only(hosts: Sequence[Scores], languages: Sequence[Sequence[str]], language: str) -> list[Scores]:
    """Return the scores of the pages in a language."""
    chosen = []
    for host, names in zip(hosts, languages, strict=True):
        numbers = [number for number, name in enumerate(names) if name == language]
        if numbers:
            chosen.append({known: [scores[number] for number in numbers] for known, scores in host.items()})
    return chosen


def row(hosts: Sequence[Scores], known: str) -> str:
    """Return a line: F1, precision and recall, and the interval of the gain over no knowledge."""
    scores = [score for host in hosts for score in host[known]]
    gain = "" if known == NONE else "{:+.4f} to {:+.4f}".format(*interval(hosts, known))
    return f"{mean(scores):.4f} {mean(scores, 'precision'):.4f} {mean(scores, 'recall'):.4f} {gain}".rstrip()


def draw(hosts: Sequence[Scores], path: Path) -> None:
    """Draw F1, precision and recall over the number of known pages; a band shows the interval of the gain in F1.

    Raises:
        ModuleNotFoundError: matplotlib is not installed (the extra ``figures``).
    """
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    scores: Mapping[str, list[Score]] = {known: [score for host in hosts for score in host[known]] for known in STEPS}
    places = range(len(STEPS))
    # Without date and with a fixed salt the same scores give the same bytes.
    with rc_context({"svg.hashsalt": "site memory", "svg.fonttype": "none"}):
        figure = Figure(figsize=(6.4, 3.8), layout="constrained")
        axes = figure.add_subplot()
        for what, name in (("recall", "recall"), ("f1", "F1"), ("precision", "precision")):
            axes.plot(places, [mean(scores[known], what) for known in STEPS], label=name, marker="o", markersize=4)
        alone = mean(scores[NONE])
        bounds = [(0.0, 0.0) if known == NONE else interval(hosts, known) for known in STEPS]
        low, high = ([alone + bound[side] for bound in bounds] for side in (0, 1))
        axes.fill_between(places, low, high, color="C1", alpha=0.2, linewidth=0, label="95 % of the gain in F1")
        axes.set_xticks(places, ["0", "1", "2", "4", "8", "all others"])
        axes.set_xlabel("known pages of the host")
        axes.grid(visible=True, alpha=0.3)
        axes.legend(frameon=False)
        figure.savefig(path, format="svg", metadata={"Date": None})


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--model")
    parser.add_argument("--method", default=DEFAULT_METHOD)
    parser.add_argument("--figure", type=Path)
    options = parser.parse_args()
    by_host: dict[str, list[AnnotatedPage]] = defaultdict(list)
    for page in read_corpus(options.corpus):
        by_host[host_of(page.url) or ""].append(page)
    groups = [pages for host, pages in by_host.items() if host and len(pages) >= FEWEST_PAGES]
    if not groups:
        parser.error(f"{options.corpus} has no host with {FEWEST_PAGES} pages")
    replay = Replay(options.method, options.model)
    hosts = [replay.host(pages) for pages in bar(groups, "replay")]
    languages = [[language_of(page) for page in pages] for pages in groups]
    print(f"{sum(map(len, groups))} pages of {len(groups)} hosts")
    print(f"{'known pages':18}  F1     P      R      gain over none")
    for known in (*STEPS, EARLIER, CRAWL):
        print(f"{known:18}  {row(hosts, known)}")
    for language in sorted({name for names in languages for name in names}):
        chosen = only(hosts, languages, language)
        print(f"{language}: {sum(len(host[NONE]) for host in chosen)} pages of {len(chosen)} hosts")
        for known in (NONE, CRAWL, EARLIER, ALL):
            print(f"  {known:16}  {row(chosen, known)}")
    print(f"{replay.size / len(hosts):.0f} bytes a host, {replay.seconds / replay.pages * 1000:.3f} ms a page")
    if options.figure:
        draw(hosts, options.figure)


if __name__ == "__main__":
    main()
