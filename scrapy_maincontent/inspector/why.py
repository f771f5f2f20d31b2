"""Why a method labelled each text block as it did, where it can be told in more than its reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..blocks import Findings
from ..blocks.placement import RULES
from ..methods import load_model
from ..methods.crf import CrfModel
from ..methods.selection import HEARD
from ..methods.tree import TreeModel
from .why_crf import why_crf
from .why_tree import why_blocks, why_tree

if TYPE_CHECKING:
    from ..page import Page
    from .view import View


def why(page: Page, view: View) -> dict[str, Any]:
    """Return a method's evidence as plain data; {} where its reasons say all there is.

    ``heard`` names the rules of placement that the method listens to. The rest is that of `why_crf` or `why_tree`,
    told apart by ``kind``.
    """
    result = view.result
    if result.method is None or not page.texts:
        return {}
    model = load_model(result.method, view.model)
    if isinstance(model, CrfModel):
        return {"heard": list(HEARD), **why_crf(Findings(page, result.regions), model)}
    if isinstance(model, TreeModel):
        if model.configuration is None:
            return {"heard": list(HEARD), **why_tree(Findings(page, result.regions), model.tree)}
        heard = [rule for rule in RULES if rule not in model.configuration.without]
        return {"heard": heard, **why_blocks(model.configuration.findings(page, result.regions), model.tree)}
    return {}
