import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral ports of Linux (32768 to 60999) and macOS: the system gives none of these to another process. */
const FROM = 10_000
const TO = 32_000

/** A loopback port that is free for TCP, and so most likely for UDP, and stays free until it is bound. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FROM, TO)
    const server = createServer().listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
    } catch {
      continue
    }
    server.close()
    await once(server, 'close')
    return port
  }
}
