"""Which operations, as "method path", have a mark.

Made from schema/openapi.yaml by `npm run generate`. Do not edit.
"""

import re

# They accept an Idempotency-Key: with one they take effect once.
KEY = re.compile(r"^POST .*(/v1/verify/bulk/agent|/v1/bulk/upload|/v1/accounts/me/confirmation|/v1/keys/generate|/v1/webhooks|/v1/webhooks/[^/]+/rotate-secret|/v1/webhooks/[^/]+/test|/v1/webhooks/[^/]+/replay|/v1/webhooks/[^/]+/deliveries/[^/]+/resend)$")
# They accept none, and a repetition would do something else.
ONCE = re.compile(r"^POST .*(/v1/accounts/create|/v1/rules/activate|/v1/rules/rollback|/v1/rules/backtests|/v1/outcomes)$")
