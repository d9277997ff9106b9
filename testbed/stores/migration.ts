// Installations to migrate, and the stores that they are migrated to.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDiskBlobStore } from '../../src/adapters/blobs/disk.js'
import { openKurrentdbEventStore } from '../../src/adapters/eventstore/kurrentdb/open.js'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { createLmdbVault } from '../../src/adapters/vault/vault.js'
import { DEFAULT_STREAM_PREFIX } from '../../src/config.js'
import { systemClock } from '../../src/kernel/clock.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { silentLog } from '../../src/kernel/log.js'
import type { EventStore } from '../../src/kernel/ports/eventStore.js'
import { createChance } from '../chance.js'
import { startDnsServer } from '../dns/server.js'
import { mailZone } from '../dns/zone.js'
import { createPassingClock, openRooms, writeHistory } from '../features/history.js'
import { collect } from '../given/events.js'
import type { Settings } from '../service/settings.js'
import { type StandIn, startStandIn } from './kurrentdb/server.js'
import { testDatabase } from './mongo/database.js'

/** The secret that an embedded service generated. */
export const secretOf = (directory: string): string => readFileSync(join(directory, 'secret.key'), 'utf8').trim()

/** The contents of a directory's files, except for lock files. */
export function digestOf(directory: string): Record<string, string> {
  const files = readdirSync(directory, { recursive: true }).map(String)
  return Object.fromEntries(
    files
      .filter((name) => statSync(join(directory, name)).isFile() && !/serve\.lock$|-lock$/.test(name))
      .sort()
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(directory, name)))
          .digest('hex'),
      ]),
  )
}

export type Shape = 'LMDB and MongoDB' | 'KurrentDB and MongoDB'

/** The target of a migration. */
export interface Place {
  /** MONGODB_URL and, where the log goes there, KURRENTDB_URL. */
  readonly settings: Settings
  /** The stand-in for KurrentDB, if the log goes there. */
  readonly server: StandIn | undefined
  /** All events of the log, which is in this directory if it is in one. */
  events(directory: string): Promise<Recorded[]>
  /** The log at the target; if in a directory, this one's. */
  withLog<T>(directory: string, use: (store: EventStore) => Promise<T>): Promise<T>
  remove(): Promise<void>
}

export const withDirectoryLog = <T>(directory: string, use: (store: EventStore) => Promise<T>): Promise<T> =>
  using(createLmdbEventStore({ path: join(directory, 'events.mdb'), clock: systemClock }), use)

async function using<T>(store: EventStore, use: (store: EventStore) => Promise<T>): Promise<T> {
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

/** Empty stores of a shape. */
export async function emptyPlace(shape: Shape, mongo: string): Promise<Place> {
  const database = testDatabase(mongo)
  const server = shape === 'KurrentDB and MongoDB' ? await startStandIn() : undefined

  async function withLog<T>(directory: string, use: (store: EventStore) => Promise<T>): Promise<T> {
    if (!server) return withDirectoryLog(directory, use)
    return using(
      await openKurrentdbEventStore({
        url: server.url(),
        log: silentLog,
        naming: async () => ({ prefix: DEFAULT_STREAM_PREFIX }),
      }),
      use,
    )
  }

  return {
    settings: { MONGODB_URL: database.url, ...(server && { KURRENTDB_URL: server.url() }) },
    server,
    withLog,
    events: (directory) => withLog(directory, allOf),
    async remove() {
      await database.drop()
      await server?.close()
    },
  }
}

export const allOf = (store: EventStore): Promise<Recorded[]> => collect(store.readAll())

/** A log without the positions of its events, which differ between engines. */
export const withoutPlaces = (events: readonly Recorded[]) => events.map(({ position, ...event }) => event)

/** SECRET_KEY of the histories below. */
export const HISTORY_SECRET = Buffer.alloc(32, 7)

/**
 * An installation as an embedded service leaves it, with a generated history of this many events, including an erasure,
 * and with some blobs.
 */
export async function writeInstallation(
  directory: string,
  { seed, events, blobs }: { readonly seed: number; readonly events: number; readonly blobs: number },
): Promise<void> {
  const clock = createPassingClock(Date.UTC(2026, 0, 20))
  const dns = await startDnsServer(mailZone())
  const rooms = await openRooms(directory, clock, dns.port)
  try {
    await writeHistory(rooms, { chance: createChance(seed), clock, events })
    const { account } = await rooms.accounts.createAccount({ email: 'eve@example.org', name: null }, system('create'))
    await rooms.accounts.eraseAccount(account.id, system('erase'))
    await rooms.accounts.forgetAccount(account.id)
    await rooms.flow.runner.waitForPosition(await rooms.store.head(), rooms.flow.names, 60_000)
  } finally {
    await rooms.close()
    await dns.close()
  }
  writeFileSync(join(directory, 'format.json'), '{"format":1}\n')
  const vault = createLmdbVault({ path: join(directory, 'vault.mdb'), rootKey: HISTORY_SECRET })
  const store = createDiskBlobStore({ path: join(directory, 'blobs'), vault, clock })
  for (let blob = 0; blob < blobs; blob++) await store.write(`blob-${blob}`, `owner-${blob}`, contentOf(blob))
  await vault.close()
}

/** Sizes around that of a segment. */
export async function* contentOf(blob: number): AsyncGenerator<Buffer> {
  yield Buffer.alloc(blob * 131_072 + blob, `blob ${blob} `)
}

const system = (commandId: string) => ({ id: 'system', correlationId: 'c', commandId })
