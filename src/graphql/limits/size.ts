// Refuses documents that would take long to validate.
import { type ASTNode, type DocumentNode, Kind, type SelectionSetNode } from 'graphql'
import { perRequest } from '../../kernel/limits.js'

/** Maximum number of each kind of node in the text of a document; spreads include inline fragments. */
const MAX = perRequest.graphqlDocument.nodes

type Counted = keyof typeof MAX
type Sizes = { [counted in Counted]: number } & { readonly names: Map<string, number> }

/**
 * Why a document is too large to validate in a short time (validation compares pairs of fields, of fragments, and of
 * operations and fragments), as a human-readable message; undefined if it is not.
 */
export function sizeProblem(document: DocumentNode): string | undefined {
  const sizes = sizesOf(document)
  for (const counted of Object.keys(MAX) as Counted[]) {
    if (sizes[counted] > MAX[counted])
      return counted === 'fields'
        ? `The query selects ${sizes.fields} fields; at most ${MAX.fields} are allowed.`
        : `The query has ${sizes[counted]} ${counted}; at most ${MAX[counted]} are allowed.`
  }
  for (const [name, count] of sizes.names) {
    if (count > perRequest.graphqlDocument.sameName)
      return `The query selects the field ${name} ${count} times; at most ${perRequest.graphqlDocument.sameName} are allowed.`
  }
  return undefined
}

function sizesOf({ definitions }: DocumentNode): Sizes {
  const sizes: Sizes = {
    aliases: 0,
    fields: 0,
    operations: 0,
    fragments: 0,
    spreads: 0,
    directives: 0,
    variables: 0,
    names: new Map(),
  }

  const countDirectives = ({ directives = [] }: Extract<ASTNode, { directives?: unknown }>): void => {
    sizes.directives += directives.length
  }

  function count({ selections }: SelectionSetNode): void {
    for (const node of selections) {
      countDirectives(node)
      if (node.kind === Kind.FIELD) {
        sizes.fields++
        if (node.alias) sizes.aliases++
        const name = (node.alias ?? node.name).value
        sizes.names.set(name, (sizes.names.get(name) ?? 0) + 1)
      } else sizes.spreads++
      if (node.kind !== Kind.FRAGMENT_SPREAD && node.selectionSet) count(node.selectionSet)
    }
  }

  for (const node of definitions) {
    if (node.kind === Kind.OPERATION_DEFINITION) {
      sizes.operations++
      for (const variable of node.variableDefinitions ?? []) {
        sizes.variables++
        countDirectives(variable)
      }
    } else if (node.kind === Kind.FRAGMENT_DEFINITION) sizes.fragments++
    else continue
    countDirectives(node)
    count(node.selectionSet)
  }
  return sizes
}
