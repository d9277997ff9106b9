import { Socket } from 'node:net'

/**
 * Makes sockets behave as Node's do after the other end has sent its FIN while the process was busy: a write is lost and
 * returns false, and no `drain` follows.
 */
export function interceptSockets(port: number) {
  const { write } = Socket.prototype
  const seen = new Set<Socket>()
  const deaf = new WeakSet<Socket>()
  let onLost = () => {}

  Socket.prototype.write = function (this: Socket, ...parameters: unknown[]): boolean {
    if (this.remotePort === port) seen.add(this)
    if (!deaf.has(this)) return Reflect.apply(write, this, parameters)
    onLost()
    return false
  }

  return {
    /** Applies to the sockets that were used so far. Resolves when a write was lost. */
    deafen(): Promise<void> {
      for (const socket of seen) deaf.add(socket)
      return new Promise((resolve) => {
        onLost = resolve
      })
    },
    restore(): void {
      Socket.prototype.write = write
    },
  }
}
