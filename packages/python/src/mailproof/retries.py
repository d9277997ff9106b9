"""Repeats requests that failed temporarily."""

import json
import random
import re
import time
import uuid
from contextlib import closing
from email.utils import parsedate_to_datetime
from typing import Any

import httpx

from mailproof.operations import KEY, ONCE

RETRYABLE = {408, 425, 429, 502, 503, 504}
# Statuses which say that nothing was done.
REFUSED = {425, 429}


class RetryTransport(httpx.BaseTransport):
    """Waits for Retry-After, otherwise 0.5, 1 and 2 seconds, give or take a quarter, and sends the request again.

    Limits per day and month are not waited for, nor a Retry-After of more than max_delay_s. UPSTREAM_ERROR, with which a
    verification may have been charged, is not repeated; what has no Idempotency-Key and takes effect is after 425 and 429 only.
    """

    def __init__(self, transport: httpx.BaseTransport, *, retries: int = 3, max_delay_s: float = 60) -> None:
        self._transport = transport
        self._retries = retries
        self._max_delay_s = max_delay_s

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        operation = f"{request.method} {request.url.path}"
        if KEY.search(operation):
            request.headers.setdefault("Idempotency-Key", str(uuid.uuid4()))
        is_once = ONCE.search(operation) is not None
        # A body that is sent again must be there: uploads too are read first.
        request.read()
        for attempt in range(self._retries + 1):
            is_last = attempt == self._retries
            delay = 0.5 * 2**attempt * random.uniform(0.75, 1.25)
            try:
                response = self._send(request)
            except httpx.TransportError:
                if is_last or is_once:
                    raise
            else:
                if is_last or response.is_success:
                    return response
                error = _error(response)
                asked = _retry_after(response, error)
                delay = delay if asked is None else asked
                if not _may_repeat(response.status_code, error, is_once) or delay > self._max_delay_s:
                    return response
                response.close()
            time.sleep(delay)
        raise AssertionError("the last attempt returns or raises")

    def _send(self, request: httpx.Request) -> httpx.Response:
        """Raises TransportError also if an error or JSON arrives incompletely; files are passed on piece by piece."""
        response = self._transport.handle_request(request)
        if not response.is_success:
            response.read()
        elif response.headers.get("Content-Type", "").startswith("application/json"):
            stream = response.stream
            assert isinstance(stream, httpx.SyncByteStream)
            with closing(stream):
                response.stream = httpx.ByteStream(b"".join(stream))
        return response

    def close(self) -> None:
        self._transport.close()


def _may_repeat(status: int, error: dict[str, Any], is_once: bool) -> bool:
    code, details = error.get("code"), error.get("details")
    if is_once and status not in REFUSED:
        return False
    if status not in RETRYABLE:
        return code == "IDEMPOTENCY_IN_PROGRESS"
    scope = details.get("scope") if isinstance(details, dict) else None
    return code != "UPSTREAM_ERROR" and scope not in ("day", "month")


def _retry_after(response: httpx.Response, error: dict[str, Any]) -> float | None:
    """Seconds, or the time until a date (RFC 9110 section 10.2.3); without the header, what the body says."""
    text = response.headers.get("Retry-After", "")
    if re.fullmatch("[0-9]+", text):
        return float(text)
    seconds: object
    try:
        seconds = parsedate_to_datetime(text).timestamp() - time.time()
    except ValueError:
        seconds = error.get("retry_after")
    return seconds if isinstance(seconds, int | float) and seconds >= 0 else None


def _error(response: httpx.Response) -> dict[str, Any]:
    """What a response says is wrong; nothing if mailproof did not send it."""
    try:
        error = json.loads(response.content)["error"]
    except (ValueError, KeyError, TypeError):
        return {}
    return error if isinstance(error, dict) else {}
