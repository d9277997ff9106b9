// Which accounts use how much, for operators.
import type { Reading } from '../../../eventing/eventing.js'
import { usage } from '../projections/usage.js'

interface UsePage {
  readonly items: readonly AccountUse[]
  /** Cursor of the next page; absent on the last one. */
  readonly next?: string
}

export interface AccountUse {
  readonly account: string
  /** Addresses charged in the month, and reserved for unfinished batches. */
  readonly charged: number
  readonly reserved: number
  /** The highest percentage of the quota that the account was told of; null if none. */
  readonly told: number | null
}

interface UseQuery {
  /** UTC month, `yyyy-mm`. */
  readonly month: string
  /** `use`: most addresses first, compared by their first two digits. `told`: those nearest to their quota first. */
  readonly by: 'use' | 'told'
  readonly limit: number
  readonly after?: string | undefined
}

/** A page of the accounts that used something in a month, or that were told of their quota. @throws RangeError for a malformed cursor */
export type ListUse = (query: UseQuery) => Promise<UsePage>

export const createListUse =
  ({ eventing }: { readonly eventing: Reading }): ListUse =>
  async ({ month, by, limit, after }) => {
    const { items, next } = await eventing.read(usage).find({
      index: by === 'use' ? 'byUse' : 'byTold',
      equals: { month },
      reverse: true,
      limit,
      ...(after && { after }),
    })
    return {
      items: items.map(({ document: { owner, charged, reserved, told } }) => ({
        account: owner,
        charged,
        reserved,
        told: told ?? null,
      })),
      ...(next !== undefined && { next }),
    }
  }
