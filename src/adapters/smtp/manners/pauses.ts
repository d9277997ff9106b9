// Leaves operators and domains in peace for a while after they have refused questions.
import { LRUCache } from 'lru-cache'
import { entryLimit } from '../../../kernel/entryLimit.js'
import { mailboxChecks } from '../../../kernel/limits.js'
import type { MailboxResult } from '../../../kernel/ports/mailboxes.js'

/** How a server took a question. */
export type Manner =
  /** It answered. */
  | 'ok'
  /** It has no time: 421, limits of rate, no connection. */
  | 'busy'
  /** It does not want to be asked by this installation. */
  | 'refused'

interface Pause {
  /** Milliseconds since the epoch. */
  readonly until: number
  /** What is answered meanwhile. */
  readonly result: MailboxResult
}

/** As processes share it. */
export interface Entry extends Pause {
  /** Consecutive refusals of its kind. */
  readonly times: number
  readonly manner: Manner
}

const { pauses } = mailboxChecks

export interface Pauses {
  /** The longest pause of these keys that has not ended. */
  of(keys: readonly string[], now: number): Pause | undefined
  /** @param statedMs the pause that the server asked for. @returns whether anything has changed */
  note(key: string, manner: Manner, result: MailboxResult, now: number, statedMs?: number): boolean
  /** What is known of a key, over or not. */
  entry(key: string): Entry | undefined
  /** Takes over what another process has noted, if it lasts longer. */
  learn(key: string, entry: Entry): void
  /** Number of keys that are left in peace. */
  count(now: number): number
}

/** Pauses double with each refusal in succession, up to a limit; an answer ends the series. */
export function createPauses(): Pauses {
  const entries = new LRUCache<string, Entry>(entryLimit(pauses.remembered))
  return {
    of(keys, now) {
      let longest: Entry | undefined
      for (const key of keys) {
        const entry = entries.get(key)
        if (entry && entry.until > now && entry.until > (longest?.until ?? 0)) longest = entry
      }
      return longest
    },

    note(key, manner, result, now, statedMs = 0) {
      const before = entries.get(key)
      // Questions that were under way together are refused together: that is one refusal.
      if (before && before.until > now && (manner !== 'refused' || before.manner === 'refused')) return false
      if (manner === 'ok') return entries.delete(key)
      const times = before?.manner === manner ? before.times + 1 : 1
      const { firstMs, maxMs } = manner === 'refused' ? pauses.refused : pauses.busy
      const pauseMs = Math.min(Math.max(firstMs * 2 ** (times - 1), statedMs), maxMs)
      entries.set(key, { until: now + pauseMs, result, times, manner })
      return true
    },

    entry: (key) => entries.get(key),

    learn(key, entry) {
      if (entry.until > (entries.get(key)?.until ?? 0)) entries.set(key, entry)
    },

    count(now) {
      let count = 0
      for (const { until } of entries.values()) if (until > now) count++
      return count
    },
  }
}
