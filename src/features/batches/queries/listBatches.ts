// An account's batches.
import type { Reading } from '../../../eventing/eventing.js'
import { refuseCursor } from '../../../kernel/cursor.js'
import type { Find } from '../../../kernel/ports/documentStore.js'
import type { BatchView, ViewOf } from '../internal/batchView.js'
import type { Viewer } from '../internal/viewer.js'
import { type BatchDocument, batches } from '../projections/batches.js'

export interface BatchFilter {
  /** Only batches with this status. */
  readonly status?: BatchDocument['status']
}

interface BatchPage {
  /** Each with its cursor, after which the list can be resumed. */
  readonly items: readonly { readonly view: BatchView; readonly cursor: string }[]
  /** Whether more follow the last item. */
  readonly more: boolean
}

interface ListBatchesDependencies {
  readonly eventing: Reading
  readonly viewOf: ViewOf
}

function queryOf({ account: owner, sandbox }: Viewer, { status }: BatchFilter): Pick<Find, 'index' | 'equals'> {
  const equals = { owner, ...(sandbox && { sandbox }), ...(status !== undefined && { status }) }
  return { index: `byOwner${sandbox ? 'Sandbox' : ''}${status === undefined ? '' : 'Status'}`, equals }
}

/**
 * An account's batches, newest first.
 * @param page.limit 1 to 1,000
 */
export type ListBatches = (
  viewer: Viewer,
  filter: BatchFilter,
  page: { readonly limit: number; readonly after?: string },
) => Promise<BatchPage>

export const createListBatches =
  ({ eventing, viewOf }: ListBatchesDependencies): ListBatches =>
  async (viewer, filter, { limit, after }) => {
    const query = { ...queryOf(viewer, filter), limit, reverse: true, ...(after !== undefined && { after }) }
    const { items, next, cursors } = await eventing
      .read(batches)
      .find({ ...query, cursors: true })
      .catch(refuseCursor)
    return {
      items: await Promise.all(
        items.map(async ({ id, document }, index) => ({ view: await viewOf(id, document), cursor: cursors![index]! })),
      ),
      more: next !== undefined,
    }
  }

/** The number of batches in the list. */
export type CountBatches = (viewer: Viewer, filter: BatchFilter) => Promise<number>

export const createCountBatches =
  ({ eventing }: Pick<ListBatchesDependencies, 'eventing'>): CountBatches =>
  (viewer, filter) =>
    eventing.read(batches).count(queryOf(viewer, filter))
