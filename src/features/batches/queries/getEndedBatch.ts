import type { Eventing } from '../../../eventing/eventing.js'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import type { Position } from '../../../kernel/position.js'
import type { BatchView } from '../internal/batchView.js'
import { batches } from '../projections/batches.js'
import { batchResults } from '../projections/batchResults.js'
import type { GetBatch } from './getBatch.js'
import type { BatchRow, GetBatchResults } from './getBatchResults.js'

/** A batch that came to its end, for those who tell of it. */
export interface EndedBatch {
  readonly view: BatchView
  /** Who asked to be told, opened; null when nobody did. */
  readonly webhookUrl: string | null
  /** In input order; null where the results are a file to be downloaded. */
  readonly rows: (() => Promise<AsyncIterable<readonly BatchRow[]>>) | null
}

export interface EndedDependencies {
  readonly eventing: Eventing
  readonly vault: Vault
  readonly getBatch: GetBatch
  readonly getBatchResults: GetBatchResults
}

/**
 * @param seen the place of its end in the log
 * @returns undefined when nothing is known of it any more
 * @throws StoreUnavailable while the read models have not seen that
 */
export const createGetEndedBatch =
  ({ eventing, vault, getBatch, getBatchResults }: EndedDependencies) =>
  async (id: string, seen: Position): Promise<EndedBatch | undefined> => {
    if (!(await eventing.waitForPosition(seen, [batches.name, batchResults.name]))) {
      throw new StoreUnavailable('the read models of batches are too far behind')
    }
    const found = (await eventing.read(batches).get(id))?.document
    if (!found) return undefined
    const { owner: account, sandbox, webhookUrl, source } = found
    const viewer = { account, sandbox }
    return {
      view: await getBatch(viewer, id),
      webhookUrl: webhookUrl === null ? null : ((await vault.open(account, webhookUrl)) ?? null),
      rows: source === 'upload' ? null : async () => (await getBatchResults(viewer, id)).chunks(),
    }
  }
