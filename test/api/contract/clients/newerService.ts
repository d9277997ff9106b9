import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A stand-in for a later release behind a proxy: its responses have members and values that clients do not know. */
export async function startNewerService(serviceUrl: string): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    respond(serviceUrl, request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}`, close }
}

/** The errors that addresses select: one of the service, and one of the proxy before it. */
const ERRORS: { readonly [email: string]: readonly [type: string, body: string] } = {
  'upstream-error@example.net': [
    'application/json; charset=utf-8',
    '{"error":{"message":"The check failed.","code":"UPSTREAM_ERROR","retry_after":5}}',
  ],
  'proxy-error@example.net': ['text/html', '<html><head><title>502 Bad Gateway</title></head></html>'],
}

async function respond(serviceUrl: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const sent = await text(request)
  const [, failure] = Object.entries(ERRORS).find(([email]) => sent.includes(email)) ?? []
  if (failure) {
    response.writeHead(502, { 'Content-Type': failure[0], 'Retry-After': '5' }).end(failure[1])
    return
  }
  const answer = await fetch(serviceUrl + request.url, {
    method: request.method!,
    headers: { 'X-API-Key': String(request.headers['x-api-key']) },
  })
  const body = JSON.stringify(newer(await answer.json()))
  response.writeHead(answer.status, { 'Content-Type': 'application/json; charset=utf-8' }).end(body)
}

/** Adds an unknown member to every object, and replaces a value that may be joined by further ones. */
function newer(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(newer)
  if (typeof value !== 'object' || value === null) return value === 'by_request' ? 'by_policy' : value
  const members = Object.entries(value).map(([name, member]) => [name, newer(member)])
  return { ...Object.fromEntries(members), added: { later: [1, null] } }
}
