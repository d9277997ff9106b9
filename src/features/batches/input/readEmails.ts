import { BlobMissing, type BlobStore } from '../../../kernel/ports/blobStore.js'
import { readRows } from './readRows.js'

const AT_ONCE = 1_000

/** The addresses of a batch's rows, one by one, null for an empty cell; none once the input is deleted. */
export async function* readEmails(blobs: BlobStore, name: string): AsyncGenerator<string | null, void> {
  try {
    for await (const rows of readRows(blobs, name, { chunk: AT_ONCE, offset: 0 })) {
      for (const { email } of rows) yield email
    }
  } catch (error) {
    if (!(error instanceof BlobMissing)) throw error
  }
}
