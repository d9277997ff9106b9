// Checks that every request has to pass before it is routed: the Host header and repeated headers.
import type { IncomingMessage } from 'node:http'
import type { HostCheck } from './hostCheck.js'

export interface Refusal {
  readonly status: number
  readonly message: string
}

export type RequestCheck = (request: IncomingMessage) => Refusal | undefined

/** RFC 9112 section 3.2. */
const NO_HOST = refusal('The request has no Host header.')
const BAD_HOST = refusal('The Host header is not a host name or address with an optional port.')
/** RFC 9110 section 15.5.20. */
const MISDIRECTED: Refusal = {
  status: 421,
  message: 'The Host header does not name this service. Use localhost or, if BASE_URL is set, its host.',
}

/** `uri-host [ ":" port ]` (RFC 9110 section 7.2, RFC 3986 section 3.2.2). */
const AUTHORITY = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i

/**
 * Headers that this service depends on and of which Node silently drops all but the first, by the length of their names:
 * a proxy in front might have judged by another (RFC 9110 section 5.3). Others it joins, and their joined values are
 * rejected where they are read.
 */
const SINGLE = new Map(
  ['Host', 'Content-Type', 'Authorization'].map((name, index) => [
    name.length,
    { lower: name.toLowerCase(), bit: 1 << index, repeated: refusal(`The header ${name} must not be repeated.`) },
  ]),
)

/** @param isOwnHost undefined if requests under any name are accepted */
export function createRequestCheck(isOwnHost: () => HostCheck | undefined): RequestCheck {
  /** The header that was well-formed last: a client sends the same one each time. */
  let wellFormed: string | undefined

  return ({ rawHeaders, headers: { host }, httpVersion }) => {
    const repeated = repeatedIn(rawHeaders)
    if (repeated) return repeated
    if (host === undefined) {
      if (httpVersion === '1.1') return NO_HOST
    } else if (host !== wellFormed) {
      if (!AUTHORITY.test(host)) return BAD_HOST
      wellFormed = host
    }
    return isOwnHost()?.(host) === false ? MISDIRECTED : undefined
  }
}

function repeatedIn(rawHeaders: readonly string[]): Refusal | undefined {
  let seen = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    const single = SINGLE.get(name.length)
    if (!single || name.toLowerCase() !== single.lower) continue
    if (seen & single.bit) return single.repeated
    seen |= single.bit
  }
  return undefined
}

function refusal(message: string): Refusal {
  return { status: 400, message }
}
