import type { Recorded } from '../kernel/envelope.js'
import type { Eventing } from './eventing.js'

type Streams = Pick<Eventing, 'readStream'>

/** The last event of a stream, or the one with a revision; undefined if there is none. */
async function streamEventAt({ readStream }: Streams, stream: string, from?: bigint): Promise<Recorded | undefined> {
  const options = { backwards: true, limit: 1, ...(from !== undefined && { from }) }
  for await (const event of readStream(stream, options)) return event
  return undefined
}

/**
 * The first revision of a stream that was recorded at or after a time (milliseconds since the epoch), by bisection; undefined if
 * nothing was.
 */
export async function revisionSince(streams: Streams, stream: string, time: number): Promise<bigint | undefined> {
  const newest = await streamEventAt(streams, stream)
  if (!newest || Date.parse(newest.recordedAt) < time) return undefined
  let low = 0n
  let high = newest.revision
  while (low < high) {
    const middle = (low + high) / 2n
    const event = await streamEventAt(streams, stream, middle)
    if (event && Date.parse(event.recordedAt) < time) low = middle + 1n
    else high = middle
  }
  return low
}
