import type { Stored } from '../../../kernel/ports/documentStore.js'
import type { Contributed, Pool } from '../../pool/index.js'
import { canonicalAddress, sandboxContribution } from '../../verification/index.js'
import type { InputRow } from '../input/rows/readRows.js'
import type { BatchDocument } from '../projections/batches.js'
import type { ResultsDocument } from '../projections/batchResults.js'

/** Maximum time that a read of results waits for contributions that are still to be made. */
const TIMEOUT_MS = 30_000

/**
 * What the contributions of a chunk's rows to the signal pool have earned, in the order of the rows. Each address was contributed
 * with the first of its rows.
 */
type ContributedOf = (
  chunk: Stored<ResultsDocument>,
  rows: readonly (InputRow | undefined)[],
) => Promise<readonly (Contributed | undefined)[]>

/** Reads contributions for one read of a batch's results. */
export type ReadContributed = (batch: Pick<BatchDocument, 'owner' | 'sandbox' | 'share'>) => ContributedOf

export const createReadContributed =
  ({ pool }: { readonly pool: Pick<Pool, 'getContributed'> }): ReadContributed =>
  ({ owner: account, sandbox, share }) => {
    const startedAt = performance.now()
    if (sandbox) return async (_, rows) => rows.map((row) => (share ? firstOf(row, sandboxContribution) : undefined))

    return async ({ position, document: { shared } }, rows) => {
      if (!shared) return []
      const addresses: string[] = []
      const places = rows.map((row) => firstOf(row, (email) => addresses.push(canonicalAddress(email)) - 1))
      const left = Math.max(0, TIMEOUT_MS - (performance.now() - startedAt))
      const earned = await pool.getContributed({ account, ...shared, position }, addresses, left)
      return places.map((place) => (place === undefined ? undefined : earned[place]))
    }
  }

/** The outcome of `work` for a row that is the first of its address. */
const firstOf = <T>(row: InputRow | undefined, work: (email: string) => T): T | undefined =>
  row && row.email !== null && row.sameAs === undefined ? work(row.email) : undefined
