import type { CollectionDefinition, Document, IndexValue } from '../../kernel/ports/documentStore.js'
import { type Indexes, isIndexValue } from '../../kernel/queryPlan.js'

const COLLECTION_NAME = /^[a-z0-9_.]{1,100}$/
const INDEX_NAME = /^[A-Za-z0-9_]{1,60}$/
const MEMBER_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,59}$/
/** Members of maximum length must fit into one key. */
const MAX_MEMBERS = 5

/** @throws RangeError when a name or an index violates the port's contract */
export function checkDefinition({ name, indexes = {} }: CollectionDefinition): Indexes {
  if (!COLLECTION_NAME.test(name)) throw new RangeError(`not a collection name: ${name.slice(0, 100)}`)
  for (const [index, members] of Object.entries(indexes)) {
    const last = members.length - 1
    const isWellNamed = INDEX_NAME.test(index) && members.every((member) => MEMBER_NAME.test(member))
    const isValid = isWellNamed && members[last] === '_id' && last >= 1 && last <= MAX_MEMBERS
    if (!isValid || new Set(members).size !== members.length) {
      throw new RangeError(`index ${index} of ${name} must have 1 to ${MAX_MEMBERS} members followed by _id`)
    }
  }
  return indexes
}

/** A document's values for each index that contains it: the indexes of which it has every member. */
export type Entries = { readonly [index: string]: readonly IndexValue[] }

export function entriesOf(indexes: Indexes, document: Document | null): Entries {
  const entries: { [index: string]: IndexValue[] } = {}
  if (!document) return entries
  for (const [index, members] of Object.entries(indexes)) {
    const values = members
      .slice(0, -1)
      .map((member) => (Object.hasOwn(document, member) ? document[member] : undefined))
    if (values.every(isIndexValue)) entries[index] = values
  }
  return entries
}
