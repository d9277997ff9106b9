import { type ClassType, Extensions, Field, ObjectType } from 'type-graphql'

@ObjectType({ description: 'Where a page stands in its list.' })
class PageInfo {
  @Field(() => Boolean, { description: 'Whether the list goes on behind this page.' })
  readonly hasNextPage!: boolean

  @Field(() => Boolean, { description: 'Whether the page was asked for with `after`.' })
  readonly hasPreviousPage!: boolean

  @Field(() => String, { nullable: true, description: 'The cursor of the first edge; null when there is none.' })
  readonly startCursor!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'What to ask for the next page with, as `after`; null when there is nothing.',
  })
  readonly endCursor!: string | null
}

export interface Connection<Node> {
  readonly edges: readonly { readonly cursor: string; readonly node: Node }[]
  readonly pageInfo: PageInfo
}

/**
 * The types of a list that is read page by page (GraphQL Cursor Connections).
 * @param nodes how its members are called in descriptions, such as "batches"
 */
export function connectionOf<Node extends object>(node: ClassType<Node>, nodes: string): ClassType<Connection<Node>> {
  @ObjectType(`${node.name}Edge`, { description: `One of the ${nodes}, and its place in the list.` })
  class Edge {
    @Field(() => String, { description: 'Its place in the list; opaque, and good for this very list only.' })
    readonly cursor!: string

    @Field(() => node, { description: 'The thing itself.' })
    readonly node!: Node
  }

  @ObjectType(`${node.name}Connection`, { description: `A page of ${nodes}.` })
  class NodeConnection implements Connection<Node> {
    // With the page that was asked for.
    @Extensions({ items: 1 })
    @Field(() => [Edge], { description: `The ${nodes} of this page.` })
    readonly edges!: readonly Edge[]

    @Field(() => PageInfo, { description: 'Where this page stands in the list.' })
    readonly pageInfo!: PageInfo
  }
  return NodeConnection
}
