import { ArgsType, Field, Int } from 'type-graphql'
import type { Connection } from './connection.js'

@ArgsType()
export class PageArgs {
  @Field(() => Int, { defaultValue: 20, description: 'How many at most, 1 to 100.' })
  readonly first!: number

  @Field(() => String, {
    nullable: true,
    description: 'The cursor behind which the page begins: `pageInfo.endCursor` of the page before.',
  })
  readonly after?: string | null
}

/** A page for a feature's list. */
export const pageOf = ({ first, after }: PageArgs) => ({
  limit: first,
  ...(after !== null && after !== undefined && { after }),
})

export interface Page<Node> {
  readonly items: readonly { readonly cursor: string; readonly node: Node }[]
  readonly more: boolean
  /** Where the next page begins, if not behind the last item. */
  readonly end?: string | null
}

/** A page as GraphQL shows it. */
export function connect<Node>({ items, more, end }: Page<Node>, { after }: PageArgs): Connection<Node> {
  return {
    edges: items,
    pageInfo: {
      hasNextPage: more,
      hasPreviousPage: after !== null && after !== undefined,
      startCursor: items[0]?.cursor ?? null,
      endCursor: end ?? items.at(-1)?.cursor ?? null,
    },
  }
}
