// Passes a body on to a stream while it arrives, in large pieces and no faster than the stream takes them.
import type { Readable, Writable } from 'node:stream'
import { sharedWork } from '../../kernel/limits.js'
import { Coalescer } from './growingBuffer.js'

/**
 * Memory that a body takes while it is streamed to a store, whatever its size: a segment that is being sealed (256 KiB),
 * and what waits before it.
 */
export const STREAMED_BYTES = sharedWork.bodiesInTransit.streamedBytes

export interface Pour {
  add(piece: Buffer): void
  end(): void
}

/** @param onPiece called for each large piece before it is passed on; what it throws is thrown by `add` and `end` */
export function pour(body: Readable, into: Writable, onPiece: (piece: Buffer) => void = () => {}): Pour {
  const coalescer = new Coalescer()
  into.on('drain', () => body.resume())

  function pass(piece: Buffer): void {
    onPiece(piece)
    if (!into.write(piece) && !into.destroyed) body.pause()
  }

  return {
    add(piece) {
      const large = coalescer.add(piece)
      if (large) pass(large)
    },
    end() {
      const rest = coalescer.rest()
      if (rest.length > 0) pass(rest)
      into.end()
    },
  }
}
