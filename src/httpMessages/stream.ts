import type { ServerResponse } from 'node:http'
import { perRequest } from '../kernel/limits.js'

/** The content of a large response, in chunks; strings are sent as UTF-8. */
export type TextStream = AsyncIterable<string | Uint8Array>

/**
 * Sends chunks of text with backpressure: no faster than the client reads. Stops when the client has disconnected. If the
 * stream fails, the connection is cut, so that a partial response is never taken for a complete one.
 * @param writeHead called when the first chunk is available; an error before that leaves the response untouched
 */
export async function sendStream(
  response: ServerResponse,
  texts: TextStream,
  writeHead: () => void,
  { stallMs = perRequest.responses.stalledStreamMs } = {},
): Promise<void> {
  const iterator = texts[Symbol.asyncIterator]()
  let text = await iterator.next()
  writeHead()
  try {
    for (; !text.done && !response.destroyed; text = await iterator.next()) {
      if (!response.write(text.value)) await drained(response, stallMs)
    }
  } catch (error) {
    response.destroy()
    throw error
  }
  if (text.done) response.end()
  else await iterator.return?.()
}

/** Resolves when the client has read what was written, or has disconnected: one that reads nothing for so long is. */
export function drained(
  response: ServerResponse,
  stallMs: number = perRequest.responses.stalledStreamMs,
): Promise<void> {
  return new Promise((resolve) => {
    const stalled = setTimeout(() => response.destroy(), stallMs)
    const done = () => {
      clearTimeout(stalled)
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
    if (response.destroyed) done()
  })
}
