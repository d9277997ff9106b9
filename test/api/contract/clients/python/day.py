"""A day's work with the client that openapi-python-client generates."""

import json
import os
import time
from http import HTTPStatus
from io import BytesIO
from typing import Any, TypeVar

from mailproof_client import AuthenticatedClient, Client
from mailproof_client.api.account import create_account, generate_key, get_usage, list_keys, revoke_key
from mailproof_client.api.batches import cancel_batch, download_batch, get_batch, get_batch_results, upload_bulk
from mailproof_client.api.outcomes import record_outcomes
from mailproof_client.api.rules import activate_rules, put_list, put_rules_draft
from mailproof_client.api.signal_pool import get_pool_leaderboard, get_pool_rank, get_pool_stats
from mailproof_client.api.verdicts import export_verifications, get_verdicts, list_decisions
from mailproof_client.api.verification import check_email, verify_batch, verify_bulk_agent, verify_email, verify_email_signals
from mailproof_client.api.webhooks import create_webhook, delete_webhook, list_webhooks, update_webhook
from mailproof_client.models import (
    AccountCreated,
    AccountList,
    ActivateRulesRequest,
    AgentBatchOutcome,
    AgentBatchRequest,
    AgentBatchResponse,
    BatchState,
    BatchStatus,
    BatchVerifyRequest,
    BatchVerifyResponse,
    CheckRequest,
    CheckResult,
    ContributorRank,
    CreateAccountRequest,
    CreateWebhookRequest,
    Decision,
    DecisionList,
    ErrorResponse,
    ExpectedBatch,
    GenerateKeyRequest,
    KeyGenerated,
    KeyList,
    KeyScope,
    ListName,
    LiveRules,
    OutcomeName,
    OutcomesReceived,
    PoolLeaderboard,
    PutListRequest,
    RecordOutcomesRequest,
    ReportedOutcome,
    Rule,
    RuleCondition,
    RulesDraft,
    RulesDraftRequest,
    UpdateWebhookRequest,
    UploadAccepted,
    UploadRequest,
    UsageStats,
    V2VerificationResult,
    V2VerifyRequest,
    Verdicts,
    VerificationResult,
    VerifyRequest,
    Webhook,
    WebhookList,
    WebhookStatusChange,
    WebhookWithSecret,
)
from mailproof_client.types import File, Response

T = TypeVar("T")


def connect(url: str, key: str) -> AuthenticatedClient:
    return AuthenticatedClient(base_url=url, token=key, prefix="", auth_header_name="X-API-Key")


def ok(kind: type[T], answer: object) -> T:
    """The expected response; any other is an error, whose message says what to do."""
    if isinstance(answer, ErrorResponse):
        raise RuntimeError(f"{answer.error.code}: {answer.error.message}")
    assert isinstance(answer, kind)
    return answer


def code(status: int, response: Response[Any]) -> str:
    assert response.status_code == status
    error = response.parsed
    assert isinstance(error, ErrorResponse)
    return error.error.code


def finished(client: AuthenticatedClient, batch_id: str) -> BatchStatus:
    while True:
        batch = ok(BatchStatus, get_batch.sync(batch_id, client=client))
        if batch.status not in (BatchState.PENDING, BatchState.PROCESSING):
            return batch
        time.sleep(0.05)


client = connect(os.environ["SERVICE_URL"], os.environ["API_KEY"])
newer = connect(os.environ["NEWER_URL"], os.environ["API_KEY"])
emails = [f"user{n}@explicit.mailproof.net" for n in range(2000)]

# Verify one address, and fifty.
one = ok(VerificationResult, verify_email.sync(client=client, body=VerifyRequest(email=emails[0])))
signals = ok(V2VerificationResult, verify_email_signals.sync(client=client, body=V2VerifyRequest(email=emails[0])))
fifty = ok(BatchVerifyResponse, verify_batch.sync(client=client, body=BatchVerifyRequest(emails=emails[:50])))

# Verify thousands in the background.
accepted = ok(AgentBatchOutcome, verify_bulk_agent.sync(client=client, body=AgentBatchRequest(emails, async_=True)))
batch_id = str(accepted.batch_id)
finished(client, batch_id)
results = ok(AgentBatchResponse, get_batch_results.sync(batch_id, client=client)).results

# Upload files, and download one with its verdicts.
delimiters = []
for delimiter in ",;\t|":
    content = f"name{delimiter}email\nAda{delimiter}{emails[0]}\n".encode()
    upload = UploadRequest(file=File(BytesIO(content), "list.csv", "text/csv"))
    job = ok(UploadAccepted, upload_bulk.sync(client=client, body=upload)).job_id
    file = finished(client, job).file
    delimiters.append(file.delimiter if file else "")
download = ok(File, download_batch.sync(job, client=client)).payload.read().decode()

# Read usage and the pool.
usage = ok(UsageStats, get_usage.sync(client=client))
leaderboard = ok(PoolLeaderboard, get_pool_leaderboard.sync(client=client))
rank = ok(ContributorRank, get_pool_rank.sync(client=client))

# A key with nothing but a name leaves the calling key alone.
made = ok(KeyGenerated, generate_key.sync(client=client, body=GenerateKeyRequest(name="python")))
names = [key.name for key in ok(KeyList, list_keys.sync(client=client)).keys if key.name]
revoke_key.sync(made.key.id, client=client)
sandbox_key = ok(KeyGenerated, generate_key.sync(client=client, body=GenerateKeyRequest(sandbox=True))).api_key
sandbox = connect(os.environ["SERVICE_URL"], sandbox_key)

