package mailproof

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// RetryTransport repeats requests that failed temporarily: after Retry-After, otherwise after 0.5, 1 and 2 seconds, give or take a
// quarter. It does not wait for limits per day and month, nor for a longer Retry-After than MaxDelay.
type RetryTransport struct {
	// Base sends requests; http.DefaultTransport if it is nil.
	Base http.RoundTripper
	// Retries is the most repetitions of a request; 3 if it is zero, none if it is negative.
	Retries int
	// MaxDelay is one minute if it is zero.
	MaxDelay time.Duration
}

// Operations that accept an Idempotency-Key: with one they take effect once.
var idempotent = regexp.MustCompile(
	`/v1/(verify/bulk/agent|bulk/upload|accounts/me/confirmation|keys/generate|webhooks|webhooks/[^/]+/(rotate-secret|test|replay|deliveries/[^/]+/resend))$`)

// It accepts none: repeated only after a response that says that nothing was done.
const onlyRefused = "/v1/accounts/create"

// RoundTrip implements http.RoundTripper. It reads the body first, because a repetition sends it again.
func (t *RetryTransport) RoundTrip(original *http.Request) (*http.Response, error) {
	base, retries, maxDelay := t.Base, t.Retries, t.MaxDelay
	if base == nil {
		base = http.DefaultTransport
	}
	if retries == 0 {
		retries = defaultRetries
	}
	if maxDelay == 0 {
		maxDelay = defaultMaxDelay
	}
	request := original.Clone(original.Context())
	var body []byte
	if original.Body != nil {
		var err error
		if body, err = io.ReadAll(original.Body); err != nil {
			return nil, err
		}
		_ = original.Body.Close()
	}
	path := request.URL.Path
	if request.Method == http.MethodPost && idempotent.MatchString(path) && request.Header.Get("Idempotency-Key") == "" {
		request.Header.Set("Idempotency-Key", rand.Text())
	}
	for attempt := 0; ; attempt++ {
		if original.Body != nil {
			request.Body = io.NopCloser(bytes.NewReader(body))
		}
		delay := time.Duration(float64(initialDelay<<attempt) * (0.75 + mathrand.Float64()/2))
		response, err := base.RoundTrip(request)
		isLast := attempt >= retries || request.Context().Err() != nil
		if err != nil {
			if isLast || strings.HasSuffix(path, onlyRefused) {
				return nil, err
			}
		} else {
			if isLast || !isTemporary(response.StatusCode) {
				return response, nil
			}
			content, err := io.ReadAll(response.Body)
			_ = response.Body.Close()
			if err != nil {
				return nil, fmt.Errorf("reading a response of status %d: %w", response.StatusCode, err)
			}
			response.Body = io.NopCloser(bytes.NewReader(content))
			if asked, ok := retryAfter(response.Header.Get("Retry-After")); ok {
				delay = asked
			}
			if delay > maxDelay || isLong(content) {
				return response, nil
			}
		}
		timer := time.NewTimer(delay)
		select {
		case <-request.Context().Done():
			timer.Stop()
			return nil, request.Context().Err()
		case <-timer.C:
		}
	}
}

func isTemporary(status int) bool {
	switch status {
	case 408, 425, 429, 502, 503, 504:
		return true
	}
	return false
}

// retryAfter reads seconds, or the time until a date (RFC 9110 section 10.2.3).
func retryAfter(text string) (time.Duration, bool) {
	if seconds, err := strconv.Atoi(text); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(0, time.Until(at)), true
	}
	return 0, false
}

// isLong reports whether a limit per day or month was reached.
func isLong(body []byte) bool {
	var refusal struct {
		Error struct {
			Details struct{ Scope string }
		}
	}
	_ = json.Unmarshal(body, &refusal)
	scope := refusal.Error.Details.Scope
	return scope == "day" || scope == "month"
}
