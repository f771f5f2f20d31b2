"""A Redis server of one's own, and several spider processes that share a queue in it."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import redis
from package_root import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable

REPOSITORY = Path(__file__).resolve().parents[2]
PROJECT = REPOSITORY / "example_project"
sys.path.append(str(PROJECT))

from example_project.generated import GeneratedSite  # noqa: E402

__all__ = ["GeneratedSite", "RedisServer", "SharedCrawl", "SpiderProcess", "wait_for"]

LIMIT = 600
"""Seconds that nothing here should need: a guard against hanging."""
CONCURRENT = 3
"""Requests that a spider has under way at once: so few that a crawl takes seconds, and a late spider finds work."""
QUEUE, LEASES, ITEMS = "shared:requests", "shared:requests:leases", "shared:items"


def wait_for(condition: Callable[[], Any], what: str) -> None:
    end = time.monotonic() + LIMIT
    while not condition():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.02)


class RedisServer:
    """A server on a socket of its own that writes every change to a file before it answers.

    A port would be anybody's while the server is not running. Paths of sockets must be short.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._place = tempfile.TemporaryDirectory()
        self._socket = f"{self._place.name}/redis"
        self.url = f"unix://{self._socket}?db=0"
        self.client = redis.Redis.from_url(self.url)
        self.start()

    def start(self) -> None:
        options = {"port": 0, "unixsocket": self._socket, "dir": self._folder, "appendonly": "yes", "save": ""}
        command = [
            str(shutil.which("redis-server")),
            *(str(part) for name, value in options.items() for part in (f"--{name}", value)),
        ]
        with (self._folder / "redis.log").open("a") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        wait_for(self._answers, "Redis")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.wait(LIMIT)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()
        if self.process.poll() is None:
            self.stop(signal.SIGKILL)
        self._place.cleanup()

    def _answers(self) -> bool:
        try:
            return bool(self.client.ping())
        except redis.ConnectionError:
            return False


class SpiderProcess:
    """One ``scrapy`` process of the example project, with its log."""

    def __init__(self, log: Path, url: str, *arguments: str, **variables: str) -> None:
        self._log = log
        paths = [str(ROOT), str(Path(__file__).parent), str(PROJECT), os.environ.get("PYTHONPATH", "")]
        environment = {"SCRAPY_PROJECT": "redis", "REDIS_URL": url, "SCHEDULER_LEASE": "4", "OMP_NUM_THREADS": "1"}
        with log.open("w") as out:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "scrapy", *arguments],
                cwd=PROJECT,
                env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))} | environment | variables,
                stdout=out,
                stderr=out,
            )

    @property
    def log(self) -> str:
        return self._log.read_text("utf-8")

    def stat(self, name: str) -> int:
        """Return a stat that counts, as the log has it at the end; 0 where nothing was counted."""
        found = re.findall(rf"'{re.escape(name)}': (\d+)", self.log)
        return int(found[-1]) if found else 0

    @property
    def reason(self) -> str:
        """Why the spider was closed."""
        found = re.findall(r"'finish_reason': '(\w+)'", self.log)
        return found[-1] if found else ""

    @property
    def ended(self) -> bool:
        return self._process.poll() is not None

    @property
    def running(self) -> bool:
        """Whether it has opened its spider and would end in order if it were asked to."""
        if "Spider opened" not in self.log:
            return False
        caught = re.search(r"^SigCgt:\s*(\w+)", Path(f"/proc/{self._process.pid}/status").read_text(), re.MULTILINE)
        return caught is not None and bool(int(caught[1], 16) >> signal.SIGTERM - 1 & 1)

    def send(self, what: signal.Signals) -> None:
        self._process.send_signal(what)

    def workers(self) -> list[int]:
        """Return the pids of the processes that extract pages."""
        pid = self._process.pid
        threads = Path(f"/proc/{pid}/task").iterdir()
        children = [int(child) for thread in threads for child in (thread / "children").read_text().split()]
        return [child for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]

    def wait(self) -> int:
        return self._process.wait(LIMIT)

    def kill(self) -> None:
        if not self.ended:
            self._process.kill()
        self._process.wait(LIMIT)


class SharedCrawl:
    """Spiders that crawl one site together."""

    def __init__(self, folder: Path, redis_server: RedisServer, start_url: str) -> None:
        self._folder, self._redis, self._start_url = folder, redis_server, start_url
        self.spiders: list[SpiderProcess] = []

    def start(self, count: int, *options: str, workers: int = 0, **variables: str) -> list[SpiderProcess]:
        """Start more spiders, let them go on together once all are there, and return them."""
        before = len(self.spiders)
        for number in range(before, before + count):
            log = self._folder / f"spider{number}.log"
            settings = ("-s", f"MAINCONTENT_WORKERS={workers}", "-s", f"CONCURRENT_REQUESTS={CONCURRENT}")
            fixed = ("-a", f"url={self._start_url}", *settings)
            self.spiders.append(SpiderProcess(log, self._redis.url, "crawl", "shared", *fixed, *options, **variables))
        started = self.spiders[before:]
        waiting = set(started)

        def all_there() -> bool:
            for spider in [spider for spider in waiting if spider.ended or spider.running]:
                spider.send(signal.SIGSTOP)
                waiting.remove(spider)
            return not waiting

        wait_for(all_there, "spiders")
        for spider in started:
            spider.send(signal.SIGCONT)
        return started

    def until(self, items: int) -> None:
        """Wait until Redis has so many items."""
        wait_for(lambda: self._redis.client.llen(ITEMS) >= items, f"{items} items\n{self.logs()}")

    def items(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self._redis.client.lrange(ITEMS, 0, -1)]

    def urls(self) -> Counter[str]:
        """Return how many items there are of each page."""
        return Counter(item["url"] for item in self.items())

    def total(self, stat: str) -> int:
        return sum(spider.stat(stat) for spider in self.spiders)

    def logs(self) -> str:
        return "\n".join(spider.log[-3000:] for spider in self.spiders)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for spider in self.spiders:
            spider.kill()
