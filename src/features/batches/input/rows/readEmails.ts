import { BlobMissing, type BlobStore } from '../../../../kernel/ports/blobStore.js'
import { type InputRow, readRows } from './readRows.js'

/** Rows read at a time. */
const CHUNK_ROWS = 1_000

/** The addresses of a batch's rows one by one, null for an empty cell. Yields nothing if the input has been deleted. */
export async function* readEmails(blobs: BlobStore, name: string): AsyncGenerator<string | null, void> {
  for await (const { email } of readInput(blobs, name)) yield email
}

/** The rows of a batch one by one. Yields nothing if the input has been deleted. */
export async function* readInput(blobs: BlobStore, name: string): AsyncGenerator<InputRow, void> {
  try {
    for await (const rows of readRows(blobs, name, { chunk: CHUNK_ROWS, offset: 0 })) yield* rows
  } catch (error) {
    if (!(error instanceof BlobMissing)) throw error
  }
}
