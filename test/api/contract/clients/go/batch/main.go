// Verifies an address and a batch with the client that genqlient generates from the GraphQL schema.
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/Khan/genqlient/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"mailproof.test/day/graph"
)

type authorized struct{}

func (authorized) Do(request *http.Request) (*http.Response, error) {
	request.Header.Set("X-API-Key", os.Getenv("API_KEY"))
	return http.DefaultClient.Do(request)
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func main() {
	ctx := context.Background()
	client := graphql.NewClient(os.Getenv("SERVICE_URL")+"/graphql", authorized{})
	emails := []string{"ada@explicit.mailproof.net", "not an address"}
	verified := must(graph.Verify(ctx, client, graph.VerifyEmailInput{Email: emails[0]})).VerifyEmail
	malformed := must(graph.Verify(ctx, client, graph.VerifyEmailInput{Email: emails[1]})).VerifyEmail
	submitted := must(graph.Submit(ctx, client, graph.SubmitBatchInput{Emails: emails})).SubmitBatch
	for must(graph.Status(ctx, client, submitted.BatchId)).Batch.Status != graph.BatchStatusCompleted {
		time.Sleep(50 * time.Millisecond)
	}
	batch := must(graph.BatchResults(ctx, client, submitted.BatchId, 10)).Batch
	results := []bool{}
	for _, edge := range batch.Results.Edges {
		results = append(results, edge.Node.Valid)
	}
	_, err := graph.Submit(ctx, client, graph.SubmitBatchInput{Emails: []string{}})
	refused := err.(gqlerror.List)[0].Extensions
	paths := []any{}
	for _, problem := range refused["details"].(map[string]any)["problems"].([]any) {
		paths = append(paths, problem.(map[string]any)["path"])
	}
	must(0, json.NewEncoder(os.Stdout).Encode(map[string]any{
		"status":    verified.Status,
		"malformed": malformed.Checks.Syntax,
		"batch":     map[string]any{"status": batch.Status, "total": batch.Results.TotalCount},
		"results":   results,
		"completed": batch.CompletedAt.After(batch.CreatedAt),
		"refused":   map[string]any{"code": refused["code"], "paths": paths},
		"plan":      must(graph.Usage(ctx, client)).Usage.Plan,
	}))
}
