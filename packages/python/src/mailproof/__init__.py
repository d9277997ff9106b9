"""Typed client of mailproof: generated operations and types, retries that are safe, and checked webhooks."""

from mailproof.client import connect
from mailproof.retries import RetryTransport
from mailproof.webhooks import InvalidSignature, verify_webhook

__all__ = ["InvalidSignature", "RetryTransport", "connect", "verify_webhook"]
