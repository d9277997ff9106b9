// Uses the package for Go against a service that fails once for each path, and prints what came of it.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"log"
	"mime/multipart"
	"net/http"
	"os"

	"mailproof.test/client"
)

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func main() {
	ctx, service := context.Background(), os.Getenv("FAILING_URL")
	client := must(mailproof.Connect(service, os.Getenv("API_KEY")))
	verified := must(client.VerifyEmailWithResponse(ctx, mailproof.VerifyRequest{Email: "ada@explicit.mailproof.net"}))
	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	must(must(writer.CreateFormFile("file", "list.csv")).Write([]byte("email\nada@explicit.mailproof.net\n")))
	must(0, writer.Close())
	uploaded := must(client.UploadBulkWithBodyWithResponse(ctx, nil, writer.FormDataContentType(), &form))
	refused := must(must(mailproof.Connect(service, "mpk_mistyped")).GetUsageWithResponse(ctx))

	var call struct {
		Headers map[string]string
		Body    string
	}
	must(0, json.Unmarshal([]byte(os.Getenv("WEBHOOK")), &call))
	headers := http.Header{}
	for name, value := range call.Headers {
		headers.Set(name, value)
	}
	secret := os.Getenv("WEBHOOK_SECRET")
	event := must(mailproof.VerifyWebhook(headers, []byte(call.Body), "whsec_b3RoZXI=", secret))
	old := headers.Clone()
	old.Set("Webhook-Timestamp", "1")
	wrong := 0
	for _, each := range []struct {
		headers http.Header
		body    string
		secret  string
	}{{headers, call.Body + " ", secret}, {old, call.Body, secret}, {nil, call.Body, secret}, {headers, call.Body, "whsec_b3RoZXI="}} {
		if _, err := mailproof.VerifyWebhook(each.headers, []byte(each.body), each.secret); err == mailproof.ErrInvalidSignature {
			wrong++
		}
	}
	must(0, json.NewEncoder(os.Stdout).Encode(map[string]any{
		"status":   verified.JSON200.Status,
		"accepted": uploaded.JSON202.JobId != "",
		"refused":  refused.JSON401.Error.Code,
		"event":    event.Type,
		"wrong":    wrong,
	}))
}
