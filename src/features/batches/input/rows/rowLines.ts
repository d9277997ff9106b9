// Writes the rows of a batch to its input file, and counts them.
import type { PeopleCounts } from '../../events.js'
import { createPeopleTable } from './peopleTable.js'
import { type InputRow, rowText } from './rowText.js'

/** Characters buffered before they are encoded. */
const PIECE_LENGTH = 64 * 1024

const EMPTY: InputRow = { email: null, sameAs: undefined }
const UNEVEN: InputRow = { ...EMPTY, uneven: true }

/** Summary of the rows of a batch. */
export interface RowSummary {
  readonly total: number
  /** Distinct canonical addresses. */
  readonly distinct: number
  readonly people: PeopleCounts
  /** Byte offset of each chunk. */
  readonly offsets: readonly number[]
}

/**
 * Encodes rows as the content of a blob, and detects rows that repeat an earlier address.
 * @param chunk rows per chunk
 */
export function createRowLines(chunk: number) {
  const people = createPeopleTable()
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

  function addRow(row: InputRow): void {
    if (total % chunk === 0) {
      flush()
      offsets.push(bytes)
    }
    text += rowText(row)
    total++
    if (text.length >= PIECE_LENGTH) flush()
  }

  return {
    add(email: string | null): void {
      addRow(email === null ? EMPTY : people.rowOf(email, total))
    },
    addUneven: (): void => addRow(UNEVEN),
    /** The pieces that are ready to be written; with `end`, all that remain. */
    take({ end = false } = {}): readonly Buffer[] {
      if (end) flush()
      const taken = pieces
      pieces = []
      return taken
    },
    summary: (): RowSummary => ({ total, offsets, ...people.summary() }),
  }
}
