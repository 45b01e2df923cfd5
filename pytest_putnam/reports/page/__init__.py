"""``putnam report --format html``: one self-contained page of one run, or of several side by side.

    gather    reads the runs' rows and counts
    rows      the table of items, as data for the page's script
    details   the attempts, bounded and private, read by the script when an item is opened
    figures   the curves' numbers; plots draws them where matplotlib is installed
    shares    items by category, decade and language; attempts by verdict
    context   everything else that the page says

``page.html.j2``, ``page.css`` and the ``.js`` files are the page itself.
"""

from pytest_putnam.reports.page.write import write_page

__all__ = ["write_page"]
