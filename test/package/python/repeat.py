"""Sends every one of REQUESTS through the package's transport with every one of FAULTS, which the server then shows once."""

import json
import os
from concurrent.futures import ThreadPoolExecutor
from itertools import product

import httpx

from mailproof.retries import RetryTransport

client = httpx.Client(base_url=os.environ["SERVER_URL"], transport=RetryTransport(httpx.HTTPTransport(), retries=1))


def send(case: tuple[tuple[str, str], str]) -> None:
    (method, path), fault = case
    try:
        client.request(method, path, headers={"X-Fault": fault})
    except httpx.TransportError:
        pass


with ThreadPoolExecutor(32) as pool:
    list(pool.map(send, product(json.loads(os.environ["REQUESTS"]), json.loads(os.environ["FAULTS"]))))
