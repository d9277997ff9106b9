import type { Collection } from 'mongodb'
import type { Indexes } from '../../../kernel/queryPlan.js'
import { isNoSuchCollection } from '../../mongodb/callMongo.js'
import { fieldOf } from './filter.js'
import type { Kept } from './record.js'

type Key = { readonly [field: string]: 1 }

/** No index of a definition has such a name. */
const TOMBSTONES = '.tombstones'

/** Makes the indexes that are missing, and anew those that have changed their members. */
export async function ensureIndexes(collection: Collection<Kept>, indexes: Indexes): Promise<void> {
  const wanted = Object.entries(indexes).map(([name, members]) => ({ name, key: keyOf(members) }))
  const there = await keysOf(collection)
  const missing = wanted.filter(({ name, key }) => there.get(name) !== JSON.stringify(key))
  for (const { name } of missing) if (there.has(name)) await collection.dropIndex(name)
  const tombstones = { name: TOMBSTONES, key: { deleted: 1 }, sparse: true } as const
  const made = there.has(TOMBSTONES) ? missing : [tombstones, ...missing]
  if (made.length > 0) await collection.createIndexes(made)
}

const keyOf = (members: readonly string[]): Key =>
  Object.fromEntries(members.map((member) => [fieldOf(member), 1] as const))

/** The keys of the indexes that there are, as JSON, by name. */
async function keysOf(collection: Collection<Kept>): Promise<ReadonlyMap<string, string>> {
  try {
    const found = await collection.listIndexes().toArray()
    return new Map(found.map(({ name, key }) => [name, JSON.stringify(key)]))
  } catch (error) {
    if (isNoSuchCollection(error)) return new Map()
    throw error
  }
}
