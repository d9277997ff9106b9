import type { ServerResponse } from 'node:http'

/** The text of a large answer, piece by piece. */
export type TextStream = AsyncIterable<string>

/** A client that takes nothing for so long is given up. */
const STALL_MS = 60_000

/**
 * Sends texts one by one, as fast as the client takes them. Asks for no more when the client is gone; when the texts end
 * with an error, the connection is cut: a part is never taken for the whole.
 * @param writeHead called when the first text is there; an error before that leaves the response untouched
 */
export async function sendStream(
  response: ServerResponse,
  texts: TextStream,
  writeHead: () => void,
  { stallMs = STALL_MS } = {},
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

/** Resolves when the client has taken what was written, or is gone. */
function drained(response: ServerResponse, stallMs: number): Promise<void> {
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
