import type { Eventing } from '../../../eventing/eventing.js'
import { streamName } from '../../../kernel/stream.js'
import type { Caller } from '../../accounts/index.js'
import { batchNotFound } from '../decide.js'
import type { Links } from '../link.js'
import { type BatchDocument, batches } from '../projections/batches.js'
import { type BatchView, viewOf } from './view.js'

/** Of the account's own; another's looks like one that never was. @throws Failure BATCH_NOT_FOUND */
export type FindBatch = (account: string, id: string) => Promise<BatchDocument>

export const createFindBatch =
  ({ eventing }: { readonly eventing: Eventing }): FindBatch =>
  async (account, id) => {
    const found = await eventing.read(batches).getOrFold(id, streamName('batch', id))
    if (found?.owner !== account) throw batchNotFound()
    return found
  }

/** @throws Failure BATCH_NOT_FOUND */
export const createGetBatch =
  (findBatch: FindBatch, { links }: { readonly links: Links }) =>
  async ({ account }: Pick<Caller, 'account'>, id: string): Promise<BatchView> =>
    viewOf(id, await findBatch(account, id), links.pathOf)

export type GetBatch = ReturnType<typeof createGetBatch>
