import type { Collection } from 'mongodb'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import type { Indexes } from '../../../kernel/queryPlan.js'
import { isNoSuchCollection } from '../../mongodb/callMongo.js'
import { type DocumentRecord, INTERNAL } from './record.js'

type Key = { readonly [field: string]: 1 }

/** Index names in definitions contain no dot. */
const TOMBSTONES = '.tombstones'
const TOMBSTONES_KEY: Key = { [`${INTERNAL}.deleted`]: 1 }
/** The key of that index in releases up to 0.1.0, by which their collections are recognised. */
const OLD_TOMBSTONES_KEY: Key = { deleted: 1 }

/**
 * Creates missing indexes, and recreates those whose members have changed.
 * @throws StoreUnavailable when the collection holds documents in the form of an old release
 */
export async function ensureIndexes(collection: Collection<DocumentRecord>, indexes: Indexes): Promise<void> {
  const existing = await keysOf(collection)
  if (hasOldForm(existing)) {
    throw new StoreUnavailable(
      `${collection.collectionName} is in the form of an earlier release, and is replaced when a service or worker of this release starts`,
    )
  }
  const wanted = Object.entries(indexes).map(([name, members]) => ({ name, key: keyOf(members) }))
  const missing = wanted.filter(({ name, key }) => existing.get(name) !== JSON.stringify(key))
  for (const { name } of missing) if (existing.has(name)) await collection.dropIndex(name)
  const tombstones = { name: TOMBSTONES, key: TOMBSTONES_KEY, sparse: true } as const
  const created = existing.has(TOMBSTONES) ? missing : [tombstones, ...missing]
  if (created.length > 0) await collection.createIndexes(created)
}

const keyOf = (members: readonly string[]): Key => Object.fromEntries(members.map((member) => [member, 1] as const))

/** Keys of the existing indexes, as JSON, by name. */
type IndexKeys = ReadonlyMap<string, string>

/** Whether a collection with these indexes holds documents in the form of releases up to 0.1.0. */
export const hasOldForm = (keys: IndexKeys): boolean => keys.get(TOMBSTONES) === JSON.stringify(OLD_TOMBSTONES_KEY)

export async function keysOf(collection: Pick<Collection<DocumentRecord>, 'listIndexes'>): Promise<IndexKeys> {
  try {
    const found = await collection.listIndexes().toArray()
    return new Map(found.map(({ name, key }) => [name, JSON.stringify(key)]))
  } catch (error) {
    if (isNoSuchCollection(error)) return new Map()
    throw error
  }
}
