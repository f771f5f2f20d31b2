"""The parts behind the middlewares and the pipeline: settings, runner, site memory, items, stats, joins, report.

Responses in; extractions on their way into items out. The doors that Scrapy's settings name lie beside this folder.
"""
