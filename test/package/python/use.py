"""Uses the package for Python against a service that fails once for each path, and prints what came of it."""

import json
import os
from io import BytesIO

from mailproof import InvalidSignature, connect, verify_webhook
from mailproof.generated.api.account import get_usage
from mailproof.generated.api.batches import upload_bulk
from mailproof.generated.api.verification import verify_email
from mailproof.generated.models import ErrorResponse, UploadAccepted, UploadRequest, VerificationResult, VerifyRequest
from mailproof.generated.types import File

client = connect(os.environ["FAILING_URL"], os.environ["API_KEY"])
verified = verify_email.sync(client=client, body=VerifyRequest("ada@explicit.mailproof.net"))
assert isinstance(verified, VerificationResult)
csv = File(BytesIO(b"email\nada@explicit.mailproof.net\n"), "list.csv", "text/csv")
uploaded = upload_bulk.sync(client=client, body=UploadRequest(file=csv))
assert isinstance(uploaded, UploadAccepted)
refused = get_usage.sync(client=connect(os.environ["FAILING_URL"], "mpk_mistyped", retries=1))
assert isinstance(refused, ErrorResponse)

call = json.loads(os.environ["WEBHOOK"])
secret = os.environ["WEBHOOK_SECRET"]
event = verify_webhook(call["headers"], call["body"].encode(), ["whsec_b3RoZXI=", secret])
wrong = []
for headers, body, tolerance_s in (
    (call["headers"], call["body"] + " ", 300.0),
    ({**call["headers"], "Webhook-Timestamp": "1"}, call["body"], 300.0),
    ({}, call["body"], 300.0),
    (call["headers"], call["body"], -1.0),
):
    try:
        verify_webhook(headers, body.encode(), secret, tolerance_s=tolerance_s)
    except InvalidSignature as error:
        wrong.append(str(error))
print(
    json.dumps(
        {
            "status": verified.status,
            "accepted": uploaded.job_id != "",
            "refused": refused.error.code,
            "event": event["type"],
            "wrong": len(wrong),
        }
    )
)
