package mailproof

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// ErrInvalidSignature says that a request was not signed with the secret, or too long ago.
var ErrInvalidSignature = errors.New("mailproof: the webhook was not signed with this secret, or too long ago")

const tolerance = 5 * time.Minute

// WebhookPayload is the body of a webhook. Data depends on Type.
type WebhookPayload struct {
	Type      string          `json:"type"`
	Timestamp string          `json:"timestamp"`
	Data      json.RawMessage `json:"data"`
}

// VerifyWebhook checks the signature (Standard Webhooks 1.0.0) and the age of a request, and returns its payload. The body is as it
// arrived, not parsed. A secret is "whsec_…"; pass two while one is being rotated. It returns ErrInvalidSignature, or an error of
// encoding/json.
func VerifyWebhook(headers http.Header, body []byte, secrets ...string) (*WebhookPayload, error) {
	id, timestamp := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || id == "" || time.Since(time.Unix(seconds, 0)).Abs() > tolerance {
		return nil, ErrInvalidSignature
	}
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil {
			continue
		}
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + timestamp + "."))
		mac.Write(body)
		expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
		for signature := range strings.FieldsSeq(headers.Get("webhook-signature")) {
			if hmac.Equal(expected, []byte(signature)) {
				payload := new(WebhookPayload)
				return payload, json.Unmarshal(body, payload)
			}
		}
	}
	return nil, ErrInvalidSignature
}
