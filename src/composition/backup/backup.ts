// Makes a backup of an installation while it serves.
import { writeFile } from 'node:fs/promises'
import { createPinoLog } from '../../adapters/log/pino.js'
import { digestOf } from '../../adapters/segments/read.js'
import type { Config } from '../../config.js'
import { withSetAside } from '../../eventing/setAside.js'
import { iso, systemClock } from '../../kernel/clock.js'
import { ERASURES, isErasure } from '../../kernel/erasure.js'
import type { EventStore } from '../../kernel/ports/eventStore.js'
import { withResources } from '../../kernel/resources.js'
import { VERSION } from '../../version.js'
import { FORGETTINGS, forgottenBy } from '../forgetting.js'
import { openStores } from '../openStores.js'
import { copyLog } from './logPart.js'
import { consequenceFor, filesOf, MANIFEST_FORMAT, type Manifest, type SetFile } from './manifest.js'
import { copyBlobs, copyRecords, copyVault } from './parts.js'
import { withFileErrors } from './problem.js'
import type { SetTarget } from './setDirectory.js'

type Source = Awaited<ReturnType<typeof openBackupSource>>

const TAKEN_BACK: ReadonlySet<string> = new Set([...ERASURES, ...FORGETTINGS])

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
  const { events, vault, blobs, secrets } = source
  const { previous } = target
  const before = new Set(previous ? filesOf(previous).map(({ file }) => file) : [])
  const cut = await events.head()
  const at = iso(systemClock.now())
  let copied = 0
  const { log, added } = await copyLog(events, cut, target, (more) => {
    copied += more
    onProgress(copied)
  })
  const kept = withSecret ? secrets() : undefined
  const { checks, ...keys } = await copyVault(vault, target, kept)
  const { files, added: addedBlobs } = await copyBlobs(blobs, target)
  const records = await copyRecords(source, target)
  const manifest: Manifest = {
    format: MANIFEST_FORMAT,
    program: VERSION,
    installation: previous?.installation ?? (await firstId(events)),
    at,
    log,
    vault: keys,
    secret: { checks, file: kept ? await addSecret(kept[0]!, target) : null },
    blobs: files,
    records,
    ...(await takenBack(events, previous)),
  }
  await target.complete(manifest)
  const bytes = filesOf(manifest).reduce((total, { file, bytes }) => (before.has(file) ? total : total + bytes), 0)
  return { manifest, added: { events: added, blobs: addedBlobs, bytes } }
}

async function firstId(events: EventStore): Promise<string | null> {
  for await (const { id } of events.readAll({ limit: 1 })) return id
  return null
}

/** Every erasure and what was forgotten. Read last: a data key that the vault lacks was destroyed by one of them. */
async function takenBack(
  events: EventStore,
  previous: Manifest | undefined,
): Promise<Required<Pick<Manifest, 'erased' | 'forgotten'>>> {
  const erased = [...(previous?.erased ?? [])]
  const forgotten = [...(previous?.forgotten ?? [])]
  // They go on to the end of the backup, which was after the cut.
  const known = new Set([...erased, ...forgotten].map(({ position }) => position))
  const after = previous?.forgotten && previous.log.position
  for await (const event of events.readAll({ types: TAKEN_BACK, ...(after && { after }) })) {
    const { position } = event
    if (known.has(position)) continue
    if (isErasure(event)) erased.push({ account: event.data.account, position })
    else forgotten.push({ ...forgottenBy(event), position })
  }
  return { erased, forgotten }
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
