/** The GraphiQL page. Loads nothing from other hosts. */
export const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>GraphQL · mailproof</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/graphql/assets/graphiql.css">
<style>body { margin: 0; height: 100vh } #graphiql { height: 100vh }</style>
</head>
<body>
<div id="graphiql"></div>
<noscript>This page needs JavaScript. The schema is available by introspection at POST /graphql.</noscript>
<script src="/graphql/assets/react.js"></script>
<script src="/graphql/assets/react-dom.js"></script>
<script src="/graphql/assets/graphiql.js"></script>
<script src="/graphql/assets/start.js"></script>
</body>
</html>
`

const WELCOME = `# Enter your API key in the headers below. To get one, use POST /v1/accounts/create or the mutation createAccount.

query Welcome {
  pricing { tiers { id name priceMonthly validationsPerMonth } }
}

query Mine {
  me {
    plan
    batches(first: 10) {
      edges { node { id status total processed results(first: 5) { edges { node { index email valid error } } } } }
    }
  }
}

mutation Verify {
  verifyEmail(input: { email: "someone@gmail.com" }) { valid status reason checks { syntax dns mx disposable role free } }
}
`

/** The page's script: starts GraphiQL, with queries over HTTP and subscriptions over WebSocket. */
export const START_SCRIPT = `const here = new URL('/graphql', location.href)
const socket = new URL(here)
socket.protocol = here.protocol === 'https:' ? 'wss:' : 'ws:'
const fetcher = GraphiQL.createFetcher({ url: here.href, subscriptionUrl: socket.href })
ReactDOM.createRoot(document.getElementById('graphiql')).render(
  React.createElement(GraphiQL, {
    fetcher,
    defaultQuery: ${JSON.stringify(WELCOME)},
    defaultHeaders: ${JSON.stringify('{\n  "X-API-Key": ""\n}')},
    defaultEditorToolsVisibility: 'headers',
    shouldPersistHeaders: false,
  }),
)
`
