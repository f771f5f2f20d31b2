"""The command line: ``scrapy-maincontent extract | crawl | sites | inspect | render | train | evaluate``."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING

from .. import __version__, speedups
from ..methods import BALANCES, DEFAULT_METHOD, METHODS, PACKAGED_MODELS
from ..page.web_codecs import resolve
from ..rendering import FORMATS
from ..result import Extraction
from ..site_memory import CORPUS_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


PROGRAM = "scrapy-maincontent"
PAPERS = ("uda", "uda-printed", "fujita", "shinnou", "pagerank", "tsuruta")
"""Papers whose system can be trained and whose tables can be made: Uda et al., Fujita et al., Shinnou and Sasaki,
DOM PageRank, which has no paper but a page of its author's, and Tsuruta et al."""

PEERS = ("trafilatura", "resiliparse", "readability")
"""Other extractors that can be scored as well."""

FORMAT_NAMES = ("json", "csv", *FORMATS)
FEWEST_FOLDS = 2

EXTRAS = {
    "adblock": "ads",
    "cssselect": "ads",
    "datatrove": "datatrove",
    "fastwarc": "warc",
    "lightgbm": "train",
    "matplotlib": "figures",
    "playwright": "playwright",
    "pyarrow": "parquet",
    "readability": "peers",
    "resiliparse": "peers",
    "sklearn": "train",
    "trafilatura": "peers",
    "warcio": "warc",
}
"""Modules that commands import, and the extra that each comes with."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return its exit status: 0 done, 1 failed. An argument that can't be parsed exits with 2."""
    options = build_parser().parse_args(arguments)
    try:
        status = int(resolve_name(options.run)(options))
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # Whoever reads, such as head, has enough. What is left is not written at exit, either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError) as error:
        print(f"{PROGRAM}: {error}", file=sys.stderr)
    except ModuleNotFoundError as error:
        print(f"{PROGRAM}: {error}{_how_to_install(error.name or '')}", file=sys.stderr)
    return 1


