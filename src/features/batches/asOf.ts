// An account's batches as of a past time.
import type { AccountQueries } from '../../eventing/asOf/past.js'
import type { Eventing, Reading } from '../../eventing/eventing.js'
import type { Clock } from '../../kernel/clock.js'
import type { DeriveKey } from '../../kernel/crypto/keyDerivation.js'
import type { Vault } from '../../kernel/ports/vault.js'
import { createViewOf } from './internal/batchView.js'
import { createFindBatches } from './internal/findBatch.js'
import { createLinks } from './link.js'
import { batches } from './projections/batches.js'
import { batchResults } from './projections/batchResults.js'
import { createGetBatches, type GetBatches } from './queries/getBatches.js'
import { type CountBatches, createCountBatches, createListBatches, type ListBatches } from './queries/listBatches.js'
import { createListResults, type ListResults } from './queries/listResults.js'

export interface PastBatches {
  readonly getBatches: GetBatches
  readonly listBatches: ListBatches
  readonly countBatches: CountBatches
  readonly listResults: ListResults
}

interface BatchesAsOfDependencies {
  readonly eventing: Pick<Eventing, 'read'>
  readonly vault: Vault
  readonly deriveKey: DeriveKey
  /** Links to downloads are valid from now. */
  readonly clock: Clock
}

export function createBatchesAsOf({ eventing: present, vault, ...given }: BatchesAsOfDependencies) {
  const viewOf = createViewOf({ links: createLinks(given), vault })
  const queries: AccountQueries<PastBatches> = {
    name: 'batches',
    models: [batches],
    at({ eventing }) {
      const findBatches = createFindBatches({ eventing })
      return {
        getBatches: createGetBatches({ findBatches, viewOf }),
        listBatches: createListBatches({ eventing, viewOf }),
        countBatches: createCountBatches({ eventing }),
        listResults: createListResults({ eventing: withPresentResults(eventing), findBatches }),
      }
    },
  }
  return queries

  /** Results are read of batches that had ended then, and do not change after the end: they need not be folded again. */
  function withPresentResults(past: Reading): Reading {
    const read: Reading['read'] = (projection) =>
      projection.name === batchResults.name ? present.read(projection) : past.read(projection)
    return { ...past, read }
  }
}
