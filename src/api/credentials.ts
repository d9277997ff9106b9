// How a request presents its API key.
import type { IncomingHttpHeaders } from 'node:http'
import { Failure } from '../kernel/failure.js'

/** An API key as it was sent. */
export interface Credentials {
  readonly key: string
  /** Where it was sent; completes the text "The API key in …". */
  readonly place: string
}

const KEY_HEADER = 'the header X-API-Key'
const BEARER_HEADER = 'the header Authorization'
/** RFC 6750 section 2.1; schemes are case-insensitive (RFC 9110 section 11.1). */
const BEARER = /^bearer +(\S+) *$/i

/**
 * The API key in a request's headers: `X-API-Key`, or `Authorization` with the scheme Bearer. Other schemes are ignored
 * next to `X-API-Key`, because they may be meant for a proxy.
 * @throws Failure MISSING_API_KEY without a key, INVALID_API_KEY if the headers carry different keys
 */
export function credentialsOf(headers: IncomingHttpHeaders): Credentials {
  const { authorization } = headers
  const key = keyHeaderOf(headers)
  if (authorization === undefined) {
    if (key) return { key, place: KEY_HEADER }
    throw missing(key === undefined ? 'The request has no API key.' : 'The header X-API-Key is empty.')
  }
  const token = BEARER.exec(authorization)?.[1]
  if (key) {
    if (token !== undefined && token !== key) throw conflicting(`${KEY_HEADER} and ${BEARER_HEADER}`)
    return { key, place: KEY_HEADER }
  }
  if (token === undefined) throw missing('The header Authorization must be `Bearer` followed by your API key.')
  return { key: token, place: BEARER_HEADER }
}

/** Whether a request's headers carry, or attempt to carry, an API key. */
export const hasCredentials = (headers: IncomingHttpHeaders): boolean =>
  headers['x-api-key'] !== undefined || isBearer(headers.authorization)

/** The API key in the query of a URL. @returns undefined if there is none */
export function keyInUrl(url: string): string | undefined {
  const mark = url.indexOf('?')
  return mark < 0 ? undefined : (new URLSearchParams(url.slice(mark)).get('key') ?? undefined)
}

const isBearer = (authorization: string | undefined): boolean =>
  authorization !== undefined && /^bearer\b/i.test(authorization)

/** Node joins repeated headers of this name, whatever its types say. */
const keyHeaderOf = (headers: IncomingHttpHeaders): string | undefined => headers['x-api-key'] as string | undefined

/** Members of a WebSocket's `connectionParams` that carry an API key, by their names in lower case. */
const PARAMETERS: { readonly [name: string]: string } = {
  'x-api-key': 'X-API-Key',
  apikey: 'apiKey',
  authorization: 'Authorization',
}

/**
 * The API key of a WebSocket: in `connectionParams` as `X-API-Key`, `apiKey` or `Authorization: Bearer <key>`, in any
 * case, or in the headers of the upgrade request. Undefined without a key.
 * @throws Failure INVALID_API_KEY if there are different keys
 */
export function socketCredentialsOf(
  params: Readonly<Record<string, unknown>> | undefined,
  headers: IncomingHttpHeaders,
): Credentials | undefined {
  const found: Credentials[] = []
  for (const [given, value] of Object.entries(params ?? {})) {
    const name = given.toLowerCase()
    if (!Object.hasOwn(PARAMETERS, name) || value === '' || value === null || value === undefined) continue
    const text = String(value)
    const key = name === 'authorization' ? (BEARER.exec(text)?.[1] ?? '') : text
    found.push({ key, place: `${PARAMETERS[name]} of connectionParams` })
  }
  if (keyHeaderOf(headers) || isBearer(headers.authorization)) found.push(credentialsOf(headers))
  const [first, ...others] = found
  const other = others.find(({ key }) => key !== first!.key)
  if (other) throw conflicting(`${first!.place} and ${other.place}`)
  return first
}

const missing = (problem: string): Failure =>
  new Failure(
    'MISSING_API_KEY',
    `${problem} Send it in the header X-API-Key, or as Authorization: Bearer <key>. POST /v1/accounts/create gives you one.`,
  )

/** For a WebSocket without a key. */
export const missingInSocket = (): Failure =>
  new Failure(
    'MISSING_API_KEY',
    'The connection has no API key. Send connectionParams {"X-API-Key": "<key>"} when you connect. POST /v1/accounts/create gives you a key.',
  )

const conflicting = (places: string): Failure =>
  new Failure('INVALID_API_KEY', `There are different API keys in ${places}. Send only one of them.`)
