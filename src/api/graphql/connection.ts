import { type ClassType, Extensions, Field, ObjectType } from 'type-graphql'

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
}

/**
 * Defines the types of a paginated list (GraphQL Cursor Connections).
 * @param nodes plural noun for the nodes, for descriptions, such as "batches"
 */
export function defineConnection<Node extends object>(
  node: ClassType<Node>,
  nodes: string,
): ClassType<Connection<Node>> {
  @ObjectType(`${node.name}Edge`, { description: `An edge in a page of ${nodes}.` })
  class Edge {
    @Field(() => String, { description: 'Opaque cursor of the node; valid only for this list.' })
    readonly cursor!: string

    @Field(() => node, { description: 'The item that the cursor points to.' })
    readonly node!: Node
  }

  @ObjectType(`${node.name}Connection`, { description: `A page of ${nodes}.` })
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
  }
  return NodeConnection
}
