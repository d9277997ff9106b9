// Code generated from schema/openapi.yaml by npm run generate. DO NOT EDIT.

package mailproof

import "regexp"

// Operations, as "method path".
var (
	// They accept an Idempotency-Key: with one they take effect once.
	acceptsKey = regexp.MustCompile(`^POST .*(/v1/verify/bulk/agent|/v1/bulk/upload|/v1/accounts/me/confirmation|/v1/keys/generate|/v1/webhooks|/v1/webhooks/[^/]+/rotate-secret|/v1/webhooks/[^/]+/test|/v1/webhooks/[^/]+/replay|/v1/webhooks/[^/]+/deliveries/[^/]+/resend)$`)
	// They accept none, and a repetition would do something else.
	onlyOnce = regexp.MustCompile(`^POST .*(/v1/accounts/create|/v1/rules/activate|/v1/rules/rollback|/v1/rules/backtests|/v1/outcomes)$`)
)
