import type { Reader } from './reader.js'

/** Streams that are looked at at once. */
const AT_ONCE = 50

/** Which streams there are: the server can only be asked for each. */
export async function existing(
  { readStream }: Pick<Reader, 'readStream'>,
  streams: readonly string[],
): Promise<boolean[]> {
  const exist = new Array<boolean>(streams.length).fill(false)
  const waiting = streams.entries()
  async function work(): Promise<void> {
    for (const [index, stream] of waiting) {
      for await (const _ of readStream(stream, { backwards: true, limit: 1 })) exist[index] = true
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, streams.length) }, work))
  return exist
}
