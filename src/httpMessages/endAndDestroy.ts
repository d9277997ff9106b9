import type { Duplex } from 'node:stream'

/** How long a client may take to read the last response and to close its side. */
const LINGER_MS = 1_000

const discard = (): void => {}

/**
 * Ends a connection: writes `text`, if given, closes this side, and destroys the socket when the client closes its own, or
 * after a second. Until then, incoming bytes are read and discarded: unread bytes make the kernel reset the connection,
 * and a reset may destroy the response (RFC 9112 section 9.6). `socket.end` alone would wait for the client forever.
 */
export function endAndDestroy(socket: Duplex, text?: string, lingerMs = LINGER_MS): void {
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref()
  socket.once('close', () => clearTimeout(timer))
  // Adding a `data` listener detaches the socket from the HTTP parser; the parser's own listener is removed first.
  socket.removeAllListeners('data').on('data', discard)
  socket.on('error', discard)
  socket.once('end', () => (socket.writableFinished ? socket.destroy() : socket.once('finish', () => socket.destroy())))
  socket.end(text)
  socket.resume()
}
