"""The bundled site: its pages hold what they are expected to, in the encodings they claim, without a dead link."""

from __future__ import annotations

import importlib.util
import re
from collections import Counter
from copy import deepcopy
from functools import cache
from http.client import HTTPConnection
from typing import TYPE_CHECKING, Any
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from example_site import PROJECT, Expected, load_expected, load_server, squeeze
from lxml import etree, html

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


SERVER = load_server()
PAGES = load_expected()
BY_PATH = {page.path: page for page in PAGES}
PROSE = {"article", "blog"}
UNSEEN = "//script | //style | //rt | //rp | //comment()"

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.path)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with SERVER.SiteServer() as server:
        yield urlsplit(server.url).netloc


def fetch(address: str, target: str, method: str = "GET") -> tuple[int, str, bytes]:
    """Return status, Content-Type and body of an answer; the target is sent as it stands."""
    connection = HTTPConnection(address, timeout=300)
    connection.request(method, target)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, answer.getheader("Content-Type", ""), body


@cache
def tree_of(target: str) -> Any:
    """Return a page's tree, as its file and its true encoding give it."""
    return html.document_fromstring(read(BY_PATH[target]).removeprefix("\ufeff"))


def read(page: Expected) -> str:
    file: Path = SERVER.find_file(page.path)
    return file.read_bytes().decode(page.encoding)


@cache
def visible(target: str) -> str:
    """Return a page's text below <body> without white space, scripts and ruby readings."""
    tree = deepcopy(tree_of(target))
    for element in tree.xpath(UNSEEN):
        element.drop_tree()
    return squeeze(tree.find("body").text_content())


def test_the_site_is_large_and_mixed() -> None:
    types = Counter(page.type for page in PAGES)
    assert len(PAGES) >= 64
    assert types["article"] >= 20
    assert set(types) >= {"home", "listing", "blog", "product", "documentation", "forum", "media", "about", "shell"}
    assert {page.language for page in PAGES} == {"en", "ja", "de", "fr", "es"}
    assert len({tuple(page.pages) for page in PAGES if page.pages and page.type == "article"}) >= 4


def test_every_page_of_the_site_has_its_expected_text() -> None:
    files = {file for name, file in SERVER.FILES.items() if name.endswith(".html") and not name.startswith("/private/")}
    assert {SERVER.find_file(page.path) for page in PAGES} == files
    assert len(BY_PATH) == len(PAGES)


@each_page
def test_expected_texts_stand_in_the_served_page(page: Expected) -> None:
    text = visible(page.path)
    position = 0
    for part in page.body:
        position = text.find(squeeze(part), position)
        assert position >= 0, f"not in the page, or not in this order: {part!r}"
    if page.type != "shell":
        assert squeeze(page.headline) in text
        assert len(page.not_in_body) >= 4
    for snippet in page.not_in_body:
        assert squeeze(snippet) in text
        assert squeeze(snippet) not in squeeze(page.text)


@each_page
def test_breadcrumbs_and_paging_stand_in_the_page(page: Expected) -> None:
    tree = tree_of(page.path)
    links = {(squeeze(a.text_content()), urljoin(page.path, a.get("href"))) for a in tree.iter("a") if a.get("href")}
    for crumb in page.breadcrumbs or []:
        assert crumb["name"] is not None
        if crumb["path"]:
            assert (squeeze(crumb["name"]), crumb["path"]) in links
    targets = {target for _, target in links}
    if page.next_page:
        assert page.next_page in targets
    if page.pages:
        place = page.pages.index(page.path)
        assert page.next_page == (page.pages[place + 1] if place + 1 < len(page.pages) else None)
        assert set(page.pages) - {page.path} <= targets
        assert {BY_PATH[other].headline for other in page.pages} == {page.headline}


@each_page
def test_links_lead_somewhere(page: Expected) -> None:
    for element, _, link, _ in tree_of(page.path).iterlinks():
        target = urljoin(f"http://site{page.path}", link)
        if urlsplit(target).netloc != "site":
            assert link.startswith(("mailto:", "javascript:")) or urlsplit(link).netloc.endswith(".example")
            continue
        path, fragment = urldefrag(target.removeprefix("http://site"))
        assert SERVER.find_file(path) is not None, f"<{element.tag}> leads to {link}"
        if fragment:
            assert tree_of(path).xpath("//*[@id=$name or @name=$name]", name=fragment), f"no anchor for {link}"


