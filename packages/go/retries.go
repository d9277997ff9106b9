package mailproof

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"math"
	mathrand "math/rand/v2"
	"mime"
	"net/http"
	"strconv"
	"time"
)

// RetryTransport repeats requests that failed temporarily: after Retry-After, otherwise after 0.5, 1 and 2 seconds, give or take a
// quarter. It does not wait for limits per day and month, nor for a longer Retry-After than MaxDelay. UPSTREAM_ERROR, with which a
// verification may have been charged, is not repeated; what has no Idempotency-Key and takes effect is after 425 and 429 only.
type RetryTransport struct {
	// Base sends requests; http.DefaultTransport if it is nil.
	Base http.RoundTripper
	// Retries is the most repetitions of a request; 3 if it is zero, none if it is negative.
	Retries int
	// MaxDelay is one minute if it is zero.
	MaxDelay time.Duration
}

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
	operation := request.Method + " " + request.URL.Path
	if acceptsKey.MatchString(operation) && request.Header.Get("Idempotency-Key") == "" {
		request.Header.Set("Idempotency-Key", rand.Text())
	}
	isOnce := onlyOnce.MatchString(operation)
	for attempt := 0; ; attempt++ {
		if original.Body != nil {
			request.Body = io.NopCloser(bytes.NewReader(body))
		}
		delay := time.Duration(float64(initialDelay<<attempt) * (0.75 + mathrand.Float64()/2))
		response, content, err := send(base, request)
		isLast := attempt >= retries || request.Context().Err() != nil
		if err != nil {
			if isLast || isOnce {
				return nil, err
			}
		} else {
			if isLast || isSuccess(response) {
				return response, nil
			}
			refusal := readRefusal(content)
			if asked, ok := retryAfter(response.Header.Get("Retry-After"), refusal.RetryAfter); ok {
				delay = asked
			}
			if !mayRepeat(response.StatusCode, refusal, isOnce) || delay > maxDelay {
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

// send fails also if an error or JSON arrives incompletely, and returns its content; files are passed on piece by piece.
func send(base http.RoundTripper, request *http.Request) (*http.Response, []byte, error) {
	response, err := base.RoundTrip(request)
	if err != nil {
		return nil, nil, err
	}
	kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if isSuccess(response) && kind != "application/json" {
		return response, nil, nil
	}
	content, err := io.ReadAll(response.Body)
	_ = response.Body.Close()
	response.Body = io.NopCloser(bytes.NewReader(content))
	return response, content, err
}

func isSuccess(response *http.Response) bool {
	return response.StatusCode >= 200 && response.StatusCode < 300
}

// refusal is what a response says is wrong; empty if mailproof did not send it.
type refusal struct {
	Code       string
	Details    struct{ Scope string }
	RetryAfter *float64 `json:"retry_after"`
}

func readRefusal(content []byte) refusal {
	var body struct{ Error refusal }
	_ = json.Unmarshal(content, &body)
	return body.Error
}

func mayRepeat(status int, refused refusal, isOnce bool) bool {
	switch status {
	case 425, 429: // They say that nothing was done.
	case 408, 502, 503, 504:
		if isOnce || refused.Code == "UPSTREAM_ERROR" {
			return false
		}
	default:
		return !isOnce && refused.Code == "IDEMPOTENCY_IN_PROGRESS"
	}
	return refused.Details.Scope != "day" && refused.Details.Scope != "month"
}

// retryAfter reads seconds, or the time until a date (RFC 9110 section 10.2.3); without the header, it is what the body says.
func retryAfter(text string, inBody *float64) (time.Duration, bool) {
	var delay float64
	if seconds, err := strconv.ParseUint(text, 10, 64); err == nil || errors.Is(err, strconv.ErrRange) {
		delay = float64(seconds)
	} else if at, err := http.ParseTime(text); err == nil {
		delay = time.Until(at).Seconds()
	} else if inBody != nil {
		delay = *inBody
	} else {
		return 0, false
	}
	// More than a Duration holds is the longest.
	return time.Duration(min(delay*float64(time.Second), math.MaxInt64/2)), delay >= 0
}
