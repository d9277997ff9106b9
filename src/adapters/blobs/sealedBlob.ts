// Encrypts a blob in segments, and reads it from any byte.
import type { KeyObject } from 'node:crypto'
import { type BlobInfo, BlobMissing } from '../../kernel/ports/blobStore.js'
import { StoreUnavailable } from '../../kernel/ports/eventStore.js'
import type { Vault } from '../../kernel/ports/vault.js'
import { SEAL_BYTES, seal, unseal } from '../sealing/sealing.js'
import { type Head, headBytes, newHead, openKey, PREFIX_BYTES, parseHead } from './head.js'
import { SEGMENT_BYTES, segmentsOf } from './segments.js'

const SEALED_SEGMENT_BYTES = SEGMENT_BYTES + SEAL_BYTES

/** The bytes of a stored blob, in any store. */
export interface Stored {
  /** Total size in bytes. */
  readonly size: number
  /** Reads `length` bytes from `position`; fewer only at the end. */
  readonly readAt: (position: number, length: number) => Promise<Buffer>
}

/** All bytes of a stored blob, in pieces. */
export async function* piecesOf({ size, readAt }: Stored): AsyncGenerator<Buffer, void> {
  for (let at = 0; at < size; at += SEGMENT_BYTES) yield await readAt(at, SEGMENT_BYTES)
}

/**
 * The stored form of a blob: its head, then its segments, each sealed separately so that reading may start at any of
 * them. A segment is bound to its blob, its index, and whether it is the last: a blob whose segments were swapped,
 * repeated, removed or truncated does not open.
 */
export async function* sealBlob(
  vault: Vault,
  info: BlobInfo,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer, void> {
  const { bytes, key } = await newHead(vault, info)
  yield bytes
  let index = 0
  for await (const segment of segmentsOf(content)) {
    yield seal(key, contextOf(info.name, index++, segment.last), segment.content)
  }
}

/**
 * The content from byte `from` on, one segment at a time.
 * @throws BlobMissing when the owner's data key is destroyed
 * @throws Error when the blob was changed or a part of it is missing
 */
export async function* openBlob(
  vault: Vault,
  name: string,
  stored: Stored,
  from: number,
): AsyncGenerator<Buffer, void> {
  const { start, key } = await opening(name, () => openHead(vault, name, stored))
  const count = Math.max(1, Math.ceil((stored.size - start) / SEALED_SEGMENT_BYTES))
  // An offset after the end still reads the last segment, to distinguish a truncated blob from a short one.
  let index = Math.min(Math.floor(from / SEGMENT_BYTES), count - 1)
  let skip = from - index * SEGMENT_BYTES
  for (; index < count; index++) {
    const content = await opening(name, async () => {
      const sealed = await stored.readAt(start + index * SEALED_SEGMENT_BYTES, SEALED_SEGMENT_BYTES)
      return unseal(key, contextOf(name, index, index === count - 1), sealed)
    })
    if (skip < content.length) yield content.subarray(skip)
    skip = 0
  }
}

/** @throws Error when the stored bytes do not start with a blob's head */
export async function readHead({ readAt }: Stored): Promise<{ readonly head: Head; readonly start: number }> {
  const length = headBytes(await readAt(0, PREFIX_BYTES))
  return { head: parseHead(await readAt(PREFIX_BYTES, length)), start: PREFIX_BYTES + length }
}

async function openHead(vault: Vault, name: string, stored: Stored): Promise<{ key: KeyObject; start: number }> {
  const { head, start } = await readHead(stored)
  return { key: await openKey(vault, name, head), start }
}

async function opening<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BlobMissing || error instanceof StoreUnavailable) throw error
    throw new Error(`blob ${name} was truncated or changed`, { cause: error })
  }
}

const contextOf = (name: string, index: number, last: boolean) => `${name} ${index} ${last ? 'last' : 'more'}`
