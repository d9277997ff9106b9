// What repeats in records: event types, names of members, frequent texts, the constant parts of stream names.

/** The names of an object's members, in order. */
type Shape = readonly string[]

/** Text before and after the variable part of a stream name. */
interface Affix {
  readonly before: string
  readonly after: string
}

export type Entry = string | Shape | Affix

/** Finds the ids of entries, to write references to them. */
export interface EntryIds {
  text(text: string): number | undefined
  shape(names: Shape): number | undefined
  affix(before: string, after: string): number | undefined
}

/** Entries by id and by content. An entry never changes; its id is its place. */
export interface Dictionary extends EntryIds {
  entry(id: number): Entry | undefined
  /** Adds an entry under the next id, which it returns; undefined takes the place of one that is damaged. */
  add(entry: Entry | undefined): number
  /** The id of the next entry. */
  next(): number
  /** Entries of the same kind. */
  count(kind: Kind): number
}

type Kind = 'text' | 'shape' | 'affix'

/** Entries of each kind: far more than the service has, and few enough to keep in memory. A reference has room for 32,767 entries. */
export const MAX_ENTRIES = 8_192

export const kindOf = (entry: Entry): Kind =>
  typeof entry === 'string' ? 'text' : 'before' in entry ? 'affix' : 'shape'

interface ShapeNode {
  readonly children: Map<string, ShapeNode>
  id?: number
}

const createNode = (): ShapeNode => ({ children: new Map() })

/** @param first the id of the first entry */
export function createDictionary(first = 1): Dictionary {
  const entries: (Entry | undefined)[] = []
  const texts = new Map<string, number>()
  const shapes = createNode()
  const affixes = new Map<string, Map<string, number>>()
  const counts = { text: 0, shape: 0, affix: 0 }

  function index(entry: Entry, id: number): void {
    counts[kindOf(entry)]++
    if (typeof entry === 'string') texts.set(entry, id)
    else if ('before' in entry) {
      const known = affixes.get(entry.before) ?? new Map<string, number>()
      affixes.set(entry.before, known.set(entry.after, id))
    } else {
      let node = shapes
      for (const name of entry) {
        const child = node.children.get(name) ?? createNode()
        node.children.set(name, child)
        node = child
      }
      node.id = id
    }
  }

  return {
    text: (text) => texts.get(text),
    shape(names) {
      let node: ShapeNode | undefined = shapes
      for (const name of names) {
        node = node.children.get(name)
        if (!node) return undefined
      }
      return node.id
    },
    affix: (before, after) => affixes.get(before)?.get(after),
    entry: (id) => entries[id - first],
    add(entry) {
      const id = first + entries.length
      entries.push(entry)
      if (entry !== undefined) index(entry, id)
      return id
    },
    next: () => first + entries.length,
    count: (kind) => counts[kind],
  }
}

/** Looks in one dictionary, then in another. */
export const eitherOf = (one: EntryIds, other: EntryIds): EntryIds => ({
  text: (text) => one.text(text) ?? other.text(text),
  shape: (names) => one.shape(names) ?? other.shape(names),
  affix: (before, after) => one.affix(before, after) ?? other.affix(before, after),
})
