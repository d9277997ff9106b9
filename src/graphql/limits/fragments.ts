import { type DocumentNode, type FragmentDefinitionNode, Kind } from 'graphql'

/** The fragments of a document, by name. */
export const fragmentsOf = ({ definitions }: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> =>
  new Map(definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION).map((node) => [node.name.value, node]))
