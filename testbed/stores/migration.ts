// Installations to migrate, and the stores that they are migrated to.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDiskBlobStore } from '../../src/adapters/blobs/disk.js'
import { createLmdbVault } from '../../src/adapters/vault/vault.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { createChance } from '../chance.js'
import { startDnsServer } from '../dns/server.js'
import { mailZone } from '../dns/zone.js'
import { createPassingClock, openRooms, writeHistory } from '../features/history.js'
import { openStandIn } from './kurrentdb/open.js'
import { openPlace, type Place, type Shape } from './place.js'

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

/** What an embedded installation can be migrated to. */
export type TargetShape = Exclude<Shape, 'lmdb'>

/** Empty stores to migrate to. The log in KurrentDB has the default prefix. */
export async function openTarget(shape: TargetShape, mongo: string): Promise<Place> {
  const server = shape === 'kurrentdb' ? await openStandIn() : undefined
  return openPlace(shape, { mongo, kurrentdb: server && { ...server, settings: { KURRENTDB_URL: server.url } } })
}

/** A log without the positions of its events, which differ between engines. */
export const withoutPositions = (events: readonly Recorded[]) => events.map(({ position, ...event }) => event)

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
