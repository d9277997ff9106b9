/** Bytes of content that are sealed together, and therefore the smallest unit that can be read. */
export const SEGMENT_BYTES = 256 * 1024

interface Segment {
  /** Valid until the next segment is requested: its memory is reused. */
  readonly content: Buffer
  readonly last: boolean
}

/** Splits content into segments, all full but the last; empty content is one empty segment. */
export async function* segmentsOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Segment, void> {
  const segment = Buffer.allocUnsafeSlow(SEGMENT_BYTES)
  let filled = 0
  for await (const piece of content) {
    for (let taken = 0; taken < piece.length; ) {
      // A full segment is held back until another byte follows: only then is it known not to be the last.
      if (filled === SEGMENT_BYTES) {
        yield { content: segment, last: false }
        filled = 0
      }
      const size = Math.min(SEGMENT_BYTES - filled, piece.length - taken)
      segment.set(piece.subarray(taken, taken + size), filled)
      filled += size
      taken += size
    }
  }
  yield { content: segment.subarray(0, filled), last: true }
}
