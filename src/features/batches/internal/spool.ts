// Receives an uploaded file into a sealed blob before it is parsed.
import { createHash } from 'node:crypto'
import type { Actor } from '../../../kernel/actor.js'
import { Failure } from '../../../kernel/failure.js'
import type { BlobStore } from '../../../kernel/ports/blobStore.js'
import type { Caller } from '../../accounts/index.js'
import type { Allowance } from '../allowance.js'
import { batchIdOf, fileBlob } from '../ids.js'

/** A file that has been received completely. */
export interface SpooledFile {
  readonly blob: string
  /** As the client sent it. */
  readonly name?: string
  readonly bytes: number
  /** SHA-256 of the content, hex. */
  readonly sha256: string
}

/**
 * Writes an uploaded file to a sealed blob before it is parsed. An upload that breaks off leaves nothing behind.
 * @param limit bytes
 * @param actor of the command that will create the batch
 */
export type Spool = (
  caller: Caller,
  file: AsyncIterable<Uint8Array>,
  limit: number,
  actor: Actor,
) => Promise<SpooledFile>

export const createSpool =
  ({ blobs, allowance }: { readonly blobs: BlobStore; readonly allowance: Allowance }): Spool =>
  async (caller, file, limit, actor) => {
    await allowance.requireFewRefusals(caller)
    const blob = fileBlob(batchIdOf(actor))
    const hash = createHash('sha256')
    const bytes = await allowance.metered(caller, blobs).write(blob, caller.account, counted())
    return { blob, bytes, sha256: hash.digest('hex') }

    async function* counted() {
      let seen = 0
      for await (const piece of file) {
        seen += piece.length
        if (seen > limit) throw tooLarge(limit)
        hash.update(piece)
        yield piece
      }
    }
  }

const tooLarge = (limit: number) =>
  new Failure('PAYLOAD_TOO_LARGE', `The file may be at most ${limit} bytes.`, { limit })
