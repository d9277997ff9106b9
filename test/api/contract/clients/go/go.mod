module mailproof.test/day

go 1.26.0

require (
	github.com/Khan/genqlient v0.8.1
	github.com/oapi-codegen/oapi-codegen/v2 v2.8.2
	github.com/oapi-codegen/runtime v1.9.0
	github.com/vektah/gqlparser/v2 v2.5.19
	golang.org/x/tools v0.48.0
)

tool (
	github.com/Khan/genqlient
	github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen
)
