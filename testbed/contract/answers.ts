// What every answer of the API promises, checked on each answer that a suite receives.
import assert from 'node:assert/strict'
import type { Answer } from '../callers/client.js'
import { contractDifferences } from './differences.js'
import { type OperationName, viewOf } from './operations.js'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const WINDOW_SECONDS = { minute: 60, hour: 3_600, day: 86_400 }
/** Strings that occur only inside the service. */
const INSIDE = /node_modules|\bat \S+ \(|\bat file:|\.[jt]s:\d+|StoreUnavailable|LMDB|\/src\/|\/dist\//i

/** What any response of an operation promises, whatever its status. */
export function expectAnswerOf(operation: OperationName, answer: Answer): void {
  assert.deepEqual(contractDifferences(operation, answer), [])
  expectCommon(answer)
  const { keyed, limit, family = 'x-ratelimit' } = viewOf(operation)
  if (keyed) assert.equal(answer.headers['cache-control'], 'no-store')
  if (limit && wasCounted(answer, family)) expectWindow(answer, family, WINDOW_SECONDS[refusedFor(answer) ?? limit])
  if (answer.status >= 400) {
    expectError(answer)
    assert.match(answer.body.error.docs_url, new RegExp(`^https?://[^/]+/docs/errors/${answer.body.error.code}$`))
  }
}

/** A write refused by the daily limit reports the daily figures. */
const refusedFor = ({ body, headers }: Answer): 'day' | undefined =>
  body?.error?.details?.scope === 'day' && headers['x-ratelimit-remaining'] === '0' ? 'day' : undefined

/** Refusals of a key that may do something else, or elsewhere. */
const FORBIDDEN: ReadonlySet<string | undefined> = new Set([
  'INSUFFICIENT_SCOPE',
  'NETWORK_NOT_ALLOWED',
  'ORIGIN_NOT_ALLOWED',
])

/** Without a valid key nothing is counted; without a store the key is unknown. */
function wasCounted(answer: Answer, family: string): boolean {
  const { status, headers } = answer
  if (status === 401 || FORBIDDEN.has(codeOf(answer))) return false
  return status < 500 || headers[`${family}-limit`] !== undefined
}

/** What every response has, including those for unknown paths and methods. */
export function expectCommon({ status, headers, text }: Answer): void {
  assertMatch(headers['x-request-id'], UUID)
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assertMatch(headers['strict-transport-security'], /^max-age=\d{8}/)
  assertMatch(headers['content-security-policy'], /default-src 'none'/)
  assertMatch(headers['content-security-policy'], /frame-ancestors 'none'/)
  assert.equal(headers['x-powered-by'], undefined)
  const withoutLength = status === 304 || headers['transfer-encoding'] === 'chunked'
  assert.equal(headers['content-length'], withoutLength ? undefined : String(Buffer.byteLength(text)))
}

/** An error that a program can distinguish, a person can act on, and an attacker learns nothing from. */
export function expectError({ headers, body, text }: Answer): void {
  assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  assert.equal(headers['cache-control'], 'no-store')
  const { code, message } = body.error as { code: string; message: string }
  assert.match(code, /^[A-Z]+(_[A-Z]+)+$/)
  assert.match(message, /^.{12,}[.?}]$/su)
  assert.doesNotMatch(text, INSIDE)
}

function expectWindow({ headers, status }: Answer, family: string, seconds: number): void {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => {
    const value = headers[`${family}-${name}`]
    assertMatch(value, /^\d+$/)
    return Number(value)
  }) as [number, number, number]
  const now = Date.now() / 1_000
  const isPossible = limit > 0 && remaining < limit && reset > now - 1 && reset <= Math.ceil(now) + seconds
  assert.ok(isPossible, `impossible window at ${now}: ${JSON.stringify({ limit, remaining, reset })}`)
  if (status === 429) assertMatch(headers['retry-after'], /^[1-9]\d*$/)
}

/** A missing header is no match. */
const assertMatch = (header: string | string[] | undefined, pattern: RegExp): void =>
  assert.match(String(header), pattern)

/** The code of an error; undefined for any other response. */
export const codeOf = ({ body }: Answer): string | undefined => body?.error?.code

/** The paths of the problems in a body or parameters, as a client reads them. */
export const problemPaths = ({ body }: Answer): string[] =>
  (body.error.details.problems as { path: string }[]).map(({ path }) => path)

/** A response without what differs between calls: types of values instead of values. */
export const shapeOf = ({ status, headers, body }: Answer) => ({
  status,
  headers: Object.keys(headers).sort(),
  body: kindsIn(body),
})

function kindsIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(kindsIn)
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, kindsIn(member)]))
}
