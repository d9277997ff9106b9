import type { Caller } from '../../accounts/index.js'
import type { BatchDocument } from '../projections/batches.js'

/** Who looks at batches. A sandbox key, which may stand in test code, sees those of sandbox keys only. */
export type Viewer = Pick<Caller, 'account' | 'sandbox'>

export const maySee = ({ account, sandbox }: Viewer, batch: Pick<BatchDocument, 'owner' | 'sandbox'>): boolean =>
  batch.owner === account && (!sandbox || batch.sandbox)
