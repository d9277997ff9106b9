import type { Log } from '../../../../kernel/log.js'
import { BlobMissing, type BlobStore } from '../../../../kernel/ports/blobStore.js'
import { StoreUnavailable } from '../../../../kernel/ports/eventStore.js'
import { type InputRow, readRows } from './readRows.js'

/** Rows read at a time. */
const CHUNK_ROWS = 1_000

interface InputDependencies {
  readonly blobs: BlobStore
  readonly log: Log
}

/** The addresses of a batch's rows one by one, null for an empty cell; as many as can be read. */
export async function* readEmails(from: InputDependencies, name: string): AsyncGenerator<string | null, void> {
  for await (const { email } of readInput(from, name)) yield email
}

/**
 * The rows of a batch one by one. Yields nothing if the input has been deleted, and ends where it is damaged: reading it again
 * would not help whoever waits for the results, which are complete.
 * @throws StoreUnavailable
 */
export async function* readInput({ blobs, log }: InputDependencies, name: string): AsyncGenerator<InputRow, void> {
  try {
    for await (const rows of readRows(blobs, name, { chunk: CHUNK_ROWS, offset: 0 })) yield* rows
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    if (!(error instanceof BlobMissing)) log.error({ error, blob: name }, 'the input of a batch is damaged')
  }
}
