import { type DocumentNode, Kind, type SelectionSetNode } from 'graphql'
import { fragmentsOf } from './fragments.js'
import { sizeProblem } from './size.js'

/** Levels of objects below an operation. */
const MAX_DEPTH = 12
/** The same of introspection, which goes deeper, and whose own lists graphql-js does not let nest. */
const MAX_INTROSPECTION_DEPTH = 20

/**
 * Why a document is not even compared with the schema: it is too deep, too wide, or goes in circles. In a sentence for
 * people; undefined when there is nothing to say against it.
 */
export function structureProblem(document: DocumentNode): string | undefined {
  const fragments = fragmentsOf(document)
  const depths = new Map<string, number>()
  const open = new Set<string>()
  let circle: string | undefined

  /** Levels below; of a fragment that is used again and again, found out once. */
  function depthOf({ selections }: SelectionSetNode): number {
    let deepest = 0
    for (const node of selections) {
      if (node.kind === Kind.FIELD) {
        const below = node.selectionSet ? depthOf(node.selectionSet) : 0
        const isIntrospection = node.name.value.startsWith('__')
        const allowance = isIntrospection ? MAX_INTROSPECTION_DEPTH - MAX_DEPTH : 0
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
    if (open.has(name)) circle ??= name
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
  if (circle !== undefined) return `The fragment ${circle} contains itself.`
  if (depth > MAX_DEPTH) return `The query is ${depth} levels deep; at most ${MAX_DEPTH} are possible.`
  return sizeProblem(document)
}
