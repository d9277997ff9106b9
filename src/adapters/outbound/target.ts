import { isIPv4 } from 'node:net'
import { isHostName } from '../dns/hostName.js'

/** Where a URL leads, as the WHATWG URL Standard reads it. */
export interface Target {
  readonly secure: boolean
  /** Lower-case A-labels without the final dot, or an address without brackets. */
  readonly host: string
  readonly isAddress: boolean
  readonly port: number
  /** Path and query, percent-encoded. */
  readonly path: string
  /** For the Host header (RFC 9110 section 7.2). */
  readonly authority: string
}

/** Octets. */
const LONGEST_URL = 2_048

/**
 * Reads a URL that a caller gave. Stricter than WHATWG: what it would repair (spaces, line breaks, backslashes, missing
 * slashes) is refused, so that no other reader can see another host in it. Octal, hexadecimal, short, percent-encoded
 * and full-width forms of an address come out as that address.
 */
export function readTarget(text: string): Target | { readonly problem: string } {
  const problem = problemOfText(text)
  if (problem) return { problem }
  if (!URL.canParse(text)) return { problem: 'The host or the port of the URL is not valid.' }
  const { protocol, hostname, port, pathname, search } = new URL(text)
  const secure = protocol === 'https:'
  const six = hostname.startsWith('[')
  const host = six ? hostname.slice(1, -1) : hostname.replace(/\.$/, '')
  const isAddress = six || isIPv4(host)
  if (!isAddress && !isHostName(host)) return { problem: 'The host of the URL is not a valid host name.' }
  return {
    secure,
    host,
    isAddress,
    port: Number(port || (secure ? 443 : 80)),
    path: pathname + search,
    authority: (six ? hostname : host) + (port && `:${port}`),
  }
}

function problemOfText(text: string): string | undefined {
  if (Buffer.byteLength(text) > LONGEST_URL) return `The URL is longer than ${LONGEST_URL} octets.`
  if (/[\x00-\x20\x7f]/.test(text)) return 'The URL holds a space or control character: write it percent-encoded.'
  const [, authority] = /^https?:\/\/([^/?#\\]*)/i.exec(text) ?? []
  if (authority === undefined) return 'The URL must start with https:// or http://.'
  if (text.includes('\\')) return 'The URL holds a backslash: write / or, where it is meant, %5C.'
  if (text.includes('#')) return 'The URL has a fragment (#…), which is never sent: leave it out.'
  if (authority.includes('@')) return 'The URL holds a user name or password: leave it out, deliveries are signed.'
  if (authority === '' || authority.startsWith(':')) return 'The URL has no host.'
  return undefined
}
