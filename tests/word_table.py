"""Write the table of words anew, after a change of ``core/navigation/words/*.toml``.

python tests/word_table.py
"""

from __future__ import annotations

from scrapy_maincontent.words.phrases import TABLE, written

if __name__ == "__main__":
    TABLE.write_text(written(), "utf-8")
