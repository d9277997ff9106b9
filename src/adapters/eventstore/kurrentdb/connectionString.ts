import { StoreUrlError } from '../../storeUrlError.js'

const SCHEMES = ['kurrentdb', 'kurrent', 'kdb', 'esdb'].flatMap((scheme) => [scheme, `${scheme}+discover`])
/** What the client knows; of others it would print the whole string, with the password in it. */
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
 * The servers that a connection string names, without the user and the password.
 * @throws StoreUrlError when it is not understood
 */
export function serversOf(url: string): string {
  const match = /^([a-z+]+):\/\/(?:[^@/?]*@)?([^@/?]+)\/?(?:\?(.*))?$/.exec(url)
  const [, scheme = '', servers = '', query = ''] = match ?? []
  if (!SCHEMES.includes(scheme)) throw problem(`its value is not a connection string of KurrentDB. ${EXAMPLE}`)
  for (const parameter of query.split('&').filter(Boolean)) {
    const [name = '', value = ''] = parameter.split('=')
    const known = PARAMETERS.find((known) => known.toLowerCase() === name.toLowerCase())
    if (!known) throw problem(`the parameter ${JSON.stringify(name.slice(0, 40))} is not known. ${EXAMPLE}`)
    if (value === '') throw problem(`the parameter ${known} has no value. ${EXAMPLE}`)
  }
  return servers
}
