import { randomBytes } from 'node:crypto'
import { type Member, startMember } from '../../scripts/soak/faults/member.js'
import type { DnsServer } from './dnsServer.js'
import { testDatabase } from './mongo/database.js'
import { buildProgram, type Settings } from './program.js'
import { tempDirectory } from './tempDirectory.js'

/** Processes of one machine that share a log in a directory, and a MongoDB for the rest. */
export interface Cluster {
  readonly directory: string
  /** What they share, also with the operator's commands. */
  readonly settings: Settings
  readonly apis: readonly [Member, Member]
  readonly workers: readonly [Member, Member]
  /** Ends them, and deletes what they kept. */
  dispose(): Promise<void>
}

/** Where processes of one machine keep what they share: a log in a directory, and a database for the rest. */
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

/** Starts two that answer and two that work. */
export async function startCluster(mongo: string, dns: DnsServer, more: Settings = {}): Promise<Cluster> {
  await buildProgram()
  const place = sharedPlace(mongo)
  const settings = {
    ...place.settings,
    DNS_SERVERS: `${dns.address}:${dns.port}`,
    // No name is to be late on a busy machine.
    DNS_TIMEOUT_MS: '20000',
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
