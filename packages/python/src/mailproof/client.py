"""Connects the generated operations to a service."""

import httpx

from mailproof.generated import AuthenticatedClient
from mailproof.retries import RetryTransport


def connect(base_url: str, api_key: str, *, retries: int = 3, timeout_s: float = 60) -> AuthenticatedClient:
    """A client for the functions of `mailproof.generated.api`, which repeats what failed temporarily.

    base_url: of the service, without `/v1`. timeout_s: the most in which nothing is received.
    """
    return AuthenticatedClient(
        base_url=base_url,
        token=api_key,
        prefix="",
        auth_header_name="X-API-Key",
        timeout=httpx.Timeout(timeout_s),
        httpx_args={"transport": RetryTransport(httpx.HTTPTransport(), retries=retries)},
    )
