import './workers.js'
import '@graphiql/react/style.css'
import '@graphiql/plugin-doc-explorer/style.css'
import '@graphiql/plugin-history/style.css'
import 'graphiql/graphiql.css'
import './graphql.css'
import { GraphiQL } from 'graphiql'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { onThemeChange, presentTheme } from '../shared/themes.js'
import { createFetcher } from './fetcher.js'
import { forgetStoredHeaders, storage } from './storage.js'

const WELCOME = `# Enter your API key in the headers below.
# To get one, send the mutation createAccount.

query Welcome {
  pricing {
    tiers { id name priceMonthly validationsPerMonth }
  }
}

query Mine {
  me {
    plan
    batches(first: 10) {
      edges {
        node {
          id status total processed
          results(first: 5) { edges { node { index email valid error } } }
        }
      }
    }
  }
}

mutation Verify {
  verifyEmail(input: { email: "someone@gmail.com" }) {
    valid status reason
    checks { syntax dns mx disposable role free }
  }
}
`

const shared = new URLSearchParams(location.search)

/** Keeps the query in the URL, so that a link to the page opens it. Headers are never part of the URL. */
function remember(name: 'query' | 'variables', text: string): void {
  const url = new URL(location.href)
  if (text.trim() === '' || text === WELCOME) url.searchParams.delete(name)
  else url.searchParams.set(name, text)
  history.replaceState(null, '', url)
}

forgetStoredHeaders()
const fetcher = createFetcher(new URL('/graphql', location.href))
const root = createRoot(document.getElementById('content')!)

/** Draws GraphiQL in the theme of the pages. */
function draw(): void {
  const theme = presentTheme()
  root.render(
    createElement(GraphiQL, {
      fetcher,
      forcedTheme: theme === 'auto' ? 'system' : theme,
      defaultQuery: WELCOME,
      defaultHeaders: '{\n  "X-API-Key": ""\n}',
      defaultEditorToolsVisibility: 'headers',
      shouldPersistHeaders: false,
      storage,
      onEditQuery: (query: string) => remember('query', query),
      onEditVariables: (variables: string) => remember('variables', variables),
      ...(shared.has('query') && { initialQuery: shared.get('query')! }),
      ...(shared.has('variables') && { initialVariables: shared.get('variables')! }),
    }),
  )
}
draw()
onThemeChange(draw)
