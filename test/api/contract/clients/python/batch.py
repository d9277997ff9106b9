"""Verifies an address and a batch with the client that ariadne-codegen generates from the GraphQL schema."""

import asyncio
import json
import os
from typing import Any

from mailproof_graphql import Client
from mailproof_graphql.enums import BatchStatus
from mailproof_graphql.exceptions import GraphQLClientGraphQLMultiError
from mailproof_graphql.input_types import SubmitBatchInput, VerifyEmailInput


async def main() -> None:
    client = Client(f"{os.environ['SERVICE_URL']}/graphql", headers={"X-API-Key": os.environ["API_KEY"]})
    verified = (await client.verify(VerifyEmailInput(email="ada@explicit.mailproof.net"))).verify_email
    malformed = (await client.verify(VerifyEmailInput(email="not an address"))).verify_email
    emails = ["ada@explicit.mailproof.net", "not an address"]
    submitted = (await client.submit(SubmitBatchInput(emails=emails))).submit_batch
    assert verified and malformed and submitted
    while (state := (await client.status(submitted.batch_id)).batch) and state.status is not BatchStatus.COMPLETED:
        await asyncio.sleep(0.05)
    batch = (await client.batch_results(submitted.batch_id, first=10)).batch
    assert batch and batch.results
    try:
        await client.submit(SubmitBatchInput(emails=[]))
    except GraphQLClientGraphQLMultiError as refused:
        extensions: dict[str, Any] = refused.errors[0].extensions or {}
    usage = (await client.usage()).usage
    print(
        json.dumps(
            {
                "status": verified.status,
                "malformed": malformed.checks.syntax,
                "batch": {"status": batch.status, "total": batch.results.total_count},
                "results": [edge.node.valid for edge in batch.results.edges],
                "completed": batch.completed_at is not None and batch.completed_at > batch.created_at,
                "refused": {
                    "code": extensions["code"],
                    "paths": [problem["path"] for problem in extensions["details"]["problems"]],
                },
                "plan": usage and usage.plan,
            }
        )
    )


asyncio.run(main())
