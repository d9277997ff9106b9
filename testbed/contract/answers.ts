import { expect } from '@jest/globals'
import type { Answer } from '../callers/client.js'
import { contractDifferences } from './contractAnswer.js'
import { type OperationName, viewOf } from './operations.js'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const WINDOW_SECONDS = { minute: 60, hour: 3_600, day: 86_400 }
/** Strings that occur only inside the service. */
const INSIDE = /node_modules|\bat \S+ \(|\bat file:|\.[jt]s:\d+|StoreUnavailable|LMDB|\/src\/|\/dist\//i

/** What any response of an operation promises, whatever its status. */
export function expectAnswerOf(operation: OperationName, answer: Answer): void {
  expect(contractDifferences(operation, answer)).toEqual([])
  expectCommon(answer)
  const { keyed, limit, family = 'x-ratelimit' } = viewOf(operation)
  if (keyed) expect(answer.headers['cache-control']).toBe('no-store')
  if (limit && wasCounted(answer, family)) expectWindow(answer, family, WINDOW_SECONDS[refusedFor(answer) ?? limit])
  if (answer.status >= 400) {
    expectError(answer)
    expect(answer.body.error.docs_url).toMatch(new RegExp(`^https?://[^/]+/docs/errors/${answer.body.error.code}$`))
  }
}

/** A write refused by the daily limit reports the daily figures. */
const refusedFor = ({ body, headers }: Answer): 'day' | undefined =>
  body?.error?.details?.scope === 'day' && headers['x-ratelimit-remaining'] === '0' ? 'day' : undefined

/** Without a valid key nothing is counted; without a store the key is unknown. */
const wasCounted = ({ status, headers }: Answer, family: string): boolean =>
  status !== 401 && (status < 500 || headers[`${family}-limit`] !== undefined)

/** What every response has, including those for unknown paths and methods. */
export function expectCommon({ status, headers, text }: Answer): void {
  expect(headers['x-request-id']).toMatch(UUID)
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': expect.stringMatching(/^max-age=\d{8}/),
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers).not.toHaveProperty('x-powered-by')
  const untold = status === 304 || headers['transfer-encoding'] === 'chunked'
  expect(headers['content-length']).toBe(untold ? undefined : String(Buffer.byteLength(text)))
}

/** An error that a program can distinguish, a person can act on, and an attacker learns nothing from. */
export function expectError({ headers, body, text }: Answer): void {
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(headers['cache-control']).toBe('no-store')
  const { code, message } = body.error as { code: string; message: string }
  expect(code).toMatch(/^[A-Z]+(_[A-Z]+)+$/)
  expect(message).toMatch(/^.{12,}[.?}]$/su)
  expect(text).not.toMatch(INSIDE)
}

function expectWindow({ headers, status }: Answer, family: string, seconds: number): void {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => {
    const value = headers[`${family}-${name}`]
    expect(value).toMatch(/^\d+$/)
    return Number(value)
  }) as [number, number, number]
  const now = Date.now() / 1_000
  expect(limit).toBeGreaterThan(0)
  expect(remaining).toBeLessThan(limit)
  expect(reset).toBeGreaterThan(now - 1)
  expect(reset).toBeLessThanOrEqual(Math.ceil(now) + seconds)
  if (status === 429) expect(headers['retry-after']).toMatch(/^[1-9]\d*$/)
}

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
