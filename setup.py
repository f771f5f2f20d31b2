"""Build the optional compiled modules; all else about the package is in pyproject.toml.

A module that cannot be built, for want of a compiler, of Cython or of lxml's header files, is left out, with a warning:
the package then works in pure Python.
"""

from __future__ import annotations

import sys
import sysconfig
import warnings
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext

FOLDER = Path("scrapy_maincontent", "speedups")
"""Each ``.pyx`` in it is one module; the ``.pxd`` are what they share."""
ABI = "cp311"
ABI_VERSION = "0x030B0000"
"""One binary serves this Python and all later ones."""

STABLE_ABI = sys.implementation.name == "cpython" and not sysconfig.get_config_var("Py_GIL_DISABLED")


class OptionalExtensions(build_ext):
    """Leaves out what cannot be built."""

    def build_extension(self, ext: Extension) -> None:
        """Build one module."""
        try:
            super().build_extension(ext)
        except Exception as error:  # Cython has errors of its own
            warnings.warn(f"{ext.name} is not compiled, pure Python takes its place: {error}", stacklevel=1)


class StableWheel(bdist_wheel):
    """Names a wheel by the oldest Python that its modules work with."""

    def finalize_options(self) -> None:
        """Choose the tag."""
        if STABLE_ABI:
            self.py_limited_api = ABI
        super().finalize_options()


def extensions() -> list[Extension]:
    """Return what to build; nothing where lxml is missing, or the interpreter has another C API."""
    try:
        import lxml
    except ImportError:
        return []
    if not STABLE_ABI:
        return []
    return [
        Extension(
            f"scrapy_maincontent.speedups.{source.stem}",
            [str(source)],
            include_dirs=lxml.get_include(),
            depends=[str(path) for path in FOLDER.glob("*.pxd")],
            define_macros=[("Py_LIMITED_API", ABI_VERSION)],
            py_limited_api=True,
            # Many a Python is built with -O2, and passes it on: loops of trees and the reader take half as long again.
            # Fused multiplications would differ from NumPy's in the last bit.
            extra_compile_args=[] if sys.platform == "win32" else ["-O3", "-ffp-contract=off"],
            optional=True,
        )
        for source in sorted(FOLDER.glob("*.pyx"))
    ]


setup(ext_modules=extensions(), cmdclass={"build_ext": OptionalExtensions, "bdist_wheel": StableWheel})
