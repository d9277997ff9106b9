import { BlobMissing, type BlobStore } from '../../../kernel/ports/blobStore.js'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import { type InputRow, readRows } from '../input/rows/readRows.js'
import type { SubmittedBatch } from '../state.js'

/** The input of a batch is permanently unreadable, so the batch must fail. The message is shown to the caller. */
export class InputUnreadable extends Error {
  override readonly name = 'InputUnreadable'
}

/** The rows of a batch that are still to be processed, a chunk at a time. @throws InputUnreadable */
export type ReadPendingRows = (state: SubmittedBatch) => AsyncIterable<readonly InputRow[]>

export const createReadPendingRows = (blobs: BlobStore): ReadPendingRows =>
  async function* ({ submitted, totals }) {
    const { rows, chunk, offsets, total } = submitted
    const chunkIndex = Math.floor(totals.processed / chunk)
    let seen = chunkIndex * chunk
    try {
      for await (const part of readRows(blobs, rows, { chunk, offset: offsets[chunkIndex]! })) {
        seen += part.length
        yield part
      }
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      throw new InputUnreadable(
        error instanceof BlobMissing ? 'Its input was deleted.' : 'Its input is damaged and cannot be read.',
        { cause: error },
      )
    }
    if (seen < total) throw new InputUnreadable(`Its input ends after ${seen} of ${total} rows.`)
  }
