"""Shinnou and Sasaki: the page as lines of a text browser (`text_browser`), and which of them are body (`lines`)."""