# A change of the URL alone leaves a disabled webhook disabled.
hook = ok(WebhookWithSecret, create_webhook.sync(client=client, body=CreateWebhookRequest("https://192.0.43.8/python")))
for change in (
    UpdateWebhookRequest(status=WebhookStatusChange.DISABLED),
    UpdateWebhookRequest(url="https://192.0.43.8/moved"),
):
    webhook = ok(Webhook, update_webhook.sync(hook.webhook.id, client=client, body=change))
# A newer service may send members and values that this client does not know.
unknown = ok(WebhookList, list_webhooks.sync(client=newer)).webhooks[0].disabled_reason
delete_webhook.sync(webhook.id, client=client)

# Decide by rules and lists, report an outcome, and ask as a form does.
trial = RuleCondition(fact="domain", op="eq", value="trial.example")
rules = RulesDraftRequest([Rule(trial, Decision.DENY, name="No trial mail")])
rule = ok(RulesDraft, put_rules_draft.sync(client=client, body=rules)).rules[0]
ok(LiveRules, activate_rules.sync(client=client, body=ActivateRulesRequest()))
denied = ok(AccountList, put_list.sync(ListName.DENY, client=client, body=PutListRequest(["example.edu"])))
confirmed = RecordOutcomesRequest([ReportedOutcome(OutcomeName.CONFIRMED, email=emails[0])])
outcomes = ok(OutcomesReceived, record_outcomes.sync(client=client, body=confirmed))
checked = ok(CheckResult, check_email.sync(client=client, body=CheckRequest(emails[0])))

# Count verdicts, read the last decision, and export everything.
verdicts = ok(Verdicts, get_verdicts.sync(client=client))
decisions = ok(DecisionList, list_decisions.sync(client=client, limit=1)).decisions
exported = ok(File, export_verifications.sync(client=client)).payload.read()

# Errors are typed.
nobody = Client(base_url=os.environ["SERVICE_URL"])
free = ok(AccountCreated, create_account.sync(client=nobody, body=CreateAccountRequest(email="ada@example.org"))).api_key
slow = AgentBatchRequest([f"slow+{n}@example.net" for n in range(50)], async_=True)
running = str(ok(AgentBatchOutcome, verify_bulk_agent.sync(client=sandbox, body=slow)).batch_id)
verify_only = GenerateKeyRequest(scopes=[KeyScope.VERIFY])
verifier = connect(
    os.environ["SERVICE_URL"], ok(KeyGenerated, generate_key.sync(client=client, body=verify_only)).api_key
)
too_many = AgentBatchRequest(emails=emails)
for name in ("once", "twice"):
    body = GenerateKeyRequest(name=name)
    reused = generate_key.sync_detailed(client=client, body=body, idempotency_key="python")
upstream = verify_email.sync_detailed(client=newer, body=VerifyRequest(email="upstream-error@example.net"))
timeout = verify_email.sync_detailed(client=sandbox, body=VerifyRequest(email="upstream-timeout@example.net"))
errors = {
    "400": code(400, generate_key.sync_detailed(client=client, body=GenerateKeyRequest(expires_in_days=0))),
    "401": code(401, get_usage.sync_detailed(client=connect(os.environ["SERVICE_URL"], "mpk_mistyped"))),
    "403": code(403, get_usage.sync_detailed(client=verifier)),
    "404": code(404, get_batch.sync_detailed("none", client=client)),
    "409": code(409, cancel_batch.sync_detailed(batch_id, client=client, expect=ExpectedBatch.IN_PROGRESS)),
    "422": code(422, reused),
    "425": code(425, get_batch_results.sync_detailed(running, client=sandbox)),
    "429": code(429, verify_bulk_agent.sync_detailed(client=connect(os.environ["SERVICE_URL"], free), body=too_many)),
    "502": code(502, upstream),
    "504": code(504, timeout),
}
etag = get_pool_stats.sync_detailed(client=client).headers["etag"]
unchanged = get_pool_stats.sync_detailed(client=client, if_none_match=etag).status_code
try:
    verify_email.sync(client=newer, body=VerifyRequest(email="proxy-error@example.net"))
except ValueError:
    not_json = True

print(
    json.dumps(
        {
            "status": one.status,
            "decision": signals.default_decision,
            "fifty": fifty.summary.valid,
            "accepted": sum(result.v for result in results),
            "delimiters": delimiters,
            "download": download.splitlines()[1].startswith("Ada|user0@explicit.mailproof.net|valid|"),
            "isUsed": usage.current_month.verifications > 0,
            "pool": [leaderboard.period, rank.rank],
            "key": "python" in names,
            "webhook": [webhook.url, webhook.status],
            "rule": [rule.name, rule.action, denied.domains],
            "outcomes": outcomes.recorded,
            "checked": checked.decision,
            "log": [verdicts.range_.counts.total > 0, len(decisions), b'"explicit.mailproof.net"' in exported],
            "unknown": unknown,
            "errors": errors,
            "unchanged": unchanged == HTTPStatus.NOT_MODIFIED,
            "notJson": not_json,
        }
    )
)
