// Refuses documents that are nested too deeply, too large, or circular.
import { type DocumentNode, Kind, type SelectionSetNode } from 'graphql'
import { perRequest } from '../../kernel/limits.js'
import { fragmentsOf } from './fragments.js'
import { sizeProblem } from './size.js'

/** The same for introspection, which nests deeper; graphql-js itself forbids nesting its lists. */
const MAX_INTROSPECTION_DEPTH = 20

/**
 * Why a document is rejected before it is validated against the schema: too deep, too large, or with circular fragments.
 * A human-readable message; undefined if there is no problem.
 */
export function structureProblem(document: DocumentNode): string | undefined {
  const fragments = fragmentsOf(document)
  const depths = new Map<string, number>()
  const open = new Set<string>()
  let cycle: string | undefined

  /** Depth below a selection set; computed once for each fragment. */
  function depthOf({ selections }: SelectionSetNode): number {
    let deepest = 0
    for (const node of selections) {
      if (node.kind === Kind.FIELD) {
        const below = node.selectionSet ? depthOf(node.selectionSet) : 0
        const isIntrospection = node.name.value.startsWith('__')
        const allowance = isIntrospection ? MAX_INTROSPECTION_DEPTH - perRequest.graphqlDocument.depth : 0
        deepest = Math.max(deepest, 1 + Math.max(0, below - allowance))
      } else if (node.kind === Kind.INLINE_FRAGMENT) deepest = Math.max(deepest, depthOf(node.selectionSet))
      else deepest = Math.max(deepest, depthOfFragment(node.name.value))
    }
    return deepest
  }

  function depthOfFragment(name: string): number {
    const known = depths.get(name)
    if (known !== undefined) return known
    const fragment = fragments.get(name)
    if (open.has(name)) cycle ??= name
    if (!fragment || open.has(name)) return 0
    open.add(name)
    const depth = depthOf(fragment.selectionSet)
    open.delete(name)
    depths.set(name, depth)
    return depth
  }

  let depth = 0
  for (const node of document.definitions) {
    if (node.kind === Kind.OPERATION_DEFINITION) depth = Math.max(depth, depthOf(node.selectionSet))
    else if (node.kind === Kind.FRAGMENT_DEFINITION) depthOfFragment(node.name.value)
  }
  if (cycle !== undefined) return `The fragment ${cycle} contains itself.`
  if (depth > perRequest.graphqlDocument.depth)
    return `The query is ${depth} levels deep; at most ${perRequest.graphqlDocument.depth} are allowed.`
  return sizeProblem(document)
}
