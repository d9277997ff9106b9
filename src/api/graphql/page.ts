// Arguments of pages, and the connections that answer them.
import { ArgsType, Field, Int } from 'type-graphql'
import { yieldToEventLoop } from '../../kernel/concurrency/yielding.js'
import { defaultsOf } from '../contract/defaults.js'
import type { Connection } from './connection.js'

@ArgsType()
export class PageArgs {
  @Field(() => Int, {
    defaultValue: defaultsOf('listDeliveries', ['limit']).limit,
    description: 'Page size, 1 to 100.',
  })
  readonly first!: number

  @Field(() => String, {
    nullable: true,
    description: 'Return items after this cursor; pass `pageInfo.endCursor` of the previous page.',
  })
  readonly after?: string | null
}

/** Page arguments as the features' list queries take them. */
export const pageInput = ({ first, after }: PageArgs) => ({
  limit: first,
  ...(after !== null && after !== undefined && { after }),
})

interface NodePage<Node> {
  readonly items: readonly { readonly cursor: string; readonly node: Node }[]
  readonly more: boolean
  /** Cursor after which the next page starts, if it is not the last item's. */
  readonly end?: string | null
  /** Number of items in the whole list, which is counted only if it is asked for; null if that is too much work. */
  readonly count: () => number | null | Promise<number | null>
}

/** Number of items from which a page is large. */
const LARGE_PAGE = 50

/**
 * Waits for a turn of the event loop before a large page of a nested list is completed. An operation may request a page
 * for each of many parents, and graphql-js completes all that are there without yielding.
 */
export const turnFor = (items: readonly unknown[]): Promise<void> | undefined =>
  items.length < LARGE_PAGE ? undefined : yieldToEventLoop()

/** Converts a page to a GraphQL connection. */
export function toConnection<Node>({ items, more, end, count }: NodePage<Node>, { after }: PageArgs): Connection<Node> {
  return {
    edges: items,
    get nodes() {
      return items.map(({ node }) => node)
    },
    get totalCount() {
      return count()
    },
    pageInfo: {
      hasNextPage: more,
      hasPreviousPage: after !== null && after !== undefined,
      startCursor: items[0]?.cursor ?? null,
      endCursor: end ?? items.at(-1)?.cursor ?? null,
    },
  }
}
