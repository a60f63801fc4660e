"""Captures: retrievals of sources, immutable bytes with receipts. Everything about HTTP lives in this package.

Reading what was captured starts here and loads no HTTP; `tieout.capture.client` and `tieout.capture.schedule` fetch.
"""

from tieout.capture.adopt import adopt
from tieout.capture.reading import Capture, capture, capture_all, earlier
from tieout.capture.receipts import Outcome, Receipt, Redirect

__all__ = ["Capture", "Outcome", "Receipt", "Redirect", "adopt", "capture", "capture_all", "earlier"]
