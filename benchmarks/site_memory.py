"""What a site's other pages are worth: F1 of pages with none, the earlier ones and all others of their host known.

    python benchmarks/site_memory.py CORPUS [--model FILE] [--method NAME]

The hosts with three or more pages are replayed in the order of the pages' ids, and all lines score the same pages by
words, languages without blanks between words by character 4-grams. Then come the same figures by language, F1 by the
number of pages that are known, the difference's interval (hosts drawn again), and what the memory takes. ``--model`` is
one that has not seen the corpus, such as ``benchmarks/gate/without-daniel-dev.npz``.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from scrapy_maincontent import SiteMemory, extract
from scrapy_maincontent.corpus import read_corpus
from scrapy_maincontent.evaluation.run import Prediction, language_of, score
from scrapy_maincontent.methods import DEFAULT_METHOD
from scrapy_maincontent.progress import bar
from scrapy_maincontent.site_memory import host_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scrapy_maincontent.corpus.annotated import AnnotatedPage
    from scrapy_maincontent.corpus.metrics import Score

FEWEST_PAGES = 3
"""Pages of the smallest host."""
STEPS = (1, 2, 4, 8)
"""Numbers of earlier pages that are known."""
NONE, EARLIER, ALL = "none", "the earlier ones", "all others"
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
        alone = [self.page(page) for page in pages]
        site = SiteMemory()
        earlier = [self.page(page, site) for page in pages]
        # Every page is known by now; a page is no evidence against itself.
        others = [self.page(page, site) for page in pages]
        self.size += site.size
        self._clock(pages)
        return {NONE: alone, EARLIER: earlier, ALL: others}

    def page(self, page: AnnotatedPage, site: SiteMemory | None = None) -> Score:
        """Return the score of one page."""
        result = extract(
            page.html(), page.url, encoding=page.encoding, method=self._method, model=self._model, site=site
        )
        return score(page, Prediction(result.text)).words

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


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--model")
    parser.add_argument("--method", default=DEFAULT_METHOD)
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
    for known in (NONE, EARLIER, ALL):
        scores = [score for host in hosts for score in host[known]]
        gain = "" if known == NONE else "{:+.4f} to {:+.4f}".format(*interval(hosts, known))
        print(f"{known:18}  {mean(scores):.4f} {mean(scores, 'precision'):.4f} {mean(scores, 'recall'):.4f} {gain}")
    for language in sorted({name for names in languages for name in names}):
        columns = [
            mean(
                score
                for host, names in zip(hosts, languages, strict=True)
                for score, name in zip(host[known], names, strict=True)
                if name == language
            )
            for known in (NONE, EARLIER, ALL)
        ]
        print(f"{language:18}  " + " ".join(f"{column:.4f}" for column in columns))
    for low, high in zip(STEPS, (*STEPS[1:], 10**9), strict=True):
        pairs = [(host[NONE][at], host[EARLIER][at]) for host in hosts for at in range(low, min(high, len(host[NONE])))]
        if pairs:
            alone, with_ = zip(*pairs, strict=True)
            name = f"from {low} known"
            print(f"{name:18}  {mean(alone):.4f} -> {mean(with_):.4f} ({len(pairs)} pages)")
    print(f"{replay.size / len(hosts):.0f} bytes a host, {replay.seconds / replay.pages * 1000:.3f} ms a page")


if __name__ == "__main__":
    main()
