import type { Caller } from '../../accounts/index.js'
import type { BatchDocument } from '../projections/batches.js'

/** The reader of a batch. A sandbox key, which may be published in test code, sees sandbox batches only. */
export type Viewer = Pick<Caller, 'account' | 'sandbox'>

export const maySee = ({ account, sandbox }: Viewer, batch: Pick<BatchDocument, 'owner' | 'sandbox'>): boolean =>
  batch.owner === account && (!sandbox || batch.sandbox)
