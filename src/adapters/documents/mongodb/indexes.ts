import type { Collection } from 'mongodb'
import type { Indexes } from '../../../kernel/queryPlan.js'
import { isNoSuchCollection } from '../../mongodb/callMongo.js'
import { fieldOf } from './filter.js'
import type { DocumentRecord } from './record.js'

type Key = { readonly [field: string]: 1 }

/** Index names in definitions contain no dot. */
const TOMBSTONES = '.tombstones'

/** Creates missing indexes, and recreates those whose members have changed. */
export async function ensureIndexes(collection: Collection<DocumentRecord>, indexes: Indexes): Promise<void> {
  const wanted = Object.entries(indexes).map(([name, members]) => ({ name, key: keyOf(members) }))
  const existing = await keysOf(collection)
  const missing = wanted.filter(({ name, key }) => existing.get(name) !== JSON.stringify(key))
  for (const { name } of missing) if (existing.has(name)) await collection.dropIndex(name)
  const tombstones = { name: TOMBSTONES, key: { deleted: 1 }, sparse: true } as const
  const created = existing.has(TOMBSTONES) ? missing : [tombstones, ...missing]
  if (created.length > 0) await collection.createIndexes(created)
}

const keyOf = (members: readonly string[]): Key =>
  Object.fromEntries(members.map((member) => [fieldOf(member), 1] as const))

/** Keys of the existing indexes, as JSON, by name. */
async function keysOf(collection: Collection<DocumentRecord>): Promise<ReadonlyMap<string, string>> {
  try {
    const found = await collection.listIndexes().toArray()
    return new Map(found.map(({ name, key }) => [name, JSON.stringify(key)]))
  } catch (error) {
    if (isNoSuchCollection(error)) return new Map()
    throw error
  }
}
