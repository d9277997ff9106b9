// Long JSON bodies are stored while they arrive, so that slow ones hold disk space and not memory.
import type { Caller } from '../../features/accounts/index.js'
import type { Batches } from '../../features/batches/index.js'
import type { SpoolBody } from '../../httpMessages/ingress/collectBody.js'
import { parseScannedPieces } from '../../httpMessages/jsonBody.js'
import type { Actor } from '../../kernel/actor.js'
import { createFairSemaphore } from '../../kernel/concurrency/fairSemaphore.js'
import { sharedWork } from '../../kernel/limits.js'

/** Where bodies are stored: sealed, like uploaded files, and counted with them. */
export type BodyStore = Pick<Batches, 'spool' | 'readSpooled' | 'discard'>

/** @returns for a caller and its command: stores a body, and parses it once it is complete. Nothing is left behind. */
export function createSpoolJson({ spool, readSpooled, discard }: BodyStore) {
  const parsing = createFairSemaphore(sharedWork.spooledLists)

  return (caller: Caller, limit: number, actor: Actor): SpoolBody =>
    async (content) => {
      const file = await spool(caller, content, limit, actor)
      try {
        return await parsing.run(caller.account, {}, () => parseScannedPieces(readSpooled(file), caller.account))
      } finally {
        await discard(file)
      }
    }
}
