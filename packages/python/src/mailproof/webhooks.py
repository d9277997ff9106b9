"""Checks the signatures of webhooks (Standard Webhooks 1.0.0)."""

import base64
import hmac
import json
import time
from collections.abc import Mapping, Sequence
from typing import Any


class InvalidSignature(ValueError):
    """The request was not signed with the secret, or too long ago."""


def verify_webhook(
    headers: Mapping[str, str], body: bytes, secret: str | Sequence[str], *, tolerance_s: float = 300
) -> dict[str, Any]:
    """The payload of a request, if it is genuine.

    headers: in any case. body: as it arrived, not parsed. secret: `whsec_…`; two while a secret is being rotated.
    Raises InvalidSignature.
    """
    given = {name.lower(): value for name, value in headers.items()}
    try:
        message, timestamp = given["webhook-id"], given["webhook-timestamp"]
        signatures = given["webhook-signature"].split()
        age = abs(time.time() - float(timestamp))
    except (KeyError, ValueError):
        raise InvalidSignature("The request has no webhook-id, webhook-timestamp or webhook-signature.") from None
    if not age <= tolerance_s:
        raise InvalidSignature("The webhook was signed too long ago, or clocks differ.")
    content = f"{message}.{timestamp}.".encode() + body
    for each in [secret] if isinstance(secret, str) else secret:
        key = base64.b64decode(each.removeprefix("whsec_"))
        expected = b"v1," + base64.b64encode(hmac.digest(key, content, "sha256"))
        if any(hmac.compare_digest(expected, signature.encode()) for signature in signatures):
            payload: dict[str, Any] = json.loads(body)
            return payload
    raise InvalidSignature("The webhook was not signed with this secret.")
