import type { Reader } from './reader.js'

/** Streams that are checked concurrently. */
const CONCURRENCY = 50

/** Which streams exist. The server has no query for several streams, so each is read. */
export async function existingStreams(
  { exists }: Pick<Reader, 'exists'>,
  streams: readonly string[],
): Promise<boolean[]> {
  const exist = new Array<boolean>(streams.length).fill(false)
  const waiting = streams.entries()
  async function work(): Promise<void> {
    for (const [index, stream] of waiting) {
      exist[index] = await exists(stream)
    }
  }
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, streams.length) }, work))
  return exist
}
