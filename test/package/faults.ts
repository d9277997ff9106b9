// What a client does with each operation when it fails once: how often the request arrives, and with which Idempotency-Key.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createClient } from '../../src/client/index.js'
import { OPERATIONS } from '../../src/client/operations.generated.js'
import { type HttpServer, startHttpServer } from '../../testbed/receivers/httpServer.js'

type Fault = (response: ServerResponse, request: IncomingMessage) => void

const AT_ONCE = { 'Retry-After': '0' }

const failing =
  (status: number, error: object = {}, headers: Record<string, string> = AT_ONCE): Fault =>
  (response) =>
    answer(response, status, headers).end(JSON.stringify({ error }))

const answer = (response: ServerResponse, status: number, headers: Record<string, string> = {}) =>
  response.writeHead(status, { 'Content-Type': 'application/json', Connection: 'close', ...headers })

export const FAULTS: { readonly [name: string]: Fault } = {
  ...Object.fromEntries([400, 408, 425, 429, 500, 502, 503, 504].map((status) => [String(status), failing(status)])),
  'may have been charged': failing(502, { code: 'UPSTREAM_ERROR' }),
  'in progress': failing(409, { code: 'IDEMPOTENCY_IN_PROGRESS' }),
  'limit of the day': failing(429, { details: { scope: 'day' } }),
  'two minutes, says the body': failing(503, { retry_after: 120 }, {}),
  'in 317 years': failing(503, {}, { 'Retry-After': '10000000000' }),
  lost: (_response, request) => request.socket.destroy(),
  incomplete: (response, request) => {
    answer(response, 200, { 'Content-Length': '100' }).write('{"ok":')
    setImmediate(() => request.socket.destroy())
  },
}

/** Operations whose responses the typed client does not pass on piece by piece; any id will do. */
const CALLS = Object.entries(OPERATIONS)
  .filter(([, words]) => !/ (csv|lines|text)$/.test(words))
  .map(([id, words]) => {
    const [method = '', path = ''] = words.split(' ')
    const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
    return { id, names, request: [method, path.replace(/\{\w+\}/g, 'x1')] as const }
  })

export const REQUESTS = CALLS.map(({ request }) => request)

/** By request and fault, one word per attempt: `key` for a new Idempotency-Key, `same` for that of the attempt before, or `none`. */
export type Attempts = { readonly [call: string]: string }

/** @param send sends every one of REQUESTS to the server with every one of FAULTS in `X-Fault`, repeating each once at the most */
export async function attemptsOf(send: (serverUrl: string) => Promise<unknown>): Promise<Attempts> {
  const keys: { [call: string]: (string | undefined)[] } = {}
  const server: HttpServer = await startHttpServer((request, response) => {
    request.resume().on('end', () => {
      const fault = request.headers['x-fault'] as string
      const call = `${request.method} ${request.url}: ${fault}`
      keys[call] ??= []
      const seen = keys[call]
      seen.push(request.headers['idempotency-key'] as string | undefined)
      if (seen.length === 1) FAULTS[fault]!(response, request)
      else answer(response, 200).end('{}')
    })
  })
  try {
    await send(server.url)
  } finally {
    await server.close()
  }
  const wordOf = (key: string | undefined, before: string | undefined) =>
    key === undefined ? 'none' : key === before ? 'same' : 'key'
  return Object.fromEntries(
    Object.entries(keys).map(([call, all]) => [call, all.map((key, at) => wordOf(key, all[at - 1])).join(' ')]),
  )
}

/** What the typed client of this project does. */
export const attemptsOfTypescript = (): Promise<Attempts> =>
  attemptsOf(async (baseUrl) => {
    const client = createClient({ baseUrl, retries: 1 }) as unknown as Readonly<
      Record<string, (input: object, options: object) => Promise<unknown>>
    >
    const calls = CALLS.flatMap(({ id, names }) => {
      const input = {
        ...Object.fromEntries(names.map((name) => [name, 'x1'])),
        ...(id === 'uploadBulk' && { file: 'a' }),
      }
      return Object.keys(FAULTS).map((fault) => client[id]!(input, { headers: { 'X-Fault': fault } }))
    })
    await Promise.allSettled(calls)
  })
