"""Repeats requests that failed temporarily."""

import json
import random
import re
import time
import uuid
from email.utils import parsedate_to_datetime

import httpx

RETRYABLE = {408, 425, 429, 502, 503, 504}
# Operations that accept an Idempotency-Key: with one they take effect once.
IDEMPOTENT = re.compile(
    r"/v1/(verify/bulk/agent|bulk/upload|accounts/me/confirmation|keys/generate|webhooks|webhooks/[^/]+/(rotate-secret|test|replay|deliveries/[^/]+/resend))$"
)
# It accepts none: repeated only after a response that says that nothing was done.
ONLY_REFUSED = "/v1/accounts/create"


class RetryTransport(httpx.BaseTransport):
    """Waits for Retry-After, otherwise 0.5, 1 and 2 seconds, give or take a quarter, and sends the request again.

    Limits per day and month are not waited for, nor a Retry-After of more than max_delay_s.
    """

    def __init__(self, transport: httpx.BaseTransport, *, retries: int = 3, max_delay_s: float = 60) -> None:
        self._transport = transport
        self._retries = retries
        self._max_delay_s = max_delay_s

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        path = request.url.path
        if request.method == "POST" and IDEMPOTENT.search(path):
            request.headers.setdefault("Idempotency-Key", str(uuid.uuid4()))
        # A body that is sent again must be there: uploads too are read first.
        request.read()
        for attempt in range(self._retries + 1):
            delay = 0.5 * 2**attempt * random.uniform(0.75, 1.25)
            try:
                response = self._transport.handle_request(request)
            except httpx.TransportError:
                if attempt == self._retries or path.endswith(ONLY_REFUSED):
                    raise
            else:
                if attempt == self._retries or response.status_code not in RETRYABLE:
                    return response
                response.read()
                asked = _retry_after(response)
                delay = delay if asked is None else asked
                if delay > self._max_delay_s or _scope(response) in ("day", "month"):
                    return response
                response.close()
            time.sleep(delay)
        raise AssertionError("the last attempt returns or raises")

    def close(self) -> None:
        self._transport.close()


def _retry_after(response: httpx.Response) -> float | None:
    """Seconds, or the time until a date (RFC 9110 section 10.2.3)."""
    text = response.headers.get("Retry-After", "")
    if text.isdigit():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except ValueError:
        return None


def _scope(response: httpx.Response) -> str | None:
    """The window of the limit that was reached."""
    try:
        scope = json.loads(response.content)["error"]["details"]["scope"]
    except (ValueError, KeyError, TypeError):
        return None
    return scope if isinstance(scope, str) else None
