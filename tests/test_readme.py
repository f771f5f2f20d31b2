from __future__ import annotations

import re
from pathlib import Path

from scrapy.settings import BaseSettings
from scrapy.utils.misc import load_object

from scrapy_maincontent.addon import Addon

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
COMPONENTS = ("DOWNLOADER_MIDDLEWARES", "SPIDER_MIDDLEWARES", "ITEM_PIPELINES")


def assigned(name):
    """Return the value that the README's code blocks give a setting."""
    (code,) = (
        block for language, block in BLOCKS if language == "python" and re.search(rf"^{name} =", block, re.MULTILINE)
    )
    values: dict[str, object] = {}
    exec(code, values)
    return values[name]


def test_the_first_two_blocks_are_the_two_commands():
    (first, main_job), (second, tests) = BLOCKS[:2]
    assert (first, second) == ("shell", "shell")
    assert "scrapy crawl news" in main_job
    assert "tox" in tests
    assert all(command.count("\n") == 1 for command in (main_job, tests))


def test_the_one_line_names_the_add_on():
    ((path, priority),) = assigned("ADDONS").items()
    assert load_object(path) is Addon
    assert isinstance(priority, int)


def test_the_plain_form_is_what_the_add_on_sets():
    settings = BaseSettings({name: {} for name in COMPONENTS})
    Addon().update_settings(settings)
    for name in COMPONENTS:
        added = {load_object(key): value for key, value in settings[name].items()}
        assert added == {load_object(path): value for path, value in assigned(name).items()}


def test_linked_files_exist():
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", README):
        assert (Path(__file__).parents[1] / target).exists(), target
