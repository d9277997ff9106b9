// When each API key was last used.
import { type Clock, iso } from '../../kernel/clock.js'
import type { Log } from '../../kernel/log.js'
import type { Collection, CollectionDefinition, DocumentStore } from '../../kernel/ports/documentStore.js'
import { START } from '../../kernel/position.js'
import { MINUTE_MS } from '../../kernel/time.js'

type KeyUse = { readonly at: string }

export const KEY_USES: CollectionDefinition = { name: 'key_uses', times: { at: 'iso' } }

/** Interval at which last-used times are written in one batch. */
const WRITE_INTERVAL_MS = 5_000
/** Maximum number of keys whose last minute is cached; above it the cache is cleared. */
const MAX_REMEMBERED_KEYS = 100_000

/**
 * Records when each key was last used, to the minute. Operational data, not events: a crash may lose the last five
 * seconds, and what the store did not take.
 */
export function createKeyUse({ documents, clock, log }: { documents: DocumentStore; clock: Clock; log: Log }) {
  const collection: Collection<KeyUse> = documents.collection(KEY_USES)
  const lastMinute = new Map<string, number>()
  const unwritten = new Map<string, number>()

  async function write(): Promise<void> {
    const uses = [...unwritten]
    unwritten.clear()
    try {
      await writeNewer(uses)
    } catch (error) {
      // Again with the next batch, unless the key was used or forgotten meanwhile.
      for (const [key, minute] of uses) if (lastMinute.get(key) === minute) unwritten.set(key, minute)
      throw error
    }
  }

  async function writeNewer(uses: readonly (readonly [key: string, minute: number])[]): Promise<void> {
    const found = await collection.getMany(uses.map(([key]) => key))
    const now = iso(clock.now())
    const changes = uses.flatMap(([id, minute], index) => {
      const { position = START, document } = found[index] ?? {}
      const at = iso(minute)
      // Of another process, unless its clock was ahead.
      if (document && document.at >= at && document.at <= now) return []
      return [{ id, position, document: { at }, ...(found[index] && { expected: position }) }]
    })
    await collection.write(changes)
  }

  const timer = setInterval(() => {
    if (unwritten.size > 0)
      write().catch((error: unknown) => log.warn({ error }, "failed to write API keys' last-used times"))
    if (lastMinute.size > MAX_REMEMBERED_KEYS) lastMinute.clear()
  }, WRITE_INTERVAL_MS).unref()

  return {
    /** Deletes what is stored about these keys, and stores nothing about later uses: the keys are still valid for a moment. */
    async forget(keys: readonly string[]): Promise<void> {
      for (const key of keys) {
        lastMinute.set(key, Number.POSITIVE_INFINITY)
        unwritten.delete(key)
      }
      const found = (await collection.getMany(keys)).flatMap((stored) => (stored?.document ? [stored] : []))
      await collection.write(found.map(({ id, position }) => ({ id, expected: position, position, document: null })))
    },
    /** Records a use of the key. In memory: the next batch writes it. */
    used(key: string): void {
      const now = clock.now()
      const minute = now - (now % MINUTE_MS)
      if (lastMinute.get(key)! >= minute) return
      lastMinute.set(key, minute)
      unwritten.set(key, minute)
    },
    /** The last use of each key, ISO 8601; null for a key never used. */
    async lastUsed(keys: readonly string[]): Promise<(string | null)[]> {
      const found = await collection.getMany(keys)
      return keys.map((key, index) => {
        const written = found[index]?.document?.at
        const pending = unwritten.get(key)
        return pending !== undefined ? iso(pending) : (written ?? null)
      })
    },
    /** Writes what is pending and stops the timer. */
    async close(): Promise<void> {
      clearInterval(timer)
      if (unwritten.size > 0) await write()
    },
  }
}

export type KeyUses = ReturnType<typeof createKeyUse>
