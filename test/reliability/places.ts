// Data of an installation in a deployment, which can be copied and searched.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import type { Settings } from '../../testbed/service/settings.js'
import { type TestDatabase, testDatabase } from '../../testbed/stores/mongo/database.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

/** Data of services, each under a name: stored in one of the shapes, copied while no process uses it, and inspected. */
export interface Place {
  /** The settings for the data of this name, for a service or a command. */
  settings(name: string): Settings
  copy(from: string, to: string): Promise<void>
  /** Only the log, replacing the other one's, and what is needed to read it. */
  copyLog(from: string, to: string): void
  /** Everything stored: the place and bytes of each file and document, one character per byte. */
  content(name: string): AsyncIterable<readonly [where: string, bytes: string]>
  remove(): Promise<void>
}

/** Files that belong to the log. */
const LOG_FILES = ['format.json', 'secret.key', 'events.mdb']

/** Everything in one directory. */
export function directoryPlace(): Place {
  const scratch = tempDirectory()
  const path = (name: string) => join(scratch.path, name)
  return {
    settings: (name) => ({ DATA_DIR: path(name) }),
    // A lock file names processes that have ended.
    copy: async (from, to) =>
      cpSync(path(from), path(to), { recursive: true, filter: (file) => !file.endsWith('-lock') }),
    copyLog(from, to) {
      mkdirSync(path(to), { recursive: true })
      for (const file of LOG_FILES)
        if (existsSync(join(path(from), file))) cpSync(join(path(from), file), join(path(to), file))
    },
    async *content(name) {
      for (const file of filesIn(path(name))) yield [file, readFileSync(file, 'latin1')]
    },
    remove: async () => scratch.remove(),
  }
}

/** The log in a directory, and everything else in a database of each name. */
export function mongoPlace(server: string, secret: string): Place {
  const directories = directoryPlace()
  const databases = new Map<string, TestDatabase>()
  const client = new MongoClient(server)

  function databaseOf(name: string): TestDatabase {
    const database = databases.get(name) ?? testDatabase(server)
    databases.set(name, database)
    return database
  }
  const db = (name: string) => client.db(new URL(databaseOf(name).url).pathname.slice(1))
  const collections = (name: string) => db(name).collections()

  return {
    settings: (name) => ({
      ...directories.settings(name),
      MONGODB_URL: databaseOf(name).url,
      SECRET_KEY: secret,
    }),
    async copy(from, to) {
      await directories.copy(from, to)
      for (const collection of await collections(from)) {
        // Numbers are kept unchanged.
        const documents = await collection.find({}, { promoteValues: false }).toArray()
        if (documents.length > 0) await db(to).collection(collection.collectionName).insertMany(documents)
      }
    },
    copyLog: directories.copyLog,
    async *content(name) {
      yield* directories.content(name)
      for (const collection of await collections(name)) {
        for await (const document of collection.find({}, { raw: true }))
          yield [collection.collectionName, (document as unknown as Buffer).toString('latin1')]
      }
    },
    async remove() {
      await client.close()
      for (const database of databases.values()) await database.drop()
      await directories.remove()
    },
  }
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
