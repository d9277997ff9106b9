import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { type BlobInfo, BlobMissing } from '../../kernel/ports/blobStore.js'
import type { Vault } from '../../kernel/ports/vault.js'

/** The form of a sealed blob; another one will have another number. */
const MAGIC = Buffer.from('mpb1')
/** Bytes before the head itself: the magic, and the head's length. */
export const PREFIX_BYTES = MAGIC.length + 4
const MAX_HEAD_BYTES = 64 * 1024

/** What stands before the segments: who owns the blob, since when it is there, and its key, sealed by the vault. */
export interface Head {
  readonly owner: string
  readonly writtenAt: number
  readonly sealedKey: string
}

/** A key for one blob only, which nobody can open once the owner's data key is destroyed. */
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

/** Bytes of the head that follows this prefix. @throws Error when this is no blob */
export function headBytes(prefix: Buffer): number {
  const length = prefix.length === PREFIX_BYTES ? prefix.readUInt32BE(MAGIC.length) : 0
  if (!prefix.subarray(0, MAGIC.length).equals(MAGIC) || length === 0 || length > MAX_HEAD_BYTES) {
    throw new Error('this is not a blob')
  }
  return length
}

/** @throws Error when this is no head */
export function parseHead(bytes: Buffer): Head {
  const { owner, writtenAt, sealedKey } = JSON.parse(bytes.toString()) as Partial<Head>
  if (typeof owner !== 'string' || typeof writtenAt !== 'number' || typeof sealedKey !== 'string') {
    throw new Error('this is not the head of a blob')
  }
  return { owner, writtenAt, sealedKey }
}

/**
 * @throws BlobMissing when the owner's data key is destroyed
 * @throws Error when the head was changed, or is another blob's
 */
export async function openKey(vault: Vault, name: string, { owner, writtenAt, sealedKey }: Head): Promise<KeyObject> {
  const text = await vault.open(owner, sealedKey)
  if (text === undefined) throw new BlobMissing(name)
  const key = Buffer.from(text.slice(text.lastIndexOf(' ') + 1), 'base64')
  if (text !== boundKey({ name, owner, writtenAt }, key)) throw new Error('this head is another blob’s')
  return createSecretKey(key)
}

/** The vault binds the owner, this the name and the time. */
const boundKey = ({ name, writtenAt }: BlobInfo, key: Buffer) => `${name} ${writtenAt} ${key.toString('base64')}`
