// Checks that every request has to pass before it is routed: the Host header, repeated headers and the framing of the body.
import type { IncomingMessage } from 'node:http'
import type { HostCheck } from '../../kernel/net/hostCheck.js'

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
  message:
    'The Host header does not name this service. Use localhost, or the host of BASE_URL, which the operator sets to the address that clients use.',
}

/**
 * RFC 9112 section 6.1. Node's parser wants `chunked` last, and passes bodies on as if the codings before it were not there;
 * it also takes chunks from HTTP/1.0, whose proxies know no codings and may have seen another end of the body.
 */
const UNKNOWN_CODING: Refusal = { status: 501, message: 'The only supported Transfer-Encoding is chunked.' }
const CODING_IN_1_0 = refusal('HTTP/1.0 has no Transfer-Encoding. Send a Content-Length, or use HTTP/1.1.')
const CHUNKED = /^chunked$/i

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

  return ({ rawHeaders, headers: { host, 'transfer-encoding': coding }, httpVersion }) => {
    const repeated = repeatedIn(rawHeaders)
    if (repeated) return repeated
    if (coding !== undefined) {
      if (httpVersion === '1.0') return CODING_IN_1_0
      if (!CHUNKED.test(coding)) return UNKNOWN_CODING
    }
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
