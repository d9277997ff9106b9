// Copies into a backup what is not in the log: the vault, blobs and records.
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { digestOf } from '../../adapters/segments/read.js'
import { createSoleSecretCheck } from '../../adapters/vault/keyCheck.js'
import { CHECK_NAME } from '../../adapters/vault/wrapping.js'
import { BlobMissing, type BlobStore } from '../../kernel/ports/blobStore.js'
import type { Document, Stored } from '../../kernel/ports/documentStore.js'
import type { Vault } from '../../kernel/ports/vault.js'
import { operationalCollection, operationalCollections } from '../recordCollections.js'
import type { Stores } from '../stores.js'
import type { BlobFile, Manifest, SetFile } from './manifest.js'
import { writeLines } from './ndjson.js'
import { BackupError } from './problem.js'
import type { SetTarget } from './setDirectory.js'

/** A document of a collection that is not a read model. */
export interface SavedRecord extends Stored<Document> {
  readonly collection: string
}

/**
 * The vault, always whole: keys that were destroyed since must not remain in the set.
 * @param secrets the secret key, and the one before it, if the first shall become part of the set
 * @throws BackupError when that one alone does not open the copy
 */
export async function copyVault(
  vault: Vault,
  target: SetTarget,
  secrets?: readonly Buffer[],
): Promise<Manifest['vault'] & { checks: string[] }> {
  const secretCheck = secrets && createSoleSecretCheck(secrets)
  const checks: string[] = []
  let keys = 0
  async function* records() {
    for await (const record of vault.records()) {
      if (record.kind === 'check' && record.id === CHECK_NAME) checks.push(record.value)
      if (record.kind === 'key') keys++
      secretCheck?.see(record)
      yield record
    }
  }
  const path = target.scratch()
  await writeLines(path, records())
  if (secretCheck && !secretCheck.isSole()) {
    throw new BackupError(
      '--with-secret: the secret key does not open everything in the set, because it is being replaced: run mailproof secret rotate to the end, then this command with the new key; until then, back up without --with-secret',
    )
  }
  return { ...(await addFile(path, 'vault', target)), keys, checks }
}

/**
 * The records. Reactors' checkpoints come first: what a reactor has done up to its checkpoint is among the deliveries then.
 */
export async function copyRecords(
  stores: Pick<Stores, 'documents' | 'records'>,
  target: SetTarget,
): Promise<Manifest['records']> {
  async function* records(): AsyncGenerator<SavedRecord> {
    for (const definition of operationalCollections) {
      for await (const { id, position, document } of operationalCollection(stores, definition).all())
        yield { collection: definition.name, id, position, document }
    }
  }
  const path = target.scratch()
  const count = await writeLines(path, records())
  return { ...(await addFile(path, 'records', target)), documents: count }
}

/** Names the file by its content, so that content that has not changed keeps its file. */
async function addFile(path: string, part: string, target: SetTarget): Promise<SetFile> {
  const digest = await digestOf(path)
  const file = `${part}/${digest.sha256.slice(0, 32)}.ndjson.gz`
  await target.add(file, path)
  return { file, ...digest }
}

/** Blobs, as they are stored. A blob never changes, so one that is in the set is not copied again. */
export async function copyBlobs(blobs: BlobStore, target: SetTarget): Promise<{ files: BlobFile[]; added: number }> {
  const known = new Map(target.previous?.blobs.map((blob) => [blob.file, blob]))
  const files: BlobFile[] = []
  let added = 0
  for await (const { name, writtenAt } of blobs.all()) {
    const file = `blobs/${name}.${Math.floor(writtenAt).toString(36)}`
    const present = known.get(file)
    const blob = present ?? (await copyBlob(blobs, name, file, target))
    if (!blob) continue
    if (!present) added++
    files.push(blob)
  }
  return { files, added }
}

/** @returns undefined when the blob has been deleted in the meantime */
async function copyBlob(
  blobs: BlobStore,
  name: string,
  file: string,
  target: SetTarget,
): Promise<BlobFile | undefined> {
  const path = target.scratch()
  const output = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const piece of blobs.readSealed(name)) {
      hash.update(piece)
      bytes += piece.length
      await output.writeFile(piece)
    }
    await output.sync()
  } catch (error) {
    if (error instanceof BlobMissing) return undefined
    throw error
  } finally {
    await output.close()
  }
  await target.add(file, path)
  return { name, file, bytes, sha256: hash.digest('hex') }
}
