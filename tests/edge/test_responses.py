from __future__ import annotations

import pytest
from edge_pages import article, lead
from scrapy.http import HtmlResponse

from scrapy_maincontent.responses import declared_encoding, extract_response

URL = "https://courier.example/"
JAPANESE = "港の町では、古い渡し場を夏までに建て直すことが決まりました。工事は三月に始まります。"


@pytest.mark.parametrize(
    ("header", "given", "expected"),
    [
        ("text/html; charset=euc-jp", None, "euc-jp"),
        ("text/html; charset=euc-jp", "cp932", "cp932"),
        ("text/html", "cp932", "cp932"),
        ('text/html; Charset="x-sjis"; x=y', None, "x-sjis"),
        ("text/html; charset=", None, None),
        ("text/html", None, None),
        ("", None, None),
    ],
)
def test_an_encoding_that_the_response_was_built_with_comes_first(
    header: str, given: str | None, expected: str | None
) -> None:
    response = HtmlResponse(URL, body=b"<p>x</p>", headers={"Content-Type": header} if header else {}, encoding=given)
    assert declared_encoding(response) == expected


def test_a_response_that_was_never_requested() -> None:
    result = extract_response(HtmlResponse(URL, body=article(5).encode()))
    assert lead(5) in result.text
    assert result.url == URL


def test_bytes_are_read_as_the_response_says() -> None:
    page = f"<html><body><h1>渡し場</h1><p>{JAPANESE}</p><p>{JAPANESE}</p></body></html>"
    response = HtmlResponse(URL, body=page.encode("cp932"), encoding="cp932")
    assert any(JAPANESE in block.text for block in extract_response(response).text_blocks)


def test_a_method_that_does_not_exist() -> None:
    with pytest.raises(ValueError, match="guess"):
        extract_response(HtmlResponse(URL, body=article().encode()), method="guess")