@each_page
def test_server_sends_the_file_as_it_stands(page: Expected, address: str) -> None:
    status, kind, body = fetch(address, page.path)
    assert status == 200
    assert kind.startswith("text/html")
    assert body == SERVER.find_file(page.path).read_bytes()


def test_texts_are_unique() -> None:
    bodies = Counter(page.text for page in PAGES)
    assert bodies.most_common(1)[0][1] == 1
    parts = Counter(part for page in PAGES if page.type in PROSE for part in page.body if len(part) > 12)
    assert [part for part, times in parts.items() if times > 1] == []


@pytest.mark.parametrize(
    ("start", "encoding", "declared"),
    [("/kominkan/", "cp932", "charset=Shift_JIS"), ("/nikki/", "euc-jp", "charset=EUC-JP")],
)
def test_old_japanese_pages_are_in_the_encoding_they_declare(start: str, encoding: str, declared: str) -> None:
    pages = [page for page in PAGES if page.path.startswith(start)]
    assert len(pages) >= 2
    for page in pages:
        assert page.encoding == encoding
        assert declared in read(page)
        with pytest.raises(UnicodeDecodeError):
            SERVER.find_file(page.path).read_bytes().decode("utf-8")


def test_windows_characters_need_the_windows_code_page() -> None:
    page = BY_PATH["/kominkan/kiroku/yama.html"]
    assert set("①㈱髙～") <= set(page.text)
    with pytest.raises(UnicodeDecodeError):
        SERVER.find_file(page.path).read_bytes().decode("shift_jis")


@pytest.mark.parametrize(
    ("target", "kind"),
    [
        ("/courier/", "text/html; charset=utf-8"),
        ("/shimpo/", "text/html"),
        ("/nikki/", "text/html; charset=euc-jp"),
        ("/nikki/entry-229.html", "text/html"),
        ("/kominkan/kiroku/yama.html", "text/html; charset=utf-8"),
        ("/stadtblatt/", "text/html; charset=iso-8859-1"),
        ("/assets/shop.css", "text/css"),
        ("/assets/wheel.svg", "image/svg+xml"),
        ("/robots.txt", "text/plain"),
    ],
)
def test_content_types(target: str, kind: str, address: str) -> None:
    assert fetch(address, target)[:2] == (200, kind)


@pytest.mark.parametrize(
    "target", ["/nowhere", "/shop/?page=3", "/../headers.toml", "/courier/../../expected.json", "//etc/passwd", "/."]
)
def test_what_is_no_page_of_the_site_is_not_found(target: str, address: str) -> None:
    assert fetch(address, target)[0] == 404


def test_head_sends_no_body(address: str) -> None:
    assert fetch(address, "/courier/", "HEAD") == (200, "text/html; charset=utf-8", b"")


def test_sitemap_lists_every_page(address: str) -> None:
    _, _, body = fetch(address, "/sitemap.xml")
    locations = [element.text for element in etree.fromstring(body).iter("{*}loc")]
    assert locations == [f"http://{address}{page.path}" for page in PAGES]


def test_robots_may_see_all_but_the_private_pages(address: str) -> None:
    rules = fetch(address, "/robots.txt")[2].decode()
    assert "Disallow: /private/" in rules
    assert f"Sitemap: http://{address}/sitemap.xml" in rules
    assert fetch(address, "/private/")[0] == 200


def test_server_is_quiet_and_frees_its_port(capfd: pytest.CaptureFixture[str]) -> None:
    with SERVER.SiteServer() as first:
        address = urlsplit(first.url)
        fetch(address.netloc, "/nowhere")
    with SERVER.SiteServer(address.port) as second:
        assert second.url == first.url
        assert fetch(address.netloc, "/")[0] == 200
    assert capfd.readouterr() == ("", "")


# ``compose.yaml`` of the example project: it names what there is.

COMPOSE = PROJECT / "compose.yaml"


@pytest.fixture
def services():
    yaml = pytest.importorskip("yaml", reason="needs PyYAML")
    return yaml.safe_load(COMPOSE.read_text("utf-8"))["services"]


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
