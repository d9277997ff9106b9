import { randomBytes } from 'node:crypto'
import type { DnsServer } from '../dns/server.js'
import { testDatabase } from '../stores/mongo/database.js'
import { tempDirectory } from '../tempDirectory.js'
import { type Member, startMember } from './member.js'
import { buildProgram, type Settings } from './program.js'

/** Processes of one machine that share a log in a directory, and a MongoDB for the rest. */
export interface Cluster {
  readonly directory: string
  /** The settings they share, also for operator commands. */
  readonly settings: Settings
  readonly apis: readonly [Member, Member]
  readonly workers: readonly [Member, Member]
  /** Stops them, and deletes their data. */
  dispose(): Promise<void>
}

/** What processes of one machine share: a log in a directory, and a database for the rest. */
export function sharedPlace(mongo: string) {
  const database = testDatabase(mongo)
  const { path: directory, remove } = tempDirectory()
  return {
    directory,
    settings: {
      DATA_DIR: directory,
      MONGODB_URL: database.url,
      SECRET_KEY: randomBytes(32).toString('base64'),
    },
    async remove(): Promise<void> {
      await database.drop()
      remove()
    },
  }
}

/** Starts two API processes and two workers. */
export async function startCluster(mongo: string, dns: DnsServer, more: Settings = {}): Promise<Cluster> {
  await buildProgram()
  const place = sharedPlace(mongo)
  const settings = {
    ...place.settings,
    DNS_SERVERS: `${dns.address}:${dns.port}`,
    // No name may time out on a busy machine.
    DNS_TIMEOUT_MS: '60000',
    LOG_LEVEL: 'error',
    ...more,
  }
  const start = (role: 'api' | 'worker') => startMember(settings, role)
  const [first, second, ...apis] = await Promise.all([start('worker'), start('worker'), start('api'), start('api')])
  const workers: Cluster['workers'] = [first, second]
  return {
    directory: place.directory,
    settings,
    apis,
    workers,
    async dispose() {
      await Promise.all([...apis, ...workers].map((member) => member.kill()))
      await place.remove()
    },
  }
}
