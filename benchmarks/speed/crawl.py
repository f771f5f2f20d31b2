"""Crawl every page of a corpus from a local server: bare, with the add-on, and with trafilatura in the callback.

    python benchmarks/speed/crawl.py [CORPUS] [--every N] [--mode bare --mode inline ...]

Prints a table, a crawl a row, in pages per second, CPU seconds per 1,000 pages, the event loop's delay and the
crawler's peak memory; exits with 1 when a page has no item, when Scrapy or the package logged an error, or when the
stats do not add up.
"""

import sys

if __name__ == "__main__":
    # Imported here: each worker imports the main script, and is to get no more of it than of the ``scrapy`` command.
    from crawls import main

    sys.exit(main(__doc__))
