import { canonicalAddress } from '../../verification/index.js'
import { createDedupeTable } from './dedupeTable.js'
import { rowText } from './rowText.js'

/** Characters that are gathered before they become bytes. */
const PIECE_LENGTH = 64 * 1024

/** What the rows of a batch come to. */
export interface RowSummary {
  readonly total: number
  /** Addresses that differ. */
  readonly distinct: number
  /** Where each chunk begins, in bytes. */
  readonly offsets: readonly number[]
}

/**
 * Makes the content of a blob of rows, and finds the rows that repeat an earlier one.
 * @param chunk rows of a chunk
 */
export function createRowLines(chunk: number) {
  const repeats = createDedupeTable()
  const offsets: number[] = []
  let pieces: Buffer[] = []
  let text = ''
  let bytes = 0
  let total = 0

  function gather(): void {
    if (text === '') return
    const piece = Buffer.from(text)
    bytes += piece.length
    pieces.push(piece)
    text = ''
  }

  return {
    add(email: string | null): void {
      if (total % chunk === 0) {
        gather()
        offsets.push(bytes)
      }
      const sameAs = email === null ? undefined : repeats.seen(canonicalAddress(email), total)
      text += rowText({ email, sameAs })
      total++
      if (text.length >= PIECE_LENGTH) gather()
    },
    /** What is there to write by now; at the `end`, all that is left. */
    take({ end = false } = {}): readonly Buffer[] {
      if (end) gather()
      const taken = pieces
      pieces = []
      return taken
    },
    summary: (): RowSummary => ({ total, distinct: repeats.size(), offsets }),
  }
}
