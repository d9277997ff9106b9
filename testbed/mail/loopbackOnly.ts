// Proves that nothing connects to an address that is not loopback: it records every connection, and refuses the others.
import { isIP, Socket } from 'node:net'
import ipaddr from 'ipaddr.js'

export interface ConnectionGuard {
  /** Addresses that were connected to, or tried. */
  readonly addresses: readonly string[]
  /** Those that are not loopback. */
  readonly strangers: readonly string[]
  release(): void
}

const isLoopback = (address: string): boolean =>
  address === 'localhost' || (isIP(address) > 0 && ipaddr.process(address).range() === 'loopback')

/** From now on, a connection of this process to a stranger fails before its first packet. */
export function guardConnections(): ConnectionGuard {
  const addresses: string[] = []
  const original = Socket.prototype.connect
  Socket.prototype.connect = function guarded(this: Socket, ...args: unknown[]) {
    const options = (Array.isArray(args[0]) ? args[0][0] : args[0]) as { host?: string; path?: string } | number
    const host =
      typeof options === 'object'
        ? options.path
          ? 'localhost'
          : (options.host ?? 'localhost')
        : String(args[1] ?? 'localhost')
    addresses.push(host)
    if (!isLoopback(host)) {
      queueMicrotask(() =>
        this.destroy(Object.assign(new Error(`a test connects to ${host}`), { code: 'ENETUNREACH' })),
      )
      return this
    }
    return (original as (...given: unknown[]) => Socket).apply(this, args)
  } as typeof original
  return {
    addresses,
    get strangers() {
      return addresses.filter((address) => !isLoopback(address))
    },
    release() {
      Socket.prototype.connect = original
    },
  }
}
