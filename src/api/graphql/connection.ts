// The types of paginated lists (GraphQL Cursor Connections).
import { type ClassType, Extensions, Field, Int, ObjectType } from 'type-graphql'

@ObjectType({ description: 'Pagination information (GraphQL Cursor Connections).' })
class PageInfo {
  @Field(() => Boolean, { description: 'Whether there are more items after this page.' })
  readonly hasNextPage!: boolean

  @Field(() => Boolean, { description: 'Whether this page was requested with `after`.' })
  readonly hasPreviousPage!: boolean

  @Field(() => String, { nullable: true, description: 'Cursor of the first edge; null if the page is empty.' })
  readonly startCursor!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Cursor to pass as `after` for the next page; null if there is none.',
  })
  readonly endCursor!: string | null
}

export interface Connection<Node> {
  readonly edges: readonly { readonly cursor: string; readonly node: Node }[]
  readonly nodes: readonly Node[]
  readonly pageInfo: PageInfo
  readonly totalCount: number | null | Promise<number | null>
}

/** What the number of items of a whole list costs, and when it is unknown. */
interface Total {
  /** Cost of the field, in fields. */
  readonly cost?: number
  /** When the number is null, as the end of a sentence; default: never. */
  readonly nullWhen?: string
}

/**
 * Defines the types of a paginated list (GraphQL Cursor Connections).
 * @param name of the connection, without `Connection`
 * @param nodes plural noun for the nodes, for descriptions, such as "batches"
 * @param order of the nodes, such as "newest first"
 */
export function defineConnection<Node extends object>(
  name: string,
  node: ClassType<Node>,
  nodes: string,
  order: string,
  { cost = 1, nullWhen }: Total = {},
): ClassType<Connection<Node>> {
  @ObjectType(`${node.name}Edge`, { description: `An edge in a page of ${nodes}.` })
  class Edge {
    @Field(() => String, { description: 'Opaque cursor of the node; valid only for this list.' })
    readonly cursor!: string

    @Field(() => node, { description: 'The item that the cursor points to.' })
    readonly node!: Node
  }

  @ObjectType(`${name}Connection`, { description: `A page of ${nodes}, ${order}.` })
  class NodeConnection implements Connection<Node> {
    // The cost of the edges is multiplied by the page size.
    @Extensions({ items: 1 })
    @Field(() => [Edge], { description: `The ${nodes} of this page.` })
    readonly edges!: readonly Edge[]

    @Extensions({ items: 1 })
    @Field(() => [node], { description: `The ${nodes} of this page, without their cursors.` })
    readonly nodes!: readonly Node[]

    @Field(() => PageInfo, { description: 'Pagination information.' })
    readonly pageInfo!: PageInfo

    @Extensions({ cost })
    @Field(() => Int, {
      nullable: nullWhen !== undefined,
      description: `Number of ${nodes} in the whole list${nullWhen === undefined ? '' : `; null ${nullWhen}`}.`,
    })
    readonly totalCount!: Connection<Node>['totalCount']
  }
  return NodeConnection
}
