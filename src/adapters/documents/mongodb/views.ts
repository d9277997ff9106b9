// Shows read models in MongoDB under their own names, as views without tombstones.
import { type Db, MongoServerError } from 'mongodb'
import { dropCollection } from '../../mongodb/dropCollection.js'
import { collectionOf, physicalName } from './names.js'
import { INTERNAL } from './record.js'

/** Everything but tombstones. */
const PIPELINE = [{ $match: { [`${INTERNAL}.deleted`]: { $exists: false } } }]

const UNAUTHORIZED = 13
const NAMESPACE_EXISTS = 48

interface Existing {
  readonly type?: string
  readonly options?: { readonly viewOn?: string }
}

/**
 * Shows collections under other names, as views without tombstones. A name that another program uses is left alone.
 * @param collections the collection to show, by the name of its view
 * @throws Error when some of the names are in use
 */
export async function publishViews(db: Db, collections: { readonly [name: string]: string }): Promise<void> {
  const existing = new Map<string, Existing>()
  for await (const info of db.listCollections()) existing.set(info.name, info)
  const taken: string[] = []
  for (const [name, collection] of Object.entries(collections)) {
    const viewOn = physicalName(collection)
    const found = existing.get(name)
    if (found?.options?.viewOn === viewOn) continue
    if (!found) await create(db, name, viewOn)
    else if (found.type === 'view' && collectionOf(found.options?.viewOn ?? '') !== undefined)
      await change(db, name, viewOn)
    else taken.push(name)
  }
  if (taken.length > 0) {
    throw new Error(
      `${db.databaseName} already has ${taken.join(', ')} from another program; read models of these names are only visible as documents.<name>-v<generation>`,
    )
  }
}

async function create(db: Db, name: string, viewOn: string): Promise<void> {
  try {
    await db.createCollection(name, { viewOn, pipeline: PIPELINE })
  } catch (error) {
    if ((error as MongoServerError).code !== NAMESPACE_EXISTS) throw error
    await change(db, name, viewOn)
  }
}

/** Atomic for readers, if the user may run `collMod` (role dbAdmin); readWrite allows only to create the view again. */
async function change(db: Db, name: string, viewOn: string): Promise<void> {
  try {
    await db.command({ collMod: name, viewOn, pipeline: PIPELINE })
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== UNAUTHORIZED) throw error
    await dropCollection(db.collection(name))
    await create(db, name, viewOn)
  }
}
