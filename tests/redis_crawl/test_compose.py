"""``compose.yaml`` of the example project: it names what there is."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

yaml = pytest.importorskip("yaml", reason="needs PyYAML")

PROJECT = Path(__file__).resolve().parents[2] / "example_project"
FILE = PROJECT / "compose.yaml"


@pytest.fixture
def services():
    return yaml.safe_load(FILE.read_text("utf-8"))["services"]


def test_there_are_redis_a_site_and_several_spiders(services):
    assert set(services) == {"redis", "site", "spider"}
    assert services["spider"]["deploy"]["replicas"] >= 3


def test_images_are_official_ones(services):
    images = {service["image"] for service in services.values() if "image" in service}
    images |= set(re.findall(r"^FROM (\S+)", services["spider"]["build"]["dockerfile_inline"], re.MULTILINE))
    assert images == {"redis:7", "python:3.13-slim"}


def test_redis_keeps_every_change_and_has_no_port_outside(services):
    assert services["redis"]["command"] == ["redis-server", "--appendonly", "yes"]
    assert services["redis"]["volumes"] == ["redis:/data"]
    assert "ports" not in services["redis"]


def test_what_is_started_exists(services):
    module = services["site"]["command"][2].replace(".", "/")
    assert (PROJECT / f"{module}.py").is_file()
    assert (services["spider"]["build"], services["spider"]["command"][:3]) == (
        services["site"]["build"],
        ["scrapy", "crawl", "shared"],
    )
    assert f"{services['spider']['environment']['SCRAPY_PROJECT']} =" in (PROJECT / "scrapy.cfg").read_text("utf-8")
    assert importlib.util.find_spec("scrapy_maincontent.engines.redis")
