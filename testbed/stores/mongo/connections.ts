import { connectMongo, type Mongo } from '../../../src/adapters/mongodb/connect.js'
import { silentLog } from '../../../src/kernel/log.js'
import { testDatabase } from './database.js'

/** Connections to the database of a test; each process has its own. */
export function testConnections(server: string) {
  const { url, drop } = testDatabase(server)
  const opened: Mongo[] = []
  return {
    async open(): Promise<Mongo> {
      const mongo = await connectMongo({ url, log: silentLog })
      opened.push(mongo)
      return mongo
    },
    async dispose(): Promise<void> {
      await Promise.all(opened.map((mongo) => mongo.close()))
      await drop()
    },
  }
}
