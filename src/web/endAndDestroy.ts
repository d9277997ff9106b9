import type { Duplex } from 'node:stream'

/** How long a client may take to read the last answer and to close its side. */
const LINGER_MS = 1_000

const discard = (): void => {}

/**
 * Writes the last answer of a connection, closes this side, and frees the descriptor once the client has closed its side
 * too, or after a second. Until then what still arrives is read and discarded: bytes that nobody reads make the kernel
 * reset the connection, and a reset may take the answer with it (RFC 9112 section 9.6). `socket.end` alone waits for the
 * client for ever.
 */
export function endAndDestroy(socket: Duplex, text: string, lingerMs = LINGER_MS): void {
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref()
  socket.once('close', () => clearTimeout(timer))
  // Adding a listener takes the socket from the HTTP parser; the parser's own listener goes first.
  socket.removeAllListeners('data').on('data', discard)
  socket.on('error', discard)
  socket.once('end', () => (socket.writableFinished ? socket.destroy() : socket.once('finish', () => socket.destroy())))
  socket.end(text)
  socket.resume()
}
