"""Pages of a wiki: files read into header, blocks, chunks, and the facts that their structure states."""

from memkit.pages.page import Page, read_page

__all__ = ["Page", "read_page"]
