import type { Fetcher } from '@graphiql/toolkit'
import { parse } from 'graphql'
import { type Client, createClient } from 'graphql-ws'

/**
 * Sends queries and mutations over HTTP, and subscriptions over a WebSocket whose `connectionParams` are the headers of the
 * editor, because browsers send no headers with a WebSocket.
 */
export function createFetcher(url: URL): Fetcher {
  const socketUrl = new URL(url)
  socketUrl.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  let connection: { client: Client; credentials: string } | undefined

  function clientFor(headers: Record<string, unknown>): Client {
    const credentials = JSON.stringify(headers)
    if (connection?.credentials !== credentials) {
      void connection?.client.dispose()
      connection = { client: createClient({ url: socketUrl.href, connectionParams: headers }), credentials }
    }
    return connection.client
  }

  return ({ query, variables, operationName }, options) => {
    const headers = (options?.headers ?? {}) as Record<string, string>
    const payload = { query, variables, operationName: operationName ?? undefined }
    if (isSubscription(query, operationName)) return clientFor(headers).iterate(payload) as never
    return fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(payload),
    }).then((response) => response.json())
  }
}

function isSubscription(query: string, name: string | null | undefined): boolean {
  const operations = parse(query).definitions.filter((each) => each.kind === 'OperationDefinition')
  const selected = name ? operations.find((each) => each.name?.value === name) : operations[0]
  return selected?.operation === 'subscription'
}
