// The head of a stored blob: its owner, its time and its sealed key, as bytes.
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { type BlobInfo, BlobMissing } from '../../kernel/ports/blobStore.js'
import type { Vault } from '../../kernel/ports/vault.js'

/** Format of a sealed blob; a different format will have a different number. */
const MAGIC = Buffer.from('mpb1')
/** Bytes before the head: the magic number and the head's length. */
export const PREFIX_BYTES = MAGIC.length + 4
const MAX_HEAD_BYTES = 64 * 1024

/** Precedes the segments: the blob's owner, the time it was written, and its key, sealed by the vault. */
export interface Head {
  readonly owner: string
  readonly writtenAt: number
  readonly sealedKey: string
}

/** A new key for one blob, and its head. The key cannot be unsealed once the owner's data key is destroyed. */
export async function newHead(
  vault: Vault,
  info: BlobInfo,
): Promise<{ readonly bytes: Buffer; readonly key: KeyObject }> {
  const { owner, writtenAt } = info
  const key = randomBytes(32)
  const sealedKey = await vault.seal(owner, boundKey(info, key))
  const head = Buffer.from(JSON.stringify({ owner, writtenAt, sealedKey } satisfies Head))
  const prefix = Buffer.alloc(PREFIX_BYTES)
  MAGIC.copy(prefix)
  prefix.writeUInt32BE(head.length, MAGIC.length)
  return { bytes: Buffer.concat([prefix, head]), key: createSecretKey(key) }
}

/** Length in bytes of the head after this prefix. @throws Error when this is not a blob */
export function headBytes(prefix: Buffer): number {
  const length = prefix.length === PREFIX_BYTES ? prefix.readUInt32BE(MAGIC.length) : 0
  if (!prefix.subarray(0, MAGIC.length).equals(MAGIC) || length === 0 || length > MAX_HEAD_BYTES) {
    throw new Error('this is not a blob')
  }
  return length
}

/** @throws Error when this is not a head */
export function parseHead(bytes: Buffer): Head {
  const { owner, writtenAt, sealedKey } = JSON.parse(bytes.toString()) as Partial<Head>
  if (typeof owner !== 'string' || typeof writtenAt !== 'number' || typeof sealedKey !== 'string') {
    throw new Error('this is not the head of a blob')
  }
  return { owner, writtenAt, sealedKey }
}

/**
 * @throws BlobMissing when the owner's data key is destroyed
 * @throws Error when the head was changed, or belongs to another blob
 */
export async function openKey(vault: Vault, name: string, { owner, writtenAt, sealedKey }: Head): Promise<KeyObject> {
  const text = await vault.open(owner, sealedKey)
  if (text === undefined) throw new BlobMissing(name)
  const key = Buffer.from(text.slice(text.lastIndexOf(' ') + 1), 'base64')
  if (text !== boundKey({ name, owner, writtenAt }, key)) throw new Error('this head belongs to another blob')
  return createSecretKey(key)
}

/** The vault binds the key to the owner; this binds it to the name and the time. */
const boundKey = ({ name, writtenAt }: BlobInfo, key: Buffer) => `${name} ${writtenAt} ${key.toString('base64')}`
