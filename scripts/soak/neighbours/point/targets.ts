// What an attack requests, by name: every operation of the contract, the pages, GraphQL documents, and malformed heads.
import {
  OPERATION_NAMES,
  type OperationName,
  pathOf,
  sampleOf,
  viewOf,
} from '../../../../testbed/contract/operations.js'
import { CSV_CONTENT_NAMES, formOf, jsonOf, padded } from './contents.js'
import { DOCUMENT_NAMES, documentOf } from './documents.js'
import type { Point } from './point.js'

export interface Request {
  readonly method: string
  readonly path: string
  /** Of the body. */
  readonly contentType: string
  body(bytes: number, turn: number): Buffer
  /** The whole head, instead of one that the transport makes. */
  readonly head?: (host: string) => string
}

/** Values of path parameters, by name; what is missing is replaced by an id that does not exist. */
export type Ids = Readonly<Record<string, string>>

const PAGES = ['/', '/dashboard', '/docs', '/docs/api', '/graphql', '/nowhere', '/try']
const UPGRADE =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'

const MALFORMED: Readonly<Record<string, (host: string) => string>> = {
  upgrade: (host) => `GET /graphql HTTP/1.1\r\nHost: ${host}\r\nOrigin: https://evil.example\r\n${UPGRADE}\r\n`,
  control: (host) => `GET /v1/pricing HTTP/1.1\r\nHost: ${host}\r\nX-Bad: \x01\r\n\r\n`,
  long: (host) => `GET /v1/pricing HTTP/1.1\r\nHost: ${host}\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`,
  'no-host': () => 'GET /v1/pricing HTTP/1.1\r\n\r\n',
}

const names = (prefix: string, suffixes: readonly string[]): string[] => suffixes.map((each) => `${prefix}:${each}`)
const DOCUMENTS = names('graphql', DOCUMENT_NAMES)
const READS = [...OPERATION_NAMES, ...PAGES]
const BODIES = [
  ...READS,
  ...DOCUMENTS,
  ...['verifyEmail', 'verifyBulkAgent', 'createAccount', '/graphql'].flatMap((each) =>
    names(each, ['members', 'nested']),
  ),
  ...['verifyBatch', 'verifyBulk', 'verifyBulkAgent'].flatMap((each) => names(each, ['list', 'hostile'])),
  ...names('verifyBulkAgent', ['job', 'hostile-job']),
  'verifyEmail:one-hostile',
]
const FORMS = [...names('uploadBulk', CSV_CONTENT_NAMES), 'verifyEmail:rows', '/nowhere:rows']

/** The targets that the search tries with a transport. */
export const TARGETS: Readonly<Record<Point['transport'], readonly string[]>> = {
  length: BODIES,
  chunked: BODIES,
  form: FORMS,
  'form-chunked': FORMS,
  websocket: DOCUMENTS,
  pipelined: [...READS, ...names('malformed', Object.keys(MALFORMED))],
  headers: READS,
  query: READS,
}

const isOperation = (name: string): name is OperationName => (OPERATION_NAMES as readonly string[]).includes(name)

/**
 * The requests of a target, which are made in turns: names divided by `+`.
 * @throws Error if a name has no meaning with that transport
 */
export const requestsOf = ({ target, transport }: Pick<Point, 'target' | 'transport'>, ids: Ids = {}): Request[] =>
  target.split('+').map((name) => requestOf(name, transport, ids))

/** Whether a target is about batches or webhooks that must exist first. */
export const needsIds = (target: string): boolean =>
  target === 'graphql:batches' ||
  target.split('+').some((name) => isOperation(name) && /\{(batchId|jobId|webhookId)\}/.test(viewOf(name).paths[0]))

function requestOf(name: string, transport: Point['transport'], ids: Ids): Request {
  const [place, content] = name.split(':') as [string, string?]
  const json = { method: 'POST', contentType: 'application/json' }
  if (place === 'malformed') {
    const head = MALFORMED[content ?? '']
    if (!head) throw new Error(`"${name}" is no target. Malformed heads: ${Object.keys(MALFORMED).join(', ')}.`)
    return { ...json, path: '/', head, body: () => Buffer.alloc(0) }
  }
  if (place === 'graphql')
    return {
      ...json,
      path: '/graphql',
      body: (bytes, turn) => Buffer.from(messageOf(content ?? '', bytes, transport, turn)),
    }

  if (!isOperation(place) && !place.startsWith('/'))
    throw new Error(
      `"${name}" is no target. Targets: ${OPERATION_NAMES.join(', ')}, graphql:…, malformed:…, or a path.`,
    )
  const path = isOperation(place) ? pathOf(place, { params: ids }) : place
  const isRead = transport === 'pipelined' || transport === 'headers' || transport === 'query'
  const method = isOperation(place) ? viewOf(place).method : isRead && place !== '/try' ? 'GET' : 'POST'
  if (transport === 'form' || transport === 'form-chunked') {
    const form = (bytes: number, turn: number) => formOf(content ?? 'rows', bytes, turn)
    const contentType = form(0, 0).headers['Content-Type']!
    return { method, path, contentType, body: (bytes, turn) => form(bytes, turn).body }
  }
  const sample = isOperation(place) ? sampleOf(place).body : undefined
  const value = typeof sample === 'object' && !Buffer.isBuffer(sample) ? sample : {}
  const body = (bytes: number, turn: number) =>
    Buffer.from(content === undefined ? padded(value, bytes) : jsonOf(content, bytes, turn))
  return { ...json, method, path, body }
}

/** The body of a GraphQL request, or the message that subscribes over WebSocket. */
function messageOf(document: string, bytes: number, transport: Point['transport'], turn: number): string {
  const payload = { query: documentOf(document, bytes) }
  return padded(transport === 'websocket' ? { type: 'subscribe', id: `${turn}`, payload } : payload, bytes)
}
