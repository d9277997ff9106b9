import { randomUUID } from 'node:crypto'
import { MongoClient } from 'mongodb'

export interface TestDatabase {
  /** MONGODB_URL with a separate database. */
  readonly url: string
  /** Deletes it with its contents. */
  drop(): Promise<void>
}

/** An empty database on the server of `url`. */
export function testDatabase(url: string): TestDatabase {
  const [, server, path = '', options = ''] = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(\/[^?]*)?(\?.*)?$/.exec(url) ?? []
  const parameters = new URLSearchParams(options)
  // Users are looked up in the database of the URL by default.
  if (path.length > 1 && !parameters.has('authSource')) parameters.set('authSource', path.slice(1))
  const own = `${server}/mailproof_test_${randomUUID().replaceAll('-', '')}${parameters.size > 0 ? `?${parameters}` : ''}`
  return {
    url: own,
    async drop() {
      const client = new MongoClient(own)
      await client.db().dropDatabase()
      await client.close()
    },
  }
}
