// Makes a backup of an installation while it serves.
import { writeFile } from 'node:fs/promises'
import { createPinoLog } from '../../adapters/log/pino.js'
import { digestOf } from '../../adapters/segments/read.js'
import type { Config } from '../../config.js'
import { withSetAside } from '../../eventing/setAside.js'
import { iso, systemClock } from '../../kernel/clock.js'
import { ERASURES, type OwnerErased } from '../../kernel/erasure.js'
import type { EventStore } from '../../kernel/ports/eventStore.js'
import type { Position } from '../../kernel/position.js'
import { withResources } from '../../kernel/resources.js'
import { VERSION } from '../../version.js'
import { openStores } from '../openStores.js'
import { copyLog } from './logPart.js'
import { consequenceFor, filesOf, MANIFEST_FORMAT, type Manifest, type SetFile } from './manifest.js'
import { copyBlobs, copyRecords, copyVault } from './parts.js'
import { withFileErrors } from './problem.js'
import type { SetTarget } from './setDirectory.js'

type Source = Awaited<ReturnType<typeof openBackupSource>>

/** What one backup has done. */
export interface BackupResult {
  readonly manifest: Manifest
  /** New in the set. */
  readonly added: { readonly events: number; readonly blobs: number; readonly bytes: number }
}

export interface BackupOptions {
  /** Whether the secret key becomes part of the set. */
  readonly withSecret: boolean
  /** Called with the number of events copied so far. */
  readonly onProgress: (events: number) => void
}

/** Opens the stores of the configured deployment beside a service. */
export const openBackupSource = (config: Config) =>
  withResources(async (closing) => {
    const log = createPinoLog(config.LOG_LEVEL)
    const stores = await openStores({ config, exclusive: false, clock: systemClock, log }, closing)
    return { ...stores, events: await withSetAside(stores.events, log) }
  })

/**
 * Makes a backup: all of it the first time, then what is new. The log comes first: everything that is copied after it may be
 * ahead of the cut and never behind, so that no event lacks its key. Until the manifest is replaced, the set before is the
 * one that counts.
 * @throws BackupError, StoreUnavailable or DamagedSegment
 */
export async function backUp(source: Source, directory: string, target: SetTarget, options: BackupOptions) {
  return withFileErrors(directory, () => copyAll(source, target, options), consequenceFor(target.previous))
}

async function copyAll(
  source: Source,
  target: SetTarget,
  { withSecret, onProgress }: BackupOptions,
): Promise<BackupResult> {
  const { events, vault, blobs, secret } = source
  const { previous } = target
  const before = new Set(previous ? filesOf(previous).map(({ file }) => file) : [])
  const cut = await events.head()
  const at = iso(systemClock.now())
  let copied = 0
  const { log, added } = await copyLog(events, cut, target, (more) => {
    copied += more
    onProgress(copied)
  })
  const { checks, ...keys } = await copyVault(vault, target)
  const { files, added: addedBlobs } = await copyBlobs(blobs, target)
  const records = await copyRecords(source, target)
  const manifest: Manifest = {
    format: MANIFEST_FORMAT,
    program: VERSION,
    installation: previous?.installation ?? (await firstId(events)),
    at,
    log,
    vault: keys,
    secret: { checks, file: withSecret ? await addSecret(secret, target) : null },
    blobs: files,
    records,
    erased: [...(previous?.erased ?? []), ...(await erasuresAfter(events, previous?.log.position, previous?.erased))],
  }
  await target.complete(manifest)
  const bytes = filesOf(manifest).reduce((total, { file, bytes }) => (before.has(file) ? total : total + bytes), 0)
  return { manifest, added: { events: added, blobs: addedBlobs, bytes } }
}

async function firstId(events: EventStore): Promise<string | null> {
  for await (const { id } of events.readAll({ limit: 1 })) return id
  return null
}

/** Erasures that are not known yet. Read last: a data key that the vault lacks was destroyed by one of them. */
async function erasuresAfter(
  events: EventStore,
  after: Position | undefined,
  known: Manifest['erased'] = [],
): Promise<Manifest['erased']> {
  const positions = new Set(known.map(({ position }) => position))
  const found: { readonly account: string; readonly position: Position }[] = []
  for await (const { data, position } of events.readAll({ types: ERASURES, ...(after && { after }) }))
    if (!positions.has(position)) found.push({ account: (data as OwnerErased['data']).account, position })
  return found
}

async function addSecret(secret: Buffer, target: SetTarget): Promise<SetFile> {
  const path = target.scratch()
  await writeFile(path, `${secret.toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  const digest = await digestOf(path)
  // Another secret has another name: files of a set never change.
  const file = `vault/${digest.sha256.slice(0, 16)}.key`
  await target.add(file, path)
  return { file, ...digest }
}
