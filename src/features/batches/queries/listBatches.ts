import type { Eventing } from '../../../eventing/eventing.js'
import { Failure } from '../../../kernel/failure.js'
import type { Find } from '../../../kernel/ports/documentStore.js'
import { type BatchView, viewOf } from '../internal/batchView.js'
import type { Viewer } from '../internal/viewer.js'
import type { Links } from '../link.js'
import { type BatchDocument, batches } from '../projections/batches.js'

export interface BatchQuestion {
  /** Only those that stand so. */
  readonly status?: BatchDocument['status']
}

export interface BatchPage {
  /** Each with the cursor behind which the list goes on. */
  readonly items: readonly { readonly view: BatchView; readonly cursor: string }[]
  /** Whether there are more behind the last. */
  readonly more: boolean
}

export interface ListBatchesDependencies {
  readonly eventing: Eventing
  readonly links: Links
}

function questionOf({ account: owner, sandbox }: Viewer, { status }: BatchQuestion): Pick<Find, 'index' | 'equals'> {
  const equals = { owner, ...(sandbox && { sandbox }), ...(status !== undefined && { status }) }
  return { index: `byOwner${sandbox ? 'Sandbox' : ''}${status === undefined ? '' : 'Status'}`, equals }
}

/**
 * An account's batches, newest first.
 * @param page.limit 1 to 1,000
 * @throws Failure VALIDATION_ERROR when the cursor is not of this list
 */
export const createListBatches =
  ({ eventing, links }: ListBatchesDependencies) =>
  async (
    viewer: Viewer,
    question: BatchQuestion,
    { limit, after }: { readonly limit: number; readonly after?: string },
  ): Promise<BatchPage> => {
    const asked = { ...questionOf(viewer, question), limit, reverse: true, ...(after !== undefined && { after }) }
    const { items, next, cursors } = await eventing
      .read(batches)
      .find({ ...asked, cursors: true })
      .catch(refuseCursor)
    return {
      items: items.map(({ id, document }, place) => ({
        view: viewOf(id, document, links.pathOf),
        cursor: cursors![place]!,
      })),
      more: next !== undefined,
    }
  }

/** How many there are. */
export const createCountBatches =
  ({ eventing }: Pick<ListBatchesDependencies, 'eventing'>) =>
  (viewer: Viewer, question: BatchQuestion): Promise<number> =>
    eventing.read(batches).count(questionOf(viewer, question))

function refuseCursor(error: unknown): never {
  if (!(error instanceof RangeError)) throw error
  const message = '`after` is not a cursor of this list'
  throw new Failure('VALIDATION_ERROR', `${message}.`, [{ path: '/after', message }])
}
