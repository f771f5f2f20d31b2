"""Build the release and check it as a user gets it: ``python .ci/check_release.py [FOLDER]``.

The source archive is built first and the wheel from it. Checked: the metadata; that the wheel holds every file of the
package and nothing else (no tests, no pages); and, installed in a new environment with nothing but what it needs, that
the command, every method and the add-on work there. FOLDER keeps what was built.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
PACKAGE = "scrapy_maincontent"
BUILT = (".so", ".pyd")
"""Endings of files that are made while building."""
TRIAL = f"""
import sys
from pathlib import Path
import {PACKAGE}
from {PACKAGE} import extract, speedups
from {PACKAGE}.methods import METHODS
from scrapy.settings import Settings
home = Path({PACKAGE}.__file__).resolve()
assert Path(sys.prefix).resolve() in home.parents, home
page = "<title>Mill</title><h1>Mill</h1>" + "<p>" + "The mill stood idle for forty years, then it ran. " * 9 + "</p>"
for method in METHODS:
    result = extract(page, method=method)
    assert "stood idle" in result.text, (method, result)
settings = Settings()
{PACKAGE}.Addon().update_settings(settings)
assert settings.getdict("ITEM_PIPELINES")
print({PACKAGE}.__version__, speedups.state())
"""


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command; stop with what it said where it fails."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout.strip()


def check_wheel(wheel: Path) -> None:
    """Compare what the wheel holds with the package's files in the repository."""
    names = set(zipfile.ZipFile(wheel).namelist())
    packed = {name for name in names if ".dist-info/" not in name and not name.endswith(BUILT)}
    tracked = set(run("git", "ls-files", PACKAGE, cwd=REPOSITORY).splitlines())
    if missing := sorted(tracked - packed):
        raise SystemExit(f"{wheel.name} lacks {', '.join(missing)}")
    if more := sorted(packed - tracked):
        raise SystemExit(f"{wheel.name} holds {', '.join(more)}")


def check_source(archive: Path) -> None:
    """Make sure that the source archive says what it is, and under which licence."""
    with tarfile.open(archive) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    if missing := {"LICENSE", "README.md", "pyproject.toml", "setup.py"} - names:
        raise SystemExit(f"{archive.name} lacks {', '.join(sorted(missing))}")


def check_version(name: str) -> None:
    """Compare the archive's version with the head of the changes."""
    version = name.removeprefix(f"{PACKAGE}-").removesuffix(".tar.gz")
    newest = re.search(r"^(\d\S*)", (REPOSITORY / "CHANGES.rst").read_text("utf-8"), re.MULTILINE)
    if newest is None or newest[1] != version:
        raise SystemExit(f"the version is {version}, CHANGES.rst begins with {newest and newest[1]}")


def main() -> None:
    """Build and check."""
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        folder = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else scratch / "dist"
        run(sys.executable, "-m", "build", "--outdir", folder, REPOSITORY, cwd=scratch)
        (archive,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
        run(sys.executable, "-m", "twine", "check", "--strict", archive, wheel, cwd=scratch)
        check_version(archive.name)
        check_source(archive)
        check_wheel(wheel)
        venv.create(scratch / "bare", with_pip=True)
        programs = scratch / "bare" / ("Scripts" if sys.platform == "win32" else "bin")
        run(programs / "python", "-m", "pip", "install", "-q", wheel, cwd=scratch)
        said = run(programs / "python", "-c", TRIAL, cwd=scratch)
        command = run(programs / "scrapy-maincontent", "--version", cwd=scratch)
        for path in (archive, wheel):
            print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")
        print(f"installed alone: {said}; {command}")


if __name__ == "__main__":
    main()
