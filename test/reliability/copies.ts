// Copies the data of an installation, or only its log, and reads all bytes of it.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Collection, type Db, MongoClient } from 'mongodb'
import type { Place } from '../../testbed/stores/place.js'

/** Files that belong to the log. */
const LOG_FILES = ['format.json', 'secret.key', 'events.mdb']

/** Everything, while no process uses it. */
export async function copyAll(from: Place, to: Place): Promise<void> {
  // A lock file names processes that have ended.
  const filter = (file: string) => !file.endsWith('-lock')
  cpSync(from.directory, to.directory, { recursive: true, filter })
  await withDatabase(to, (target) =>
    eachCollection(from, async (collection) => {
      // Numbers are kept unchanged.
      const documents = await collection.find({}, { promoteValues: false }).toArray()
      if (documents.length > 0) await target.collection(collection.collectionName).insertMany(documents)
    }),
  )
}

/** Only the log, replacing the other one's, and what is needed to read it. */
export function copyLog(from: Place, to: Place): void {
  mkdirSync(to.directory, { recursive: true })
  for (const file of LOG_FILES)
    if (existsSync(join(from.directory, file))) cpSync(join(from.directory, file), join(to.directory, file))
}

/** Calls `see` with the place and bytes of each file and document, one character per byte. */
export async function readEverything(place: Place, see: (bytes: string, where: string) => void): Promise<void> {
  for (const entry of readdirSync(place.directory, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name)
    if (entry.isFile()) see(readFileSync(file, 'latin1'), file)
  }
  await eachCollection(place, async (collection) => {
    for await (const document of collection.find({}, { raw: true }))
      see((document as unknown as Buffer).toString('latin1'), collection.collectionName)
  })
}

async function eachCollection(place: Place, visit: (collection: Collection) => Promise<void>): Promise<void> {
  await withDatabase(place, async (db) => {
    for (const collection of await db.collections()) await visit(collection)
  })
}

/** Does nothing if there is no MongoDB. */
async function withDatabase({ settings }: Place, use: (db: Db) => Promise<void>): Promise<void> {
  if (settings.MONGODB_URL === undefined) return
  const client = new MongoClient(settings.MONGODB_URL)
  try {
    await use(client.db())
  } finally {
    await client.close()
  }
}
