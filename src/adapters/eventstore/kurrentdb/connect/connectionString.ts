// Reads KURRENTDB_URL: its servers, user and password, and parameters. No error quotes the user, the password or what may be a part of them.
import type {
  ChannelCredentialOptions,
  DNSClusterOptions,
  GossipClusterOptions,
  SingleNodeOptions,
} from '@kurrent/kurrentdb-client'
import { StoreUrlError } from '../../../storeUrlError.js'
import type { Host } from '../../../tls/probe.js'
import { readCertificates } from './certificates.js'
import { optionsOf, parametersOf } from './parameters.js'

/** What the client is created with. */
export interface ConnectionSettings {
  /** The servers as the string names them, without user and password. */
  readonly servers: string
  readonly hosts: readonly Host[]
  /** Whether the client has to find the leader among several nodes. */
  readonly isCluster: boolean
  readonly settings: DNSClusterOptions | GossipClusterOptions | SingleNodeOptions
  readonly channel: ChannelCredentialOptions
  readonly credentials: { readonly username: string; readonly password: string } | undefined
}

const SCHEMES = ['kurrentdb', 'kurrent', 'kdb', 'esdb'].flatMap((scheme) => [scheme, `${scheme}+discover`])
const DEFAULT_PORT = 2113
const MAX_PORT = 65_535

const EXAMPLE = 'Example: KURRENTDB_URL=kurrentdb://user:password@host:2113?tls=true'

export const problem = (text: string): StoreUrlError => new StoreUrlError(`KURRENTDB_URL: ${text}`)

const malformed = (text: string): StoreUrlError => problem(`${text}. ${EXAMPLE}`)

/**
 * @throws StoreUrlError when the string is malformed, or a file that it names cannot be used
 * @see https://docs.kurrent.io/clients/node/v1.3/getting-started.html#connection-string
 */
export function parseConnectionString(url: string): ConnectionSettings {
  const [, scheme = '', rest = ''] = /^([a-z+]+):\/\/(.*)$/s.exec(url.trim()) ?? []
  if (!SCHEMES.includes(scheme)) throw malformed('its value is not a KurrentDB connection string')
  const [authority, query] = splitAt(rest, rest.indexOf('?'))
  const [userinfo, servers] = authorityOf(authority.replace(/\/+$/, ''), query)
  const hosts = servers.split(',').map(hostOf)
  const parameters = parametersOf(query, malformed)
  const options = optionsOf(parameters, malformed)
  const isDiscovered = scheme.endsWith('+discover') && hosts.length === 1
  const [host] = hosts as [Host]
  return {
    servers,
    hosts,
    isCluster: isDiscovered || hosts.length > 1,
    settings: isDiscovered
      ? { ...options, discover: host }
      : hosts.length > 1
        ? { ...options, endpoints: hosts.map((each) => ({ ...each })) }
        : { ...options, endpoint: host },
    channel: readCertificates(parameters, problem),
    credentials: userinfo === undefined ? undefined : credentialsOf(userinfo),
  }
}

const splitAt = (text: string, index: number): [string, string] =>
  index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)]

/** User and password, if any, and servers. A slash between them may be the password's, but a question mark ends it. */
function authorityOf(authority: string, query: string): [string | undefined, string] {
  const parts = authority.split('@')
  const servers = parts.pop()!
  if (parts.length > 1) throw malformed('the user or the password contains an @: write it as %40')
  const isCut = parts.length === 0 && query.includes('@') && servers.split(',').some((server) => !isHost(server))
  if (isCut) throw malformed('the user or the password contains a ?: write it as %3F')
  return [parts[0], servers]
}

const HOST = /^(?:\[([0-9a-fA-F:.]+)\]|([\w.-]+))(?::(\d+))?$/
const isHost = (server: string): boolean => HOST.test(server)

function hostOf(server: string): Host {
  const [, address6, name, port = DEFAULT_PORT] = HOST.exec(server) ?? []
  const number = Number(port)
  if (number >= 1 && number <= MAX_PORT && (name || address6)) return { address: name ?? `[${address6}]`, port: number }
  if (server === '') throw malformed('it names no server')
  if (/^[0-9a-fA-F:.]+$/.test(server) && server.split(':').length > 2)
    throw malformed(`an IPv6 address belongs in brackets: [${server}]:${DEFAULT_PORT}`)
  throw malformed(`its servers are not of the form host:port; the port is a number up to ${MAX_PORT}`)
}

/** The first colon ends the user (RFC 7617, section 2); others are the password's. */
function credentialsOf(userinfo: string): { username: string; password: string } {
  const [username, password] = splitAt(userinfo, userinfo.indexOf(':')).map(decode) as [string, string]
  if (username === '' || password === '') throw malformed('it has a user without a password, or the reverse')
  if (username.includes(':'))
    throw malformed('the user contains a colon, which no server accepts (RFC 7617, section 2)')
  if (/\p{Cc}/u.test(username + password))
    throw malformed(
      'the user or the password contains a control character, which no server accepts (RFC 7617, section 2)',
    )
  return { username, password }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw malformed(
      'the user or the password is not encoded as in URLs: write % as %25, and encode every other reserved character',
    )
  }
}
