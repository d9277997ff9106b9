// The parameters of KURRENTDB_URL, checked, and the client's options that they set.
import type { DNSClusterOptions, NodePreference } from '@kurrent/kurrentdb-client'
import { LONGEST_TIMER_MS } from '../../../../kernel/time.js'

type Kind = 'text' | 'boolean' | 'integer' | 'preference'

const KINDS = {
  tls: 'boolean',
  tlsVerifyCert: 'boolean',
  tlsCAFile: 'text',
  userCertFile: 'text',
  userKeyFile: 'text',
  nodePreference: 'preference',
  maxDiscoverAttempts: 'integer',
  discoveryInterval: 'integer',
  gossipTimeout: 'integer',
  connectionName: 'text',
  defaultDeadline: 'integer',
  keepAliveInterval: 'integer',
  keepAliveTimeout: 'integer',
} as const satisfies { readonly [name: string]: Kind }

type Name = keyof typeof KINDS
const NAMES = Object.keys(KINDS) as Name[]

/** Values by name; booleans are `true` or `false`. */
export type Parameters = { readonly [name in Name]?: string }

const PREFERENCES: readonly NodePreference[] = ['leader', 'follower', 'read_only_replica', 'random']
const flat = (text: string): string => text.toLowerCase().replace(/[_-]/g, '')

/**
 * Defaults that differ from the client's. A connection on which nothing arrives is dropped after 8 s, instead of 20. A node
 * that does not answer when it is asked for the leader is given up after 1 s, instead of 5: the client takes
 * `gossipTimeout` in seconds. A search asks the nodes four times within a
 * second, instead of ten times.
 */
const DEFAULTS = {
  keepAliveInterval: 4_000,
  keepAliveTimeout: 4_000,
  discoveryInterval: 250,
  maxDiscoverAttempts: 4,
  gossipTimeout: 1,
}

type Malformed = (text: string) => Error

/** @throws the error made by `malformed` */
export function parametersOf(query: string, malformed: Malformed): Parameters {
  const parameters: { [name in Name]?: string } = {}
  for (const part of query.split('&').filter(Boolean)) {
    const [given = '', encoded = ''] = part.split(/=(.*)/s)
    const name = NAMES.find((known) => known.toLowerCase() === given.toLowerCase())
    if (!name) throw malformed(unknown(given, query))
    if (encoded === '') throw malformed(`the parameter ${name} has no value`)
    parameters[name] = checked(name, encoded, malformed)
  }
  return parameters
}

/** A query with an @ may be the end of a password with a question mark. */
const unknown = (given: string, query: string): string =>
  query.includes('@')
    ? 'a parameter is unknown; a ? in the user or the password must be written as %3F'
    : `the parameter ${JSON.stringify(given.slice(0, 40))} is unknown`

function checked(name: Name, encoded: string, malformed: Malformed): string {
  const kind: Kind = KINDS[name]
  const value = decode(encoded)
  if (value === undefined) throw malformed(`the parameter ${name} is not encoded as in URLs: write % as %25`)
  if (kind === 'boolean' && value !== 'true' && value !== 'false')
    throw malformed(`the parameter ${name} must be true or false`)
  if (kind === 'integer' && !/^-?\d{1,9}$/.test(value)) throw malformed(`the parameter ${name} must be an integer`)
  if (kind === 'preference' && !PREFERENCES.some((known) => flat(known) === flat(value)))
    throw malformed(`the parameter ${name} must be one of ${PREFERENCES.join(', ')}`)
  return value
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The client's options. Reads and appends go to the leader, whatever `nodePreference` says. */
export function optionsOf(parameters: Parameters, malformed: Malformed): Omit<DNSClusterOptions, 'discover'> {
  const numbers: { [name: string]: number } = { ...DEFAULTS }
  for (const name of NAMES) {
    const value = parameters[name]
    if (KINDS[name] === 'integer' && value !== undefined) numbers[name] = Number(value)
  }
  for (const [name, value] of Object.entries(numbers)) {
    const least = name.startsWith('keepAlive') ? -1 : name === 'defaultDeadline' ? 1 : 0
    if (value < least) throw malformed(`the parameter ${name} must be at least ${least}`)
    // The client makes a time of -1 that no timer can wait for: Node would ping every millisecond.
    if (value < 0) numbers[name] = LONGEST_TIMER_MS
  }
  const { connectionName } = parameters
  return { ...numbers, ...(connectionName !== undefined && { connectionName }) }
}
