import { StoreUrlError } from '../../storeUrlError.js'

const SCHEMES = ['kurrentdb', 'kurrent', 'kdb', 'esdb'].flatMap((scheme) => [scheme, `${scheme}+discover`])
/** Parameters that the client supports; for others it would print the whole string, including the password. */
const PARAMETERS = [
  'tls',
  'tlsVerifyCert',
  'tlsCAFile',
  'userCertFile',
  'userKeyFile',
  'nodePreference',
  'maxDiscoverAttempts',
  'discoveryInterval',
  'gossipTimeout',
  'connectionName',
  'defaultDeadline',
  'keepAliveInterval',
  'keepAliveTimeout',
]
const EXAMPLE = 'Example: KURRENTDB_URL=kurrentdb://user:password@host:2113?tls=true'

export const problem = (text: string): StoreUrlError => new StoreUrlError(`KURRENTDB_URL: ${text}`)

/**
 * The servers in a connection string, without the user and the password.
 * @throws StoreUrlError when it cannot be parsed
 */
export function serversOf(url: string): string {
  const match = /^([a-z+]+):\/\/(?:[^@/?]*@)?([^@/?]+)\/?(?:\?(.*))?$/.exec(url)
  const [, scheme = '', servers = '', query = ''] = match ?? []
  if (!SCHEMES.includes(scheme)) throw problem(`its value is not a KurrentDB connection string. ${EXAMPLE}`)
  for (const parameter of query.split('&').filter(Boolean)) {
    const [name = '', value = ''] = parameter.split('=')
    const known = PARAMETERS.find((known) => known.toLowerCase() === name.toLowerCase())
    if (!known) throw problem(`the parameter ${JSON.stringify(name.slice(0, 40))} is unknown. ${EXAMPLE}`)
    if (value === '') throw problem(`the parameter ${known} has no value. ${EXAMPLE}`)
  }
  return servers
}

/** Whether the client has to find the leader among several nodes. */
export const isCluster = (url: string): boolean => /^[a-z]+\+discover:/.test(url) || serversOf(url).includes(',')

/**
 * Defaults that differ from the client's. A connection on which nothing arrives is dropped after 8 s, instead of 20. Reads
 * wait for the discovery interval before their first connection, by default for half a second.
 */
const DEFAULTS = { keepAliveInterval: 4_000, keepAliveTimeout: 4_000, discoveryInterval: 100 }

/** Adds our defaults to a connection string for the parameters that it does not set. */
export function withDefaults(url: string): string {
  const [servers, query = ''] = url.split('?', 2)
  const given = query.split('&').filter(Boolean)
  const names = new Set(given.map((parameter) => parameter.split('=')[0]!.toLowerCase()))
  const added = Object.entries(DEFAULTS)
    .filter(([name]) => !names.has(name.toLowerCase()))
    .map(([name, milliseconds]) => `${name}=${milliseconds}`)
  return `${servers}?${[...given, ...added].join('&')}`
}
