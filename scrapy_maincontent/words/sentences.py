"""Where sentences end, and the words of a text, in any script."""

from __future__ import annotations

import re

from ..page.flatten import without_marks

SENTENCE_ENDS = ".!?。！？｡．।॥؟۔።။។"
"""Signs that end a sentence; several full stops end none, since cut texts have them."""
BLANKS = (
    "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
BEHIND_ENDS = "\"'”’»›」』)）]］】" + BLANKS
"""What may follow such a sign."""
UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f"
"""Thai, Lao, Burmese, Khmer, kana and Chinese characters, as a regular expression's class has them."""
_UNIT = re.compile(rf"[{UNSPACED}]|[^\W{UNSPACED}]+")
_ENDS = frozenset(SENTENCE_ENDS)
_CUT = ".."


def ends_sentence(text: str) -> bool:
    """Return True if a text ends with the end of a sentence, perhaps in quotation marks or brackets.

    >>> [ends_sentence(text) for text in ("It rained.", "「雨だ。」", "यह सच है।", "Read more ...", "About us")]
    [True, True, True, False, False]
    """
    ending = text.rstrip(BEHIND_ENDS)[-2:]
    return ending[-1:] in _ENDS and ending != _CUT


def units(text: str) -> list[str]:
    """Return a text's words, lower-cased, and each character of scripts without blanks between words.

    >>> units("Two words, 雨だ")
    ['two', 'words', '雨', 'だ']
    """
    return _UNIT.findall(without_marks(text.lower()))
