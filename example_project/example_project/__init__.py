"""An example Scrapy project: one spider for a bundled fictional site, one for real sites."""
