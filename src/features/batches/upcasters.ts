// How older versions of the events of batches are read.
import type { Upcaster } from '../../eventing/upcast.js'

/** Version 1 did not record what the rows' verdicts were based on: that stays unknown. */
export const batchUpcasters: readonly Upcaster[] = [
  { type: 'BatchChunkVerified', from: 1, upcast: (data: object) => ({ ...data, lists: null, key: null }) },
]
