"""Edges to other software, each an extra: browsers, Redis, WARC files, datatrove."""
