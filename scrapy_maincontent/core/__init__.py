"""The extraction itself: knows no Scrapy, no network and no settings. Start reading at `extract`."""
