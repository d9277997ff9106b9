import type { IncomingMessage } from 'node:http'

/** What a refused client may still send before its connection is cut: so many times what is allowed, or so many bytes. */
const FACTOR = 4
const LEAST = 16 * 1_024 * 1_024

/**
 * Reads on and forgets, so that a client whose body is refused can finish writing: a cut connection would hide the
 * answer from it.
 * @param limit bytes that are allowed
 */
export function discardBody(request: IncomingMessage, limit: number): void {
  const most = Math.max(limit * FACTOR, LEAST)
  let seen = 0
  request.on('data', (chunk: Buffer) => {
    seen += chunk.length
    if (seen > most) request.destroy()
  })
  request.resume()
}
