"""A real headless Chromium for tests of pages: driven by chromedriver, both as they are installed."""

from __future__ import annotations

import base64
import json
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

WAIT_S: Final = 20.0
FLAGS: Final = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@dataclass(frozen=True, slots=True)
class Browser:
    """One tab of one browser."""

    driver: webdriver.Chrome

    def open(self, page: Path, *, width: int = 1280, dark: bool = False) -> None:
        """Open a file in a window of that width, on a system that is light or dark."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600},
        )
        self.driver.execute_cdp_cmd(
            "Storage.clearDataForOrigin", {"origin": "file://", "storageTypes": "local_storage"}
        )
        self.driver.get("about:blank")
        self._log("browser")
        self._log("performance")
        self.driver.get(page.as_uri())

    def all(self, selector: str) -> list[WebElement]:
        """Elements by a selector of CSS."""
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector: str) -> WebElement:
        """The first of them."""
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def texts(self, selector: str) -> list[str]:
        """What is to be read in elements."""
        script = (
            "return [...document.querySelectorAll(arguments[0])].map((e) => e.innerText.trim())"
        )
        found: list[str] = self.driver.execute_script(script, selector)
        return found

    def ask(self, script: str) -> Any:
        """The value of an expression of JavaScript."""
        return self.driver.execute_script(f"return {script}")

    def until(self, true: Callable[[], bool]) -> None:
        """Wait until something is true. Raises `AssertionError` where it does not become so."""
        ends = time.monotonic() + WAIT_S
        while not true():
            assert time.monotonic() < ends, "it did not become so"
            time.sleep(0.02)

    def complaints(self) -> list[str]:
        """What the console said since the page was opened: errors of scripts, refused requests."""
        return [entry["message"] for entry in self._log("browser")]

    def requests(self) -> list[str]:
        """Addresses that were asked for since the page was opened."""
        events = [json.loads(entry["message"])["message"] for entry in self._log("performance")]
        return [
            event["params"]["request"]["url"]
            for event in events
            if event["method"] == "Network.requestWillBeSent"
        ]

    def _log(self, kind: str) -> list[dict[str, Any]]:
        """What was logged since the last time."""
        entries: list[dict[str, Any]] = self.driver.execute("getLog", {"type": kind})["value"]
        return entries

    def screenshot(self, target: Path) -> None:
        """The whole page as PNG."""
        size = self.ask(
            "[document.documentElement.clientWidth, document.documentElement.scrollHeight]"
        )
        clip = {"x": 0, "y": 0, "width": size[0], "height": min(8000, size[1]), "scale": 1}
        taken = self.driver.execute_cdp_cmd(
            "Page.captureScreenshot", {"captureBeyondViewport": True, "clip": clip}
        )
        target.write_bytes(base64.b64decode(taken["data"]))


@contextmanager
def browser(profile: Path) -> Iterator[Browser]:
    """A browser with a new profile; skips the test where Chromium or its driver is not installed."""
    program = shutil.which("chromium") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    if program is None or driver is None:
        pytest.skip(
            "chromium and chromedriver are needed: apt-get install chromium chromium-driver"
        )
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for flag in (*FLAGS, f"--user-data-dir={profile}", "--window-size=1280,900"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    started = webdriver.Chrome(options=options, service=Service(driver))
    try:
        yield Browser(started)
    finally:
        started.quit()
