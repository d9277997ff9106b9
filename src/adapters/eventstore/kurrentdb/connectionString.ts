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
