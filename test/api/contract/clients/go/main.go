// A day's work with the client that oapi-codegen generates.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"mime/multipart"
	"net/http"
	"os"
	"strings"
	"time"

	api "mailproof.test/day/mailproof"
)

var (
	ctx     = context.Background()
	service = os.Getenv("SERVICE_URL")
	key     = os.Getenv("API_KEY")
)

func connect(url, key string) *api.ClientWithResponses {
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("X-API-Key", key)
		return nil
	}
	return must(api.NewClientWithResponses(url, api.WithRequestEditorFn(authorize)))
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

// ok returns the body of a successful response. Any other has an error, whose message says what to do.
func ok[T any](value *T, response interface{ StatusCode() int }, body []byte) *T {
	if value == nil {
		log.Fatalf("status %d: %s", response.StatusCode(), body)
	}
	return value
}

func code(response *api.ErrorResponse) string {
	if response == nil {
		return "another status"
	}
	return response.Error.Code
}

func finished(client *api.ClientWithResponses, id string) *api.BatchStatus {
	for {
		response := must(client.GetBatchWithResponse(ctx, id))
		batch := ok(response.JSON200, response, response.Body)
		if batch.Status != api.BatchStatePending && batch.Status != api.BatchStateProcessing {
			return batch
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func upload(client *api.ClientWithResponses, csv string) string {
	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	_, _ = must(writer.CreateFormFile("file", "list.csv")).Write([]byte(csv))
	_ = writer.Close()
	response := must(client.UploadBulkWithBodyWithResponse(ctx, nil, writer.FormDataContentType(), &form))
	return ok(response.JSON202, response, response.Body).JobId
}

func main() {
	client, newer := connect(service, key), connect(os.Getenv("NEWER_URL"), key)
	emails := make([]string, 2000)
	for n := range emails {
		emails[n] = fmt.Sprintf("user%d@explicit.mailproof.net", n)
	}

	// Verify one address, and fifty.
	one := must(client.VerifyEmailWithResponse(ctx, api.VerifyRequest{Email: emails[0]}))
	signals := must(client.VerifyEmailSignalsWithResponse(ctx, nil, api.V2VerifyRequest{Email: emails[0]}))
	fifty := must(client.VerifyBatchWithResponse(ctx, api.BatchVerifyRequest{Emails: emails[:50]}))

	// Verify thousands in the background.
	request := api.AgentBatchRequest{Emails: emails, Async: new(true)}
	accepted := must(client.VerifyBulkAgentWithResponse(ctx, nil, request))
	batch := *ok(accepted.JSON202, accepted, accepted.Body).BatchId
	inProgress := api.ExpectedBatch("in_progress")
	finished(client, batch)
	results := must(client.GetBatchResultsWithResponse(ctx, batch))
	valid := 0
	for _, result := range ok(results.JSON200, results, results.Body).Results {
		valid += result.V
	}

	// Upload files, and download one with its verdicts.
	var delimiters []string
	var job string
	for _, delimiter := range []string{",", ";", "\t", "|"} {
		job = upload(client, fmt.Sprintf("name%semail\nAda%s%s\n", delimiter, delimiter, emails[0]))
		delimiters = append(delimiters, finished(client, job).File.Delimiter)
	}
	download := must(client.DownloadBatchWithResponse(ctx, job, nil))

	// Read usage and the pool.
	usage := must(client.GetUsageWithResponse(ctx))
	leaderboard := must(client.GetPoolLeaderboardWithResponse(ctx, nil))
	rank := must(client.GetPoolRankWithResponse(ctx, nil))

	// A key with nothing but a name leaves the calling key alone.
	made := must(client.GenerateKeyWithResponse(ctx, nil, api.GenerateKeyRequest{Name: new("go")}))
	keys := must(client.ListKeysWithResponse(ctx))
	named := false
	for _, each := range ok(keys.JSON200, keys, keys.Body).Keys {
		named = named || each.Name != nil && *each.Name == "go"
	}
	must(client.RevokeKeyWithResponse(ctx, ok(made.JSON201, made, made.Body).Key.Id))
	sandboxed := must(client.GenerateKeyWithResponse(ctx, nil, api.GenerateKeyRequest{Sandbox: new(true)}))
	sandbox := connect(service, ok(sandboxed.JSON201, sandboxed, sandboxed.Body).ApiKey)

	// A change of the URL alone leaves a disabled webhook disabled.
	created := must(client.CreateWebhookWithResponse(ctx, nil, api.CreateWebhookRequest{Url: "https://192.0.43.8/go"}))
	hook := ok(created.JSON201, created, created.Body).Webhook.Id
	must(client.UpdateWebhookWithResponse(ctx, hook, api.UpdateWebhookRequest{Status: new(api.WebhookStatusChangeDisabled)}))
	moved := must(client.UpdateWebhookWithResponse(ctx, hook, api.UpdateWebhookRequest{Url: new("https://192.0.43.8/moved")}))
	webhook := ok(moved.JSON200, moved, moved.Body)
	// A newer service may send members and values that this client does not know.
	listed := must(newer.ListWebhooksWithResponse(ctx))
	unknown := *ok(listed.JSON200, listed, listed.Body).Webhooks[0].DisabledReason
	must(client.DeleteWebhookWithResponse(ctx, hook))

	// Decide by rules and lists, report an outcome, and ask as a form does.
	never := api.Rule{
		Name:   new("No trial mail"),
		When:   api.RuleCondition{Fact: new("domain"), Op: new("eq"), Value: "trial.example"},
		Action: api.DecisionDeny,
	}
	draft := must(client.PutRulesDraftWithResponse(ctx, api.RulesDraftRequest{Rules: []api.Rule{never}}))
	must(client.ActivateRulesWithResponse(ctx, api.ActivateRulesRequest{}))
	rule := ok(draft.JSON200, draft, draft.Body).Rules[0]
	list := must(client.PutListWithResponse(ctx, api.ListNameDeny, api.PutListRequest{Entries: []string{"example.edu"}}))
	confirmed := []api.ReportedOutcome{{Email: new(emails[0]), Outcome: api.OutcomeNameConfirmed}}
	outcomes := must(client.RecordOutcomesWithResponse(ctx, api.RecordOutcomesRequest{Outcomes: confirmed}))
	checked := must(client.CheckEmailWithResponse(ctx, api.CheckRequest{Email: emails[0]}))

	// Count verdicts, read the last decision, and export everything.
	verdicts := must(client.GetVerdictsWithResponse(ctx, nil))
	decisions := must(client.ListDecisionsWithResponse(ctx, &api.ListDecisionsParams{Limit: new(1)}))
	exported := must(client.ExportVerificationsWithResponse(ctx, nil))

	// Errors are typed.
	account := must(client.CreateAccountWithResponse(ctx, api.CreateAccountRequest{Email: "ada@example.org"}))
	free := connect(service, ok(account.JSON201, account, account.Body).ApiKey)
	slow := make([]string, 50)
	for n := range slow {
		slow[n] = fmt.Sprintf("slow+%d@example.net", n)
	}
	running := must(sandbox.VerifyBulkAgentWithResponse(ctx, nil, api.AgentBatchRequest{Emails: slow, Async: new(true)}))
	progress := must(sandbox.GetBatchResultsWithResponse(ctx, *ok(running.JSON202, running, running.Body).BatchId))
	once := &api.GenerateKeyParams{IdempotencyKey: new("go")}
	must(client.GenerateKeyWithResponse(ctx, once, api.GenerateKeyRequest{Name: new("once")}))
	reused := must(client.GenerateKeyWithResponse(ctx, once, api.GenerateKeyRequest{Name: new("twice")}))
	refused := must(client.GenerateKeyWithResponse(ctx, nil, api.GenerateKeyRequest{ExpiresInDays: new(0)}))
	upstream := must(newer.VerifyEmailWithResponse(ctx, api.VerifyRequest{Email: "upstream-error@example.net"}))
	timeout := must(sandbox.VerifyEmailWithResponse(ctx, api.VerifyRequest{Email: "upstream-timeout@example.net"}))
	reader := must(client.GenerateKeyWithResponse(ctx, nil, api.GenerateKeyRequest{Scopes: &[]api.KeyScope{api.Verify}}))
	verifier := connect(service, ok(reader.JSON201, reader, reader.Body).ApiKey)
	limited := must(free.VerifyBulkAgentWithResponse(ctx, nil, api.AgentBatchRequest{Emails: emails}))
	errors := map[string]string{
		"400": code(refused.JSON400),
		"401": code(must(connect(service, "mpk_mistyped").GetUsageWithResponse(ctx)).JSON401),
		"403": code(must(verifier.GetUsageWithResponse(ctx)).JSON403),
		"404": code(must(client.GetBatchWithResponse(ctx, "none")).JSON404),
		"409": code(must(client.CancelBatchWithResponse(ctx, batch, &api.CancelBatchParams{Expect: &inProgress})).JSON409),
		"422": code(reused.JSON422),
		"425": code(progress.JSON425),
		"429": code(limited.JSON429),
		"502": code(upstream.JSON502),
		"504": code(timeout.JSON504),
	}
	etag := must(client.GetPoolStatsWithResponse(ctx, nil)).HTTPResponse.Header.Get("ETag")
	unchanged := must(client.GetPoolStatsWithResponse(ctx, &api.GetPoolStatsParams{IfNoneMatch: &etag}))
	proxied := must(newer.VerifyEmailWithResponse(ctx, api.VerifyRequest{Email: "proxy-error@example.net"}))

	must(0, json.NewEncoder(os.Stdout).Encode(map[string]any{
		"status":     ok(one.JSON200, one, one.Body).Status,
		"decision":   ok(signals.JSON200, signals, signals.Body).DefaultDecision,
		"fifty":      ok(fifty.JSON200, fifty, fifty.Body).Summary.Valid,
		"accepted":   valid,
		"delimiters": delimiters,
		"download":   strings.Contains(string(download.Body), "\nAda|"+emails[0]+"|valid|"),
		"isUsed":     ok(usage.JSON200, usage, usage.Body).CurrentMonth.Verifications > 0,
		"pool":       []any{ok(leaderboard.JSON200, leaderboard, leaderboard.Body).Period, ok(rank.JSON200, rank, rank.Body).Rank},
		"key":        named,
		"webhook":    []any{webhook.Url, webhook.Status},
		"rule":       []any{rule.Name, rule.Action, ok(list.JSON200, list, list.Body).Domains},
		"outcomes":   ok(outcomes.JSON200, outcomes, outcomes.Body).Recorded,
		"checked":    ok(checked.JSON200, checked, checked.Body).Decision,
		"log": []any{
			ok(verdicts.JSON200, verdicts, verdicts.Body).Range.Counts.Total > 0,
			len(ok(decisions.JSON200, decisions, decisions.Body).Decisions),
			strings.Contains(string(exported.Body), `"explicit.mailproof.net"`),
		},
		"unknown":   unknown,
		"errors":    errors,
		"unchanged": unchanged.StatusCode() == http.StatusNotModified,
		"notJson":   proxied.StatusCode() == http.StatusBadGateway && proxied.JSON502 == nil,
	}))
}
