import type { IncomingMessage } from 'node:http'

/** How much a rejected client may still send before its connection is cut: this multiple of the limit… */
const LIMIT_FACTOR = 4
/** …or this many bytes, whichever is more. */
const MIN_BYTES = 16 * 1_024 * 1_024

/**
 * Reads and discards the rest of a body, so that a client whose body is rejected can finish writing and then read the
 * response. If the connection were cut, the client would not see it.
 * @param limit maximum size of a body in bytes
 */
export function discardBody(request: IncomingMessage, limit: number): void {
  const max = Math.max(limit * LIMIT_FACTOR, MIN_BYTES)
  let seen = 0
  request.on('data', (chunk: Buffer) => {
    seen += chunk.length
    if (seen > max) request.destroy()
  })
  request.resume()
}
