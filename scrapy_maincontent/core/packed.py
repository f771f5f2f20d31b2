"""Tables that are pickled as one bytes object, and unpickled when somebody looks at them."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from typing import Self


class Packed:
    """Base of a table of columns: `COLUMNS` travel as one bytes object, the attributes `BESIDE` as they are.

    A result that a worker hands over holds every block of its page, and most crawls ask for none: they never pay for
    making thousands of objects anew. Once a column is asked for, all of them are there.
    """

    __slots__ = ("_packed",)
    COLUMNS: ClassVar[tuple[str, ...]]
    BESIDE: ClassVar[tuple[str, ...]]

    _packed: bytes | None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the columns, or hand on what they were pickled to where nobody has looked."""
        packed = getattr(self, "_packed", None)
        if packed is None:
            packed = pickle.dumps([getattr(self, name) for name in self.COLUMNS], pickle.HIGHEST_PROTOCOL)
        return _restored, (type(self), packed, *(getattr(self, name) for name in self.BESIDE))

    if not TYPE_CHECKING:  # a type checker is to know the columns as the subclass declares them

        def __getattr__(self, name: str) -> Any:
            """Unpickle the columns; called for attributes that are not set."""
            if name not in self.COLUMNS:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            packed = self._packed
            if packed is not None:
                # Two threads may come here; both set the same, and the bytes go last.
                for column, value in zip(self.COLUMNS, pickle.loads(packed), strict=True):  # noqa: S301 - own bytes
                    object.__setattr__(self, column, value)
                object.__setattr__(self, "_packed", None)
            return object.__getattribute__(self, name)

    @classmethod
    def _restore(cls, packed: bytes, *beside: Any) -> Self:
        table = cls.__new__(cls)
        object.__setattr__(table, "_packed", packed)
        for name, value in zip(cls.BESIDE, beside, strict=True):
            object.__setattr__(table, name, value)
        return table


def _restored(kind: type[Packed], packed: bytes, *beside: Any) -> Packed:
    return kind._restore(packed, *beside)