def _how_to_install(module: str) -> str:
    extra = EXTRAS.get(module.partition(".")[0])
    return f'; it comes with the extra {extra}: pip install ".[{extra}]" in a checkout' if extra else ""


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands; each names its function, whose module is imported when the command runs."""
    parser = argparse.ArgumentParser(prog=PROGRAM, description="Find navigation and main content in web pages.")
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}, {speedups.state()}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    extract = commands.add_parser("extract", help="pages in, text or JSON Lines out")
    pages = "HTML files, gzipped or not, folders of them, or patterns; - is standard input; or WARC files"
    extract.add_argument("page", nargs="*", default=[], help=pages)
    extract.add_argument("--urls", metavar="FILE", help="a list of addresses to fetch, one a line; - is standard input")
    extract.add_argument("-o", "--output", type=Path, help="file to write (default: standard output)")
    extract.add_argument("-d", "--folder", type=Path, help="folder to write a file for each page into")
    extract.add_argument("--url", help="the page's URL: makes links absolute")
    _add_extraction(extract)
    extract.add_argument(
        "--format",
        type=_format,
        metavar="NAME",
        help=f"{', '.join(FORMAT_NAMES)} (default: by the output's ending; else text, json for several pages)",
    )
    extract.add_argument("--no-links", dest="links", action="store_false", help="Markdown and HTML without addresses")
    extract.add_argument("--no-images", dest="images", action="store_false", help="Markdown and HTML without pictures")
    extract.add_argument("--front-matter", action="store_true", help="title, authors, date and so on before Markdown")
    extract.add_argument("--heading", action="store_true", help="the headline before Markdown and HTML")
    extract.add_argument(
        "--fields", type=_fields, metavar="NAMES", help="of JSON and CSV (default: what is read first)"
    )
    extract.add_argument("--full", action="store_true", help="JSON and CSV with all fields")
    extract.add_argument("--restart", action="store_true", help="write anew what --output has from WARC files")
    _add_workers(extract)
    extract.add_argument("--sites", metavar="FILE", help="what is known of the pages' sites, from the command sites")
    extract.set_defaults(run=f"{__name__}.extract:extract_files")
    _add_crawl(commands)
    _add_sites(commands)

    inspect = commands.add_parser("inspect", help="pages in, an HTML file for each out that shows what was made of it")
    inspect.add_argument("page", nargs="+", help="HTML file, gzipped or not; - is standard input")
    inspect.add_argument("-o", "--output", type=Path, required=True, help="file to write, for several pages a folder")
    inspect.add_argument("--url", help="the page's URL: tells own links from others")
    _add_extraction(inspect)
    inspect.add_argument("--against", choices=(*METHODS, *PACKAGED_MODELS), help="second method or packaged model")
    inspect.set_defaults(run=f"{__name__}.inspect:inspect_files")

    render = commands.add_parser("render", help="annotated pages in, the same laid out by a browser out, for layout")
    render.add_argument("corpus", type=Path, help="folder of annotated pages")
    render.add_argument("-o", "--output", type=Path, required=True, help="folder for the pages that keep their looks")
    render.add_argument("--files", type=Path, help="folder with the pages' style sheets, pictures and fonts")
    render.add_argument("--every", type=_at_least(1), default=1, metavar="N", help="every Nth page alone")
    render.set_defaults(run="scrapy_maincontent.lab.corpus.rendered:render")
    _add_train(commands)
    _add_evaluate(commands)
    return parser


def _at_least(least: int) -> Callable[[str], int]:
    """Return the type of an option that is a whole number with a lower bound."""

    def number(text: str) -> int:
        value = int(text)
        if value < least:
            raise argparse.ArgumentTypeError(f"it is {value}; it must be {least} or more")
        return value

    return number


def _add_extraction(command: argparse.ArgumentParser) -> None:
    command.add_argument("--encoding", type=_encoding, help="the declared encoding, as an HTTP header would name it")
    command.add_argument("--balance", type=_balance, default=1.0, help="below 1 for precision, above for recall")
    command.add_argument("--ad-list", metavar="FILE", help="advertisements to leave out, as EasyList has them; default")
    command.add_argument("--method", choices=METHODS, default=DEFAULT_METHOD, help=f"default: {DEFAULT_METHOD}")
    _add_model(command)


def _add_workers(command: argparse.ArgumentParser) -> None:
    workers = "worker processes, 0 for none (default: by the processors)"
    command.add_argument("--workers", type=_at_least(0), metavar="N", help=workers)


def _encoding(label: str) -> str:
    if resolve(label) is None:
        raise argparse.ArgumentTypeError(f"no such encoding: {label}; an HTTP header names utf-8, windows-1252, euc-jp")
    return label


def _balance(text: str) -> float:
    balance = float(text)
    if not BALANCES[0] <= balance <= BALANCES[1]:
        raise argparse.ArgumentTypeError(f"it is {balance}; it must be from {BALANCES[0]} to {BALANCES[1]}")
    return balance


def _format(name: str) -> str:
    name = {"jsonl": "json"}.get(name, name)
    if name not in FORMAT_NAMES:
        raise argparse.ArgumentTypeError(f"no such format: {name}; there are {', '.join(FORMAT_NAMES)}")
    return name


def _fields(names: str) -> list[str]:
    known = [*Extraction().as_dict(), "main_image"]
    chosen = [name for part in names.split(",") if (name := part.strip())]
    unknown = [name for name in chosen if name not in known]
    if unknown or not chosen:
        wrong = f"no such field: {', '.join(unknown)}" if unknown else "no field is named"
        raise argparse.ArgumentTypeError(f"{wrong}; there are {', '.join(known)}")
    return chosen


def _add_sites(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    sites = commands.add_parser("sites", help="WARC files in, what their sites repeat out, for extract --sites")
    steps = sites.add_subparsers(dest="step", required=True, metavar="STEP")
    learn = steps.add_parser("learn", help="WARC files in, a file of what their sites repeat out")
    learn.add_argument("warc", nargs="+", help="WARC files")
    learn.add_argument("--encoding", type=_encoding, help="the declared encoding where a record names none")
    _add_workers(learn)
    learn.set_defaults(run=f"{__name__}.sites:learn")
    merge = steps.add_parser("merge", help="such files in, one that knows what all know out")
    merge.add_argument("sites", nargs="+", type=Path, help="files from learn or merge")
    merge.set_defaults(run=f"{__name__}.sites:merge")
    for step in (learn, merge):
        step.add_argument("-o", "--output", type=Path, required=True, help="file to write")
        step.add_argument("--total-bytes", type=int, default=CORPUS_BYTES, help="bound on all hosts (default: 1 GiB)")


def _add_crawl(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    crawl = commands.add_parser("crawl", help="addresses of news sites in, an item for each of their articles out")
    crawl.add_argument("site", nargs="+", help="address of a site, such as https://courier.example")
    crawl.add_argument("-o", "--output", help="file to write (default: standard output)")
    crawl.add_argument("--format", choices=("jsonl", "csv", "parquet"), help="default: by the file's name, or jsonl")
    crawl.add_argument("--fields", metavar="NAMES", help="item fields to write, with commas between them")
    crawl.add_argument("--since", metavar="DATE", help="first day of publication, such as 2026-11-24")
    crawl.add_argument("--until", metavar="DATE", help="last day of publication")
    crawl.add_argument(
        "--language", nargs="+", action="extend", default=[], metavar="CODE", help="languages, as in en ja or en,ja"
    )
    crawl.add_argument("--state", help="file that remembers articles: later runs bring what is new, and go on")
    crawl.add_argument("--max-pages", type=_at_least(1), metavar="N", help="pages of each site, at most")
    crawl.add_argument(
        "--delay", type=float, default=1.0, metavar="SECONDS", help="between pages of a site (default: 1)"
    )
    crawl.add_argument("--all-pages", action="store_true", help="items of all pages, not of articles alone")
    crawl.add_argument("--warc", metavar="FOLDER", help="keep pages in WARC files")
    crawl.add_argument("--report", metavar="FILE", help="write a report of the crawl as HTML")
    _add_workers(crawl)
    crawl.add_argument("-s", "--set", action="append", default=[], metavar="NAME=VALUE", help="a setting of Scrapy's")
    crawl.set_defaults(run="scrapy_maincontent.spiders.command:crawl")


def _add_train(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    train = commands.add_parser("train", help="annotated pages in, a model and its card out")
    _add_corpus(train)
    train.add_argument("-o", "--output", type=Path, required=True, help="model file; the card gets the ending .md")
    train.add_argument("--name", help="the model's name, which travels with every result (default: the file's)")
    train.add_argument(
        "--folds", type=_at_least(FEWEST_FOLDS), default=5, help="cross-validate by domain in so many folds"
    )
    train.add_argument("--site", metavar="HOST", help="train on this host's pages alone, and cross-validate by page")
    system = train.add_mutually_exclusive_group()
    system.add_argument("--method", choices=METHODS, default=DEFAULT_METHOD, help=f"default: {DEFAULT_METHOD}")
    system.add_argument("--paper", choices=PAPERS, help="train a paper's own system instead")
    train.add_argument("--seed", type=int, default=0)
    train.add_argument("--attribution", action="append", default=[], metavar="TEXT", help="line for the card")
    train.set_defaults(run="scrapy_maincontent.lab.commands:train")


def _add_evaluate(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    evaluate = commands.add_parser("evaluate", help="score methods and other extractors on annotated pages")
    _add_corpus(evaluate)
    folds = "train anew and cross-validate by domain"
    evaluate.add_argument("--folds", type=_at_least(FEWEST_FOLDS), metavar="N", help=folds)
    left_out = "score each corpus by a model trained on the others, and by --folds (default: 5) over all of them"
    evaluate.add_argument("--leave-corpus-out", action="store_true", help=left_out)
    train_only = "with --leave-corpus-out, one more corpus that is trained on and not scored"
    evaluate.add_argument("--train-only", action="append", default=[], type=Path, metavar="CORPUS", help=train_only)
    evaluate.add_argument("--peer", action="append", default=[], choices=PEERS, help="other extractor to score as well")
    predictions = "JSON Lines of id and text, of one more extractor"
    evaluate.add_argument("--predictions", action="append", default=[], type=Path, metavar="FILE", help=predictions)
    evaluate.add_argument("-o", "--output", type=Path, help="folder for predictions, measures, tables and a picture")
    evaluate.add_argument(
        "--worst", type=_at_least(0), default=20, metavar="N", help="pages to inspect for --output (default: 20)"
    )
    side_by_side = f"behind the corpus, one or more side by side, as in --method crf tree (default: {DEFAULT_METHOD})"
    evaluate.add_argument("--method", nargs="+", action="extend", choices=METHODS, help=side_by_side)
    _add_model(evaluate)
    evaluate.set_defaults(run="scrapy_maincontent.lab.commands:evaluate")


def _add_corpus(command: argparse.ArgumentParser) -> None:
    command.add_argument("corpus", nargs="+", type=Path, help="folder of annotated pages; the first one is scored")


def _add_model(command: argparse.ArgumentParser) -> None:
    packaged = ", ".join(f"{name} (method {method})" for name, method in PACKAGED_MODELS.items())
    command.add_argument("--model", help=f"model file, or {packaged} (default: the method's packaged one)")
