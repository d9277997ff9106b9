import { type Child, startScript } from './childProcess.js'

/** Where a store listens. */
export interface Address {
  readonly host: string
  readonly port: number
}

/** A proxy in a process of its own that forwards connections to a store and delays what the store answers. */
export interface StoreDelay extends Pick<Child, 'pid' | 'stop'> {
  readonly address: Address
}

/** @param delayMs added to each answer; requests pass immediately */
export async function startStoreDelay({ host, port }: Address, delayMs: number): Promise<StoreDelay> {
  const { line, pid, stop } = await startScript('storeDelayProcess.ts', [host, String(port), String(delayMs)], false)
  return { address: { host: '127.0.0.1', port: Number(line) }, pid, stop }
}

/** The single server that a connection string names. @throws Error if it names several, or finds them by DNS */
export function addressOf(url: string, defaultPort: number): Address {
  const [, scheme = '', server = ''] = /^([a-z+]+):\/\/(?:[^@/?]*@)?([^@/?]+)/.exec(url) ?? []
  if (server === '' || server.includes(',') || scheme.includes('+')) {
    throw new Error('--store-delay needs a connection string with the host and port of a single server')
  }
  const [, host = '', port] = /^(\[.*\]|[^:]+)(?::(\d+))?$/.exec(server) ?? []
  return { host: host.replace(/^\[|\]$/g, ''), port: port === undefined ? defaultPort : Number(port) }
}

/** A connection string that names another server. */
export const withAddress = (url: string, { host, port }: Address): string =>
  url.replace(/^([a-z+]+:\/\/(?:[^@/?]*@)?)[^@/?]+/, `$1${host}:${port}`)
