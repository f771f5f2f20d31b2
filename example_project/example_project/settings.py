"""Settings of the example project."""

BOT_NAME = "example_project"
SPIDER_MODULES = ["example_project.spiders"]

# All that scrapy-maincontent needs: every item gets headline, articleBody, authors, datePublished and more.
ADDONS = {"scrapy_maincontent.Addon": 500}

# Real sites are asked first.
ROBOTSTXT_OBEY = True

# Japanese stays readable in the feed; the default would write \uXXXX.
FEED_EXPORT_ENCODING = "utf-8"

# No consoles on ports: an example should not open more than it needs. (The second exists since Scrapy 2.19.)
TELNETCONSOLE_ENABLED = False
REMOTE_CONTROL_ENABLED = False

LOG_LEVEL = "INFO"
