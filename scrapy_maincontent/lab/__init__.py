"""What makes models and figures: annotated pages (`corpus`), training, evaluation. No page of a crawl comes here.

Annotated pages in; models with their cards, and tables of scores, out. The command line imports it when asked.
"""
