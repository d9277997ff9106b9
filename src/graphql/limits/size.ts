import { type ASTNode, type DocumentNode, Kind, type SelectionSetNode } from 'graphql'

/** Most of each kind of node that a document may have as it is written. */
const MOST = {
  aliases: 30,
  fields: 500,
  /** Each is checked with every fragment that it uses. */
  operations: 50,
  /** Validation compares every two of them. */
  fragments: 60,
  /** Uses of fragments, and inline fragments. */
  spreads: 300,
  directives: 100,
  variables: 100,
}

/** Fields that are answered by the same name. Validation compares every two of them. */
const MOST_OF_A_NAME = 100

type Counted = keyof typeof MOST
type Sizes = { [counted in Counted]: number } & { readonly names: Map<string, number> }

/**
 * Why a document is larger than validation can check in short time (it compares pairs of fields, of fragments, and of
 * operations and fragments), in a sentence for people; undefined when it is not.
 */
export function sizeProblem(document: DocumentNode): string | undefined {
  const sizes = sizesOf(document)
  for (const counted of Object.keys(MOST) as Counted[]) {
    if (sizes[counted] > MOST[counted])
      return counted === 'fields'
        ? `The query names ${sizes.fields} fields; at most ${MOST.fields} are possible.`
        : `The query has ${sizes[counted]} ${counted}; at most ${MOST[counted]} are possible.`
  }
  for (const [name, count] of sizes.names) {
    if (count > MOST_OF_A_NAME)
      return `The query names the field ${name} ${count} times; at most ${MOST_OF_A_NAME} are possible.`
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
