from lxml.etree import _Element as Element

from ..core.limits import Limits
from ..core.page import Page

def fill_tree(page: Page, root: Element, limits: Limits, whole: bool) -> None: ...
def fill_markup(page: Page, markup: bytes, limits: Limits) -> bool: ...
