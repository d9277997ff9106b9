import { type Clock, iso } from '../../kernel/clock.js'
import type { Log } from '../../kernel/log.js'
import type { Collection, DocumentStore } from '../../kernel/ports/documentStore.js'
import { START } from '../../kernel/position.js'

type KeyUse = { readonly at: string }

/** Last uses are written together, this often. */
const WRITE_EVERY_MS = 5_000

/** When each key was last used: no event, worth losing five seconds of, precise to the minute. */
export function createKeyUse({ documents, clock, log }: { documents: DocumentStore; clock: Clock; log: Log }) {
  const collection: Collection<KeyUse> = documents.collection({ name: 'key_uses' })
  const lastMinute = new Map<string, number>()
  const unwritten = new Map<string, number>()

  async function write(): Promise<void> {
    const uses = [...unwritten]
    unwritten.clear()
    const found = await collection.getMany(uses.map(([key]) => key))
    const changes = uses.map(([id, at], index) => ({
      id,
      position: found[index]?.position ?? START,
      document: { at: iso(at) },
      ...(found[index] && { expected: found[index].position }),
    }))
    await collection.write(changes)
  }

  const timer = setInterval(() => {
    if (unwritten.size > 0) write().catch((error: unknown) => log.warn({ error }, 'last uses of keys were not written'))
    if (lastMinute.size > 100_000) lastMinute.clear()
  }, WRITE_EVERY_MS).unref()

  return {
    /** Forgets these keys. */
    async forget(keys: readonly string[]): Promise<void> {
      for (const key of keys) unwritten.delete(key)
      const found = (await collection.getMany(keys)).flatMap((stored) => (stored?.document ? [stored] : []))
      await collection.write(found.map(({ id, position }) => ({ id, expected: position, position, document: null })))
    },
    used(key: string): void {
      const now = clock.now()
      const minute = now - (now % 60_000)
      if (lastMinute.get(key) === minute) return
      lastMinute.set(key, minute)
      unwritten.set(key, minute)
    },
    /** ISO 8601, or null where there was none. */
    async lastUsed(keys: readonly string[]): Promise<(string | null)[]> {
      const found = await collection.getMany(keys)
      return keys.map((key, index) => {
        const written = found[index]?.document?.at
        const pending = unwritten.get(key)
        return pending !== undefined ? iso(pending) : (written ?? null)
      })
    },
    async close(): Promise<void> {
      clearInterval(timer)
      if (unwritten.size > 0) await write()
    },
  }
}

export type KeyUses = ReturnType<typeof createKeyUse>
