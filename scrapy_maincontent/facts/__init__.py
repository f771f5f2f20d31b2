"""What else a page says about itself: title, metadata, type, quality, entries, comments, media, advertisements.

A `Page`, its regions and the labels of its text blocks in, plain values for the `Extraction` out.
"""
