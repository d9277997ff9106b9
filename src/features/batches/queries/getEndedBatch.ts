import type { Eventing } from '../../../eventing/eventing.js'
import type { Log } from '../../../kernel/log.js'
import type { BlobStore } from '../../../kernel/ports/blobStore.js'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import type { Position } from '../../../kernel/position.js'
import { readEmails } from '../input/rows/readEmails.js'
import type { BatchView } from '../internal/batchView.js'
import { batches } from '../projections/batches.js'
import { batchResults } from '../projections/batchResults.js'
import type { GetBatch } from './getBatch.js'
import type { BatchRow, ReadBatchResults } from './getBatchResults.js'

/** A batch that has ended, with what its notifications need. */
interface EndedBatch {
  readonly view: BatchView
  /** The job's webhook URL, decrypted; null if the job has no URL. */
  readonly webhookUrl: string | null
  /** Rows in input order; null for an upload, whose results are downloaded as a file. */
  readonly rows: (() => Promise<AsyncIterable<readonly BatchRow[]>>) | null
  /** The submitted addresses in input order, null for an empty cell; as many as can be read. */
  emails(): AsyncIterable<string | null>
}

interface EndedDependencies {
  readonly eventing: Eventing
  readonly blobs: BlobStore
  readonly log: Log
  readonly vault: Vault
  readonly getBatch: GetBatch
  readonly readBatchResults: ReadBatchResults
}

/**
 * Reads a batch as of the end of its stream.
 * @param seen the position of the event that ended it
 * @returns undefined if the batch no longer exists
 */
export type GetEndedBatch = (id: string, seen: Position) => Promise<EndedBatch | undefined>

export const createGetEndedBatch =
  ({ eventing, blobs, log, vault, getBatch, readBatchResults }: EndedDependencies): GetEndedBatch =>
  async (id, seen) => {
    if (!(await eventing.waitForPosition(seen, [batches.name, batchResults.name]))) {
      throw new StoreUnavailable('the read models of batches are too far behind the log')
    }
    const found = (await eventing.read(batches).get(id))?.document
    if (!found) return undefined
    const { owner: account, sandbox, webhookUrl, source, rows: input } = found
    const viewer = { account, sandbox }
    return {
      view: await getBatch(viewer, id),
      webhookUrl: webhookUrl === null ? null : ((await vault.open(account, webhookUrl)) ?? null),
      rows: source === 'upload' ? null : async () => (await readBatchResults(viewer, id, false)).chunks(),
      emails: () => readEmails({ blobs, log }, input),
    }
  }
