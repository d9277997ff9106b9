// Package mailproof is a typed client of mailproof, the email validation service that you run yourself: generated operations and
// types, retries that are safe, and checked webhooks.
package mailproof

import (
	"context"
	"net/http"
	"time"
)

// Connect returns a client of the service at baseURL, which has no "/v1". It repeats what failed temporarily, three times.
func Connect(baseURL, apiKey string) (*ClientWithResponses, error) {
	sender := &http.Client{Transport: &RetryTransport{}, CheckRedirect: refuseRedirect}
	return NewClientWithResponses(baseURL, WithHTTPClient(sender), WithRequestEditorFn(authorize(apiKey)))
}

func authorize(apiKey string) RequestEditorFn {
	return func(_ context.Context, request *http.Request) error {
		request.Header.Set("X-API-Key", apiKey)
		return nil
	}
}

// refuseRedirect keeps the key from other servers.
func refuseRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

const (
	defaultRetries  = 3
	defaultMaxDelay = time.Minute
	initialDelay    = 500 * time.Millisecond
)
