import { canonicalAddress } from '../../../verification/index.js'
import { createDedupeTable } from './dedupeTable.js'
import { rowText } from './rowText.js'

/** Characters buffered before they are encoded. */
const PIECE_LENGTH = 64 * 1024

/** Summary of the rows of a batch. */
export interface RowSummary {
  readonly total: number
  /** Distinct canonical addresses. */
  readonly distinct: number
  /** Byte offset of each chunk. */
  readonly offsets: readonly number[]
}

/**
 * Encodes rows as the content of a blob, and detects rows that repeat an earlier address.
 * @param chunk rows per chunk
 */
export function createRowLines(chunk: number) {
  const firstRows = createDedupeTable()
  const offsets: number[] = []
  let pieces: Buffer[] = []
  let text = ''
  let bytes = 0
  let total = 0

  function flush(): void {
    if (text === '') return
    const piece = Buffer.from(text)
    bytes += piece.length
    pieces.push(piece)
    text = ''
  }

  return {
    add(email: string | null): void {
      if (total % chunk === 0) {
        flush()
        offsets.push(bytes)
      }
      const sameAs = email === null ? undefined : firstRows.seen(canonicalAddress(email), total)
      text += rowText({ email, sameAs })
      total++
      if (text.length >= PIECE_LENGTH) flush()
    },
    /** The pieces that are ready to be written; with `end`, all that remain. */
    take({ end = false } = {}): readonly Buffer[] {
      if (end) flush()
      const taken = pieces
      pieces = []
      return taken
    },
    summary: (): RowSummary => ({ total, distinct: firstRows.size(), offsets }),
  }
}
