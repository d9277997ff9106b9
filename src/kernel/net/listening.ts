import type { Server } from 'node:net'
import type { Log } from '../log.js'

/**
 * Listens on a port; 0 picks a free one. Later errors, of connections that could not be accepted, are logged: there may be
 * many, and each would end the process otherwise.
 */
export function listening(server: Server, host: string, port: number, log: Log): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject).on('error', (error) => log.error({ error }, 'a connection could not be accepted'))
      resolve()
    })
  })
}
