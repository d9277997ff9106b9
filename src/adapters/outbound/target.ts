// Where a webhook URL leads, and why it may be refused.
import { isIPv4 } from 'node:net'
import { isCloudName } from '../../kernel/net/cloudHosts.js'
import { isHostName } from '../dns/message/hostName.js'
import { problemOfPort } from './ports.js'

/** Target of a URL, as the WHATWG URL Standard parses it. */
export interface Target {
  readonly secure: boolean
  /** Lower-case A-labels without the final dot, or an address without brackets. */
  readonly host: string
  readonly isAddress: boolean
  readonly port: number
  /** Path and query, percent-encoded. */
  readonly path: string
  /** Value of the Host header (RFC 9110 section 7.2). */
  readonly authority: string
}

const MAX_URL_BYTES = 2_048

/**
 * Parses a URL given by a caller. Stricter than WHATWG: text that the standard would repair (spaces, line breaks,
 * backslashes, missing slashes) is rejected, so no other parser can find another host in it. Octal, hexadecimal, short,
 * percent-encoded and full-width forms of an address are normalised. The port is one that a web server may have.
 */
export function parseTarget(text: string): Target | { readonly problem: string } {
  const problem = problemOfText(text)
  if (problem) return { problem }
  if (!URL.canParse(text)) return { problem: 'The host or the port of the URL is not valid.' }
  const { protocol, hostname, port, pathname, search } = new URL(text)
  const secure = protocol === 'https:'
  const number = Number(port || (secure ? 443 : 80))
  const problemWithPort = problemOfPort(number)
  if (problemWithPort) return { problem: problemWithPort }
  const isIPv6 = hostname.startsWith('[')
  const host = isIPv6 ? hostname.slice(1, -1) : hostname.replace(/\.$/, '')
  const isAddress = isIPv6 || isIPv4(host)
  if (isCloudName(host)) return { problem: `${host} is the metadata service of a cloud, which webhooks never reach.` }
  if (!isAddress && !isHostName(host)) return { problem: 'The host of the URL is not a valid host name.' }
  return {
    secure,
    host,
    isAddress,
    port: number,
    path: pathname + search,
    authority: (isIPv6 ? hostname : host) + (port && `:${port}`),
  }
}

function problemOfText(text: string): string | undefined {
  if (Buffer.byteLength(text) > MAX_URL_BYTES) return `The URL is longer than ${MAX_URL_BYTES} octets.`
  if (/[\x00-\x20\x7f]/.test(text)) return 'The URL contains a space or control character: percent-encode it.'
  const [, authority] = /^https?:\/\/([^/?#\\]*)/i.exec(text) ?? []
  if (authority === undefined) return 'The URL must start with https:// or http://.'
  if (text.includes('\\')) return 'The URL contains a backslash: use / or, for a literal backslash, %5C.'
  if (text.includes('#')) return 'The URL has a fragment (#…), which is never sent: remove it.'
  if (authority.includes('@'))
    return 'The URL contains a user name or password: remove it; deliveries are signed instead.'
  if (authority === '' || authority.startsWith(':')) return 'The URL has no host.'
  return undefined
}
