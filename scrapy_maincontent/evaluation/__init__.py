"""Annotated pages and extractors -> scores and tables: `run` scores, `tables` prints and keeps what comes out."""
